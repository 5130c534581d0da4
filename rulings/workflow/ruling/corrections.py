"""Correct facts after the announcement: before, after, a new ruling.

Contract, claimer and board are corrected so. The ruling in force stays until the new
one is announced, and with it all that players read (R4). A claim that was agreed to
keeps its tricks; only the score is another.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.models import Case, Playing, Ruling
from rulings.queries.case.hearing import hearing_of
from rulings.queries.case.mistakes import replaced_by
from rulings.queries.case.repaired import (
    CLAIMER,
    CONTRACT,
    PLAYING,
    Corrects,
    Facts,
    Rewalked,
    by_number,
    in_force,
    rewalked,
    stood_on,
    wrong_in,
)
from rulings.queries.case.rules import flow_of
from rulings.queries.table.paper import numbers_for
from rulings.queries.table.settlement import AS_GIVEN, deciding_laws
from rulings.states import Act, State
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault
from rulings.workflow.facts import correct_beside, plan_opening, rehear, set_aside
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.ruling.decide import (
    TRICKS,
    Decision,
    RuledScore,
    plan_ruling,
    result_of,
)
from rulings.workflow.ruling.mistakes import (
    require_no_other,
    require_place,
    set_cards_aside,
    target_of,
)
from rulings.workflow.windows import require_correctable


@dataclass(frozen=True, slots=True)
class Right:
    """What was right: the contract, and what else is given.

    `tricks_ns` are North-South's of the tricks left; without them, as they were ruled.
    """

    contract: Contract
    claimer: Seat | None = None
    playing_id: uuid.UUID | None = None
    tricks_ns: int | None = None

    def payload(self) -> dict[str, object]:
        """Return what was sent, as a repeated form must bring it."""
        return {
            "contract": str(self.contract),
            "claimer": "" if self.claimer is None else self.claimer.letter,
            "playing": self.playing_id,
            "tricks": self.tricks_ns,
        }


@dataclass(frozen=True, slots=True)
class Stand:
    """A result as it stands before or after: its facts, declarer's tricks, points."""

    facts: Facts
    tricks: int | None
    score_ns: int | None


@dataclass(frozen=True, slots=True)
class Correction:
    """Both results; `award` are the claiming side's of the tricks that were left."""

    before: Stand
    after: Stand
    corrects: Corrects
    award: int | None = None
    won_before: int = 0

    @property
    def changes(self) -> bool:
        """Say whether a fact or the number of tricks is another one."""
        same = (self.before.tricks, self.before.score_ns)
        return bool(self.corrects) or same != (self.after.tricks, self.after.score_ns)


def correction_of(case: Case, right: Right) -> Correction:
    """Return the result now and with the right facts.

    Raises Invalid where the claimer would be dummy, the ruling is a weighted score, or
    the board cannot be.
    """
    old, row = stood_on(case, {}), in_force(case)
    if old.contract is None:
        raise Fault("board_without_contract")
    corrects = changes_of(case, right)
    facts = stood_on(case, corrects)
    if facts.claimer is right.contract.dummy:
        raise Fault(
            "dummy_in_new_contract",
            seat=_(right.contract.dummy.word),
        )
    if case.state == State.AGREED:
        return _agreed(case, old, facts, corrects)
    if row is None or row.assigned:
        raise Fault("no_announced_tricks")
    before = Stand(
        Facts(Contract.parse(row.contract), old.claimer, old.playing),
        row.new_tricks_declarer,
        row.new_score,
    )
    award, won_before = _awarded(case, row, facts, right)
    total = won_before + award
    result = result_of(case, facts.side, total, facts.contract, facts.playing)
    return Correction(before, _stand(facts, result), corrects, award, won_before)


def laws_after(case: Case, change: Correction) -> list[str]:
    """Return the laws of the ruling that a correction makes, [] where it makes none."""
    row = in_force(case)
    if row is None or change.award is None:
        return []
    return list(_decision(row, change, change.award, "").laws)


def worked_out(case: Case, right: Right) -> Contract | None:
    """Return the contract in which the ruled tricks were worked out, if not that one.

    Another trump or declarer makes it another play; level and doubles do not.
    """
    row = in_force(case)
    if row is None or not row.contract:
        return None
    was, now = Contract.parse(row.contract), right.contract
    same = (was.strain, was.declarer) == (now.strain, now.declarer)
    return None if same else was


def changes_of(case: Case, right: Right) -> Corrects:
    """Return what is corrected, each as it was and as it is."""
    named = right.claimer  # North is the seat 0
    claimer = case.claim.claimer if named is None else named.letter
    return wrong_in(case, right.contract, claimer, right.playing_id)


def _agreed(case: Case, old: Facts, facts: Facts, corrects: Corrects) -> Correction:
    """Return the correction of an agreed claim: of the contract alone."""
    if set(corrects) - {CONTRACT}:
        raise Fault("claim_agreed_to")
    playing, after = case.playing, None
    if playing.tricks is not None and old.contract is not None:
        defends = old.contract.declarer.side is not Side.NS
        ns = TRICKS - playing.tricks if defends else playing.tricks
        after = result_of(case, Side.NS, ns, facts.contract)
    before = Stand(old, playing.tricks, playing.score)
    return Correction(before, _stand(facts, after), corrects)


def _stand(facts: Facts, result: RuledScore | None) -> Stand:
    if result is None:
        return Stand(facts, None, None)
    return Stand(facts, result.tricks_declarer, result.score_ns)


