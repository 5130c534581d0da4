"""What a chief or administrator sends about keys of programs."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.models import Role
from rulings.workflow.event.api_keys import MAX_PURPOSE


class KeyForm(forms.Form):
    """A key for a program: its role in the event, and which program it is."""

    purpose = forms.CharField(
        max_length=MAX_PURPOSE,
        error_messages={"required": _("Say which program the key is for.")},
    )
    role = forms.ChoiceField(
        error_messages={
            "required": _("Choose the program’s role."),
            "invalid_choice": _("You give no key in that role."),
        }
    )

    def __init__(self, data: object, *, roles: Iterable[Role.Name]) -> None:
        """Offer the roles that the giver may give."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        field = self.fields["role"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(one.value, one.label) for one in roles]
