"""The phone's pages: own boards, one case and its acts, receipts (R13, R21)."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from rulings.models import Case
from rulings.permissions.relations import side_of_pass
from rulings.queries.player import PLACE, own_entry
from rulings.views.common import (
    HtmxHttpRequest,
    View,
    declares,
    found,
    polled,
    screen,
    see_other,
)
from rulings.views.player.entry import pass_of, with_pass
from rulings.views.player.mine import home_context
from rulings.views.player.receipts import receipt_context
from rulings.views.player.sides import ACTS, SideScreen


@require_safe
@declares("own cases")
@with_pass
@polled
def player(request: HtmxHttpRequest) -> HttpResponse:
    """Show the boards of a pass with their scores, states and next clocks."""
    context = home_context(request.actor, pass_of(request))
    return screen(request, "player/home.html", context, part="cases")


class PlayerCase(SideScreen):
    """A case on the phone of one of its sides."""

    acts = ("own case", *ACTS)

    @staticmethod
    def let_in(view: View) -> View:
        """Let in who holds a pass; who looks again is told where nothing changed."""
        return with_pass(polled(view))

    def fetch(self) -> Case:
        """Return a case of the pass, and take its side."""
        rows = Case.objects.select_related(*PLACE)
        case = found(self.request, rows, self.kwargs["case_id"])
        self.side = side_of_pass(pass_of(self.request), case)
        return case

    def context(self) -> dict[str, object]:
        """Return what stands on the page, with the way home."""
        home = {"home_url": reverse("player"), "table_pass": pass_of(self.request)}
        return super().context() | home

    def receipt_at(self, seq: int) -> HttpResponse:
        """Show the receipt."""
        return see_other("player_receipt", seq)


player_case = PlayerCase.as_view()


@require_safe
@declares("own receipt")
@with_pass
def player_receipt(request: HtmxHttpRequest, seq: int) -> HttpResponse:
    """Show the receipt of something this pass has sent, and of nothing else."""
    table_pass = pass_of(request)
    filed = own_entry(table_pass, seq)
    if filed is None or filed.entry.case_id is None:
        raise Http404
    case = found(request, Case.objects.select_related(*PLACE), filed.entry.case_id)
    context = receipt_context(case, side_of_pass(table_pass, case), filed)
    here = {"home_url": reverse("player"), "table_pass": table_pass}
    here["back"] = reverse("player_case", args=(case.pk,))
    return screen(request, "player/receipt.html", context | here)
