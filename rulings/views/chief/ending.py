"""The end of an event: what blocks its result, its rulings in print, its closing."""

from __future__ import annotations

import uuid
from operator import attrgetter

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from rulings.forms.chief import ReopenedForm
from rulings.permissions import EventAct, letters_in_event
from rulings.presenters.live import blocks_of, rulings_of, slip_words
from rulings.queries.chief import live_of
from rulings.views.common import (
    HtmxHttpRequest,
    declares,
    screen,
    see_other,
    signed_in,
)
from rulings.views.lists import list_page
from rulings.views.screens import EventScreen, chief_event
from rulings.workflow.event import ends


@require_safe
@declares("what blocks the final result")
@signed_in
def blocks(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """List what keeps the result from being final: to be done first, then the times."""
    event = chief_event(request, event_id)
    found = live_of(request.actor, event)
    blocking = blocks_of(event, found)
    context = {
        "event": event,
        "at": found.at,
        "acting": list_page(request.GET, blocking.acting, attrgetter("words")),
        "timed": list_page(
            request.GET, blocking.timed, attrgetter("words"), name="timed_"
        ),
        "slips": list_page(request.GET, blocking.slips, slip_words, name="slips_"),
        "may_close": not blocking.acting and not blocking.timed,
    }
    context["sessions"] = event.sessions.order_by("order")
    return screen(request, "chief/blocks.html", context)


class Rulings(EventScreen[ReopenedForm]):
    """Every ruling of the event on a page to print: no card, no name of a player."""

    acts = ("rulings of the event",)
    opens = (EventAct.END_ROUND,)
    http_method_names = ["get", "head"]
    template = "chief/rulings.html"

    def context(self) -> dict[str, object]:
        """Return the cases that the reader sees, by table."""
        found = live_of(self.request.actor, self.event)
        letters = letters_in_event(self.request.actor, self.event.pk)
        return {**rulings_of(found), "at": found.at, "is_chief": "C" in letters}


rulings = Rulings.as_view()


class ClosedEvent(EventScreen[ReopenedForm]):
    """Close the event once every case is final, or open it again with a reason."""

    acts = opens = (EventAct.CLOSE_EVENT, EventAct.REOPEN_EVENT)
    template, form_class = "chief/closed.html", ReopenedForm

    def make_form(self, data: object) -> ReopenedForm:
        """Ask for a reason where the event is opened again."""
        return ReopenedForm(data, is_closed=self.event.phase == self.event.Phase.CLOSED)

    def context(self) -> dict[str, object]:
        """Return what keeps the event from being closed."""
        if self.event.phase == self.event.Phase.CLOSED:
            return {}
        blocking = blocks_of(self.event, live_of(self.request.actor, self.event))
        return {"acting": blocking.acting, "timed": blocking.timed}

    def act(self, form: ReopenedForm) -> object:
        """Close it, or open it again."""
        context = form.context(self.request.actor)
        if form.is_closed:
            reason = form.cleaned_data["reason"]
            return ends.reopen_event(context, self.event, reason=reason)
        return ends.close_event(context, self.event)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Go back to what blocks the result."""
        return see_other("blocks", self.event.pk)


closed_event = ClosedEvent.as_view()
