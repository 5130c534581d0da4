"""What was said: the words of a layer, its steps one by one, and who agrees to it."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.errors import ParseError
from rulings.forms.acts import ActForm
from rulings.forms.widgets import Ticks, Tiles, Words
from rulings.models import Statement
from rulings.statements.steps import parse_step
from rulings.workflow.errors import sentence_of

MAX_WORDS = 1000


class SpokenWords(Words):
    """Words as they are typed or dictated; read while they come where htmx runs."""

    def __init__(self, rows: int = 3, *, read: bool = False) -> None:
        """Show so many lines; `read` asks the page for what is understood so far."""
        super().__init__(rows)
        self.attrs |= {"placeholder": " ", "autocapitalize": "sentences"}
        if read:
            self.attrs |= {
                "aria-describedby": "read",
                "spellcheck": "false",
                "hx-post": "",
                "hx-trigger": "input changed delay:300ms, words:again",
                "hx-target": "#read",
                "hx-swap": "outerHTML",
                "hx-sync": "this:replace",
            }


class StatementForm(ActForm):
    """What a tap on the words screen asks for; `words` are all words of the layer."""

    layer = forms.ChoiceField(choices=Statement.Layer.choices)
    words = forms.CharField(
        required=False, max_length=MAX_WORDS, widget=SpokenWords(read=True)
    )
    add = forms.CharField(required=False, max_length=60)
    drop = forms.IntegerField(required=False, min_value=0)
    earlier = forms.IntegerField(required=False, min_value=1)
    later = forms.IntegerField(required=False, min_value=0)
    change = forms.IntegerField(required=False, min_value=0)
    put = forms.CharField(required=False, max_length=200)
    nothing = forms.BooleanField(required=False)
    keep = forms.BooleanField(required=False)
    go = forms.CharField(required=False, max_length=20)

    @property
    def typed(self) -> str | None:
        """Return the words of the layer; None from a chip, which leaves them alone."""
        return self.cleaned_data["words"].strip() if "words" in self.data else None

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
            raise forms.ValidationError(sentence_of(error)) from error

    def changed(self, steps: list[str], put: Sequence[str] = ()) -> list[str]:
        """Return the steps after the change; `put` take the place of a changed one."""
        data = self.cleaned_data
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


ANSWERS = [("confirmed", _("agree")), ("disputed", _("dispute it"))]


class ReadBackForm(ActForm):
    """What the claimer repeats when asked, what is added, and who agrees (Law 70B1)."""

    parts = forms.TypedMultipleChoiceField(
        label="", coerce=int, required=False, widget=Ticks
    )
    more = forms.CharField(
        label="", required=False, max_length=MAX_WORDS, widget=SpokenWords(2)
    )
    ns = forms.ChoiceField(
        label="",
        choices=ANSWERS,
        initial="confirmed",
        widget=Tiles,
        error_messages={"required": _("Say what North–South answered.")},
    )
    ew = forms.ChoiceField(
        label="",
        choices=ANSWERS,
        initial="confirmed",
        widget=Tiles,
        error_messages={"required": _("Say what East–West answered.")},
    )

    def offer(self, parts: Sequence[str]) -> None:
        """Offer the parts of the words, to be ticked as they are repeated."""
        self.fields["parts"].choices = list(enumerate(parts))  # type: ignore[attr-defined]  # a choice field
