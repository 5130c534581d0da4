"""The proposal of a case as it is now: how far it is, and what it says (R15).

With it stand the places of cards found proven or not proven (Law 70E1) and the
director's switches: plays struck or allowed, with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulings.bridge.positions import Position
from rulings.laws.engine import Walk
from rulings.models import Case, Entry, Fact, Progress, Proposal
from rulings.queries.case.explaining import cause_law
from rulings.queries.case.flow import CaseWalk, best_of, same_question
from rulings.queries.case.rows import rows_of
from rulings.queries.case.solving import (
    ALLOW,
    STRIKE,
    SolverInput,
    larger_budget,
    result_of,
    solver_input,
)
from rulings.queries.table.settlement import deciding_laws, settlement_of
from rulings.queries.words import texts_of
from rulings.solver import SolverClaim
from rulings.states import Act

Status = Proposal.Status
ENDED = frozenset({Status.EXACT, Status.RANGE, Status.TIMED_OUT, Status.FAILED})
Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal with its result, and the tricks proven so far.

    `row` is None while nothing has been asked; `askable` says whether the facts
    suffice to ask. `stale` is true when only an answer to other facts is there, and
    `before` is then the number of the last one. `asked` is what the solver is given
    now, `tries` are the proposals for this very question by budget and `earlier` those
    for others; `refining` is the one a worker has still to answer while another has
    given a range. `turned` says that doubt goes against the other side.
    """

    row: Proposal | None
    result: Mapping[str, Any] | None
    low: int | None
    high: int | None
    askable: bool
    stale: bool
    asked: SolverInput | None = None
    tries: tuple[Proposal, ...] = ()
    earlier: tuple[Proposal, ...] = ()
    before: Bounds | None = None
    turned: bool = False

    @property
    def claim(self) -> SolverClaim | None:
        """Return the claim as the solver is given it now."""
        return None if self.asked is None else self.asked.claim

    @property
    def pending(self) -> bool:
        """Say whether nothing has been answered and a worker has still to do it."""
        return self.row is not None and self.row.status not in ENDED

    @property
    def refining(self) -> Proposal | None:
        """Return the search that goes on behind a range."""
        if self.row is None or self.row.status != Status.RANGE:
            return None
        return next((row for row in self.tries if row.status == Status.QUEUED), None)

    @property
    def award(self) -> int | None:
        """Return the one number proposed, None while it is a range."""
        if self.low is None or self.low != self.high:
            return None
        return self.low

    @property
    def budget_next(self) -> int | None:
        """Return the budget with which another solve can narrow the range."""
        if self.row is None:
            return None
        if self.row.status in {Status.TIMED_OUT, Status.FAILED}:
            return self.row.budget
        ended = [row for row in self.tries if row.status != Status.QUEUED]
        if self.award is not None or not ended:
            return None
        cut = [row for row in ended if row.status != Status.RANGE]
        return cut[0].budget if cut else larger_budget(ended[-1].budget)


def proposed(case: Case) -> Proposed:
    """Return the proposal that fits the case's facts now."""
    asked = solver_input(case)
    rows = rows_of(case, Proposal)
    tries = () if asked is None else tuple(same_question(asked, rows))
    row = best_of(tries)
    result = result_of(row) if row else None
    low, high = _bounds(row, result)
    others = [one for one in rows if one not in tries and one.low is not None]
    return Proposed(
        row,
        result,
        low,
        high,
        askable=asked is not None,
        stale=row is None and bool(rows),
        asked=asked,
        tries=tries,
        earlier=tuple(others),
        before=_last(others),
    )


def turned(found: Proposed, walked: Walk) -> Proposed:
    """Return the proposal as the law of the case wants it: worst for whom.

    A revoke of the other side that was corrected turns doubt against that side (Law
    62); the number is then the most the claiming side can take against the best play.
    """
    if found.result is None or not settlement_of(walked).against_opponents:
        return found
    best = found.result["double_dummy"]
    return replace(found, low=int(best["low"]), high=int(best["high"]), turned=True)


