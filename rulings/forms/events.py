"""What an administrator sends about an event: its making, its laws, its programs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import MAX_REASON, ActForm, Unseen
from rulings.forms.times import this_century
from rulings.forms.typed import whole_or_less
from rulings.forms.widgets import Day, DayTime, Tick, Tiles
from rulings.laws.editions import editions
from rulings.laws.errors import WrongValue
from rulings.laws.handbook.settings import named_bodies, shown
from rulings.laws.regulations import (
    Parameter,
    Regulations,
    Setting,
    bodies,
    load_regulations,
    parameters,
)
from rulings.models import ApiKey, Event, Role
from rulings.queries.case.rules import wanted_words
from rulings.workflow.event.api_keys import MAX_PURPOSE, MOST_POSITIONS

USUAL = _("Empty: %(n)d, as the site sets.")

EDITION = "edition"
"""The parameter that the edition of the event sets."""


class LawsChoice(ActForm):
    """The edition and the body of an event, among those that are held."""

    version = None

    edition = forms.ChoiceField(
        label=_("Edition of the laws"),
        choices=lambda: [(one, one) for one in editions()],
        widget=Tiles,
    )
    body = forms.ChoiceField(
        label=_("Regulations of"),
        choices=lambda: named_bodies(gettext),
        widget=Tiles,
    )


class EventForm(LawsChoice):
    """A new event: name, who competes, where, when, and the laws it begins with."""

    field_order = ("name", "kind", "starts_on", "ends_on", "zone")

    name = forms.CharField(label=_("Name"), max_length=120)
    kind = forms.ChoiceField(
        label=_("Who competes"),
        choices=[(value, _(words)) for value, words in Event.Kind.choices],
        widget=Tiles,
    )
    starts_on = forms.DateField(
        label=_("First day"), validators=[this_century], widget=Day
    )
    ends_on = forms.DateField(
        label=_("Last day"), validators=[this_century], widget=Day
    )
    zone = forms.CharField(
        label=_("Time zone, for example Europe/Warsaw"), max_length=64
    )
    directs = forms.BooleanField(
        label=_("I am its chief director"), required=False, widget=Tick
    )

    def clean_zone(self) -> str:
        """Refuse a zone that does not exist."""
        zone = str(self.cleaned_data["zone"]).strip()
        if zone not in available_timezones():
            raise ValidationError(_("Give a time zone such as Europe/Warsaw."))
        return zone

    def clean(self) -> dict[str, Any]:
        """Refuse an event that ends before it starts."""
        data = super().clean() or {}
        starts, ends = data.get("starts_on"), data.get("ends_on")
        if isinstance(starts, date) and isinstance(ends, date) and ends < starts:
            self.add_error("ends_on", _("The last day is before the first."))
        return data

    def regulations(self) -> Regulations:
        """Return the body's set under the edition that was chosen."""
        data = self.cleaned_data
        return load_regulations(data["body"]).replaced({EDITION: data["edition"]})


class RepeatForm(ActForm):
    """The same evening again: another day, with the same people or without names."""

    version = None

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_on = forms.DateField(
        label=_("First day"), validators=[this_century], widget=Day
    )
    people = forms.BooleanField(
        label=_("With the same names of players"), required=False, widget=Tick
    )


