"""The casebook and the exam: what is looked for, what is published and answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import MAX_REASON, ActForm, PageForm, Unseen
from rulings.forms.typed import words
from rulings.forms.widgets import Buttons, Tiles, Words

IN, OUT = "in", "out"


class CasebookFilterForm(PageForm):
    """What the list of the casebook is narrowed to; it brings no act."""

    in_a_row = True
    law = forms.ChoiceField(label=_("Law"), required=False)
    cause = forms.ChoiceField(label=_("Cause"), required=False)
    q = forms.CharField(
        label=_("Search"),
        max_length=80,
        required=False,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )

    def __init__(
        self, choices: Mapping[str, list[tuple[str, str]]], asked: Mapping[str, str]
    ) -> None:
        """Offer the Laws and causes that there are; keep what was asked for."""
        kept = {name: words(asked.get(name, ""))[:80] for name in ("q", *choices)}
        for name, of in choices.items():
            if kept[name] not in {value for value, _said in of}:
                kept[name] = ""
        super().__init__(initial=kept)
        self.asked = {name: value for name, value in kept.items() if value}
        """What the list is narrowed to."""
        for name, of in choices.items():
            _choose(self.fields[name], [("", gettext("all")), *of])


class CasebookForm(ActForm):
    """The texts of a case as they are to be published, and whether they are."""

    said = forms.CharField(
        label=_("What was said with the claim"),
        max_length=MAX_REASON,
        required=False,
        widget=Words(3),
    )
    objection = forms.CharField(
        label=_("Objection"),
        max_length=MAX_REASON,
        required=False,
        widget=Words(3),
    )
    reasons = forms.CharField(
        label=_("Reasons of the ruling"),
        max_length=MAX_REASON,
        required=False,
        widget=Words(),
    )
    do = forms.ChoiceField(choices=[(IN, IN), (OUT, OUT)], widget=Buttons())


PRACTICE, TEST = "practice", "test"
COUNTS = ("10", "20", "30")
Choices = Sequence[tuple[str, str]]


class ExamStartForm(PageForm):
    """What the exam asks about, how much, and whether each answer is shown at once."""

    law = forms.ChoiceField(label=_("Law"), required=False, widget=Tiles)
    count = forms.ChoiceField(
        label=_("Questions of a test"),
        choices=[(count, count) for count in COUNTS],
        widget=Tiles,
    )
    do = forms.ChoiceField(
        choices=[(PRACTICE, _("Practise")), (TEST, _("Take a test"))],
        widget=Buttons("btn main"),
    )

    def __init__(self, data: object, *, laws: Sequence[str]) -> None:
        """Offer these Laws, and all of them."""
        super().__init__(data, initial={"count": COUNTS[0], "law": ""})  # type: ignore[arg-type]  # a request's POST
        _choose(
            self.fields["law"],
            [
                ("", gettext("all")),
                *((law, law) for law in laws),
            ],
        )


class ExamAnswerForm(PageForm):
    """The answer to a question: how many tricks, by which Law."""

    number = forms.IntegerField(widget=Unseen)
    tricks = forms.TypedChoiceField(
        label=_("Tricks for the side that claims"), coerce=int, widget=Tiles
    )
    law = forms.ChoiceField(label=_("By which Law?"), widget=Tiles)

    def __init__(self, data: object, *, number: int, left: int, laws: Choices) -> None:
        """Offer all numbers of tricks and these Laws."""
        super().__init__(data, initial={"number": number})  # type: ignore[arg-type]  # a request's POST
        tricks, law = self.fields["tricks"], self.fields["law"]
        _choose(tricks, [(n, str(n)) for n in range(left + 1)])
        _choose(law, laws)


class CertificateForm(PageForm):
    """The name on a certificate; it is printed and kept nowhere."""

    candidate = forms.CharField(
        label=_("Your name, as it is to be printed"),
        max_length=80,
        widget=forms.TextInput({"autocomplete": "name"}),
    )


def _choose(field: forms.Field, choices: Iterable[tuple[object, object]]) -> None:
    """Let a field choose among values with their words."""
    field.choices = list(choices)  # type: ignore[attr-defined]  # a choice field