def cited_laws(walked: CaseWalk, found: Proposed, cards: Position | None) -> list[str]:
    """Return the laws that a ruling on this walk cites, as its proposal gave them.

    The clause of the proposal is cited where its number is the one ruled.
    """
    cause, given = "", settlement_of(walked.walk).adjudicated
    if found.result is not None and found.result["award"] == given:
        cause = cause_law(found.result, found.claim, cards)
    return deciding_laws(walked.walk, walked.flow.edition.named(cause))


def _last(rows: list[Proposal]) -> Bounds | None:
    """Return the tricks of the proposal that was answered last."""
    ended = [row for row in rows if row.finished_at is not None]
    if not ended:
        return None
    row = max(ended, key=lambda one: (one.finished_at, one.budget))
    return None if row.low is None or row.high is None else (row.low, row.high)


def _bounds(
    row: Proposal | None, result: Mapping[str, Any] | None
) -> tuple[int | None, int | None]:
    if result is not None:
        return int(result["low"]), int(result["high"])
    if row is None:
        return None, None
    if row.low is not None:
        return row.low, row.high
    return progress_of(row) or (None, None)


def progress_of(row: Proposal) -> Bounds | None:
    """Return what a running solve has proven so far."""
    seen = Progress.objects.filter(proposal_id=row.pk).first()
    return (seen.low, seen.high) if seen else None


PROVEN, NOT_PROVEN = "locations", "not_proven"
"""Facts: single places; and sets of places that are not proven together."""


def together(places: Iterable[str]) -> str:
    """Return several places as one text, in order: E:SQ,W:HK."""
    return ",".join(sorted(places))


def apart(places: str) -> frozenset[str]:
    """Return the places that a text names together."""
    return frozenset(places.split(",")) if places else frozenset()


def refuted(case: Case) -> frozenset[str]:
    """Return the sets of places that the director found not proven together."""
    rows = (row for row in rows_of(case, Fact) if row.key == NOT_PROVEN)
    row = next(rows, None)
    return frozenset(row.value) if row and isinstance(row.value, list) else frozenset()


def is_refuted(about: str, found: Iterable[str]) -> bool:
    """Say whether some of the places are known not to be proven together."""
    places = apart(about)
    return any(apart(one) <= places for one in found)


PREFIXES = {STRIKE: Act.STRIKE, ALLOW: Act.ALLOW}


@dataclass(frozen=True, slots=True)
class Switch:
    """A play that a director struck or let in; `parse_play` reads its text.

    A kind of play is one too: it counts at every trick.
    """

    act: Act
    play: str
    reason: str

    @property
    def struck(self) -> bool:
        """Say whether the play was struck, and not let in."""
        return self.act is Act.STRIKE


def switches_of(case: Case) -> list[Switch]:
    """Return the switches in force, strikes first, each with its latest reason."""
    on = [
        (act, row.key[len(prefix) :])
        for prefix, act in PREFIXES.items()
        for row in rows_of(case, Fact)
        if row.key.startswith(prefix) and row.value
    ]
    if not on:
        return []
    reasons = _reasons(case)
    texts = texts_of(reasons.values())
    return [
        Switch(act, play, texts.get(reasons.get((act, play), ""), ""))
        for act, play in on
    ]


def _reasons(case: Case) -> dict[tuple[Act, str], str]:
    """Return the commitment of the last reason given for each play."""
    found: dict[tuple[Act, str], str] = {}
    entries = Entry.objects.filter(case_id=case.pk, act__in=set(PREFIXES.values()))
    for entry in entries.order_by("seq"):
        inputs: dict[str, Any] = json.loads(bytes(entry.data))["inputs"]
        if "play" in inputs:
            found[Act(entry.act), inputs["play"]] = inputs["reason"]
    return found
