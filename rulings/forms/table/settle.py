"""The answer to a question that stands beside the proposal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, Unseen
from rulings.forms.widgets import Buttons
from rulings.queries.table.decided import COUNTED

QUESTIONS = ("aware_of_trump", "location", "forgotten", COUNTED, "stated_order")
"""The questions, each with a button for each of its answers."""


class AnswerForm(ActForm):
    """The answer to one of the questions; `about` are its cards, between commas."""

    about = forms.CharField(required=False, widget=Unseen)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - a form's own arguments
        """Take the answer under the name of its question."""
        super().__init__(*args, **kwargs)
        for name in QUESTIONS:
            self.fields[name] = forms.CharField(required=False, widget=Buttons())

    def clean(self) -> dict[str, Any]:
        """Say which question is answered, how, and of which cards."""
        data: dict[str, Any] = super().clean() or {}
        given = [(name, data[name]) for name in QUESTIONS if data.get(name)]
        if not given:
            raise forms.ValidationError(_("Choose one of the two answers."))
        data["question"], data["choice"] = given[0]
        data["cards"] = frozenset(str(data["about"]).split(","))
        return data
