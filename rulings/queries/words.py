"""Free text by the commitment that stands in the record (R19); erased text is gone."""

from __future__ import annotations

from collections.abc import Iterable

from rulings.models import Private


def texts_of(commitments: Iterable[str]) -> dict[str, str]:
    """Return the text of each commitment; an erased or empty one has none."""
    wanted = {commitment for commitment in commitments if commitment}
    if not wanted:
        return {}
    return dict(
        Private.objects.filter(commitment__in=wanted).values_list("commitment", "text")
    )


def text_of(commitment: str) -> str:
    """Return the text of one commitment, or "" where it is erased or there is none."""
    return texts_of([commitment]).get(commitment, "")
