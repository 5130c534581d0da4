"""A declared outage: what was down is given back to every window it touched (R8)."""

from __future__ import annotations

from datetime import timedelta

from rulings.models import Case, Event, Window
from rulings.permissions import EventAct
from rulings.queries.case.flows import regulations_of
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Invalid
from rulings.workflow.event_acts import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.windows import anchors_of, extend_passes, retime


def declare_outage(
    context: ActContext, event: Event, *, minutes: int, reason: str
) -> Receipt:
    """Extend every window that was open during the last minutes by so many minutes.

    An agreement ends by an event at the table and is left alone. Passes live on with
    the windows they serve.
    """
    if minutes <= 0 or not reason.strip():
        raise Invalid("An outage needs its length in minutes and a reason.")
    since = context.at - timedelta(minutes=minutes)
    touched = Window.objects.filter(
        case__event=event, closes_at__gte=since, closed_early_at__isnull=True
    ).exclude(purpose=Window.Purpose.AGREEMENT)

    def write(run: EventActRun) -> None:
        run.inputs["minutes"] = minutes
        words = commit_text(reason)
        run.inputs["reason"] = words
        for case in run.cases:
            rows, rules = run.rows_of(case), regulations_of(case)
            for window in touched.filter(case=case):
                rows.change(
                    window,
                    extended_minutes=window.extended_minutes + minutes,
                    changed_reason=words,
                )
                retime(rows, window, anchors_of(case), rules)
        sessions = {case.playing.round.session for case in run.cases}
        for session in sorted(sessions, key=lambda row: row.order):
            extend_passes(run.rows, session, run.by_case.values())

    payload = {"minutes": minutes, "reason": reason}
    cases = Case.objects.filter(windows__in=touched)
    return perform_in_event(
        EventAct.OUTAGE, context, event, write, payload, cases=cases
    )
