"""Reserve, rule, announce, and the chief's review (Laws 70A, 81C, 83).

A ruling is superseded, never edited; the announced one stays current until the next
is announced (R4).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.scores import score
from rulings.bridge.seats import Side
from rulings.models import Case, Playing, Proposal, Ruling, Slip, Window
from rulings.queries.case.appeals import (
    announced_decisions,
    opens_further,
    unannounced_decisions,
)
from rulings.queries.case.repaired import (
    Corrects,
    corrected_now,
    in_force,
    reopened,
    stood_on,
)
from rulings.queries.case.rules import needs_chief
from rulings.queries.table.settlement import AS_GIVEN
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.objections import answer_doubts, finish_playing
from rulings.workflow.ruling.mistakes import put_facts_right
from rulings.workflow.solving.safe import queue_safe_words
from rulings.workflow.windows import (
    AFTER_DECISION,
    AFTER_RULING,
    anchors_of,
    extend_passes,
    open_further_appeal,
    open_windows,
    require_correctable,
)

TRICKS = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a director decides: outcome, tricks of the claiming side, reasons.

    `won_before` are the claiming side's quitted tricks; `walk` holds the facts,
    answers and solver values that led to the outcome, so that it can be replayed.
    `corrects` are facts that are put right when the ruling is announced.
    """

    outcome: str
    laws: Sequence[str]
    tricks_claimer: int
    won_before: int
    reasons: str = ""
    walk: Mapping[str, object] = field(default_factory=dict)
    proposal_id: uuid.UUID | None = None
    corrects: Corrects = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuledScore:
    """A ruling in tricks and points."""

    tricks_ns: int
    tricks_declarer: int
    score_ns: int


def result_of(
    case: Case,
    side: Side,
    tricks: int,
    contract: Contract | None = None,
    playing: Playing | None = None,
) -> RuledScore:
    """Return tricks and North-South's points when a side gets so many on the board.

    With `contract` or `playing` as if that had been played instead of the recorded one.

    Raises Invalid when the contract is not known or the number cannot be.
    """
    if contract is None and not case.playing.contract:
        raise Fault("contract_first")
    if not 0 <= tricks <= TRICKS:
        raise Fault(
            "total_impossible",
            tricks=tricks,
        )
    contract = contract or Contract.parse(case.playing.contract)
    tricks_ns = tricks if side is Side.NS else TRICKS - tricks
    declarer_side = contract.declarer.side
    tricks_declarer = tricks_ns if declarer_side is Side.NS else TRICKS - tricks_ns
    board = (playing or case.playing).board
    vulnerable = Vulnerability(board.vulnerability).includes(declarer_side)
    points = score(contract, tricks_declarer, vulnerable=vulnerable)
    return RuledScore(
        tricks_ns, tricks_declarer, points if declarer_side is Side.NS else -points
    )


def reserve(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    until: datetime,
    reason: str,
    promise: str = "",
) -> Receipt:
    """Promise a ruling by a time, with the reason for the delay.

    `promise` is what was typed (minutes, a time of day): a repeated form brings the
    same, while the instant counted from it is another.
    """

    def write(run: ActRun) -> None:
        if until <= context.at:
            raise Fault("promise_past")
        run.rows.change(
            run.case, reserved_until=until, reserve_reason=commit_text(reason)
        )

    payload = {"until": promise or until, "reason": reason}
    return perform(Act.RESERVE, context, case_id, write, payload)


def rule(context: ActContext, case_id: uuid.UUID, decision: Decision) -> Receipt:
    """Decide the case: a new ruling, not yet announced."""
    return _decide(Act.RULE, context, case_id, decision)


def overrule(context: ActContext, case_id: uuid.UUID, decision: Decision) -> Receipt:
    """Put the chief's ruling in the place of another; a reason is required."""
    need_reason(decision.reasons)
    return _decide(Act.OVERRULE, context, case_id, decision)


def revise(context: ActContext, case_id: uuid.UUID, decision: Decision) -> Receipt:
    """Make a new ruling; the announced one stays in force until this is announced."""
    need_reason(decision.reasons)
    return _decide(Act.REVISE, context, case_id, decision)


def _decide(
    act: Act, context: ActContext, case_id: uuid.UUID, decision: Decision
) -> Receipt:
    def write(run: ActRun) -> None:
        given = decision
        if act is Act.REVISE or in_force(run.case) is not None:
            require_correctable(run.case, context.at)
        if act is Act.RULE and not given.reasons:
            given = replace(given, reasons=repair_reason(run.case))
        plan_ruling(run, given)

    return perform(act, context, case_id, write, decision_payload(decision))


def repair_reason(case: Case) -> str:
    """Return why the facts of an announced ruling were opened again, "" if never."""
    found = reopened(case)
    return found.reason if found else ""


def decision_payload(decision: Decision) -> dict[str, object]:
    """Return what was decided, as a repeated form must bring it."""
    return {
        "outcome": decision.outcome,
        "laws": list(decision.laws),
        "tricks": decision.tricks_claimer,
        "won_before": decision.won_before,
        "reasons": decision.reasons,
        "proposal": decision.proposal_id,
    }


