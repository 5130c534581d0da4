"""Assign an adjusted score: weighted results, or shares (Laws 12C1, 12C2, 16, 27D).

It takes the place of the result at the table where a law outside the claim laws says
so. Where no result can be had, each side gets a share by its fault, with the numbers
of the regulations. After a director's error neither side has offended, and each may
have a score of its own (Law 82C). A claim itself is ruled in whole tricks, never here.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.scores import score
from rulings.bridge.seats import Side
from rulings.laws.periods import on_time
from rulings.models import Case, Ruling, Window
from rulings.queries.case.endings import FOR_BOTH
from rulings.queries.case.repaired import corrected_now
from rulings.queries.case.rules import flow_of, regulations_of
from rulings.states import Act, State
from rulings.workflow.acts import ActContext, ActRun, FollowUp, Write, perform
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.log import Receipt, commit_text

TRICKS = 13
WHOLE = 100
"""Weights are whole percents and make up the whole."""

LEADS = {
    State.CALLED: (Act.CONTEST, Act.FREEZE),
    State.AGREED: (Act.CONTEST, Act.FREEZE),
    State.CONTESTED: (Act.FREEZE,),
    State.CLOSED: (Act.REOPEN, Act.CONTEST, Act.FREEZE),
}
"""The acts that lead to a state in which a ruling can be made; each has its entry."""


@dataclass(frozen=True, slots=True)
class Possible:
    """One result that might have come about, and how much it counts.

    Without a contract the board is passed out. Tricks are declarer's. With a side it
    counts for that side alone.
    """

    contract: Contract | None
    tricks: int
    weight: int = WHOLE
    side: Side | None = None


class Blame(StrEnum):
    """How far a side is to blame that no result can be had (Law 12C2)."""

    NONE = "none"
    PART = "part"
    FULL = "full"


SHARES = {
    Blame.NONE: "artificial_no_fault",
    Blame.PART: "artificial_part_fault",
    Blame.FULL: "artificial_at_fault",
}
"""The regulation that sets the share of a side, by its fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """What a director assigns, and the later check (if any) that led to it.

    Either `results`, or `faults` by side where none can be had.
    """

    outcome: str
    laws: Sequence[str]
    reasons: str
    results: Sequence[Possible] = ()
    faults: Mapping[Side, Blame] = field(default_factory=dict)
    walk: Mapping[str, object] = field(default_factory=dict)
    follow_up: str = ""


def assign_score(context: ActContext, case_id: uuid.UUID, given: Assigned) -> Receipt:
    """Rule that the board gets an assigned score; a case that was closed is reopened.

    Raises Invalid where the weights do not make 100, a result cannot be, or the fault
    of one side is not given.
    """
    _check(given)
    state = Case.objects.values_list("state", flat=True).get(pk=case_id)
    act = Act.REVISE if state == State.ANNOUNCED else Act.RULE

    def lead(case: Case) -> list[FollowUp]:
        acts = LEADS.get(State(case.state), ())
        return [FollowUp(one, _because(given.reasons)) for one in acts]

    payload = {
        "outcome": given.outcome,
        "laws": list(given.laws),
        "results": [
            [str(one.contract or ""), one.tricks, one.weight]
            + ([one.side.value] if one.side else [])
            for one in given.results
        ],
        "faults": {side.value: fault for side, fault in given.faults.items()},
        "reasons": given.reasons,
        "follow_up": given.follow_up,
    }
    return perform(
        act, context, case_id, plan_assigned(context, given), payload, lead=lead
    )


def _check(given: Assigned) -> None:
    need_reason(given.reasons)
    if given.faults:
        _check_faults(given)
        return
    for side in {one.side for one in given.results} or {None}:
        weights = [one.weight for one in given.results if one.side is side]
        if sum(weights) != WHOLE or min(weights, default=0) < 1:
            raise Fault(
                "weights_not_whole",
                total=sum(weights),
            )
    if len({one.side for one in given.results} - {None}) == 1:
        raise Fault("side_without_score")
    for one in given.results:
        if not 0 <= one.tricks <= TRICKS:
            raise Fault(
                "board_tricks_impossible",
                tricks=one.tricks,
            )


def _check_faults(given: Assigned) -> None:
    if given.results:
        raise Fault("results_and_shares")
    if set(given.faults) != set(Side):
        raise Fault("fault_unanswered")


