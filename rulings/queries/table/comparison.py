"""The same case under another edition or regulation set, beside what was recorded.

Facts and answers are those of the ruling, else of the record as it stands; nothing is
written. An answer that the other edition does not take is set aside; what it asks and
nobody answered stays open, except where it leaves only one way. Where the other set
searches the cards otherwise, the search is stored as a position of no case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from difflib import SequenceMatcher
from typing import Any

from rulings.laws import periods
from rulings.laws.engine import Flow, Walk, editions, load_flow, walk
from rulings.laws.engine.answers import read_answer
from rulings.laws.engine.paths import Visited
from rulings.laws.engine.reach import choices_left
from rulings.laws.errors import NotHeld, NotOffered, WrongValue
from rulings.laws.periods import Anchors, Change
from rulings.laws.regulations import Regulations, load_regulations, parameters
from rulings.laws.standards import Standard, applied
from rulings.models import AskedPosition, Case, Window
from rulings.queries.case.flow import current_proposal, values_of, walk_case
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_name, flow_of, regulations_of
from rulings.queries.case.situation import entered, put_at
from rulings.queries.case.solving import SolverInput, solver_input
from rulings.queries.table.paper import paper_of
from rulings.solver.inputs import settings_under


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a case is walked with; `decided` where a ruling keeps it."""

    entry: str
    facts: Mapping[str, Any]
    answers: Mapping[str, Any]
    solver: Mapping[str, Any]
    decided: bool


@dataclass(frozen=True, slots=True)
class ComparedCase:
    """A case under one edition and set: its walk, and the standards on its path.

    `refused` says why the record cannot be walked there, "" where it can; `aside` are
    the steps whose answers it does not take, `assumed` those that leave one way only
    and are taken as gone.
    """

    flow: Flow
    regulations: Regulations
    walk: Walk | None
    standards: tuple[Standard, ...]
    aside: tuple[str, ...]
    assumed: tuple[str, ...] = ()
    refused: str = ""

    @property
    def ahead(self) -> frozenset[str]:
        """The steps that may still come where the walk waits; none at an outcome."""
        if self.walk is None or self.walk.outcome is not None:
            return frozenset()
        asked = self.walk.at.id if self.walk.at else self.walk.missing[0].step
        return self.flow.reach[asked]


@dataclass(frozen=True, slots=True)
class Pair:
    """A step of either path, with the visit of each.

    `waits` where the path that does not touch it may still come to it.
    """

    step: str
    here: Visited | None
    there: Visited | None
    waits: bool

    @property
    def differs(self) -> bool:
        """Whether the paths part here: only one goes through, or each another way."""
        if self.here is None or self.there is None:
            return not self.waits
        return self.here.value != self.there.value


@dataclass(frozen=True, slots=True)
class Comparison:
    """A case as recorded and under another edition or set."""

    recorded: Recorded
    here: ComparedCase
    there: ComparedCase
    pairs: tuple[Pair, ...]
    settings: tuple[str, ...]
    searched: Searched


def editions_for(case: Case) -> tuple[str, ...]:
    """Return the editions that have the flow of a case."""
    return tuple(name for name in editions() if _held(case, name) is not None)


def under(case: Case, edition: str, body: str) -> Regulations:
    """Return the set of a body, "" for the event's own, as it stands in an edition.

    NotHeld where there is no such body.
    """
    own = load_regulations(body) if body else regulations_of(case)
    return own.replaced({"edition": edition})


def compare(
    case: Case, at: datetime, edition: str, regulations: Regulations, anchors: Anchors
) -> Comparison:
    """Return a case beside itself under another edition and set.

    `anchors` are the instants its windows are counted from. Where the other set was
    searched, its numbers take the place of the case's own there. NotHeld where the
    edition has no such flow.
    """
    own, recorded = regulations_of(case), recorded_of(case, at)
    here = _side(flow_of(case), own, recorded)
    searched = searched_under(case, regulations, edition)
    facts = _with_windows(case, at, recorded.facts, (own, regulations), anchors)
    there = _side(
        load_flow(flow_name(case.kind), edition),
        regulations,
        replace(
            recorded,
            facts=facts,
            solver={**recorded.solver, **searched.values, **entered(case)[1]},
        ),
    )
    return Comparison(
        recorded,
        here,
        there,
        tuple(_pairs(here, there)),
        tuple(
            name
            for name in parameters()
            if name != "edition" and own[name] != regulations[name]
        ),
        searched,
    )


def recorded_of(case: Case, at: datetime) -> Recorded:
    """Return what the ruling in force was made with, else the record as it stands."""
    ruling = paper_of(case).ruling
    stored = ruling.walk if ruling is not None else {}
    if {"facts", "answers", "solver"} <= stored.keys():
        entry = stored.get("entry", flow_of(case).entries[0])
        facts, answers = stored["facts"], stored["answers"]
        return Recorded(entry, facts, answers, stored["solver"], decided=True)
    walked = walk_case(case, at)
    return Recorded(
        walked.entry, walked.facts, walked.answers, walked.solver, decided=False
    )


def _held(case: Case, edition: str) -> Flow | None:
    try:
        return load_flow(flow_name(case.kind), edition)
    except NotHeld:
        return None


