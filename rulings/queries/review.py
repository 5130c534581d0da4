"""Whether the chief must confirm a ruling before it is told (regulation).

Flagged are rulings above the proposal and those that depart from 70E1 (2017).
"""

from __future__ import annotations

from rulings.laws.engine import walk
from rulings.models import Case, Ruling
from rulings.permissions import letters_in_event, user_actor
from rulings.queries.flows import flow_of
from rulings.queries.regulations import regulations_of


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
    proposed, given = _proposed(ruling), ruling.tricks_claimer
    above = proposed is not None and given is not None and given > proposed
    looks = flow_of(ruling.case).points.among("chief_looks")
    return above or not looks.isdisjoint(ruling.walk.get("notices", ()))


def _proposed(ruling: Ruling) -> int | None:
    """Return what the ruling would have been with the proposal accepted.

    The law of the case may turn doubt against the other side, or move tricks after
    the number (Laws 62, 64A); where the walk does not say, the proposal's own number.
    """
    high = ruling.proposal.high if ruling.proposal else None
    flow, stored = flow_of(ruling.case), ruling.walk
    if high is None or not {"facts", "answers", "solver"} <= stored.keys():
        return high
    walked = walk(
        flow,
        facts=stored["facts"],
        answers={**stored["answers"], **flow.points.reply("accepted")},
        regulation=regulations_of(ruling.case),
        solver=stored["solver"],
        entry=stored.get("entry", ""),
    )
    return high if walked.final_tricks is None else walked.final_tricks
