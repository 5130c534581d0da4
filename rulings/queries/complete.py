"""Whether a fact sheet is complete: claim, cards that fit it, words read back."""

from __future__ import annotations

from rulings.bridge.positions import Position as Cards
from rulings.models import Case, Claim, Position, Statement


def complete(
    case: Case,
    *,
    claim: int | None = None,
    read_back: bool = False,
    position: bool = False,
) -> bool:
    """Say whether nothing is missing from the fact sheet; arguments are just given."""
    if claim is None:
        tricks = Claim.objects.filter(case=case).values_list("tricks_left", flat=True)
        claim = tricks.first()
    if not claim:
        return False
    has_cards = position or _has_cards(case, claim)
    has_read_back = (
        read_back
        or Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM)
        .exclude(read_back_ns="")
        .exclude(read_back_ew="")
        .exists()
    )
    return has_cards and has_read_back


def _has_cards(case: Case, left: int) -> bool:
    """Say whether the cards taken down are as many as the claim says were left."""
    row = Position.objects.filter(case=case).first()
    return row is not None and Cards.parse(row.text).left == left
