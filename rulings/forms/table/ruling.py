"""A decision of the director: accept, another number, a reserved ruling, a switch."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

PROMISES = (5, 10, 15, 20, 30)
"""Minutes after which a ruling may be promised with one tap."""


class RuleForm(forms.Form):
    """How many tricks: as proposed, as the outcome says, or another with a reason."""

    way = forms.ChoiceField(
        choices=[(word, word) for word in ("accept", "override", "outcome")]
    )
    tricks = forms.IntegerField(
        required=False,
        min_value=-13,
        max_value=26,
        error_messages={"invalid": _("Give the tricks as a number.")},
    )
    reason = forms.CharField(required=False, max_length=1000)

    def clean(self) -> dict[str, object]:
        """Refuse another number without the number or the reason."""
        data = super().clean() or {}
        if data.get("way") == "override":
            if data.get("tricks") is None:
                self.add_error("tricks", _("Give the number of tricks."))
            if not str(data.get("reason") or "").strip():
                self.add_error("reason", _("Give the reason for another number."))
        return data


class ReserveForm(forms.Form):
    """By when the ruling is promised: minutes from now, or a time of day."""

    minutes = forms.IntegerField(required=False, min_value=1, max_value=600)
    until = forms.TimeField(required=False)
    reason = forms.CharField(required=False, max_length=1000)

    def clean(self) -> dict[str, object]:
        """Refuse a promise without a time."""
        data = super().clean() or {}
        if data.get("minutes") is None and data.get("until") is None:
            raise forms.ValidationError(_("Choose by when you will rule."))
        return data

    @property
    def promise(self) -> str:
        """Return what was typed, which does not change while the clock goes on."""
        minutes, until = self.cleaned_data["minutes"], self.cleaned_data["until"]
        return f"{minutes} min" if until is None else until.isoformat()

    def instant(self, at: datetime, zone: str) -> datetime:
        """Return the promised instant; a time of day is the next one in the zone."""
        minutes, until = self.cleaned_data["minutes"], self.cleaned_data["until"]
        if until is None:
            return at + timedelta(minutes=minutes)
        here = at.astimezone(ZoneInfo(zone))
        promised = here.replace(
            hour=until.hour, minute=until.minute, second=0, microsecond=0
        )
        if promised <= here:
            promised += timedelta(days=1)
        return promised.astimezone(at.tzinfo)
