"""How pages look on one device: the options in its cookies, and their form.

A cookie holds no person and no right. The first value of each option is the usual one,
for which no cookie is kept.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import PageForm
from rulings.forms.widgets import Tiles

OPTIONS = {
    "theme": (
        _("Light or dark"),
        (("", _("as the device")), ("light", _("light")), ("dark", _("dark"))),
    ),
    "suits": (
        _("Colours of the suits"),
        (("", _("four colours")), ("two", _("red and black"))),
    ),
    "hand": (
        _("The main button"),
        (("", _("on the right")), ("left", _("on the left"))),
    ),
    "motion": (
        _("Signs of waiting"),
        (("", _("they move")), ("none", _("they stand still"))),
    ),
    "keys": (
        _("Keys of the staff's screens"),
        (("", _("in use")), ("off", _("switched off"))),
    ),
}
"""What may be chosen: the cookie's name, the label, and each value with its words."""


class DisplayForm(PageForm):
    """The options of this device, as its cookies have them."""

    def __init__(self, data: object, chosen: dict[str, str]) -> None:
        """Offer every option; `chosen` is what is in force."""
        super().__init__(data, initial=chosen)  # type: ignore[arg-type]  # a request's POST
        for name, (label, choices) in OPTIONS.items():
            made: Any = forms.ChoiceField(
                label=label, choices=choices, widget=Tiles, required=False
            )
            self.fields[name] = made


def chosen_display(cookies: dict[str, str]) -> dict[str, str]:
    """Return each option's value from the cookies of a request; "" is the usual one."""
    return {
        name: cookies.get(name, "") if cookies.get(name, "") in dict(choices) else ""
        for name, (_label, choices) in OPTIONS.items()
    }
