"""The figures of an event's rulings, on a page and as CSV."""

from __future__ import annotations

from django.http import HttpResponse

from rulings.forms.acts import ButtonForm
from rulings.importers.tables import csv_text
from rulings.permissions import EventAct
from rulings.presenters.live.statistics import statistics_page, statistics_rows
from rulings.queries.chief import live_of
from rulings.views.screens import EventScreen


class Statistics(EventScreen[ButtonForm]):
    """Rulings by law, cause and director; `?as=csv` gives the same out as a list."""

    acts = ("statistics of the event",)
    opens = (EventAct.OUTAGE,)
    http_method_names = ["get", "head"]
    template, form_class = "chief/statistics.html", ButtonForm

    def show(self) -> HttpResponse:
        """Render the page, or give the list out."""
        if self.request.GET.get("as") != "csv":
            return super().show()
        rows = statistics_rows(live_of(self.request.actor, self.event))
        answer = HttpResponse(csv_text(rows).encode("utf-8-sig"), "text/csv")
        answer["Content-Disposition"] = 'attachment; filename="statistics.csv"'
        return answer

    def context(self) -> dict[str, object]:
        """Return the figures of the cases that the reader sees."""
        return statistics_page(live_of(self.request.actor, self.event))


statistics = Statistics.as_view()
