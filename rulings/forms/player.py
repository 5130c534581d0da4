"""What players send: an act, for whom, in which words; and codes typed by hand.

The same fields serve a phone and the director's tablet; only the tablet may say when
the matter was first put.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, PageForm, Unseen
from rulings.forms.widgets import Tick, Tiles, Time, Words
from rulings.models import Event
from rulings.permissions import Actor, Via
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault

MAX_WORDS = 2000


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
    UNFILE = "unfile"


WITH_WORDS = frozenset(
    {
        PlayerAct.OBJECT,
        PlayerAct.APPEAL,
        PlayerAct.ASK,
        PlayerAct.WITHDRAW,
        PlayerAct.CANCEL,
        PlayerAct.GIVE_BACK,
    }
)
"""What a side wants: words may be added, and it only appends, so it never fails on a
version (R4)."""

NEEDS_SEAT = frozenset({PlayerAct.APPEAL, PlayerAct.JOIN})
"""Law 92D asks who agrees, so a seat must be named."""

FIELDS = {
    "seat": WITH_WORDS | {PlayerAct.JOIN},
    "partner": {PlayerAct.APPEAL},
    "absent": {PlayerAct.APPEAL},
    "reason": WITH_WORDS - {PlayerAct.APPEAL, PlayerAct.GIVE_BACK},
    "words": WITH_WORDS,
    "wish": {PlayerAct.UNFILE},
    "version": frozenset(PlayerAct) - WITH_WORDS - {PlayerAct.UNFILE},
}
"""The fields that not every act has: acts without a seat are those of a whole side."""

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


IF_YOU_LIKE = _("if you like")


class PhoneTime(forms.CharField):
    """What the phone's clock said; evidence only, so a bad one is none."""

    widget = Unseen({"data-phone-time": True})

    def clean(self, value: object) -> datetime | None:
        """Return the instant, or None."""
        return phone_instant(str(value or ""))


class PlayerForm(ActForm):
    """What a player sends for his side: who speaks, and when by his phone's clock."""

    refusal = _("Nothing has been sent yet.")
    use_required_attribute = False

    phone_time = PhoneTime()
    seat = forms.ChoiceField(
        label=_("Who are you?"),
        required=False,
        widget=Tiles,
        error_messages={
            "required": _("Say who you are: an appeal needs both partners (Law 92D)."),
            "invalid_choice": _("Choose one of your own seats."),
        },
    )

    def __init__(
        self,
        data: object,
        *,
        seats: Mapping[str, str],
        initial: dict[str, object] | None = None,
    ) -> None:
        """Take the form of a side that sits at these seats."""
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        seat = self.fields["seat"]
        if isinstance(seat, forms.ChoiceField):
            seat.choices = list(seats.items())

    def context(self, by: Actor) -> ActContext:
        """Return what accompanies the act, with the time of the phone."""
        phone_at = self.cleaned_data["phone_time"]
        return replace(super().context(by), phone_at=phone_at)


class SideForm(PlayerForm):
    """One act of a side, with the fields that the act has."""

    act = forms.ChoiceField(
        choices=[(act.value, act.value) for act in PlayerAct], widget=Unseen
    )
    wish = forms.UUIDField(widget=Unseen)
    partner = forms.BooleanField(
        label=_("My partner is here and agrees"), required=False, widget=Tick
    )
    absent = forms.BooleanField(
        label=_("My partner is not here and cannot be asked"),
        required=False,
        widget=Tick,
    )
    reason = forms.ChoiceField(
        label=_("What is it about?"),
        help_text=IF_YOU_LIKE,
        choices=REASONS,
        required=False,
        widget=Tiles,
    )
    words = forms.CharField(
        label=_("In your words"),
        help_text=IF_YOU_LIKE,
        max_length=MAX_WORDS,
        required=False,
        widget=Words,
    )
    said = forms.TimeField(
        label=_("Said at"),
        help_text=_("empty: just now"),
        required=False,
        widget=Time,
    )

    def __init__(
        self,
        data: object,
        act: PlayerAct,
        *,
        version: int,
        seats: Mapping[str, str],
        absent_concurs: bool,
        tablet: bool,
        wish: str = "",
    ) -> None:
        """Take an act of a side that sits at these seats.

        `absent_concurs` says that the edition lets a partner be absent; only on the
        tablet is it asked when the matter was put, and by whom.
        """
        initial: dict[str, object] = {
            "act": act.value,
            "version": version,
            "wish": wish,
        }
        super().__init__(data, seats=seats, initial=initial)
        seat = self.fields["seat"]
        seat.required = act in NEEDS_SEAT
        if tablet:
            seat.label = _("Who says it?")
        else:
            del self.fields["said"]
        if not absent_concurs:
            del self.fields["absent"]
        for name, acts in FIELDS.items():
            if act not in acts:
                self.fields.pop(name, None)

    def context(self, by: Actor) -> ActContext:
        """Return what accompanies the act; on the tablet, when it was said."""
        context = super().context(by)
        if "said" in self.fields:
            return said_on_tablet(context, self.cleaned_data["said"])
        return context


def said_on_tablet(context: ActContext, said: time | None) -> ActContext:
    """Return an act as put on the tablet, at a spoken time of today or just now.

    A time later than now is one of yesterday evening.
    """
    context = replace(context, by=replace(context.by, via=Via.DIRECTORS_TABLET))
    here = context.at.astimezone(timezone.get_current_timezone())
    spoken = here
    if said is not None:
        spoken = datetime.combine(here.date(), said, tzinfo=here.tzinfo)
        if spoken > here:
            spoken -= timedelta(days=1)
    if here - spoken > timedelta(hours=18):
        raise Fault("said_later")
    return replace(context, said_at=spoken.astimezone(UTC))


MATTERS = (
    ("withdraw", _("We agreed to a claim and no longer do")),
    ("cancel", _("We gave up tricks that could not be lost")),
    ("score", _("We have too few tricks, or our score is wrong")),
    ("give_back", _("We were given tricks that are not ours")),
    ("ask", _("Something else: we ask for a ruling")),
)
"""What a side may want of a board that nobody has a case on."""


class MatterForm(PlayerForm):
    """A matter that a side starts on a board of its own."""

    version = None
    field_order = ("matter",)

    matter = forms.ChoiceField(
        label=_("What is it about?"),
        choices=MATTERS,
        widget=Tiles,
        error_messages={"required": _("Say what it is about: one tap is enough.")},
    )
    words = forms.CharField(
        label=_("In your words, if you like"),
        max_length=MAX_WORDS,
        required=False,
        widget=Words,
    )


class CodeForm(PageForm):
    """The code of a slip, typed by hand."""

    refusal = ""
    use_required_attribute = False

    event = forms.ChoiceField(
        label=_("Your event"),
        widget=Tiles,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choose your event.")
        ),
    )
    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            {
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "typed",
                "required": True,
            }
        ),
    )

    def __init__(self, data: object, *, events: Iterable[Event]) -> None:
        """Offer the running events; the only one is not asked for."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.events = {str(event.pk): event for event in events}
        field = self.fields["event"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(pk, event.name) for pk, event in self.events.items()]
        if len(self.events) == 1:
            del self.fields["event"]

    @property
    def chosen(self) -> Event:
        """Return the event of a valid form: the chosen one, or the only one."""
        return self.events[self.cleaned_data.get("event") or next(iter(self.events))]