def _side(flow: Flow, regulations: Regulations, recorded: Recorded) -> ComparedCase:
    answers = dict(recorded.answers)
    aside = [key for key, given in answers.items() if not _taken(flow, key, given)]
    for key in aside:
        del answers[key]
    assumed: list[str] = []
    while True:
        try:
            walked = walk(
                flow,
                facts=recorded.facts,
                answers=answers,
                regulation=regulations,
                solver=recorded.solver,
                entry=recorded.entry,
            )
        except NotOffered as error:  # a choice that is closed on this path
            if error.step not in answers:
                raise
            del answers[error.step]
            aside.append(error.step)
            continue
        except WrongValue as error:
            return ComparedCase(
                flow, regulations, None, (), tuple(aside), refused=str(error)
            )
        only = _only_way(flow, walked)
        if only is None:
            standards = applied(walked.ids, flow.edition.name)
            return ComparedCase(
                flow, regulations, walked, standards, tuple(aside), tuple(assumed)
            )
        step, answers[step] = only
        assumed.append(step)


def _only_way(flow: Flow, walked: Walk) -> tuple[str, str] | None:
    """Return the step a walk waits at with its one answer; None where there are more.

    Such a step asks the director to do something. A step that also records a value
    cannot be taken as done.
    """
    if walked.at is None or any(record.required for record in walked.at.records):
        return None
    ways = choices_left(flow, walked.at)
    return (walked.at.id, ways[0].value) if len(ways) == 1 else None


def _taken(flow: Flow, step: str, given: Any) -> bool:  # noqa: ANN401 - as it was stored
    try:
        read_answer(flow, step, given)
    except (NotOffered, WrongValue):
        return False
    return True


def _pairs(here: ComparedCase, there: ComparedCase) -> Iterator[Pair]:
    """Yield the steps of both paths in order, those that both pass side by side."""
    one, two = _visits(here), _visits(there)
    left, right = list(one), list(two)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for _kind, begin, end, start, stop in matcher.get_opcodes():
        for step in dict.fromkeys([*left[begin:end], *right[start:stop]]):
            untouched = here if step not in one else there
            waits = step in untouched.ahead
            yield Pair(step, one.get(step), two.get(step), waits)


def _visits(side: ComparedCase) -> dict[str, Visited]:
    path = side.walk.path if side.walk is not None else ()
    return {visited.step.id: visited for visited in path}


def _with_windows(
    case: Case,
    at: datetime,
    facts: Mapping[str, Any],
    sets: tuple[Regulations, Regulations],
    anchors: Anchors,
) -> Mapping[str, Any]:
    """Return the facts with the windows as another set would have timed them.

    Where both sets time them alike they stay as they were recorded.
    """
    closings = {}
    alike = True
    for row in rows_of(case, Window):
        own, other = (_closing(row, one, anchors) for one in sets)
        alike = alike and own == other
        closes_at = row.closes_at if own == other else other.closes_at
        closings[row.purpose] = replace(
            other, opens_at=row.opens_at, closes_at=closes_at
        )
    if alike:
        return facts
    return {**facts, "windows": periods.flow_windows(put_at(case, at), closings)}


def _closing(
    row: Window, regulations: Regulations, anchors: Anchors
) -> periods.Closing:
    change = Change(timedelta(minutes=row.extended_minutes), row.closed_early_at)
    return periods.close_of(row.purpose, anchors, regulations, change)


Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Searched:
    """How a case is searched under another set, and how far that is.

    `applies` says that the flow turns on cards at all, `alike` that nothing the search
    reads is set differently; `asked` is the question, None while claim or cards are
    missing; `row` its search, None where nobody has asked. `own` are the tricks proven
    under the case's own set.
    """

    applies: bool
    alike: bool
    asked: SolverInput | None
    row: AskedPosition | None
    own: Bounds | None

    @property
    def pending(self) -> bool:
        """Say whether a worker has still to answer."""
        return self.row is not None and self.row.status == AskedPosition.Status.QUEUED

    @property
    def bounds(self) -> Bounds | None:
        """Return the tricks proven, the same number twice where it is exact."""
        row = self.row
        if row is None:
            return None
        if row.result is not None:
            return int(row.result["low"]), int(row.result["high"])
        return None if row.low is None or row.high is None else (row.low, row.high)

    @property
    def values(self) -> Mapping[str, Any]:
        """Return what the search says to the rules of the flow; nothing without one."""
        if self.alike or self.row is None or self.row.result is None:
            return {}
        return values_of(self.row.result)


def searched_under(case: Case, regulations: Regulations, edition: str) -> Searched:
    """Return the search of a case under a set in an edition, as far as it is."""
    own = regulations_of(case)
    alike = settings_under(own.values) == settings_under(regulations.values)
    asked = question_under(case, regulations, edition)
    row = None
    if asked is not None and not alike:
        rows = AskedPosition.objects.filter(event=case.event_id)
        row = rows.filter(input_hash=asked.hash).first()
    proposal = current_proposal(case)
    low = None if proposal is None else proposal.low
    high = None if proposal is None else proposal.high
    bounds = None if low is None or high is None else (low, high)
    applies = "cards" in flow_of(case).inputs
    return Searched(applies, alike, asked, row, bounds)


def question_under(
    case: Case, regulations: Regulations, edition: str
) -> SolverInput | None:
    """Return the question to the solver with another set; strikes and class stay."""
    asked = solver_input(case)
    if asked is None:
        return None
    own = asked.settings
    settings = replace(
        settings_under(regulations.values, regulations.name, edition),
        player_class=own.player_class,
        strikes=own.strikes,
        never=own.never,
        let_in=own.let_in,
        allowances=own.allowances,
        budget=own.budget,
    )
    return replace(asked, settings=settings)
