"""Open windows and move them when an anchor appears (model.md section 5, R7).

A window is data: `closes_at` is recomputed in the act that supplies its anchor. A time
that players know is never shortened without their waiver.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from rulings.laws.errors import WrongValue
from rulings.laws.periods import Anchors, Change, Closing, close_of, on_time
from rulings.laws.regulations import Regulations
from rulings.models import (
    Agreement,
    Appeal,
    Case,
    Event,
    Pass,
    Playing,
    Ruling,
    Session,
    Window,
)
from rulings.permissions import require_side
from rulings.queries.case.appeals import announced_decisions, further_opened_at
from rulings.queries.case.final import is_final, waived
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import regulations_of, restored
from rulings.queries.rounds import round_end_at
from rulings.states import Act, State
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.log import Receipt, Rows, commit_text, typed

PASS_LIVES_ON = timedelta(hours=48)
Purpose = Window.Purpose
AFTER_AGREEMENT = (
    Purpose.AGREEMENT,
    Purpose.CORRECTION,
    Purpose.RULING_REQUEST,
    Purpose.OWN_SIDE,
)
AFTER_PLAY = (Purpose.CORRECTION, Purpose.RULING_REQUEST, Purpose.OWN_SIDE)
AFTER_CLOSING = (Purpose.CORRECTION, Purpose.RULING_REQUEST)
AFTER_RULING = (Purpose.APPEAL, Purpose.CORRECTION, Purpose.OWN_SIDE)
AFTER_DECISION = (Purpose.CORRECTION, Purpose.OWN_SIDE)
"""A decided appeal opens no new time to appeal; a further appeal has its own."""


def anchors_of(case: Case, agreement: Agreement | None = None) -> Anchors:
    """Return the stored instants from which the windows of a case are counted.

    `agreement` is one about to stand again; otherwise the one that stands.
    """
    playing = case.playing
    session = playing.round.session
    standing = (row for row in rows_of(case, Agreement) if row.withdrawn_at is None)
    agreement = agreement or next(standing, None)
    announced = [row for row in rows_of(case, Ruling) if row.announced_at is not None]
    made = Appeal.objects.filter(new_ruling__in=announced)
    by_appeal = set(made.values_list("new_ruling", flat=True)) if announced else ()
    directors = [row for row in announced if row.pk not in by_appeal]
    ruling = directors[-1] if directors else None
    announced_at = ruling.announced_at if ruling else None
    return Anchors(
        assent_at=agreement.given_at if agreement else None,
        later_call_at=_later_call(playing, agreement) if agreement else None,
        round_end_at=round_end_at(playing),
        play_end_at=playing.play_ended_at,
        score_entered_at=playing.score_entered_at,
        published_at=session.published_at,
        announced_at=announced_at,
        told_at=announced_at,
        decision_announced_at=_decision_announced_at(case),
    )


def _decision_announced_at(case: Case) -> datetime | None:
    if regulations_of(case)["further_appeal_period_min"] is None:
        return None  # nothing is counted from it
    return further_opened_at(announced_decisions(case))


def _later_call(playing: Playing, agreement: Agreement) -> datetime | None:
    """Return when a side first called on a later board at the same table (69A)."""
    column = "called_ns_at" if agreement.side == "NS" else "called_ew_at"
    later = Playing.objects.filter(
        table=playing.table, **{f"{column}__gt": later_than(playing, agreement)}
    ).exclude(pk=playing.pk)
    return later.order_by(column).values_list(column, flat=True).first()


def later_than(playing: Playing, agreement: Agreement) -> datetime:
    """Return the instant after which a call is one on a later board: the play's end.

    Not the entry of the score, which may come when the next board is under way.
    """
    return playing.play_ended_at or agreement.given_at


def open_windows(
    rows: Rows,
    case: Case,
    purposes: Iterable[Window.Purpose],
    anchors: Anchors,
    at: datetime,
) -> None:
    """Plan the windows an act opens; recompute the end of a window already open.

    `at` is the act's own instant: a window opens then where its event is not recorded.
    """
    existing = {window.purpose: window for window in Window.objects.filter(case=case)}
    regulations = regulations_of(case)
    for purpose in purposes:
        window = existing.get(purpose)
        if window is not None:
            retime(rows, window, anchors, regulations)
            continue
        closing = close_of(purpose.value, anchors, regulations)
        rows.insert(
            Window,
            case=case,
            purpose=purpose,
            side=claim_side(case, purpose),
            opens_at=closing.opens_at or at,
            **_closing_columns(closing),
        )


def end_agreement(run: ActRun) -> None:
    """Plan that an agreement is withdrawn: its window goes too, if still open.

    A closed window stays: what was filed by then is read from it (69B).
    """
    case, at = run.case, run.context.at
    for agreement in Agreement.objects.filter(case=case, withdrawn_at__isnull=True):
        run.rows.change(agreement, withdrawn_at=at)
    for window in Window.objects.filter(case=case, purpose=Purpose.AGREEMENT):
        if on_time(at, window.closes_at):
            run.rows.remove("window", str(window.pk))
            extend_passes(run.rows, case.playing.round.session)


def retime_restored(
    run: ActRun, table: str, row_id: str, values: dict[str, Any]
) -> None:
    """Recompute the end of an agreement's window that an undo brings back.

    Rows of other tables are left as they are.
    """
    if table != "window":
        return
    case = run.case
    agreement = Agreement.objects.filter(case=case).order_by("given_at").last()
    window = Window(id=uuid.UUID(row_id), **typed(Window, values))
    retime(run.rows, window, anchors_of(case, agreement), regulations_of(case))


def open_further_appeal(rows: Rows, case: Case, at: datetime) -> None:
    """Plan the time for a further appeal, where the regulations set one (93C)."""
    if regulations_of(case)["further_appeal_period_min"] is None:
        return
    anchors = replace(anchors_of(case), decision_announced_at=at)
    open_windows(rows, case, (Purpose.FURTHER_APPEAL,), anchors, at)
    extend_passes(rows, case.playing.round.session)


def _closing_columns(closing: Closing) -> dict[str, object]:
    return {
        "closes_at": closing.closes_at,
        "why": closing.reason,
        "why_params": dict(closing.params),
    }


def claim_side(case: Case, purpose: Window.Purpose) -> str:
    """Return the side of a window; only that of an agreement belongs to one side."""
    claim = getattr(case, "claim", None)
    if purpose is not Purpose.AGREEMENT or claim is None:
        return ""
    return "EW" if claim.claimer in "NS" else "NS"


def retime(
    rows: Rows, window: Window, anchors: Anchors, regulations: Regulations
) -> None:
    """Recompute the closing time of a window; it is never shortened for players."""
    change = Change(timedelta(minutes=window.extended_minutes), window.closed_early_at)
    closing = close_of(window.purpose, anchors, regulations, change)
    known = window.closes_at
    if (
        known is not None
        and window.closed_early_at is None
        and window.purpose != Purpose.AGREEMENT
        and (closing.closes_at is None or closing.closes_at < known)
    ):
        return  # players know it already: only a waiver shortens it
    rows.change(window, **_closing_columns(closing))


def retime_case(rows: Rows, case: Case, anchors: Anchors | None = None) -> None:
    """Plan new closing times for every window of a case."""
    anchors = anchors or anchors_of(case)
    regulations = regulations_of(case)
    for window in Window.objects.filter(case=case):
        retime(rows, window, anchors, regulations)


def extend_passes(rows: Rows, session: Session, planned: Iterable[Rows] = ()) -> None:
    """Recompute when the passes of a session's event expire.

    `planned` are rows set beside.
    """
    expires_at = passes_expire_at(session.event, [rows, *planned])
    for table_pass in Pass.objects.filter(
        session__event=session.event_id, revoked_at__isnull=True
    ):
        rows.change(table_pass, expires_at=expires_at)


def passes_expire_at(event: Event, planned: Iterable[Rows] = ()) -> datetime | None:
    """Return 48 hours after the last window of an event ends (R13).

    None while a window has no end yet: before the publication of a session a ruling can
    be asked for on any of its boards, also on a board without a case.
    """
    stored = Window.objects.filter(case__event=event)
    stored = stored.exclude(case__state=State.CANCELLED)
    closes = {str(pk): at for pk, at in stored.values_list("pk", "closes_at")}
    sessions = Session.objects.filter(event=event).values_list("pk", "published_at")
    published = {str(pk): at for pk, at in sessions}
    held = {"window": (closes, "closes_at"), "session": (published, "published_at")}
    owners = {"window": "case_id", "session": "event_id"}
    for table, row_id, values in (row for source in planned for row in source.rows):
        if table not in held:
            continue
        ends, column = held[table]
        if values is None:
            ends.pop(row_id, None)
        elif row_id in ends or owners[table] in values:
            ends[row_id] = _planned(values, column, ends.get(row_id))
    regulations = restored(event.regulation)
    requests = [
        close_of(
            Purpose.RULING_REQUEST.value, Anchors(published_at=at), regulations
        ).closes_at
        for at in published.values()
    ]
    all_ends = [*closes.values(), *requests]
    known = [end for end in all_ends if end is not None]
    return max(known) + PASS_LIVES_ON if 0 < len(known) == len(all_ends) else None


def _planned(
    values: dict[str, Any] | None, column: str, stored: datetime | None
) -> datetime | None:
    if values is None or column not in values:
        return stored
    text = values[column]
    return None if text is None else datetime.fromisoformat(text)


def require_not_final(case: Case, at: datetime) -> None:
    """Raise Invalid once nothing can change a case any more.

    A case that never had a window could be scored until the correction period ended.
    """
    if not is_final(case, at):
        return
    closing = close_of(Purpose.CORRECTION.value, anchors_of(case), regulations_of(case))
    if not on_time(at, closing.closes_at):
        raise Fault("case_final")


def require_correctable(case: Case, at: datetime) -> None:
    """Raise Invalid once the period for corrections of a ruled case is over (79C)."""
    rows = Window.objects.filter(case=case, purpose=Purpose.CORRECTION)
    if any(not on_time(at, row.closes_at) for row in rows):
        raise Fault("score_stands")


def waive_window(
    context: ActContext, case_id: uuid.UUID, purpose: Window.Purpose, side: str
) -> Receipt:
    """Record that a side gives up the rest of its window."""

    def write(run: ActRun) -> None:
        require_side(context.by, run.case, side)
        window = _window(run.case, purpose)
        column = "waived_ns_at" if side == "NS" else "waived_ew_at"
        run.inputs.update(purpose=purpose.value, side=side)
        run.rows.change(window, **{column: context.at})

    payload = {"purpose": purpose, "side": side}
    return perform(Act.WAIVE, context, case_id, write, payload)


def extend_window(
    context: ActContext,
    case_id: uuid.UUID,
    purpose: Window.Purpose,
    minutes: int,
    reason: str,
) -> Receipt:
    """Give a window more minutes, with a reason; it is never shortened this way."""
    need_reason(reason)
    if minutes <= 0:
        raise Fault("minutes_missing")

    def write(run: ActRun) -> None:
        window = _window(run.case, purpose)
        run.inputs.update(purpose=purpose.value, minutes=minutes)
        run.rows.change(
            window,
            extended_minutes=window.extended_minutes + minutes,
            changed_reason=commit_text(reason),
        )
        try:
            retime(run.rows, window, anchors_of(run.case), regulations_of(run.case))
        except WrongValue as wrong:
            raise Fault("agreement_has_no_minutes") from wrong
        extend_passes(run.rows, run.case.playing.round.session)

    payload = {"purpose": purpose, "minutes": minutes, "reason": reason}
    return perform(Act.EXTEND, context, case_id, write, payload)


def close_window_early(
    context: ActContext, case_id: uuid.UUID, purpose: Window.Purpose, reason: str
) -> Receipt:
    """Close a window now, with a reason; both sides must have waived the rest."""
    need_reason(reason)

    def write(run: ActRun) -> None:
        window = _window(run.case, purpose)
        if not waived(window):
            raise Fault("window_not_given_up")
        run.inputs["purpose"] = purpose.value
        run.rows.change(
            window, closed_early_at=context.at, changed_reason=commit_text(reason)
        )
        retime(run.rows, window, anchors_of(run.case), regulations_of(run.case))
        extend_passes(run.rows, run.case.playing.round.session)

    payload = {"purpose": purpose, "reason": reason}
    return perform(Act.CLOSE_EARLY, context, case_id, write, payload)


def _window(case: Case, purpose: Window.Purpose) -> Window:
    window = Window.objects.filter(case=case, purpose=purpose.value).first()
    if window is None:
        raise Fault("no_window", window=purpose.value.replace("_", " "))
    return window


__all__ = [
    "AFTER_AGREEMENT",
    "AFTER_CLOSING",
    "AFTER_DECISION",
    "AFTER_RULING",
    "PASS_LIVES_ON",
    "anchors_of",
    "close_window_early",
    "end_agreement",
    "extend_passes",
    "extend_window",
    "later_than",
    "open_further_appeal",
    "open_windows",
    "passes_expire_at",
    "require_correctable",
    "require_not_final",
    "retime",
    "retime_case",
    "retime_restored",
    "waive_window",
    "waived",
]
