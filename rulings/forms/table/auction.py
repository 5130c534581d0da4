"""A tap on the bidding box: a call, one taken back, or the call in question named."""

from __future__ import annotations

from django import forms

from rulings.bridge.auctions import DOUBLE, PASS, REDOUBLE

DO = ("back", "settled")
STRAINS = "CDHSN"
BIDS = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
OTHERS = (PASS, DOUBLE, REDOUBLE)


class AuctionForm(forms.Form):
    """One tap; each button of the box sends one of these."""

    call = forms.ChoiceField(
        choices=[(call, call) for call in (*BIDS, *OTHERS)], required=False
    )
    do = forms.ChoiceField(choices=[(word, word) for word in DO], required=False)
