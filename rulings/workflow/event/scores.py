"""Rounds, scores and publication: the acts that supply the anchors of windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet

from rulings.laws.editions import load_edition
from rulings.laws.periods import Anchors, close_of, on_time
from rulings.models import (
    Case,
    Event,
    Pass,
    Playing,
    Round,
    Session,
    Slip,
    Window,
)
from rulings.permissions import EventAct, require_score
from rulings.permissions.embargo import TO_COME
from rulings.queries.case.rules import restored
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event.passes import phones_of
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.windows import (
    anchors_of,
    extend_passes,
    later_than,
    retime_case,
)


def _cases_of(session: Session) -> QuerySet[Case]:
    return Case.objects.filter(playing__round__session=session)


def start_round(context: ActContext, event: Event, round_: Round) -> Receipt:
    """Record that a round has started: its boards are in play; its plan stays.

    Once all of them are, or the round has ended, it changes nothing.
    """

    def write(run: EventActRun) -> None:
        fresh = Round.objects.get(pk=round_.pk, session__event=event)
        waiting = fresh.playings.filter(status=Playing.Status.SCHEDULED)
        if fresh.ended_at is not None or not waiting.exists():
            return
        run.rows.change(fresh, started_at=context.said_at or context.at)
        for playing in Playing.objects.filter(
            round=fresh, status=Playing.Status.SCHEDULED
        ):
            run.rows.change(playing, status=Playing.Status.IN_PLAY)

    return perform_in_event(
        EventAct.START_ROUND, context, event, write, {"round": round_.pk}
    )


def end_round(
    context: ActContext, event: Event, round_: Round, *, reason: str = ""
) -> Receipt:
    """Record that a round has ended: agreements in it are established (69A).

    Its boards count as played. When it is the session's last, the session is over:
    passes open, and rounds whose end nobody recorded are over too, with their
    boards. Recorded
    again it changes nothing; with a reason the end moves, but only to an earlier
    instant: what an end has established stays so.
    """
    ended_at = context.said_at or context.at
    session = round_.session
    is_last = not session.rounds.filter(order__gt=round_.order).exists()
    over = {"round__session": session} if is_last else {"round": round_}
    playings = Playing.objects.filter(**over)

    def write(run: EventActRun) -> None:
        fresh = Round.objects.get(pk=round_.pk, session__event=event)
        if fresh.ended_at is not None and not reason.strip():
            return
        if fresh.ended_at is not None and ended_at >= fresh.ended_at:
            raise Fault("round_end_later")
        run.inputs["reason"] = commit_text(reason)
        run.rows.change(fresh, ended_at=ended_at)
        for playing in playings.filter(status__in=TO_COME):
            run.rows.change(playing, status=Playing.Status.FINISHED)
        for case in run.cases:
            _end_round_of(run, case, ended_at)
        extend_passes(run.rows, session, run.by_case.values())
        if is_last:
            _open_passes(run, ended_at)

    return perform_in_event(
        EventAct.END_ROUND,
        context,
        event,
        write,
        {"round": round_.pk, "reason": reason},
        cases=Case.objects.filter(playing__in=playings),
    )


def _end_round_of(run: EventActRun, case: Case, ended_at: datetime) -> None:
    """Plan that the round of a case is over at its table, unless it was so before."""
    anchors = anchors_of(case)
    first = min(ended_at, anchors.round_end_at or ended_at)
    retime_case(run.rows_of(case), case, replace(anchors, round_end_at=first))


def _open_passes(run: EventActRun, ended_at: datetime) -> None:
    """Open the passes of the event that wait for the end of a session."""
    if phones_of(run.event) != "after_session":
        return
    for table_pass in Pass.objects.filter(
        session__event=run.event, revoked_at__isnull=True
    ):
        if table_pass.opens_at is None or table_pass.opens_at > ended_at:
            run.rows.change(table_pass, opens_at=ended_at)


def record_own_call(
    context: ActContext, event: Event, playing: Playing, side: str
) -> Receipt:
    """Record that a side has made its first call on a board at its table (69A).

    Only the first one counts; recorded again it changes nothing. Rounds before that of
    the board are over at this table.
    """
    column = "called_ns_at" if side == "NS" else "called_ew_at"
    called_at = context.said_at or context.at
    others = Case.objects.filter(playing__table=playing.table_id).exclude(
        playing=playing.pk
    )

    def write(run: EventActRun) -> None:
        fresh = Playing.objects.get(pk=playing.pk, board__event=event)
        if getattr(fresh, column) is not None:
            return
        run.rows.change(fresh, **{column: called_at})
        if fresh.status == Playing.Status.SCHEDULED:
            run.rows.change(fresh, status=Playing.Status.IN_PLAY)
        for case in run.cases:
            _end_agreement(run, case, fresh, side, called_at)
        extend_passes(run.rows, fresh.round.session, run.by_case.values())

    return perform_in_event(
        EventAct.OWN_CALL,
        context,
        event,
        write,
        {"playing": playing.pk, "side": side},
        cases=others,
        sections=(playing.table.section_id,),
    )


def _end_agreement(
    run: EventActRun, case: Case, played: Playing, side: str, called_at: datetime
) -> None:
    """Plan that an agreement is established by a call on a later board.

    The side that agreed does it by any of them, both sides by one of a later round.
    """
    agreement = case.agreements.filter(withdrawn_at__isnull=True).first()
    if agreement is None or called_at <= later_than(case.playing, agreement):
        return
    anchors, ends = anchors_of(case), []
    if agreement.side == side:
        ends.append("later_call_at")
    if played.round.order > case.playing.round.order:
        ends.append("round_end_at")
    if not ends:
        return
    first = {name: min(called_at, getattr(anchors, name) or called_at) for name in ends}
    retime_case(run.rows_of(case), case, replace(anchors, **first))


@dataclass(frozen=True, slots=True)
class ScoreGiven:
    """A result for a board at a table: contract, declarer's tricks, N-S points."""

    playing: Playing
    contract: str
    tricks: int
    score: int


