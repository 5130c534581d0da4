"""A case in its flow: facts and answers from the record, walked by the law engine.

What the record already says answers its steps by itself ("derived"); a director's own
answer to the same step goes before it. Only what is left is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.laws.engine import Flow, Walk, walk
from rulings.laws.engine.flow import Step
from rulings.laws.engine.points import Points
from rulings.models import (
    Answer,
    Case,
    Claim,
    Objection,
    Proposal,
    Ruling,
)
from rulings.queries.case.derived import (
    Answers,
    choices_of,
    derived_answers,
    falls_short,
    late_claim,
    only_one,
    outdated,
)
from rulings.queries.case.repaired import claim_of, playing_of
from rulings.queries.case.revoke import ShownRevoke, played_since, shown_revoke
from rulings.queries.case.rows import answers_of, rows_of
from rulings.queries.case.rules import flow_of, regulations_of
from rulings.queries.case.situation import entered, facts_of
from rulings.queries.case.solving import SolverInput, cards_of, result_of, solver_input
from rulings.queries.proven import gives_up_one, moot_answers, proven_answers
from rulings.solver.explain import law
from rulings.solver.types import Proven

TRICKS = 13


@dataclass(frozen=True, slots=True)
class CaseWalk:
    """How far a case has come: the walk, what it was walked with, who answered.

    `stood_in` names values of the solver for which a director's number stood in.
    """

    flow: Flow
    walk: Walk
    facts: Mapping[str, Any]
    answers: Answers
    derived: frozenset[str]
    solver: Mapping[str, Any]
    proposal: Proposal | None
    entry: str
    stood_in: AbstractSet[str] = frozenset()

    @property
    def stands(self) -> str:
        """Return the step that waits for an answer or a value, "" at an outcome."""
        if self.walk.at is not None:
            return self.walk.at.id
        return self.walk.missing[0].step if self.walk.missing else ""

    def stored(self) -> dict[str, Any]:
        """Return what a ruling keeps so that its outcome can be reached again."""
        return {
            "entry": self.entry,
            "facts": dict(self.facts),
            "answers": dict(self.answers),
            "solver": dict(self.solver),
            "notices": [notice.id for notice in self.walk.notices],
            "derived": sorted(self.derived),
            "stood_in": sorted(self.stood_in),
        }


def current_proposal(case: Case) -> Proposal | None:
    """Return the best proposal for the case as it is now; a stale one does not count.

    A proposal with a larger budget asks the same question, and may narrow the range.
    """
    asked = solver_input(case)
    if asked is None:
        return None
    return best_of(same_question(asked, rows_of(case, Proposal)))


def same_question(asked: SolverInput, rows: Iterable[Proposal]) -> list[Proposal]:
    """Return the proposals that answer a question, with whatever budget."""
    hashes: dict[int, str] = {}
    found = []
    for row in rows:
        if row.budget not in hashes:
            hashes[row.budget] = asked.with_budget(row.budget).hash
        if hashes[row.budget] == row.input_hash:
            found.append(row)
    return found


def best_of(rows: Iterable[Proposal]) -> Proposal | None:
    """Return the best answer to one question: finished, and of the narrowest range."""
    return min(rows, key=_rank, default=None)


_RANKS = (
    Proposal.Status.EXACT,
    Proposal.Status.RANGE,
    Proposal.Status.QUEUED,
    Proposal.Status.TIMED_OUT,
    Proposal.Status.FAILED,
)


def _rank(proposal: Proposal) -> tuple[int, int, int]:
    """Rank a proposal: finished first, then the narrower range."""
    low, high = proposal.low, proposal.high
    width = TRICKS if low is None or high is None else high - low
    rank = _RANKS.index(Proposal.Status(proposal.status))
    return rank, width, -proposal.budget


def walk_case(
    case: Case,
    at: datetime,
    *,
    more: Answers | None = None,
    unsolved: Mapping[str, Any] | None = None,
    leave_open: bool = False,
    entry: str = "",
    about: Objection | None = None,
) -> CaseWalk:
    """Walk a case as far as record and answers lead.

    `more` are answers not yet stored (a ruling's number), `unsolved` values that stand
    in for what the solver has not found; with `leave_open` a question the director left
    open is passed for the proposal's sake. `entry` is where a later check begins, else
    the case is walked from its start. With `about` the walk is that of a case in which
    this wish were taken up.
    """
    flow = flow_of(case)
    begun = entry or flow.entries[0]
    proposal = current_proposal(case)
    given_facts, by_hand = entered(case)
    found = {**solver_values(case, proposal), **by_hand}
    solver = {**(unsolved or {}), **found}
    points = flow.points
    derived = _derived_now(case, flow, solver)
    given = _given_now(case, points)
    unnamed = points.is_given("no_irregularity", derived)
    if unnamed and only_one(points, {**derived, **given, **(more or {})}):
        derived.pop(points.at("irregularity"))
    said = derived | given | dict(more or {})
    named = _named_revoke(points, said)
    derived = played_since(case, points, named) | derived
    shown = _shown_revoke(case, points, said, named)
    if shown is not None:
        derived = {**shown.answers(points), **derived}
    known = {**derived, **given}
    answers = {**known, **late_claim(case, points, known), **(more or {})}
    facts = {**facts_of(case, at, about), **_undecided(case), **given_facts}
    facts |= _irregular(points, derived, said)
    if shown is not None and _is_that(shown, points, answers):
        older = flow.edition.provision("each_revoke_moves_tricks") is True
        facts = {**shown.facts(older=older), **facts}
    walked = walk(
        flow,
        facts=facts,
        answers=answers,
        regulation=regulations_of(case),
        solver=solver,
        entry=begun,
        stop_at_open=not leave_open,
    )
    used = frozenset(derived).difference(given, more or {})
    ends = used, solver, proposal, begun, solver.keys() - found.keys()
    return CaseWalk(flow, walked, facts, answers, *ends)


def _asks_what_was_won(flow: Flow, claim: Claim | None) -> bool:
    """Say whether it matters if a conceded trick had been won already (Law 71)."""
    limit = flow.edition.provision("implausible_concession_limit") is True
    return limit or not gives_up_one(claim)


def _irregular(points: Points, *known: Answers) -> dict[str, bool]:
    """Return that an irregularity was named: it comes first, however firm an agreement.

    One is where the answers leave the question open, or name one; some flows ask none.
    """
    if not points.reply("no_irregularity"):
        return {}
    named = (not points.is_given("no_irregularity", choices_of(one)) for one in known)
    return {"irregularity_named": True} if any(named) else {}


def _named_revoke(points: Points, known: Answers) -> Mapping[str, Any]:
    """Return what the director said of a revoke: its side, who, and in which trick."""
    is_named = points.is_given("a_revoke", choices_of(known))
    said = known.get(points.at("revoke"), {}) if is_named else {}
    return {"choice": said} if isinstance(said, str) else said


def _shown_revoke(
    case: Case, points: Points, known: Answers, named: Mapping[str, Any]
) -> ShownRevoke | None:
    """Return the revoke of the record of play, where a revoke is to be settled."""
    is_named = points.is_given("a_revoke", choices_of(known))
    return shown_revoke(case, named) if is_named else None


def _is_that(shown: ShownRevoke, points: Points, answers: Answers) -> bool:
    """Say whether the answers are about the revoke that the record shows."""
    side = points.at("revoke")
    return choices_of(answers).get(side) == choices_of(shown.answers(points))[side]


def _offered(derived: Answers, flow: Flow) -> Answers:
    """Return what is derived but that cards were not faced, where they have to be.

    Of an edition that wants all cards face up the question is then put (Law 70B2).
    """
    if not derived or not flow.edition.provision("cards_must_be_faced"):
        return derived
    unfaced = flow.points.reply("not_faced")
    return {step: one for step, one in derived.items() if unfaced.get(step) != one}


def stored_answers(case: Case) -> Answers:
    """Return the director's own answers that are in force."""
    return {row.step: {"choice": row.choice, **row.values} for row in answers_of(case)}


def _derived_now(case: Case, flow: Flow, solver: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers that record and solver give by themselves."""
    points, claim = flow.points, claim_of(case)
    derived = _offered(derived_answers(case, points), flow)
    derived |= proven_answers(points, solver) | moot_answers(points, solver)
    if _asks_what_was_won(flow, claim):
        for step in points.reply("not_yet_won"):
            derived.pop(step, None)
    if claim and falls_short(claim, solver):
        derived.pop(points.at("claim"), None)
    return derived


def _given_now(case: Case, points: Points) -> dict[str, Any]:
    """Return the stored answers, without one that is outdated."""
    given = stored_answers(case)
    if outdated(case, points, given):
        given.pop(points.at("irregularity"))
    return given


def solver_values(case: Case, proposal: Proposal | None) -> dict[str, Any]:
    """Return what position and proposal say to the rules; the rest is asked."""
    cards = cards_of(case)
    claim = claim_of(case)
    if cards is None or claim is None:
        return {}
    values: dict[str, Any] = {
        "position_consistent": not law.position_faults(cards),
        "opp_trumps": law.opponents_trumps(cards, Seat.parse(claim.claimer)),
    }
    result = result_of(proposal) if proposal else None
    return values | (values_of(result) if result else {})


def values_of(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a result of the solver says to the rules of the flow."""
    proven = Proven.from_json(result)
    trump, place = law.outstanding_trump(proven), law.location(proven)
    worst, (_least, best) = law.alternative_line(proven), law.extremes(proven)
    values = {
        "trump_tricks_lost": None if trump is None else trump.tricks_lost,
        "trump_cost": None if trump is None else trump.cost,
        "worst_normal": worst.award.value,
        "alt_less_successful": worst.less_successful,
        "best_normal": best.value,  # what doubt against a revoker comes to (62)
        "location_dependent": place.dependent,
        "shows_out_every_normal_line": _seen_in_time(place, worst),
        "partner_needed": result.get("partner") is not None,
        **_of_concession(proven),
    }
    return {name: value for name, value in values.items() if value is not None}


def _seen_in_time(place: law.LocationResult, worst: law.Alternative) -> bool | None:
    """Return whether the place comes out on every normal line (S8; 70E1).

    Where the search for it was cut but the number was found, a normal line that loses
    is known, and on that line it does not.
    """
    lost = worst.award.value is not None and worst.less_successful
    return False if place.dependent and lost else place.seen_in_time


def _of_concession(proven: Proven) -> dict[str, Any]:
    """Return whether normal, or any legal, play loses the tricks given up (Law 71)."""
    if proven.claimed >= proven.left:
        return {}
    tricks = proven.claimed + 1
    return {
        "normal_line_loses": law.normal_line_loses(proven, tricks),
        "legal_line_loses": law.legal_line_loses(proven, tricks),
    }


def _undecided(case: Case) -> dict[str, bool]:
    """Return that no conceded contract was decided, where the tricks won show it.

    Where they do decide it, only a director knows whether it was what was conceded.
    """
    cards, claim = cards_of(case), claim_of(case)
    if cards is None or claim is None or not playing_of(case).contract:
        return {}
    contract = Contract.parse(playing_of(case).contract)
    side = contract.declarer.side
    decided = law.contract_already_decided(
        contract,
        cards.won_by(side),
        cards.won_by(side.other),
        declarer=Seat.parse(claim.claimer).side is side,
    )
    return {} if decided else {"contract_already_decided": False}


def replayed_outcome(ruling: Ruling) -> str:
    """Return the outcome the stored facts and answers of a ruling lead to again."""
    case = ruling.case
    flow = flow_of(case)
    walked = walk(
        flow,
        facts=ruling.walk["facts"],
        answers=ruling.walk["answers"],
        regulation=regulations_of(case),
        solver=ruling.walk["solver"],
        entry=ruling.walk.get("entry", flow.entries[0]),
    )
    return walked.outcome.id if walked.outcome else ""


def walk_with(
    case: Case,
    at: datetime,
    step: str,
    choice: str,
    values: dict[str, object],
    *,
    also: Mapping[str, str] | None = None,
) -> tuple[CaseWalk, list[str]]:
    """Return the walk after an answer, and the steps whose answers it makes moot.

    Answers set aside before count again where they apply. Raises NotOffered for a
    choice that the step does not offer now.
    """
    set_aside = Answer.objects.filter(case=case, set_aside=True).exclude(step=step)
    more: dict[str, Any] = {
        row.step: {"choice": row.choice, **row.values} for row in set_aside
    }
    more |= also or {}
    more[step] = {"choice": choice, **values}
    walked = walk_case(case, at, more=more)
    given = Answer.objects.filter(case=case).values_list("step", flat=True)
    moot = set(walked.walk.unused) & set(given) - {step, *(also or {})}
    return walked, sorted(moot)


def kept_by_the_line(step: Step) -> Answers:
    """Return the answer that the line shown gives to a question of some editions.

    It is a normal line, found by the search, and it does otherwise: the exception for
    what would be irrational does not hold, unless the director says so (70E1).
    """
    kept = next((one for one in step.choices if one.decides and one.hint), None)
    return {} if kept is None else {step.id: {"choice": kept.value}}


def edition_asks(walked: CaseWalk) -> Step | None:
    """Return the question at which a claim stands that only some editions ask."""
    step = walked.flow.steps.get(walked.stands)
    contest = walked.flow.points.among("contest")
    return step if step is not None and step.id in contest and step.fixed else None
