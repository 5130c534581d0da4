"""What screens with an act carry along unseen, and how they name who acts."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.forms import CharField, Form

from rulings.forms.acts import Unseen
from rulings.queries.staff import name_of

register = template.Library()
register.filter("staff_name", name_of)


@register.simple_tag
def carry(
    form: Form, sent: Mapping[str, object] | None = None, **values: object
) -> Form:
    """Return a form that carries values along unseen, and what was `sent` before.

    `tap` of a screen is one with key and version alone; written as a variable it is
    made anew, so that each button has a key of its own.
    """
    for name, value in {**(sent or {}), **values}.items():
        form.fields[name] = CharField(initial=value, widget=Unseen)
    return form
