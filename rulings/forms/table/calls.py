"""A new call: a board at a table tapped, or both numbers typed; calls handed over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.chief import AssignForm


class NewCallForm(forms.Form):
    """Which board at which table; the section where there is more than one."""

    playing = forms.UUIDField(required=False)
    section = forms.CharField(required=False, max_length=3, initial="A")
    table = forms.IntegerField(required=False, min_value=1, max_value=999)
    board = forms.IntegerField(required=False, min_value=1, max_value=999)
    session = forms.UUIDField(required=False)
    sure = forms.CharField(required=False, max_length=60)
    kind = forms.ChoiceField(required=False)

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - a form's own arguments
        kinds: Iterable[str] = (),
        **kwargs: Any,  # noqa: ANN401 - the same
    ) -> None:
        """Offer the kinds of case that the edition knows; the first is plain."""
        super().__init__(*args, **kwargs)
        self.kinds = tuple(kinds)
        field = self.fields["kind"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(kind, kind) for kind in self.kinds]

    def clean_kind(self) -> str:
        """Return the kind of the call, the first where none was chosen."""
        return str(self.cleaned_data["kind"] or next(iter(self.kinds), ""))

    def clean(self) -> dict[str, Any]:
        """Refuse a call that names neither a playing nor table and board."""
        data = super().clean() or {}
        if self.errors or data.get("playing"):
            return data
        if not (data.get("table") and data.get("board")):
            raise forms.ValidationError(_("Give the table and the board."))
        data["section"] = str(data.get("section") or "A").strip().upper()
        data["numbers"] = "{section}-{table}-{board}".format(**data)
        return data

    @property
    def sure_in(self) -> str:
        """Return the session for which just these numbers were said to be right."""
        numbers, _sep, session = str(self.cleaned_data["sure"]).partition(" ")
        return session if numbers == self.cleaned_data["numbers"] else ""


class HandCallsForm(AssignForm):
    """The director who takes all calls of another."""

    version = None
