"""Times that are typed: those of any bridge event, and none that a zone cannot hold."""

from __future__ import annotations

from datetime import date

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

YEARS = range(2000, 2100)


def this_century(value: date) -> None:
    """Refuse a year that no event is in: at the ends of time zones overflow."""
    if value.year not in YEARS:
        raise ValidationError(
            _("The year %(year)s cannot be right. Enter a year from 2000 to 2099."),
            params={"year": value.year},
        )
