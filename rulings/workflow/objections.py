"""Objections and agreements (Laws 68D, 69, 70B2, 71, 92B), on time or late.

A player's objection only appends: it never fails on a version, and a late one is
kept with its delay for a director to decide (R4, R8).
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rulings.laws.periods import on_time
from rulings.models import Agreement, Answer, Case, Objection, Playing, Window
from rulings.permissions import require_side
from rulings.queries.case.derived import is_board_over
from rulings.queries.case.final import given_up, needs_admitting
from rulings.queries.case.hearing import complete
from rulings.queries.case.repaired import in_force
from rulings.queries.case.rules import flow_of
from rulings.states import Act, State
from rulings.workflow.acts import ActContext, ActRun, Write, perform
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.windows import (
    AFTER_AGREEMENT,
    anchors_of,
    end_agreement,
    extend_passes,
    open_windows,
    require_not_final,
)

_PURPOSES = {
    Objection.Wish.DOUBT: ("agreement", "correction", "appeal"),
    Objection.Wish.WITHDRAW_AGREEMENT: ("agreement", "correction"),
    Objection.Wish.CANCEL_CONCESSION: ("correction",),
    Objection.Wish.ASK_RULING: ("ruling_request", "appeal"),
    Objection.Wish.GIVE_BACK: ("own_side", "correction"),
}
"""The windows a wish may use, in order of preference: the first that is open."""

_CONTESTS = {Objection.Wish.DOUBT, Objection.Wish.WITHDRAW_AGREEMENT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody asks for, and for which side he speaks."""

    wish: Objection.Wish
    side: str
    seat: str = ""
    reason_code: str = ""
    words: str = ""

    def payload(self) -> dict[str, object]:
        """Return what a repeated key must bring again."""
        return {
            "wish": self.wish,
            "side": self.side,
            "seat": self.seat,
            "reason": self.reason_code,
            "words": self.words,
        }


@dataclass(frozen=True, slots=True)
class Assent:
    """How a side agreed, and the result where it is known.

    `outcome` is that of the flow; the one that agreement alone leads to without.
    """

    side: str
    how: Agreement.How
    tricks_declarer: int | None = None
    score_ns: int | None = None
    outcome: str = ""


def submit_objection(
    context: ActContext, case_id: uuid.UUID, wanted: Wanted
) -> Receipt:
    """Record a wish of a player; an objection to a claim also contests it.

    While the claim is only recorded or agreed, doubt makes the case contested (Law
    68D); everything else waits for a director, as does a wish that comes late or from
    a side that had given up its time.
    """
    return perform(
        Act.OBJECT, context, case_id, plan_wish(context, wanted), wanted.payload()
    )


def plan_wish(context: ActContext, wanted: Wanted, *, contests: bool = True) -> Write:
    """Return the write that records a wish, also for acts that let one follow."""

    def write(run: ActRun) -> None:
        case = run.case
        require_side(context.by, case, wanted.side)
        purpose, late_ms = lateness(case, wanted.wish, wanted.side, context.at)
        row = run.rows.insert(
            Objection,
            case=case,
            wish=wanted.wish,
            side=wanted.side,
            seat=wanted.seat,
            reason_code=wanted.reason_code,
            words=commit_text(wanted.words),
            said_at=context.said_at,
            received_at=context.at,
            window_purpose=purpose,
            late_ms=late_ms,
            admitted=None,
        )
        contestable = case.state in {State.CALLED, State.AGREED}
        taken_up = contests and wanted.wish in _CONTESTS and contestable
        if taken_up and not needs_admitting(row):
            run.follow(Act.CONTEST, plan_contest())

    return write


def say_more(
    context: ActContext, case_id: uuid.UUID, row_id: uuid.UUID, code: str, words: str
) -> Receipt:
    """Record what an objection says, its reason and words, as they were heard."""

    def write(run: ActRun) -> None:
        require_side(context.by, run.case, (row := _objection(run.case, row_id)).side)
        run.rows.change(row, reason_code=code, words=commit_text(words))

    given = {"id": row_id, "reason": code, "words": words}
    return perform(Act.OBJECT, context, case_id, write, given)


