"""A ruling promised for later (Law 81C)."""

from __future__ import annotations

from django.http import HttpResponse

from rulings.forms.table.ruling import PROMISES, ReserveForm
from rulings.permissions import Sight
from rulings.queries.case.endings import is_ready
from rulings.states import Act
from rulings.views.common import see_other
from rulings.views.table.frame import TableScreen
from rulings.workflow.ruling import decide as record


class Reserve(TableScreen[ReserveForm]):
    """A promise of a ruling by a time: minutes at one tap, or a time of day."""

    acts = (Act.RESERVE,)
    sight, template, form_class = Sight.DRAFT, "reserve", ReserveForm

    def context(self) -> dict[str, object]:
        """Return the minutes on offer, and whether there can be a promise."""
        return {"promises": PROMISES, "ready": is_ready(self.case)}

    def act(self, form: ReserveForm) -> object:
        """Promise it."""
        return record.reserve(
            form.context(self.request.actor),
            self.case.pk,
            until=form.instant(self.request.actor.at, self.case.event.zone),
            reason=form.cleaned_data["reason"],
            promise=form.promise,
        )

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads on
        """Go to the next call."""
        return see_other("queue", self.case.event_id)


reserve = Reserve.as_view()