def enter_score(
    context: ActContext,
    event: Event,
    playing: Playing,
    *,
    contract: str,
    tricks: int,
    score: int,
    approved: str = "",
) -> Receipt:
    """Enter a board's result at a table: contract, declarer's tricks, N-S points.

    Once the correction period is over only a proven scoring error can be changed, by
    an edition that knows it; `approved` says who approved it and what proves it (79C2).
    """
    given = ScoreGiven(playing, contract, tricks, score)
    return enter_scores(context, event, [given], approved=approved)


def enter_scores(
    context: ActContext,
    event: Event,
    given: Sequence[ScoreGiven],
    *,
    approved: str = "",
) -> Receipt:
    """Enter several results in one act, all or none (see `enter_score`)."""
    if not given:
        raise Fault("no_scores")

    def write(run: EventActRun) -> None:
        late = [_plan_score(run, one, approved) for one in given]
        if any(late):
            run.inputs["reason"] = commit_text(approved)
        for case in run.cases:
            run.note_board(case)

    payload = {
        "results": [
            [one.playing.pk, one.contract, one.tricks, one.score] for one in given
        ],
        "approved": approved,
    }
    return perform_in_event(
        EventAct.ENTER_SCORE,
        context,
        event,
        write,
        payload,
        cases=Case.objects.filter(playing__in=[one.playing.pk for one in given]),
        sections={one.playing.table.section_id for one in given},
    )


def _plan_score(run: EventActRun, given: ScoreGiven, approved: str) -> bool:
    """Plan one result; say whether it changes a score after its correction period."""
    context = run.context
    values: dict[str, object] = {
        "contract": given.contract,
        "tricks": given.tricks,
        "score": given.score,
        "status": Playing.Status.FINISHED,
    }
    fresh = Playing.objects.get(pk=given.playing.pk, board__event=run.event)
    require_score(context.by, fresh)
    late = is_late_change(fresh, context.at)
    if late:
        _require_approval(fresh, approved)
    if fresh.score_entered_at is None:
        values["score_entered_at"] = context.at
    run.rows.change(fresh, **values)
    return late


