"""The casebook: what its list is narrowed to, and what of a case is published."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import MAX_REASON, ActForm, PageForm
from rulings.forms.typed import words
from rulings.forms.widgets import Buttons, Words

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
            self.fields[name].choices = [("", gettext("all")), *of]  # type: ignore[attr-defined]  # a choice


class CasebookForm(ActForm):
    """The texts of a case as they are to be published, and whether they are."""

    said = forms.CharField(
        label=_("What was said with the claim"),
        max_length=MAX_REASON,
        required=False,
        widget=Words(3),
    )
    objection = forms.CharField(
        label=_("What was objected"),
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
