"""Correct the contract after players have been told: before, after, a new ruling.

The ruling in force stays until the new one is announced (R4). A claim that was agreed
to keeps its tricks; only the score is another.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.models import Case, Ruling
from rulings.states import Act, State
from rulings.workflow.acts import Form, Scene, perform
from rulings.workflow.decide import TRICKS, Decision, Result, plan_ruling, result_of
from rulings.workflow.errors import Invalid
from rulings.workflow.log import Receipt, commit_text


@dataclass(frozen=True, slots=True)
class Stand:
    """A result as it stands before or after: contract, declarer's tricks, points."""

    contract: Contract
    tricks: int | None
    score_ns: int | None


@dataclass(frozen=True, slots=True)
class Correction:
    """Both results; `claimer` are the claiming side's of the tricks that were left."""

    before: Stand
    after: Stand
    claimer: int | None


def in_force(case: Case) -> Ruling | None:
    """Return the announced ruling in force, until another is announced."""
    return Ruling.objects.filter(case=case, current=True).first()


def correction_of(
    case: Case, contract: Contract, tricks: int | None = None
) -> Correction:
    """Return the result now and with another contract; `tricks` are the claimer's.

    Raises Invalid where the claimer would be dummy or the ruling is a weighted score.
    """
    playing, row = case.playing, in_force(case)
    if not playing.contract:
        raise Invalid("No contract has been entered on this board yet.")
    if case.claim.claimer == contract.dummy.letter:
        raise Invalid(
            f"{contract.dummy.word} is dummy in that contract and cannot claim (Law "
            "43A1). Correct who claimed first."
        )
    old = Contract.parse(playing.contract)
    if case.state == State.AGREED:
        after = None
        if playing.tricks is not None:
            ns = _ns(old, playing.tricks)
            after = result_of(case, Side.NS, ns, contract)
        before = Stand(old, playing.tricks, playing.score)
        return Correction(before, _stand(contract, after), None)
    if row is None or row.assigned:
        raise Invalid("There is no announced number of tricks to correct here.")
    award = (row.tricks_claimer or 0) if tricks is None else tricks
    side = Seat.parse(case.claim.claimer).side
    result = result_of(case, side, _won_before(case, row) + award, contract)
    told = Contract.parse(row.contract)
    before = Stand(told, row.new_tricks_declarer, row.new_score)
    return Correction(before, _stand(contract, result), award)


def _ns(contract: Contract, tricks: int) -> int:
    return tricks if contract.declarer.side is Side.NS else TRICKS - tricks


def _stand(contract: Contract, result: Result | None) -> Stand:
    if result is None:
        return Stand(contract, None, None)
    return Stand(contract, result.tricks_declarer, result.score_ns)


def _won_before(case: Case, row: Ruling) -> int:
    """Return the claiming side's quitted tricks as the ruling counts them."""
    side = Seat.parse(case.claim.claimer).side
    total_ns, award = row.tricks_ns or 0, row.tricks_claimer or 0  # no weighted score
    return (total_ns if side is Side.NS else TRICKS - total_ns) - award


def correct_contract(
    form: Form,
    case_id: uuid.UUID,
    contract: Contract,
    *,
    reason: str,
    tricks: int | None = None,
) -> Receipt:
    """Correct the contract of an announced or agreed case, with a reason.

    An announced ruling is followed by a new one, which has to be announced too.
    """
    if not reason.strip():
        raise Invalid("Say how the wrong contract was found.")
    payload = {"contract": str(contract), "tricks": tricks, "reason": reason}
    agreed = Case.objects.filter(pk=case_id, state=State.AGREED).exists()
    act = Act.FACT if agreed else Act.REVISE

    def write(scene: Scene) -> None:
        case = scene.case
        change = correction_of(case, contract, tricks)
        scene.inputs["contract"] = [case.playing.contract, str(contract)]
        if change.claimer is None:
            scene.inputs["reason"] = commit_text(reason)
            after = change.after
            scene.rows.change(
                case.playing,
                contract=str(contract),
                tricks=after.tricks,
                score=after.score_ns,
            )
            return
        row = in_force(case)
        if row is None:
            raise Invalid("There is no announced ruling to correct.")
        scene.rows.change(case.playing, contract=str(contract))
        decision = Decision(
            outcome=row.outcome,
            laws=row.laws,
            tricks_claimer=change.claimer,
            won_before=_won_before(case, row),
            reasons=reason,
            walk=row.walk,
            proposal_id=row.proposal_id,
        )
        plan_ruling(scene, decision)

    return perform(act, form, case_id, write, payload)
