"""Objections at the table: who objects, to what, in which words (Law 70B2)."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.seats import Seat, Side
from rulings.forms.acts import ActForm, Unseen
from rulings.forms.table.statement import MAX_WORDS, SpokenWords
from rulings.forms.widgets import Buttons
from rulings.models import Objection
from rulings.workflow.objections import Wanted

REASON_CODES = (
    *("trump_out", "order", "entry", "finesse"),
    *("count", "revoke", "card_count", "irregularity", "other", "none"),
)


class ObjectionForm(ActForm):
    """A tap on a seat that objects, or what one that objected says of it.

    Both seats of a side may object at one tap: then the side is named.
    `about` is the objection whose reason and words stand on the page.
    """

    seat = forms.ChoiceField(
        choices=[(one, one) for one in (*"NESW", *(side.value for side in Side))],
        required=False,
    )
    about = forms.UUIDField(required=False, widget=Unseen)
    reason = forms.ChoiceField(
        choices=[(code, code) for code in REASON_CODES], required=False
    )
    words = forms.CharField(required=False, max_length=MAX_WORDS, widget=SpokenWords(2))
    go = forms.CharField(required=False, max_length=10)

    def clean(self) -> dict[str, object]:
        """Refuse a reason or words of nobody."""
        data = super().clean()
        says = data.get("reason") or str(data.get("words", "")).strip()
        if says and not data.get("seat") and not data.get("about"):
            raise forms.ValidationError(_("Tap the seat that objects first."))
        return data

    def wanted(self) -> list[Wanted]:
        """Return the objection of each seat that was tapped, for the record."""
        data = self.cleaned_data
        words = "" if data["about"] else data["words"].strip()
        return [
            Wanted(
                wish=Objection.Wish.DOUBT,
                side=seat.side.value,
                seat=seat.letter,
                reason_code=self.code,
                words=words,
            )
            for seat in map(Seat.parse, data["seat"])
        ]

    @property
    def goes_on(self) -> bool:
        """Say whether the tap leads on: the main button, or both seats at once."""
        return bool(self.cleaned_data["go"]) or len(self.cleaned_data["seat"]) > 1

    @property
    def code(self) -> str:
        """Return the reason tapped, "" for none."""
        code = str(self.cleaned_data["reason"])
        return "" if code == "none" else code


class SettleForm(ActForm):
    """What a director does with a wish of a player, with a reason where one is due."""

    do = forms.ChoiceField(
        choices=[
            (word, word) for word in ("admit", "refuse_late", "contest", "refuse")
        ],
        widget=Buttons(),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=1000,
        widget=forms.TextInput({"required": True}),
    )
