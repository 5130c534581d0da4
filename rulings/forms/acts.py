"""The form of an act: it draws itself, is refused in words, and keeps what was typed.

A template says `{{ form }}`, or `{{ form.field.as_field_group }}` where something
stands between two fields; the looks are in `templates/forms` and
`templates/django/forms/field.html`. Limits and choices stand in the form alone.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rulings.forms.widgets import Words
from rulings.permissions import Actor
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import sentence_of
from rulings.workflow.faults import FAULTS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

UNFIT, NOT_NOW = 422, 409
MAX_REASON = 2000


class Unseen(forms.HiddenInput):
    """A hidden field; without an id, for a page may hold several forms."""

    def __init__(self, attrs: dict[str, object] | None = None) -> None:
        """Take further attributes, for example what a script looks for."""
        super().__init__({"id": False, **(attrs or {})})


class _Carried(forms.Field):
    """A hidden value that goes out as the page has it now, whatever was sent."""

    widget = Unseen

    def bound_data(self, data: object, initial: object) -> object:  # noqa: ARG002 - Django's name
        return initial


class KeyField(_Carried, forms.UUIDField):
    """The key of a form, a new one each time that it is drawn (R3)."""


class SeenField(_Carried, forms.CharField):
    """What the page showed, so that an act concerns that and nothing newer."""


class VersionField(_Carried, forms.IntegerField):
    """The version of the case that the page shows (R4)."""


class RowField(forms.TypedChoiceField):
    """A choice among rows that are at hand; it gives the row, or None."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - a field's own arguments
        """Take what a choice takes."""
        super().__init__(empty_value=None, **kwargs)

    def offer(self, rows: Iterable[tuple[Model, object]], none: object = "") -> None:
        """Offer rows with their words, and words for none of them."""
        listed = [(str(row.pk), row, words) for row, words in rows]
        self.coerce = {pk: row for pk, row, _words in listed}.__getitem__
        self.choices = [("", none), *((pk, words) for pk, _row, words in listed)]


class PageForm(forms.Form):
    """A form that draws itself and can be refused after it was found valid."""

    template_name = "forms/form.html"
    refusal: str | Promise = _("Nothing was changed.")
    """What is said above the fields of a refused form."""

    in_a_row = False
    """Whether fields and buttons stand side by side; else a template says where the
    buttons stand."""

    _refused_with = UNFIT

    @property
    def status(self) -> int:
        """Return how a page with this form answers."""
        return self._refused_with if self.errors else 200

    def refuse(self, error: object, *, field: str = "", status: int = UNFIT) -> None:
        """Take why the act was refused: beside its field, else above the fields."""
        self._refused_with = status
        said = sentence_of(error) if isinstance(error, Exception) else str(error)
        self.add_error(field if field in self.fields else None, said)


class ActForm(PageForm):
    """A form that brings one act.

    Where the act has no version the form says `version = None`.
    """

    key = KeyField(initial=uuid.uuid4)
    version: forms.Field | None = VersionField()

    def clean(self) -> dict[str, object]:
        """Refuse what did not come from our pages: a hidden field is missing or odd."""
        if any(self[name].is_hidden for name in self.errors if name in self.fields):
            raise forms.ValidationError(str(FAULTS["page_too_old"].sentence))
        return super().clean() or {}

    def context(self, by: Actor) -> ActContext:
        """Return what accompanies the act of a valid form."""
        given = self.cleaned_data
        version = given.get("version")
        return ActContext(by=by, at=by.at, key=given["key"], version=version)

    def facts_context(self, by: Actor) -> ActContext:
        """Return the same for an act on facts: once read back they are opened again.

        Both are one transaction. All answers are kept; the case freezes again by itself
        when nothing is missing.
        """
        return replace(self.context(by), reopens=True)

    @property
    def wrong(self) -> str:
        """Return why the form is refused, in one line; of what nobody sees nothing."""
        hidden = {field.name for field in self.hidden_fields()}
        seen = (found for name, found in self.errors.items() if name not in hidden)
        return " ".join(map(str, chain.from_iterable(seen)))


class ButtonForm(ActForm):
    """An act that is one button: there is nothing to type."""

    version = None


def reason_field(label: _StrPromise | str, *, rows: int = 4) -> forms.CharField:
    """Return the field for a reason; of one line where no rows are asked for."""
    return forms.CharField(
        label=label,
        max_length=MAX_REASON,
        widget=Words(rows) if rows else forms.TextInput(),
        error_messages={"required": _("Give the reason.")},
    )


class ReasonForm(ActForm):
    """An act that needs a reason and nothing else."""

    reason = reason_field(_("Reason"), rows=0)


class ChoiceForm(PageForm):
    """One choice of what a page shows; it brings no act."""

    def __init__(
        self, name: str, label: object, choices: Iterable[object], chosen: object
    ) -> None:
        """Offer pairs of value and words under a name."""
        super().__init__(initial={name: chosen})
        self.fields[name] = forms.ChoiceField(label=label, choices=choices)  # type: ignore[arg-type]  # pairs, and a lazy label


class FindForm(PageForm):
    """Words to look for in a list; it brings no act."""

    in_a_row = True
    q = forms.CharField(
        label=_("Search"),
        max_length=80,
        required=False,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )

    def __init__(self, q: str, kept: Mapping[str, str], name: str = "q") -> None:
        """Show the words under a name; keep what else chooses the list."""
        super().__init__(initial={name: q, **kept})
        self.fields[name] = self.fields.pop("q")
        for other in kept:
            self.fields[other] = forms.CharField(widget=Unseen)