class LawsForm(LawsChoice):
    """Edition, body and every value that the event sets otherwise than the body."""

    body = forms.ChoiceField(
        choices=lambda: [(one, one) for one in bodies()], widget=Unseen
    )

    def __init__(
        self, data: object, *, edition: str, body: str, held: Regulations
    ) -> None:
        """Make a field for each parameter, with the value that is held."""
        initial = {"edition": edition, "body": body}
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a request's POST
        for name, parameter in parameters().items():
            if name != EDITION:
                self.fields[f"set_{name}"] = _field(parameter, held[name])

    def settings(self) -> list[tuple[str, BoundField]]:
        """Return the fields of the parameters, each with its law."""
        return [
            (parameter.ref, self[f"set_{name}"])
            for name, parameter in parameters().items()
            if name != EDITION
        ]

    def clean(self) -> dict[str, Any]:
        """Read each value in its kind; what a parameter cannot be is said with it."""
        data = super().clean() or {}
        values: dict[str, Setting] = {}
        for name, parameter in parameters().items():
            if name == EDITION:
                continue
            text = str(data.get(f"set_{name}") or "").strip()
            number = whole_or_less(text) if parameter.kind == "int" else None
            given: object = text or None if number is None else number
            try:
                values[name] = parameter.checked(given)
            except WrongValue:
                words = {"label": gettext(parameter.label), "given": text}
                words["wanted"] = wanted_words(parameter)
                sentence = _("%(label)s: “%(given)s” is not possible; give %(wanted)s.")
                self.add_error(f"set_{name}", sentence % words)
        data["values"] = values
        return data

    def regulations(self) -> Regulations:
        """Return the body's set with the edition and the values of the event."""
        data = self.cleaned_data
        values = {**data["values"], EDITION: data["edition"]}
        return load_regulations(data["body"]).replaced(values)


def _field(parameter: Parameter, held: Setting) -> forms.CharField:
    """Return the field of a parameter: a list where it has options, else a text."""
    widget: forms.Widget = forms.TextInput({"title": wanted_words(parameter)})
    if parameter.options:
        none = [("", "–")] if parameter.unset else []
        listed = [(one, shown(parameter, one, gettext)) for one in parameter.options]
        widget = forms.Select(choices=[*none, *listed])
    return forms.CharField(
        label=gettext(parameter.label),
        required=False,
        max_length=80,
        initial="" if held is None else str(held),
        widget=widget,
    )


class RoundMovedForm(ActForm):
    """When a round had really ended, and how that is known."""

    version = None

    ended_at = forms.DateTimeField(
        label=_("Ended at"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        validators=[this_century],
        widget=DayTime(seconds=True),
    )
    reason = forms.CharField(label=_("Reason"), max_length=MAX_REASON)


def _positions(label: object) -> forms.IntegerField:
    """Return the field for a key's positions on a day; empty for the site's number."""
    return forms.IntegerField(
        label=label,  # type: ignore[arg-type]  # words, translated later
        required=False,
        min_value=0,
        max_value=MOST_POSITIONS,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


class KeyForm(ActForm):
    """A key for a program: its role in the event, and which program it is."""

    version = None

    purpose = forms.CharField(
        label=_("Which program is it for?"),
        max_length=MAX_PURPOSE,
        error_messages={"required": _("Say which program the key is for.")},
    )
    role = forms.ChoiceField(
        label=_("Its role"),
        widget=Tiles,
        error_messages={
            "required": _("Choose the program’s role."),
            "invalid_choice": _("You give no key in that role."),
        },
    )
    positions = _positions(_("Positions a day, for a platform that streams them"))

    def __init__(
        self,
        data: object,
        *,
        roles: Iterable[tuple[Role.Name, object, object]],
        usual: int,
    ) -> None:
        """Offer the roles that the giver may give, each with what it does.

        `usual` is how many positions a day a key has for which none are given.
        """
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.fields["positions"].help_text = USUAL % {"n": usual}
        self.fields["role"].choices = [  # type: ignore[attr-defined]  # a choice
            (role.value, format_html("{}<small>{}</small>", words, does))
            for role, words, does in roles
        ]


class QuotaForm(ActForm):
    """How many positions a key may stream on a day."""

    version = None
    in_a_row = True

    positions = _positions(_("Positions a day"))

    def __init__(self, data: object, key: ApiKey) -> None:
        """Take what the key has now; a page holds one for each key."""
        initial = {"positions": key.day_positions}
        super().__init__(data, auto_id=f"quota-{key.pk}-%s", initial=initial)  # type: ignore[arg-type]  # a request's POST


class HookForm(ActForm):
    """Where a program is notified."""

    version = None

    address = forms.CharField(label=_("Address of the program"), max_length=300)