def _because(reasons: str) -> Write:
    def write(run: ActRun) -> None:
        run.inputs["reason"] = commit_text(reasons)

    return write


def plan_assigned(context: ActContext, given: Assigned) -> Write:
    """Return the write that makes a ruling of an assigned score."""

    def write(run: ActRun) -> None:
        case = run.case
        _check_error(case, given, context)
        if given.follow_up and given.follow_up not in case.follow_ups:
            raise Fault("check_not_due")
        rows = _shares(case, given.faults) or _results(case, given.results)
        own = any("for_side" in row for row in rows)
        first = NO_RESULT if given.faults or own else rows[0]
        tricks_ns = _tricks_ns(first)
        single = len(rows) == 1
        run.rows.insert(
            Ruling,
            case=case,
            number=Ruling.objects.filter(case=case).count() + 1,
            outcome=given.outcome,
            laws=list(given.laws),
            tricks_ns=tricks_ns,
            tricks_ew=0 if not first["contract"] else TRICKS - tricks_ns,
            contract=first["contract"],
            corrects=dict(corrected_now(case)),
            old_tricks_declarer=case.playing.tricks,
            new_tricks_declarer=first["tricks"],
            old_score=case.playing.score,
            new_score=first["points"] if single else None,
            assigned=rows,
            reasons=commit_text(given.reasons),
            walk=dict(given.walk),
            by=context.by.user,
            decided_at=context.at,
        )
        run.rows.change(
            case,
            outcome=given.outcome,
            reserved_until=None,
            follow_ups=[one for one in case.follow_ups if one != given.follow_up],
        )

    return write


def _check_error(case: Case, given: Assigned, context: ActContext) -> None:
    """Raise Invalid where a director's error cannot end so (Laws 79C, 81C, 82C)."""
    outcome = flow_of(case).outcomes.get(given.outcome)
    if outcome is None or outcome.effect != FOR_BOTH:
        return
    if not Ruling.objects.filter(case=case, announced_at__isnull=False).exists():
        raise Fault("no_announced_error")
    if set(given.faults.values()) - {Blame.NONE}:
        raise Fault("error_of_nobody")
    running = Window.objects.filter(case=case, purpose=Window.Purpose.CORRECTION)
    if any(not on_time(context.at, row.closes_at) for row in running):
        raise Fault("correction_over")


NO_RESULT: Mapping[str, Any] = {"contract": "", "tricks": 0}
"""What stands for the board where it has no result."""


def _shares(case: Case, faults: Mapping[Side, Blame]) -> list[dict[str, Any]]:
    """Return each side's share as it is stored, by the case's regulations."""
    known = regulations_of(case)
    return [
        {
            "side": side.value,
            "fault": faults[side].value,
            "percent": known[SHARES[faults[side]]],
        }
        for side in Side
        if side in faults
    ]


def _results(case: Case, results: Sequence[Possible]) -> list[dict[str, Any]]:
    """Return the results as they are stored, the heaviest first."""
    sides = [side.value for side in Side]
    return sorted(
        (_row(case, one) for one in results),
        key=lambda row: (
            sides.index(row.get("for_side", sides[0])),
            -row["weight"],
            row["contract"],
            -row["tricks"],
        ),
    )


def _row(case: Case, one: Possible) -> dict[str, Any]:
    """Return a result as it is stored, with the points of North-South."""
    contract, tricks, points = one.contract, one.tricks, 0
    if contract is None:
        tricks = 0
    else:
        side = contract.declarer.side
        board = Vulnerability(case.playing.board.vulnerability)
        made = score(contract, tricks, vulnerable=board.includes(side))
        points = made if side is Side.NS else -made
    row = {
        "contract": str(contract or ""),
        "tricks": tricks,
        "points": points,
        "weight": one.weight,
    }
    return row | ({"for_side": one.side.value} if one.side else {})


def _tricks_ns(row: Mapping[str, Any]) -> int:
    """Return North-South's tricks of a stored result; 0 where all passed."""
    if not row["contract"]:
        return 0
    tricks: int = row["tricks"]
    declarer = Contract.parse(row["contract"]).declarer
    return tricks if declarer.side is Side.NS else TRICKS - tricks
