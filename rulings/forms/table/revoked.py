"""A revoke put right: who revoked, which card is taken back, which is played."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.cards import Card
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat

SEATS = [(seat.letter, seat.letter) for seat in Seat]


class CorrectedForm(forms.Form):
    """The revoker, both cards, and who has the trick now where that changes."""

    seat = forms.ChoiceField(
        choices=SEATS, error_messages={"required": _("Say who revoked.")}
    )
    withdrawn = forms.CharField(
        max_length=3, error_messages={"required": _("Give the card taken back.")}
    )
    legal = forms.CharField(
        max_length=3, error_messages={"required": _("Give the card played instead.")}
    )
    winner = forms.ChoiceField(choices=[("", ""), *SEATS], required=False)

    def clean_withdrawn(self) -> Card:
        """Return the card taken back."""
        return _card(str(self.cleaned_data["withdrawn"]))

    def clean_legal(self) -> Card:
        """Return the card played instead."""
        return _card(str(self.cleaned_data["legal"]))


def _card(text: str) -> Card:
    try:
        return Card.parse(text)
    except ParseError as error:
        raise forms.ValidationError(_("Write a card as suit and rank: H7.")) from error
