"""How a fault is worded: its sentence, and the field of the form it concerns."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Wording:
    """The sentence of a fault, and the field of the form that caused it, if any."""

    sentence: Promise
    field: str = ""
