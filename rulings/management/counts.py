"""Numbers that a command was given, looked at before it begins."""

from __future__ import annotations

from django.core.management.base import CommandError


def check_counts(**given: float | None) -> None:
    """Raise CommandError where one of the options named does not count anything."""
    for name, number in given.items():
        if number is None or number >= 1 or (isinstance(number, float) and number > 0):
            continue
        least = "more than 0" if isinstance(number, float) else "1 or more"
        option = name.replace("_", "-")
        raise CommandError(f"--{option} {number:g}: give {least}")
