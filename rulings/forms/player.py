"""What players send: an act, for whom, in which words; and codes typed by hand.

The same fields serve a phone and the director's tablet; only the tablet may say when
the matter was first put.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from enum import StrEnum

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.widgets import Tiles
from rulings.models import Event, Window

MAX_WORDS = 2000
CAPTAIN = "captain"


class PlayerAct(StrEnum):
    """What a side can do with its case."""

    AGREE = "agree"
    ACCEPT = "accept"
    OBJECT = "object"
    APPEAL = "appeal"
    JOIN = "join"
    TAKE_BACK = "take_back"
    ASK = "ask"
    WITHDRAW = "withdraw"
    CANCEL = "cancel"
    GIVE_BACK = "give_back"


NEEDS_SEAT = frozenset({PlayerAct.APPEAL, PlayerAct.JOIN})
"""Law 92D asks who agrees, so a seat must be named."""

REASONS = (
    ("trump_out", _("A trump is still out")),
    ("order", _("The order of the cards")),
    ("entry", _("No way back to the hand")),
    ("finesse", _("A finesse or a guess")),
    ("count", _("The number of tricks")),
    ("revoke", _("A revoke")),
    ("score", _("The score")),
    ("card_count", _("A wrong number of cards")),
    ("irregularity", _("Another irregularity")),
    ("other", _("Something else")),
)
"""What an objection is about, to be chosen without writing a word."""


def phone_instant(text: str) -> datetime | None:
    """Return an instant that a phone's clock gave, or None where it gave none."""
    try:
        at = datetime.fromisoformat(text)
        return at.astimezone(UTC) if at.tzinfo else None
    except (ValueError, OverflowError):
        return None


class ActForm(forms.Form):
    """One act of a side."""

    act = forms.ChoiceField(choices=[(act.value, act.value) for act in PlayerAct])
    purpose = forms.ChoiceField(
        choices=[("", ""), *Window.Purpose.choices], required=False
    )
    seat = forms.CharField(max_length=7, required=False)
    partner = forms.BooleanField(required=False)
    absent = forms.BooleanField(required=False)
    reason = forms.ChoiceField(choices=[("", ""), *REASONS], required=False)
    words = forms.CharField(max_length=MAX_WORDS, required=False, strip=True)
    said = forms.TimeField(required=False)
    phone_time = forms.CharField(max_length=40, required=False)

    def __init__(self, data: object, *, seats: Iterable[str]) -> None:
        """Take the form of a side that sits at these seats."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.seats = frozenset(seats)

    def clean_seat(self) -> str:
        """Return the seat, one of the side's own, or "" where none was named."""
        seat = str(self.cleaned_data["seat"])
        if seat and seat not in self.seats:
            raise forms.ValidationError(_("Choose one of your own seats."))
        return seat

    def clean_phone_time(self) -> datetime | None:
        """Return what the phone's clock said; evidence only, so a bad one is none."""
        return phone_instant(str(self.cleaned_data["phone_time"]))

    def clean(self) -> dict[str, object]:
        """Ask for a seat where the Law does."""
        given = super().clean() or {}
        if given.get("act") in NEEDS_SEAT and not given.get("seat"):
            self.add_error(
                "seat", _("Say who you are: an appeal needs both partners (Law 92D).")
            )
        return given


MATTERS = (
    ("withdraw", _("We agreed to a claim and no longer do")),
    ("cancel", _("We gave up tricks that could not be lost")),
    ("score", _("We have too few tricks, or our score is wrong")),
    ("give_back", _("We were given tricks that are not ours")),
    ("ask", _("Something else: we ask for a ruling")),
)
"""What a side may want of a board that nobody has a case on."""


class MatterForm(forms.Form):
    """A matter that a side starts on a board of its own."""

    matter = forms.ChoiceField(
        label=_("What is it about?"),
        choices=MATTERS,
        widget=Tiles,
        error_messages={"required": _("Say what it is about: one tap is enough.")},
    )
    seat = forms.ChoiceField(label=_("Who are you?"), required=False, widget=Tiles)
    words = forms.CharField(
        label=_("In your words, if you like"),
        max_length=MAX_WORDS,
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )
    phone_time = forms.CharField(
        max_length=40,
        required=False,
        widget=forms.HiddenInput({"data-phone-time": True}),
    )

    def __init__(self, data: object, *, seats: Mapping[str, str]) -> None:
        """Take the form of a side that sits at these seats."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        field = self.fields["seat"]
        if isinstance(field, forms.ChoiceField):
            field.choices = list(seats.items())

    def clean_phone_time(self) -> datetime | None:
        """Return what the phone's clock said; evidence only, so a bad one is none."""
        return phone_instant(str(self.cleaned_data["phone_time"]))


class CodeForm(forms.Form):
    """The code of a slip, typed by hand."""

    event = forms.ModelChoiceField(queryset=Event.objects.none(), required=False)
    code = forms.CharField(max_length=20)

    def __init__(self, data: object, *, events: Iterable[Event]) -> None:
        """Offer the running events; the only one is chosen by itself."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.events = list(events)
        field = self.fields["event"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = Event.objects.filter(
                pk__in=[event.pk for event in self.events]
            )

    def clean_event(self) -> Event:
        """Return the chosen event, or the only one."""
        event = self.cleaned_data["event"]
        if isinstance(event, Event):
            return event
        if len(self.events) == 1:
            return self.events[0]
        raise forms.ValidationError(_("Choose your event."))
