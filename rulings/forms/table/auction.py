"""A tap on the bidding box: a call, one taken back, or the call in question named."""

from __future__ import annotations

from django import forms

from rulings.bridge.auctions import BIDS, OTHERS
from rulings.forms.acts import ActForm
from rulings.forms.widgets import Buttons

DO = ("back", "settled")


class AuctionForm(ActForm):
    """One tap; each button of the box sends one of these."""

    call = forms.ChoiceField(
        choices=[(call, call) for call in (*BIDS, *OTHERS)],
        required=False,
        widget=Buttons(),
    )
    do = forms.ChoiceField(
        choices=[(word, word) for word in DO], required=False, widget=Buttons()
    )
