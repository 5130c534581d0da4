"""The calls of an event: where a director is needed next."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone

from rulings.forms.acts import ActForm
from rulings.permissions import EventAct, letters_in_event, may_in_event
from rulings.presenters.live.lanes import colleagues_of, filters_of, lanes_of
from rulings.queries.staff import name_of
from rulings.queries.table.queue import Lane, calls_of, cancelled_calls
from rulings.queries.table.tables import current_rounds
from rulings.views.common import View, polled, signed_in
from rulings.views.screens import tap_on
from rulings.views.table.floor.calls import FloorScreen


class QueueScreen(FloorScreen[ActForm]):
    """The calls; the rows are polled while the page is seen."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    template, part = "table/queue.html", "rows"

    @staticmethod
    def let_in(view: View) -> View:
        """Answer who looks again and again with what has changed."""
        return signed_in(polled(view))

    def show(self) -> HttpResponse:
        """Render the page in the zone of the event."""
        with timezone.override(ZoneInfo(self.event.zone)):
            return super().show()

    def context(self) -> dict[str, object]:
        """Return the calls that are asked for, in their lanes, and the rounds."""
        actor, event = self.request.actor, self.event
        calls = calls_of(actor, event)
        lanes, at = calls.lanes, actor.at
        wanted, filters = filters_of(self.request.GET.get("show", ""), lanes)
        hidden = self.request.htmx
        return {
            "now": at,
            "lanes": lanes_of(lanes, wanted, at, tap_on),
            "filters": filters,
            "colleagues": colleagues_of(lanes),
            "chosen": wanted,
            "all": sum(map(len, lanes.values())),
            "mine": len(lanes[Lane.PLAY_WAITS]) + len(lanes[Lane.LATER]),
            "cancelled": [] if hidden else cancelled_calls(actor, calls),
            "rounds": current_rounds(event),
            "may_end": may_in_event(actor, EventAct.END_ROUND, event),
            "reader": name_of(actor.user),
            "is_chief": "C" in letters_in_event(actor, event.pk),
        }


queue = QueueScreen.as_view()
