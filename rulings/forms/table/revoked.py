"""A revoke put right: the card taken back, the card played instead, who has the trick.

Whoever holds the card played instead has revoked, so that nobody is asked for a seat.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.cards import Card
from rulings.bridge.errors import ParseError
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.forms.acts import ActForm

SEATS = [(seat.letter, seat.letter) for seat in Seat]


class CorrectedForm(ActForm):
    """Both cards, and who has the trick now where nothing tells it."""

    withdrawn = forms.CharField(
        max_length=3,
        error_messages={"required": gettext_lazy("Tap the card that is taken back.")},
    )
    legal = forms.CharField(
        max_length=3,
        error_messages={"required": gettext_lazy("Tap the card played instead.")},
    )
    winner = forms.ChoiceField(choices=[("", ""), *SEATS], required=False)

    def __init__(self, data: object, cards: Position, version: int) -> None:
        """Take the cards as they are, with the revoke, at a version of the case."""
        super().__init__(data, initial={"version": version})  # type: ignore[arg-type]  # a request's POST
        self._hands = cards.hands

    def clean_withdrawn(self) -> Card:
        """Return the card taken back."""
        return _card(str(self.cleaned_data["withdrawn"]))

    def clean_legal(self) -> Card:
        """Return the card played instead, with who holds it as `seat`."""
        card = _card(str(self.cleaned_data["legal"]))
        holder = next((seat for seat in Seat if card in self._hands[seat]), None)
        if holder is None:
            raise forms.ValidationError(
                _("Nobody holds that card: tap one in the hand of who revoked.")
            )
        self.cleaned_data["seat"] = holder
        return card

    def clean(self) -> dict[str, Any]:
        """Refuse two cards of one suit: whoever follows suit has not revoked (61A)."""
        super().clean()
        given = self.cleaned_data
        back, legal = given.get("withdrawn"), given.get("legal")
        if back is not None and legal is not None and back.suit is legal.suit:
            raise forms.ValidationError(
                _("Both cards are of one suit: that was no revoke.")
            )
        return given


def _card(text: str) -> Card:
    try:
        return Card.parse(text)
    except ParseError as error:
        raise forms.ValidationError(_("Tap one of the cards.")) from error
