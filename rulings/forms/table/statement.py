"""One change to a layer of the statement: a step added, dropped, moved; words typed."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.errors import ParseError
from rulings.models import Statement
from rulings.statements.steps import parse_step


class StatementForm(forms.Form):
    """What a tap on the palette, a chip or the words box asks for."""

    layer = forms.ChoiceField(choices=Statement.Layer.choices)
    add = forms.CharField(required=False, max_length=60)
    drop = forms.IntegerField(required=False, min_value=0)
    earlier = forms.IntegerField(required=False, min_value=1)
    later = forms.IntegerField(required=False, min_value=0)
    change = forms.IntegerField(required=False, min_value=0)
    put = forms.CharField(required=False, max_length=200)
    words = forms.CharField(required=False, max_length=1000)
    nothing = forms.BooleanField(required=False)
    instead = forms.BooleanField(required=False)
    go = forms.CharField(required=False, max_length=20)

    @property
    def asks_change(self) -> bool:
        """Say whether the form changes a layer; else it only leads on."""
        moves = ("drop", "earlier", "later", "change")
        data = self.cleaned_data
        return bool(data["add"] or data["words"].strip() or data["nothing"]) or any(
            data[name] is not None for name in moves
        )

    @property
    def touched(self) -> int | None:
        """Return the place of the step whose words came along, None for none."""
        data = self.cleaned_data
        places = (data["change"], data["earlier"], data["later"])
        return next((at for at in places if at is not None), None)

    def clean_add(self) -> str:
        """Return the text form of a step, or refuse what is none."""
        text = str(self.cleaned_data["add"])
        try:
            return str(parse_step(text)) if text else ""
        except ParseError as error:
            raise forms.ValidationError(str(error)) from error

    def changed(self, steps: list[str], put: Sequence[str] = ()) -> list[str]:
        """Return the steps after the change; `put` take the place of a changed one."""
        data = self.cleaned_data
        if data["add"]:
            return [*steps, data["add"]]
        for name in ("drop", "change"):
            if (at := data[name]) is not None and at < len(steps):
                return [*steps[:at], *put, *steps[at + 1 :]]
        if put and (at := self.touched) is not None and at < len(steps):
            steps = [*steps[:at], *put, *steps[at + 1 :]]
            if len(put) > 1:
                return steps
        at = data["earlier"] if data["later"] is None else data["later"] + 1
        if at is not None and at < len(steps):
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
