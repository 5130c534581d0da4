"""One change to a layer of the statement: a step added, dropped, moved; words typed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.errors import ParseError
from rulings.claims.steps import parse_step
from rulings.models import Statement


class StatementForm(forms.Form):
    """What a tap on the palette, a chip or the words box asks for."""

    layer = forms.ChoiceField(choices=Statement.Layer.choices)
    add = forms.CharField(required=False, max_length=60)
    drop = forms.IntegerField(required=False, min_value=0)
    earlier = forms.IntegerField(required=False, min_value=1)
    words = forms.CharField(required=False, max_length=1000)
    nothing = forms.BooleanField(required=False)

    def clean_add(self) -> str:
        """Return the text form of a step, or refuse what is none."""
        text = str(self.cleaned_data["add"])
        try:
            return str(parse_step(text)) if text else ""
        except ParseError as error:
            raise forms.ValidationError(str(error)) from error

    def changed(self, steps: list[str]) -> list[str]:
        """Return the steps of the layer after the change."""
        data = self.cleaned_data
        if data["add"]:
            return [*steps, data["add"]]
        if data["nothing"]:
            return []
        if (drop := data["drop"]) is not None and drop < len(steps):
            return [step for at, step in enumerate(steps) if at != drop]
        if (at := data["earlier"]) is not None and at < len(steps):
            return [*steps[: at - 1], steps[at], steps[at - 1], *steps[at + 1 :]]
        return steps


class ReadBackForm(forms.Form):
    """Whether each side confirms or disputes the words as read back (Law 70B1)."""

    ns = forms.ChoiceField(
        choices=[("confirmed", "confirmed"), ("disputed", "disputed")],
        initial="confirmed",
        error_messages={"required": _("Say what North–South answered.")},
    )
    ew = forms.ChoiceField(
        choices=[("confirmed", "confirmed"), ("disputed", "disputed")],
        initial="confirmed",
        error_messages={"required": _("Say what East–West answered.")},
    )
