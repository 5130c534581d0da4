"""Whether the chief must confirm a ruling before it is told (regulation).

Flagged are rulings above the proposal and those that depart from 70E1 (2017).
"""

from __future__ import annotations

from rulings.models import Case, Ruling
from rulings.permissions import letters_in_event, user_actor
from rulings.queries.flows import flow_of


def needs_chief(case: Case, ruling: Ruling) -> bool:
    """Say whether the event wants this ruling confirmed and nobody has done so."""
    wanted = case.regulation.get("values", {}).get("chief_confirms", "never")
    needs = wanted == "always" or (wanted == "flagged" and is_flagged(ruling))
    confirmed = ruling.review == Ruling.Review.CONFIRMED
    return needs and not confirmed and not is_by_chief(case, ruling)


def is_by_chief(case: Case, ruling: Ruling) -> bool:
    """Say whether a chief made a ruling: nobody stands above him to confirm it."""
    actor = user_actor(ruling.by, ruling.decided_at)
    section_id = case.playing.table.section_id
    return "C" in letters_in_event(actor, case.event_id, section_id)


def is_flagged(ruling: Ruling) -> bool:
    """Say whether a ruling gives more than proposed, or shows the chief's notice.

    The notice is that of a line refused only because the edition has no exception for
    it (70E1).
    """
    proposed = ruling.proposal.high if ruling.proposal else None
    given = ruling.tricks_claimer
    above = proposed is not None and given is not None and given > proposed
    looks = flow_of(ruling.case).points.among("chief_looks")
    return above or not looks.isdisjoint(ruling.walk.get("notices", ()))