def lateness(
    case: Case, wish: Objection.Wish, side: str, put_at: datetime
) -> tuple[str, int]:
    """Return the window a wish falls in and by how many milliseconds it is late.

    One that the side has given up counts only where no other is open. Late is counted
    from the window that closed last; no window means that nothing limits the wish yet.
    """
    windows = {window.purpose: window for window in Window.objects.filter(case=case)}
    candidates = [windows[name] for name in _PURPOSES[wish] if name in windows]
    opened = [row for row in candidates if on_time(put_at, row.closes_at)]
    for window in sorted(opened, key=lambda row: given_up(row, side, put_at)):
        return window.purpose, 0
    if not candidates:
        return "", 0
    closes_at, purpose = max((row.closes_at, row.purpose) for row in candidates)
    return purpose, late_by_ms(put_at, closes_at)


def late_by_ms(put_at: datetime, closes_at: datetime | None) -> int:
    """Return how many milliseconds late something is; 0 in time, a part counts as 1."""
    if closes_at is None or on_time(put_at, closes_at):
        return 0
    return -((closes_at - put_at) // timedelta(milliseconds=1))


def plan_contest() -> Write:
    """Return the write that contests a case, also for acts that let it follow."""

    def write(run: ActRun) -> None:
        case = run.case
        end_agreement(run)
        if case.outcome:
            run.rows.change(case, outcome="")
        if complete(case):
            run.follow(Act.FREEZE)

    return write


def contest(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Make a called or agreed case contested: a ruling is needed (Law 68D2)."""
    return perform(Act.CONTEST, context, case_id, plan_contest(), {})


def agree(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    side: str,
    how: Agreement.How,
    tricks_declarer: int | None = None,
    score_ns: int | None = None,
    outcome: str = "",
) -> Receipt:
    """Record assent of the non-claiming side: the claim is scored as made (69A).

    Opens the agreement, correction and request windows. `tricks_declarer` and
    `score_ns` are entered where they are known.
    """
    given = Assent(side, how, tricks_declarer, score_ns, outcome)
    payload = {
        "side": side,
        "how": how,
        "tricks": tricks_declarer,
        "score": score_ns,
        "outcome": outcome,
    }
    return perform(Act.AGREE, context, case_id, plan_agreement(given), payload)


def plan_agreement(given: Assent) -> Write:
    """Return the write that records assent, also for acts that let one follow."""

    def write(run: ActRun) -> None:
        case, form = run.case, run.context
        require_side(form.by, case, given.side)
        _require_other_side(case, given.side)
        run.rows.insert(
            Agreement, case=case, side=given.side, given_at=form.at, how=given.how
        )
        run.rows.change(case, outcome=_outcome(case, given))
        finish_playing(run, case.playing, given.tricks_declarer, given.score_ns)
        anchors = replace(anchors_of(case), assent_at=form.at)
        open_windows(run.rows, case, AFTER_AGREEMENT, anchors, form.at)
        extend_passes(run.rows, case.playing.round.session)

    return write


def _outcome(case: Case, given: Assent) -> str:
    return given.outcome or flow_of(case).points.at("agreed")


def _require_other_side(case: Case, side: str) -> None:
    claim = getattr(case, "claim", None)
    if claim is None:
        raise Fault("no_claim_yet")
    if side not in {"NS", "EW"} or claim.claimer in side:
        raise Fault("agrees_itself")


def finish_playing(
    run: ActRun, playing: Playing, tricks: int | None, score_ns: int | None
) -> None:
    """Plan that a board is over at its table, with its result where known."""
    at = run.context.at
    values: dict[str, object] = {"status": Playing.Status.FINISHED}
    if playing.play_ended_at is None:
        values["play_ended_at"] = at
    if tricks is not None:
        values["tricks"] = tricks
        values["score"] = score_ns
        if playing.score_entered_at is None:
            values["score_entered_at"] = at
    run.rows.change(playing, **values)


def answer_doubts(run: ActRun, known_at: datetime) -> None:
    """Plan that the doubts known at an instant are answered: the case was taken up.

    Late ones that nobody has admitted, and other wishes, wait for a director.
    """
    rows = Objection.objects.filter(
        case=run.case,
        resolution="",
        wish__in=_CONTESTS,
        received_at__lte=known_at,
    ).exclude(admitted=False)
    for row in rows:
        if row.admitted or not needs_admitting(row):
            resolution = Objection.Resolution.CONTESTED
            run.rows.change(row, resolution=resolution, resolved_at=run.context.at)


def resolve_objection(
    context: ActContext,
    case_id: uuid.UUID,
    objection_id: uuid.UUID,
    *,
    resolution: Objection.Resolution,
    reason: str = "",
    settled: Assent | None = None,
) -> Receipt:
    """Record what became of an objection; a refusal needs a reason.

    One that is taken up contests a case not yet contested. With `settled` the last
    doubt that is withdrawn leaves the claim agreed to.
    """
    if resolution == Objection.Resolution.REFUSED and not reason.strip():
        raise Fault("refusal_without_reason")

    def write(run: ActRun) -> None:
        case, row = run.case, _objection(run.case, objection_id)
        run.rows.change(
            row,
            resolution=resolution,
            resolved_at=context.at,
            resolve_reason=commit_text(reason),
        )
        taken_up = resolution == Objection.Resolution.CONTESTED
        if taken_up and case.state == State.CLOSED:
            run.follow(Act.REOPEN, _ask_late(reason))
        elif taken_up and case.state == State.CALLED:
            _answer_late(run)
        if taken_up and case.state in {State.CALLED, State.AGREED}:
            run.follow(Act.CONTEST, plan_contest())
        doubts = Objection.objects.filter(case=case, wish=Objection.Wish.DOUBT)
        doubts = doubts.exclude(resolution=Objection.Resolution.WITHDRAWN)
        if settled is not None and not doubts.exclude(pk=row.pk).exists():
            _agree_after_all(run, settled, reason)

    payload = {"id": objection_id, "resolution": resolution, "reason": reason}
    return perform(Act.RESOLVE, context, case_id, write, payload)


def _ask_late(reason: str) -> Write:
    """Return the write that opens a closed case as a late dispute of its board."""

    def write(run: ActRun) -> None:
        case = run.case
        require_not_final(case, run.context.at)
        run.inputs["reason"] = commit_text(reason)
        run.rows.change(case, outcome="", follow_ups=[])
        _answer_late(run)

    return write


def _answer_late(run: ActRun) -> None:
    """Plan the answer that the board was over, where it was when the wish came."""
    case = run.case
    if not is_board_over(case):
        return
    for step, choice in flow_of(case).points.reply("board_over").items():
        given = {"choice": choice, "values": {}, "reason": "", "set_aside": False}
        row = Answer.objects.filter(case=case, step=step).first()
        if row is None:
            run.rows.insert(Answer, case=case, step=step, **given)
        else:
            run.rows.change(row, **given)


def _agree_after_all(run: ActRun, settled: Assent, reason: str) -> None:
    """Let a contested case be agreed: settled and opened again, each with its entry.

    The state table knows no other way; the reason stands in the entry of the closing.
    Over a ruling in force nothing is agreed: another ruling takes its place.
    """
    if in_force(run.case) is not None:
        return
    if run.case.state in {State.FROZEN, State.RESERVED, State.RULED}:
        run.follow(Act.CHANGE_FACTS)
    elif run.case.state != State.CONTESTED:
        return

    def close(part: ActRun) -> None:
        part.inputs["reason"] = commit_text(reason)
        part.rows.change(part.case, outcome=_outcome(part.case, settled))

    run.follow(Act.CLOSE, close)
    run.follow(Act.REOPEN)
    run.follow(Act.AGREE, plan_agreement(settled))


def _objection(case: Case, objection_id: uuid.UUID) -> Objection:
    row = Objection.objects.filter(pk=objection_id, case=case).first()
    if row is None:
        raise Fault("no_such_objection")
    return row


def admit_late(
    context: ActContext,
    case_id: uuid.UUID,
    objection_id: uuid.UUID,
    *,
    admitted: bool,
    reason: str,
) -> Receipt:
    """Admit or refuse a late objection; always a person, always with a reason (R8).

    With an earlier spoken time in the form the delay is counted from it.
    """
    need_reason(reason)

    def write(run: ActRun) -> None:
        row = _objection(run.case, objection_id)
        values: dict[str, object] = {"admitted": admitted}
        if admitted and context.said_at is not None:
            wish = Objection.Wish(row.wish)
            _, late_ms = lateness(run.case, wish, row.side, context.said_at)
            values |= {"said_at": context.said_at, "late_ms": late_ms}
        run.rows.change(row, **values, admit_reason=commit_text(reason))
        contestable = run.case.state in {State.CALLED, State.AGREED}
        if admitted and contestable and row.wish in _CONTESTS:
            _answer_late(run)
            run.follow(Act.CONTEST, plan_contest())

    payload = {"id": objection_id, "admitted": admitted, "reason": reason}
    return perform(Act.ADMIT, context, case_id, write, payload)
