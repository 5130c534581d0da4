"""A new call: a board at a table tapped, or both numbers typed; calls handed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, PageForm, Unseen
from rulings.forms.chief import AssignForm
from rulings.forms.widgets import Buttons, Tiles

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def _number(label: _StrPromise) -> forms.IntegerField:
    """Return the field for the number of a table or a board, which a form needs."""
    keys = {"inputmode": "numeric", "required": True}
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=1,
        max_value=999,
        widget=forms.NumberInput(keys),
    )


class PlaceForm(PageForm):
    """Which board at which table; the section where there is more than one.

    Buttons bring `playing`, `session` and `sure`: a template draws them.
    """

    playing = forms.UUIDField(required=False, widget=Buttons())
    section = forms.CharField(
        label=_("Section"),
        required=False,
        max_length=3,
        initial="A",
        widget=forms.TextInput({"size": 3, "autocapitalize": "characters"}),
    )
    table = _number(_("Table"))
    board = _number(_("Board"))
    session = forms.UUIDField(required=False, widget=Buttons())
    sure = forms.CharField(required=False, max_length=60, widget=Buttons())

    def clean(self) -> dict[str, Any]:
        """Refuse a form that names neither a playing nor table and board."""
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


class NewCallForm(PlaceForm, ActForm):
    """A new call: where, and what it is about."""

    version = None
    kind = forms.ChoiceField(label=_("What is it about?"), required=False, widget=Tiles)

    def __init__(
        self, data: object, kinds: Mapping[str, object], *, auto_id: str = "id_%s"
    ) -> None:
        """Offer the kinds of case that the edition knows; the first is plain."""
        self.plain = next(iter(kinds))
        super().__init__(data, auto_id=auto_id, initial={"kind": self.plain})  # type: ignore[arg-type]  # a request's POST
        self.fields["kind"].choices = list(kinds.items())  # type: ignore[attr-defined]  # a choice
        if len(kinds) == 1:
            del self.fields["kind"]

    @property
    def about(self) -> str:
        """Return the kind of the call, the first where none was chosen."""
        return str(self.cleaned_data.get("kind") or self.plain)


class WhyForm(ActForm):
    """Why a call goes to another place; the place itself gives a reason."""

    reason = forms.CharField(
        label=_("Why"),
        required=False,
        max_length=1000,
        widget=forms.TextInput({"required": True}),
    )


class MoveForm(PlaceForm, WhyForm):
    """A call to another place by its numbers."""

    def hide_place(self) -> None:
        """Carry the place along unseen: what is left to be given is the reason."""
        for name in PlaceForm.base_fields:
            self.fields[name].widget = Unseen()


class SaidWhyForm(ActForm):
    """An act with a reason: one that was tapped, own words, or both."""

    why = forms.CharField(required=False, max_length=1000, widget=Buttons())
    reason = forms.CharField(
        label=_("In your own words"), required=False, max_length=1000
    )
    missing: _StrPromise | str = _("Say why: tap a reason, or write one.")

    def clean(self) -> dict[str, Any]:
        """Join what was tapped and what was written."""
        data = super().clean() or {}
        parts = (str(data.get(name, "")) for name in ("why", "reason"))
        data["reason"] = "; ".join(part for part in parts if part)
        if not data["reason"]:
            self.add_error("reason", self.missing)
        return data


class CancelForm(SaidWhyForm):
    """A call that was made by mistake."""

    reason = forms.CharField(
        label=_("Or in your own words"),
        required=False,
        max_length=1000,
        widget=forms.TextInput({"required": True}),
    )
    missing = _("Give the reason.")


class HandCallsForm(AssignForm):
    """The director who takes all calls of another."""

    version = None
