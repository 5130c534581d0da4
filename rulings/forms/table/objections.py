"""An objection at the table: a seat, a reason, perhaps words (Law 70B2)."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.seats import Seat
from rulings.models import Objection
from rulings.workflow.objections import Wanted

REASON_CODES = (
    *("trump_out", "order", "entry", "finesse"),
    *("count", "revoke", "card_count", "irregularity", "other", "none"),
)


class ObjectionForm(forms.Form):
    """Who objects and why."""

    seat = forms.ChoiceField(
        choices=[(seat.letter, seat.letter) for seat in Seat],
        error_messages={
            "required": _("Choose the seat that objects, then the reason.")
        },
    )
    reason = forms.ChoiceField(
        choices=[(code, code) for code in REASON_CODES], required=False
    )
    words = forms.CharField(required=False, max_length=1000)

    def wanted(self) -> Wanted:
        """Return the objection for the record."""
        data = self.cleaned_data
        seat = Seat.parse(data["seat"])
        code = data["reason"] or "none"
        return Wanted(
            wish=Objection.Wish.DOUBT,
            side=seat.side.value,
            seat=seat.letter,
            reason_code="" if code == "none" else code,
            words=data["words"].strip(),
        )


class SettleForm(forms.Form):
    """What a director does with a wish of a player, with a reason where one is due."""

    do = forms.ChoiceField(
        choices=[(word, word) for word in ("admit", "refuse_late", "contest", "refuse")]
    )
    reason = forms.CharField(required=False, max_length=1000)
