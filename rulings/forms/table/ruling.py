"""A decision of the director: accept, another number, a reserved ruling, a switch."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, Unseen
from rulings.forms.widgets import Buttons, Tiles, Time, Words
from rulings.queries.case.solving import BUDGETS

PROMISES = (5, 10, 15, 20, 30)
"""Minutes after which a ruling may be promised with one tap."""


REASONS = {
    "doubt": _("doubtful, so against the claimer (70A)"),
    "covered": _("the words cover it (70B)"),
    "irrational": _("the losing line is irrational here"),
    "normal": _("a worse line is normal here"),
}
"""Why a director gives another number, at one tap."""


class AskForm(ActForm):
    """A search, with one of the budgets that follow one another."""

    budget = forms.TypedChoiceField(
        choices=[(budget, budget) for budget in BUDGETS],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("Choose one of the limits offered.")},
    )


class RuleForm(ActForm):
    """How many tricks: as proposed, or as the outcome says."""

    way = forms.ChoiceField(
        choices=[(word, word) for word in ("accept", "outcome")], widget=Unseen
    )
    tricks = forms.IntegerField(
        required=False,
        min_value=-13,
        max_value=26,
        error_messages={"invalid": _("Give the tricks as a number.")},
        widget=forms.NumberInput({"inputmode": "numeric", "required": True}),
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=1000)

    def ask(self, left: int, *, beyond: bool, hidden: bool) -> None:
        """Ask for the tricks of those left; a revoke may move them `beyond`."""
        field = self.fields["tricks"]
        words = _("Tricks to the claiming side, of %(left)s")
        field.label = words % {"left": left}
        if not beyond:
            field.widget.attrs |= {"min": 0, "max": left}
        if hidden:
            field.widget = Unseen()


class NumberForm(ActForm):
    """Another number of tricks, with the reason: a tile, words, or both."""

    way = forms.CharField(widget=Unseen, initial="override")
    tricks = forms.TypedChoiceField(
        label=_("Tricks"),
        coerce=int,
        widget=Tiles,
        error_messages={"required": _("Give the number of tricks.")},
    )
    why = forms.ChoiceField(
        label=_("Reason"),
        choices=list(REASONS.items()),
        required=False,
        widget=Tiles,
    )
    known = forms.ChoiceField(
        label=_("A trump is out: what did the claimer know?"),
        choices=[
            ("covered", _("the words cover it")),
            ("aware", _("the claimer knew it was out")),
            ("not_aware", _("it may be forgotten")),
        ],
        widget=Tiles,
    )
    reason = forms.CharField(
        label=_("In your words (needed where no reason above fits)"),
        required=False,
        max_length=1000,
        widget=Words(2),
    )

    def __init__(
        self,
        data: object,
        numbers: Iterable[tuple[int, object]],
        version: int,
        *,
        chosen: int | None = None,
        reason: str = "",
        asks: bool = False,
    ) -> None:
        """Offer numbers of tricks, each with its words; one may be chosen already.

        With `asks` the law still wants to know of a trump that is out (70C).
        """
        shown = {"version": version, "tricks": chosen, "reason": reason}
        super().__init__(data, initial=shown)  # type: ignore[arg-type]  # a request's POST
        if not asks:
            del self.fields["known"]
        self.fields["tricks"].choices = list(numbers)  # type: ignore[attr-defined]  # a choice

    def clean(self) -> dict[str, object]:
        """Refuse another number without the reason; join a tile and the words."""
        data = super().clean() or {}
        tile = str(REASONS.get(str(data.get("why") or ""), ""))
        words = str(data.get("reason") or "").strip()
        data["reason"] = "; ".join(part for part in (tile, words) if part)
        if not data["reason"]:
            self.add_error("reason", _("Give the reason for another number."))
        return data


class ReserveForm(ActForm):
    """By when the ruling is promised: minutes from now, or a time of day."""

    minutes = forms.TypedChoiceField(
        choices=[(minutes, minutes) for minutes in PROMISES],
        coerce=int,
        empty_value=None,
        required=False,
        widget=Buttons(),
    )
    until = forms.TimeField(
        label=_("Or at a time"), required=False, widget=Time({"required": True})
    )
    reason = forms.CharField(label=_("Why later"), required=False, max_length=1000)

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
