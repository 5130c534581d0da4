"""Whether the chief must confirm a ruling before it is told (regulation).

Flagged are rulings above the proposal and those that depart from 70E1 (2017).
"""

from __future__ import annotations

from rulings.models import Case, Ruling

DEPARTS = "N-E1-2017"


def needs_chief(case: Case, ruling: Ruling) -> bool:
    """Say whether the event wants this ruling confirmed and nobody has done so."""
    wanted = case.regulation.get("values", {}).get("chief_confirms", "never")
    needs = wanted == "always" or (wanted == "flagged" and is_flagged(ruling))
    return needs and ruling.review != Ruling.Review.CONFIRMED


def is_flagged(ruling: Ruling) -> bool:
    """Say whether a ruling gives more than proposed, or departs from 70E1 (2017)."""
    proposed = ruling.proposal.high if ruling.proposal else None
    above = proposed is not None and ruling.tricks_claimer > proposed
    return above or DEPARTS in ruling.walk.get("notices", ())