def is_late_change(playing: Playing, at: datetime) -> bool:
    """Say whether a score would be changed after its correction period (79C1)."""
    if playing.score_entered_at is None:
        return False
    rows = Window.objects.filter(
        case__playing=playing, purpose=Window.Purpose.CORRECTION
    )
    if any(on_time(at, row.closes_at) for row in rows):
        return False
    closing = close_of(
        Window.Purpose.CORRECTION.value,
        Anchors(
            score_entered_at=playing.score_entered_at,
            published_at=playing.round.session.published_at,
        ),
        restored(playing.board.event.regulation),
    )
    return not on_time(at, closing.closes_at)


def late_changes_allowed(event: Event) -> bool:
    """Say whether edition and regulations let a late scoring error be put right."""
    known = load_edition(event.edition).provision("late_score_error")
    regulated = restored(event.regulation)["late_score_error"] == "on"
    return known == "with_approval" or (known == "where_regulated" and regulated)


def _require_approval(playing: Playing, approved: str) -> None:
    if not late_changes_allowed(playing.board.event):
        raise Fault("score_too_late")
    if not approved.strip():
        raise Fault("score_unapproved")


def publish_scores(
    context: ActContext, event: Event, session: Session, *, new_period_reason: str = ""
) -> Receipt:
    """Publish a session's scores: the correction and appeal periods run from now.

    Publishing again moves nothing, unless a new period is started with a reason.
    """

    def write(run: EventActRun) -> None:
        fresh = Session.objects.get(pk=session.pk, event=event)
        if fresh.published_at is not None and not new_period_reason.strip():
            raise Fault("published_already")
        run.inputs["reason"] = commit_text(new_period_reason)
        run.rows.change(fresh, published_at=context.at)
        for case in run.cases:
            retime_case(
                run.rows_of(case),
                case,
                replace(anchors_of(case), published_at=context.at),
            )
        extend_passes(run.rows, session, run.by_case.values())

    return perform_in_event(
        EventAct.PUBLISH,
        context,
        event,
        write,
        {"session": session.pk, "reason": new_period_reason},
        cases=_cases_of(session),
    )


def export_scores(
    context: ActContext, event: Event, *, kind: str, results: int, sha256: str
) -> Receipt:
    """Record that results were given out: their kind, number and hash.

    What changes later is counted from here.
    """

    def write(run: EventActRun) -> None:
        run.inputs.update(kind=kind, results=results, file=sha256)

    return perform_in_event(
        EventAct.EXPORT_SCORES, context, event, write, {"kind": kind}
    )


def acknowledge_slip(context: ActContext, event: Event, slip: Slip) -> Receipt:
    """Record that the scorer has taken a slip; the case's own entries say so too."""
    return acknowledge_slips(context, event, [slip])


def acknowledge_slips(
    context: ActContext, event: Event, slips: Sequence[Slip]
) -> Receipt:
    """Record that the scorer has taken some slips; one taken before stays as it was."""
    keys = [slip.pk for slip in slips]

    def write(run: EventActRun) -> None:
        by_pk = {case.pk: case for case in run.cases}
        rows = Slip.objects.filter(pk__in=keys, acknowledged_at=None)
        for slip in rows.select_related("ruling"):
            run.rows_of(by_pk[slip.ruling.case_id]).change(
                slip, acknowledged_at=context.at, by=context.by.user
            )

    return perform_in_event(
        EventAct.ACKNOWLEDGE,
        context,
        event,
        write,
        {"slips": sorted(map(str, keys))},
        cases=Case.objects.filter(rulings__slip__in=keys),
    )
