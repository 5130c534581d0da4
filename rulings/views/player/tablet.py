"""The same acts on the director's tablet, for a side that has no phone in its hands.

Before the session ends this is the only way (regulation `phones`); the record says
that it came in on the director's tablet, and when it was said.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone

from rulings.bridge.seats import Side
from rulings.forms.player import SideForm
from rulings.models import Case
from rulings.permissions import letters_in_case, visible
from rulings.permissions.visibility import cases_to_speak_in
from rulings.presenters.words import side_name
from rulings.queries.player import PLACE, filed_by
from rulings.views.common import on_tablet, screen, see_other
from rulings.views.player.receipts import receipt_context
from rulings.views.player.sides import ACTS, SideScreen
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.log import Receipt

SPEAKS = frozenset({"D", "C", "S"})
"""Who may write down what players say; never who plays the board."""


class ForSide(SideScreen):
    """A side's page of a case on the director's tablet."""

    acts = ("act for a side", *ACTS)
    tablet = True

    def fetch(self) -> Case:
        """Return a case to those who may write down what its players say."""
        self.side = self.kwargs["side"]
        rows = cases_to_speak_in(self.request.actor).select_related(*PLACE)
        case = rows.filter(pk=self.kwargs["case_id"]).first()
        if case is None or self.side not in set(Side):
            raise Http404
        if not letters_in_case(self.request.actor, case) & SPEAKS:
            raise Http404
        timezone.activate(case.event.zone)
        return case

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Show the page, or a receipt of what was written down here."""
        if "receipt" in self.request.GET:
            return self._receipt(self.request.GET["receipt"])
        return super().get(*args, **kwargs)

    def context(self) -> dict[str, object]:
        """Return what stands on the page, with the ways to both sides and back."""
        return super().context() | self._around()

    def spoken(self, form: SideForm) -> ActContext:
        """Return the act as put on the tablet, at the time it was said."""
        return said_on_tablet(super().spoken(form), form.cleaned_data["said"])

    def after(self, done: Receipt) -> HttpResponse:
        """Show the receipt."""
        query = f"?receipt={done.seq}"
        return see_other("for_side", self.case.pk, self.side, query=query)

    def _around(self) -> dict[str, object]:
        case = self.case
        rows = Case.objects.filter(pk=case.pk)
        reached = visible(self.request.actor, rows).exists()
        return {
            "tablet": True,
            "back": reverse("for_side", args=(case.pk, self.side)),
            "sides": [
                (side_name(one), reverse("for_side", args=(case.pk, one.value)))
                for one in Side
            ],
            "to_case": reverse("case", args=(case.pk,)) if reached else "",
            "home_url": reverse("home"),
        }

    def _receipt(self, text: str) -> HttpResponse:
        actor = self.request.actor
        seq = int(text) if text.isdecimal() and len(text) < 10 else 0  # noqa: PLR2004 - a number of the log
        filed = filed_by(self.case.event_id, seq, actor.kind, actor.id)
        if filed is None or filed.entry.case_id != self.case.pk:
            raise Http404
        context = receipt_context(self.case, self.side, filed) | self._around()
        return screen(self.request, "player/receipt.html", context)


for_side = ForSide.as_view()


def said_on_tablet(context: ActContext, said: time | None) -> ActContext:
    """Return the form as put on the tablet, at a spoken time of today or just now.

    A time later than now is one of yesterday evening.
    """
    if said is None:
        return on_tablet(replace(context, said_at=context.at))
    here = context.at.astimezone(timezone.get_current_timezone())
    spoken = datetime.combine(here.date(), said, tzinfo=here.tzinfo)
    if spoken > here:
        spoken -= timedelta(days=1)
    if here - spoken > timedelta(hours=18):
        raise Fault("said_later")
    return on_tablet(replace(context, said_at=spoken.astimezone(UTC)))
