"""Whether an appeal may be heard, and by whom, as the flow and the regulations say.

Serves Laws 92D (who must concur) and 93 (who decides what).
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.laws.engine import load_flow, walk
from rulings.models import Appeal, Case
from rulings.queries.flows import CLAIMS
from rulings.queries.regulations import regulations_of

ABSENT = "absent"
"""How the consent of a partner stands who is not there to be asked."""

PAIR = 2


def is_concurred(case: Case, concurrence: Mapping[str, str]) -> bool:
    """Say whether those who must join an appeal have done so (Law 92D).

    `concurrence` maps seats, or the captain, to how consent was given.
    """
    if not concurrence:
        return False
    flow = load_flow(CLAIMS, case.edition)
    spoken = [how for how in concurrence.values() if how != ABSENT]
    facts = {
        "windows": {"appeal_open": True},
        "appeal": {
            "event_type": case.event.kind,
            "both_partners_concur": len(spoken) >= PAIR,
            "partner_absent": bool(spoken) and ABSENT in concurrence.values(),
            "captain_concurs": "captain" in concurrence,
        },
    }
    walked = walk(
        flow,
        facts=facts,
        answers=flow.points.reply("appeals"),
        regulation=regulations_of(case),
        entry=flow.points.at("appeal"),
    )
    return walked.outcome is None


def absent_concurs(case: Case) -> bool:
    """Say whether a partner who is not there counts as agreeing in the edition."""
    flow = load_flow(CLAIMS, case.edition)
    return flow.edition.provision("absent_partner_concurs") is True


def deciding_letters(case: Case, point: Appeal.Point) -> frozenset[str]:
    """Return who decides a point: the chief the law, the panel the judgement.

    Where the regulations name the director as the only review, he decides both (93A).
    """
    if point == Appeal.Point.LAW:
        return frozenset({"C"})
    alone = regulations_of(case)["review_body"] == "director"
    return frozenset({"C", "R"} if alone else {"R"})
