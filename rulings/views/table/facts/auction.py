"""The auction up to the call in question, entered by tapping a bidding box."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from rulings.forms.table.auction import AuctionForm
from rulings.permissions import Sight
from rulings.presenters.law.auctions import INPUT, asked_auction
from rulings.queries.case.rules import flow_of
from rulings.states import Act
from rulings.views.table.frame import TableScreen
from rulings.workflow import auctions


class AuctionScreen(TableScreen[AuctionForm]):
    """The auction and the box; each tap is one call, and can be taken back."""

    acts = (Act.FACT,)
    sight, form_class = Sight.DRAFT, AuctionForm
    template = here = leads_to = INPUT

    def enter(self) -> HttpResponse | None:
        """Show the page of a case whose law asks for the auction."""
        way = super().enter()
        if INPUT not in flow_of(self.case).inputs:
            raise Http404
        return way

    def context(self) -> dict[str, object]:
        """Return the auction, the box, and who calls next."""
        return asked_auction(self.sheet)

    def act(self, form: AuctionForm) -> object:
        """Record what was tapped."""
        act, given = form.facts_context(self.request.actor), form.cleaned_data
        if given["do"] == "back":
            return auctions.take_back_call(act, self.case.pk)
        if given["do"] == "settled":
            return auctions.settle_auction(act, self.case.pk)
        if given["call"]:
            return auctions.add_call(act, self.case.pk, given["call"])
        return given


auction = AuctionScreen.as_view()