def _awarded(case: Case, row: Ruling, facts: Facts, right: Right) -> tuple[int, int]:
    """Return the claiming side's tricks of those left, and of those before."""
    was = stood_on(case, {}).side
    award, total_ns = row.tricks_claimer or 0, row.tricks_ns or 0  # no weighted score
    before = (total_ns if was is Side.NS else TRICKS - total_ns) - award
    left = left_of(case)
    if right.tricks_ns is not None:
        award = right.tricks_ns if was is Side.NS else left - right.tricks_ns
        if award not in {row.tricks_claimer, *numbers_for(row, left)}:
            raise Fault("more_than_left", left=left)
    if facts.side is was:
        return award, before
    return left - award, TRICKS - left - before


def left_of(case: Case) -> int:
    """Return the tricks that were left at the claim."""
    if case.claim.tricks_left is None:
        raise Fault("left_missing")
    return int(case.claim.tricks_left)


def choices_ns(case: Case, row: Ruling) -> list[int]:
    """Return what North-South may get of the tricks left, as a revoke can move them.

    Below none, or more than were left, where earlier tricks move too (64A).
    """
    left, claims_ns = left_of(case), stood_on(case, {}).side is Side.NS
    numbers = {row.tricks_claimer or 0, *numbers_for(row, left)}
    return sorted(n if claims_ns else left - n for n in numbers)


def correct_facts(
    context: ActContext, case_id: uuid.UUID, right: Right, *, reason: str
) -> Receipt:
    """Correct the facts of an announced or agreed case, with a reason.

    An announced ruling is followed by a new one, which has to be announced too; until
    then nothing that players read is another.
    """
    if not reason.strip():
        raise Fault("mistake_unexplained")
    agreed = Case.objects.filter(pk=case_id, state=State.AGREED).exists()
    act = Act.FACT if agreed else Act.REVISE

    def write(run: ActRun) -> None:
        case = run.case
        require_correctable(case, context.at)
        change = correction_of(case, right)
        if not change.changes:
            raise Fault("nothing_different")
        if PLAYING in change.corrects:
            to = target_of(case, change.after.facts.playing.pk)
            require_place(run, to)
            require_no_other(case, to)
        run.inputs["corrects"] = dict(change.corrects)
        if change.award is None:
            run.inputs["reason"] = commit_text(reason)
            heard = hearing_of(case)
            _score_agreed(run, case.playing, change.after)
            rehear(run, heard, hearing_of(case))
            return
        row = in_force(case)
        if row is None:
            raise Fault("no_announced_ruling")
        if right.tricks_ns is None and worked_out(case, right):
            raise Fault(
                "tricks_in_old_contract",
                contract=row.contract,
            )
        plan_ruling(run, _decision(row, change, change.award, reason))

    return perform(act, context, case_id, write, right.payload() | {"reason": reason})


def open_facts(
    context: ActContext, case_id: uuid.UUID, right: Right, *, reason: str
) -> Receipt:
    """Open the facts of an announced ruling again, with others that are right already.

    Contract, claimer and board wait until the one ruling on all facts is announced;
    what was taken down for the old ones falls.
    """

    def write(run: ActRun) -> None:
        plan_opening(run, reason)
        wrong = changes_of(run.case, right)
        if run.case.state == State.ANNOUNCED and wrong:
            _plan_right(run, right, wrong)

    return perform(
        Act.CHANGE_FACTS, context, case_id, write, right.payload() | {"reason": reason}
    )


def _plan_right(run: ActRun, right: Right, wrong: Corrects) -> None:
    """Plan what is corrected beside facts that are opened again, and what falls."""
    case, other_cards = run.case, False
    facts = stood_on(case, wrong)
    if facts.claimer is right.contract.dummy:
        raise Fault("dummy_in_new_contract", seat=_(right.contract.dummy.word))
    if PLAYING in wrong:
        to = target_of(case, facts.playing.pk)
        require_place(run, to)
        require_no_other(case, to)
        other_cards = to.board_id != case.playing.board_id
    claimer = wrong[CLAIMER][1] if CLAIMER in wrong else case.claim.claimer
    old = replace(replaced_by(case, claimer, right.contract), objections=())
    if CLAIMER not in wrong:
        now = hearing_of(case, contract=right.contract, without_cards=other_cards)
        rehear(run, hearing_of(case), now)
    set_aside(run, old)
    if other_cards:
        set_cards_aside(run, case)
    correct_beside(run, wrong)


def _score_agreed(run: ActRun, playing: Playing, after: Stand) -> None:
    contract = str(after.facts.contract or "")
    run.rows.change(
        playing, contract=contract, tricks=after.tricks, score=after.score_ns
    )


def _decision(row: Ruling, change: Correction, award: int, reason: str) -> Decision:
    """Return the new ruling: by its own walk where the answers lead through."""
    found: Rewalked | None = None
    if set(change.corrects) != {PLAYING} or award != row.tricks_claimer:
        found = rewalked(row, change.after.facts, award, reason)
    outcome, laws, way = row.outcome, row.laws, row.walk
    if award != row.tricks_claimer and way:
        outcome, way = by_number(row, award), {**way, AS_GIVEN: True}
    if found is not None and found.walk.outcome is not None:
        outcome, way = found.walk.outcome.id, found.kept
        kept = award == row.tricks_claimer
        laws = deciding_laws(found.walk, row.laws[0] if kept and row.laws else "")
    elif CLAIMER in change.corrects:  # what decided was the other's claim
        outcome, way = by_number(row, award), {}
        laws = [str(ref) for ref in flow_of(row.case).outcomes[outcome].refs]
    return Decision(
        outcome=outcome,
        laws=laws,
        tricks_claimer=award,
        won_before=change.won_before,
        reasons=reason,
        walk=way,
        proposal_id=None if CLAIMER in change.corrects else row.proposal_id,
        corrects=change.corrects,
    )