def with_tricks(
    case: Case, ruling: Ruling, tricks: int, laws: Sequence[str], reasons: str
) -> Decision:
    """Return a decision that keeps the facts of a ruling and changes its tricks.

    The number is final, a revoke's tricks with it; the walk is kept as that of the
    ruling before, with the mark that it did not lead to this number.
    """
    corrects = {} if ruling.announced_at else ruling.corrects
    side = stood_on(case, corrects).side
    before = ruling.tricks_ns if side is Side.NS else ruling.tricks_ew
    if ruling.tricks_claimer is None:
        raise Fault("score_was_assigned")
    return Decision(
        outcome=ruling.outcome,
        laws=laws,
        tricks_claimer=tricks,
        won_before=before - ruling.tricks_claimer,
        reasons=reasons,
        walk={**ruling.walk, AS_GIVEN: True} if ruling.walk else {},
        proposal_id=ruling.proposal_id,
        corrects=corrects,
    )


def plan_ruling(run: ActRun, decision: Decision) -> Ruling:
    """Plan and return the new ruling of a decision."""
    case, form = run.case, run.context
    corrects = decision.corrects or corrected_now(case)
    facts = stood_on(case, corrects)
    total = decision.won_before + decision.tricks_claimer
    result = result_of(case, facts.side, total, facts.contract, facts.playing)
    proposal = decision.proposal_id and Proposal.objects.get(
        pk=decision.proposal_id, case=case
    )
    ruling = run.rows.insert(
        Ruling,
        case=case,
        number=Ruling.objects.filter(case=case).count() + 1,
        outcome=decision.outcome,
        laws=list(decision.laws),
        tricks_claimer=decision.tricks_claimer,
        tricks_ns=result.tricks_ns,
        tricks_ew=TRICKS - result.tricks_ns,
        contract=str(facts.contract or ""),
        corrects=dict(corrects),
        old_tricks_declarer=facts.playing.tricks,
        new_tricks_declarer=result.tricks_declarer,
        old_score=facts.playing.score,
        new_score=result.score_ns,
        reasons=commit_text(decision.reasons),
        walk=dict(decision.walk),
        proposal=proposal or None,
        by=form.by.user,
        decided_at=form.at,
    )
    run.rows.change(case, outcome=decision.outcome, reserved_until=None)
    return ruling


def announce(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Announce the ruling to both sides: windows open, the slip goes to the scorer.

    The decision of an appeal is announced the same way: a ruling upheld stays as it
    was, a new ruling comes into force. Time for a further appeal opens only where the
    regulations set it.
    """

    def write(run: ActRun) -> None:
        case = run.case
        ruling = latest_ruling(case)
        decided = list(unannounced_decisions(case))
        further = opens_further(decided, announced_decisions(case))
        for appeal in decided:
            run.rows.change(appeal, announced_at=context.at)
        if not decided:
            _check_confirmed(case, ruling)
            put_in_force(run, ruling)
        elif ruling.announced_at is None:
            put_in_force(run, ruling, AFTER_DECISION)
        if further:
            open_further_appeal(run.rows, case, context.at)

    return perform(Act.ANNOUNCE, context, case_id, write, {})


def put_in_force(
    run: ActRun,
    ruling: Ruling,
    purposes: Iterable[Window.Purpose] = AFTER_RULING,
) -> None:
    """Plan that a ruling comes into force and is announced; its windows open now."""
    case, at = run.case, run.context.at
    for row in Ruling.objects.filter(case=case, current=True).exclude(pk=ruling.pk):
        run.rows.change(row, current=False)
    run.rows.change(ruling, current=True, announced_at=at)
    run.rows.insert(Slip, ruling=ruling, issued_at=at)
    put_facts_right(run, ruling)
    _score_playing(run, ruling)
    answer_doubts(run, ruling.decided_at)
    anchors = replace(anchors_of(case), announced_at=at, told_at=at)
    open_windows(run.rows, case, purposes, anchors, at)
    extend_passes(run.rows, case.playing.round.session)
    queue_safe_words(case)


def _score_playing(run: ActRun, ruling: Ruling) -> None:
    """Plan the board's result; a weighted score stands on the slip alone."""
    playing = run.case.playing
    if not ruling.assigned:
        finish_playing(run, playing, ruling.new_tricks_declarer, ruling.new_score)
        return
    finish_playing(run, playing, None, None)
    if ruling.new_score is not None:
        entered = playing.score_entered_at or run.context.at
        run.rows.change(playing, score=ruling.new_score, score_entered_at=entered)


def _check_confirmed(case: Case, ruling: Ruling) -> None:
    if needs_chief(case, ruling):
        raise Fault("chief_confirms_first")


def latest_ruling(case: Case) -> Ruling:
    """Return the newest ruling of a case; raise Invalid if there is none."""
    ruling = Ruling.objects.filter(case=case).order_by("-number").first()
    if ruling is None:
        raise Fault("no_ruling_yet")
    return ruling


def confirm(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Mark the latest ruling as confirmed by the chief."""

    def write(run: ActRun) -> None:
        run.rows.change(latest_ruling(run.case), review=Ruling.Review.CONFIRMED)

    return perform(Act.CONFIRM, context, case_id, write, {})


def send_back(context: ActContext, case_id: uuid.UUID, *, reason: str) -> Receipt:
    """Send a ruling back to its director with a reason; facts and answers stay."""
    need_reason(reason)

    def write(run: ActRun) -> None:
        run.inputs["reason"] = commit_text(reason)
        run.rows.change(latest_ruling(run.case), review=Ruling.Review.SENT_BACK)

    return perform(Act.SEND_BACK, context, case_id, write, {"reason": reason})
