"""Places of cards that a director found proven, or found not proven (Law 70E1).

What is proven the solver is told; what is not changes no number, and only answers the
question that was put.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.models import Case, Fact

PROVEN, NOT_PROVEN = "locations", "not_proven"
"""Facts: single places; and sets of places that are not proven together."""


def together(places: Iterable[str]) -> str:
    """Return several places as one text, in order: E:SQ,W:HK."""
    return ",".join(sorted(places))


def apart(places: str) -> frozenset[str]:
    """Return the places that a text names together."""
    return frozenset(places.split(",")) if places else frozenset()


def refuted(case: Case) -> frozenset[str]:
    """Return the sets of places that the director found not proven together."""
    row = Fact.objects.filter(case=case, key=NOT_PROVEN, seat="").first()
    return frozenset(row.value) if row and isinstance(row.value, list) else frozenset()


def is_refuted(about: str, found: Iterable[str]) -> bool:
    """Say whether some of the places are known not to be proven together."""
    places = apart(about)
    return any(apart(one) <= places for one in found)
