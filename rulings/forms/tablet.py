"""What is typed on a shared tablet: whose it is now, and the PIN."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import PageForm
from rulings.forms.widgets import Tiles
from rulings.workflow.tablets import DIGITS, is_weak


def pin_field(label: object, help_text: object = "") -> forms.RegexField:
    """Return a field for the digits of a PIN: never shown, never kept by a browser."""
    return forms.RegexField(
        rf"\A[0-9]{{{DIGITS}}}\Z",
        label=label,  # type: ignore[arg-type]  # a lazy text
        help_text=help_text,  # type: ignore[arg-type]  # as above
        max_length=DIGITS,
        error_messages={"invalid": _("A PIN has six digits.")},
        widget=forms.PasswordInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class OpenForm(PageForm):
    """Who takes the tablet, and his PIN."""

    refusal = ""

    person = forms.TypedChoiceField(
        label=_("Who are you?"),
        widget=Tiles,
        error_messages={"required": _("Tap your name.")},
    )
    pin = pin_field(_("Your PIN"))

    def __init__(self, data: object, *, people: Iterable[User]) -> None:
        """Offer those who have a PIN on this tablet."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        known = {str(one.pk): one for one in people}
        person = self.fields["person"]
        person.coerce = known.__getitem__  # type: ignore[attr-defined]  # a typed choice
        person.choices = [(pk, one.get_username()) for pk, one in known.items()]  # type: ignore[attr-defined]  # as above


class NewPinForm(PageForm):
    """A PIN of one's own for this tablet, typed twice."""

    pin = pin_field(_("Your PIN for this tablet"), _("six digits"))
    again = pin_field(_("The same once more"))

    def clean_pin(self) -> str:
        """Refuse digits that anybody would try first."""
        pin = str(self.cleaned_data["pin"])
        if is_weak(pin):
            raise ValidationError(
                _("Others would try this one first. Take digits in no order.")
            )
        return pin

    def clean(self) -> dict[str, object]:
        """Ask for the same digits twice."""
        given = super().clean() or {}
        first, second = given.get("pin"), given.get("again")
        if first and second and first != second:
            self.add_error("again", _("The two are not the same."))
        return given
