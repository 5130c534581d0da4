"""The same acts on the director's tablet, for a side that has no phone in its hands.

Before the session ends this is the only way (regulation `phones`); the record says
that it came in on the director's tablet, and when it was said.
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone

from rulings.bridge.seats import Side
from rulings.models import Case
from rulings.permissions import letters_in_case, visible
from rulings.presenters.words import side_name
from rulings.queries.player import Filed, case_to_speak_in, filed_by
from rulings.views.common import need_no_opinion, screen, see_other
from rulings.views.player.receipts import receipt_context, wish_to_hear
from rulings.views.player.sides import ACTS, SideScreen


class ForSide(SideScreen):
    """A side's page of a case on the director's tablet."""

    acts = ("act for a side", *ACTS)
    tablet = True

    def fetch(self) -> Case:
        """Return a case to those who may write down what its players say."""
        self.side = self.kwargs["side"]
        case = case_to_speak_in(self.request.actor, self.kwargs["case_id"])
        if case is None or self.side not in set(Side):
            raise Http404
        need_no_opinion(self.request, case)
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

    def receipt_at(self, seq: int) -> HttpResponse:
        """Show the receipt."""
        place = self.case.pk, self.side
        return see_other("for_side", *place, query=f"?receipt={seq}")

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
        context["deal_with"] = self._to_wish(filed)
        return screen(self.request, "player/receipt.html", context)

    def _to_wish(self, filed: Filed) -> str:
        """Return where a director deals with what was written down, "" for nowhere."""
        if not letters_in_case(self.request.actor, self.case) & {"D", "C"}:
            return ""
        wish = wish_to_hear(self.case, filed)
        return reverse("wish", args=(self.case.pk, wish.pk)) if wish else ""


for_side = ForSide.as_view()
