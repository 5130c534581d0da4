"""A fact of what the claimer knew, or of what was pending, at one tap."""

from __future__ import annotations

from django import forms

from rulings.forms.acts import ActForm
from rulings.forms.widgets import Buttons


class FactForm(ActForm):
    """The chip that was tapped: the list, and what is put on it or taken off."""

    fact = forms.CharField(required=False, widget=Buttons())
