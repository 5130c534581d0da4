"""What was right, where a fact of an announced ruling is corrected."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.bridge.hands import FULL_HAND
from rulings.forms.acts import ActForm
from rulings.forms.table.claim import ClaimQuestions
from rulings.queries.table.settlement import MOST_MOVED

TRICKS = _("Give a number of tricks from 0 to 13.")


class FoundForm(forms.Form):
    """How a mistake in an announced ruling was found."""

    reason = forms.CharField(
        label=_("How was it found?"),
        help_text=_("These words are read out to the table."),
        max_length=1000,
    )


class TricksForm(forms.Form):
    """North-South's part of the tricks left; nothing leaves it as it was ruled.

    A revoke may move earlier tricks as well, from North-South too.
    """

    tricks = forms.IntegerField(
        required=False,
        min_value=-MOST_MOVED,
        max_value=FULL_HAND,
        error_messages={"invalid": TRICKS, "min_value": TRICKS, "max_value": TRICKS},
    )


class CorrectForm(ClaimQuestions, ActForm):
    """The facts as they are right; what was not touched comes with them."""
