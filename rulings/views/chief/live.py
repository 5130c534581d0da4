"""The chief's desk: figures, cases by state, one peeked at, deadlines, an outage."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from rulings.forms.chief import LiveFilterForm, OutageForm, ReviewForm
from rulings.permissions import EventAct
from rulings.presenters.live import (
    WORTH,
    Peek,
    choices_of,
    in_order,
    live_page,
    narrowed,
    peeked,
)
from rulings.queries.chief import live_of
from rulings.views.common import (
    HtmxHttpRequest,
    declares,
    polled,
    screen,
    see_other,
    signed_in,
)
from rulings.views.lists import page_of
from rulings.views.screens import EventScreen, chief_event
from rulings.workflow.event import events


@require_safe
@declares("live")
@signed_in
@polled
def live(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show every case of the event; polled while the page is visible."""
    event = chief_event(request, event_id)
    found = live_of(request.actor, event)
    peek = peeked(request.actor, found, request.GET.get("peek", ""))
    form = LiveFilterForm(choices_of(found), request.GET)
    shown = narrowed(found, form.asked)
    listed = page_of(request.GET, in_order(shown))
    context = {"event": event, "at": found.at, "listed": listed}
    if form.asked or len(found.rows) >= WORTH:
        context["filter"] = form
    context |= live_page(event, found, shown, listed.rows, peek)
    asked = form.asked | ({"page": str(listed.number)} if listed.number > 1 else {})
    context["address"] = f"{reverse('live', args=(event.pk,))}?{_asked(asked, peek)}"
    if peek is not None:
        context["confirm"] = ReviewForm(initial={"version": peek.case.version})
    return screen(request, "chief/live.html", context, part="board")


def _asked(asked: dict[str, str], peek: Peek | None) -> str:
    """Return what the page is asked for again with when it is polled."""
    return urlencode(asked | ({"peek": str(peek.case.pk)} if peek else {}))


class Outage(EventScreen[OutageForm]):
    """Declare an outage: every window it touched gets the time back."""

    acts = opens = (EventAct.OUTAGE,)
    template, form_class = "chief/outage.html", OutageForm

    def act(self, form: OutageForm) -> object:
        """Give the time back."""
        given, context = form.cleaned_data, form.context(self.request.actor)
        minutes, reason = given["minutes"], given["reason"]
        return events.declare_outage(
            context, self.event, minutes=minutes, reason=reason
        )

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Go back to the live page."""
        return see_other("live", self.event.pk)


outage = Outage.as_view()
