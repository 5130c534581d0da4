"""What an administrator sends about an event itself: its making, its laws."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.forms.times import this_century
from rulings.forms.typed import whole_or_less
from rulings.laws.editions import editions
from rulings.laws.errors import WrongValue
from rulings.laws.regulations import (
    Regulations,
    Setting,
    bodies,
    load_regulations,
    parameters,
)
from rulings.models import Event
from rulings.queries.case.rules import wanted_words

EDITION = "edition"
"""The parameter that the edition of the event sets."""

MAX_REASON = 2000


class LawsChoice(forms.Form):
    """The edition and the body of an event, among those that are held."""

    edition = forms.ChoiceField()
    body = forms.ChoiceField()

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - a form's own arguments
        **kwargs: Any,  # noqa: ANN401 - the same
    ) -> None:
        """Let the form choose among the editions and the bodies."""
        super().__init__(*args, **kwargs)
        for name, held in (("edition", editions()), ("body", bodies())):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [(one, one) for one in held]


class EventForm(LawsChoice):
    """A new event: name, who competes, where, when, and the laws it begins with."""

    name = forms.CharField(max_length=120)
    kind = forms.ChoiceField(choices=Event.Kind.choices)
    zone = forms.CharField(max_length=64)
    starts_on = forms.DateField(validators=[this_century])
    ends_on = forms.DateField(validators=[this_century])

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


class LawsForm(LawsChoice):
    """Edition, body and every value that the event sets otherwise than the body."""

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - a form's own arguments
        **kwargs: Any,  # noqa: ANN401 - the same
    ) -> None:
        """Make a field for each parameter."""
        super().__init__(*args, **kwargs)
        for name in parameters():
            if name != EDITION:
                self.fields[f"set_{name}"] = forms.CharField(
                    required=False, max_length=80
                )

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


class RoundMovedForm(forms.Form):
    """When a round had really ended, and how that is known."""

    ended_at = forms.DateTimeField(
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        validators=[this_century],
    )
    reason = forms.CharField(max_length=MAX_REASON)

    def instant(self) -> datetime:
        """Return the instant that was typed, in the zone that is active."""
        at: datetime = self.cleaned_data["ended_at"]
        return at
