"""Why the award is what it is, and what would change it."""

from rulings.solver.explain.allowing import Allowing
from rulings.solver.explain.cooperation import partner_play
from rulings.solver.explain.counting import Miscount, counting_first, top_tricks
from rulings.solver.explain.coverage import (
    Coverage,
    CoveredPhrase,
    Covers,
    Gap,
    coverage,
)
from rulings.solver.explain.explanation import explained
from rulings.solver.explain.ideas import Groups, kinds_of_play
from rulings.solver.explain.law import LocationResult, PartnerResult
from rulings.solver.explain.locations import settling_locations
from rulings.solver.explain.played import Fit, LaterPlay, PlayedOn, played_on
from rulings.solver.explain.questions import Trumps, open_questions, weighed
from rulings.solver.explain.turning import best_play, needed_beliefs, turned
from rulings.solver.explain.unknown import whatever_they_are
from rulings.solver.explain.witness import Witness, strikes_of

__all__ = [
    "Allowing",
    "Coverage",
    "CoveredPhrase",
    "Covers",
    "Fit",
    "Gap",
    "Groups",
    "LaterPlay",
    "LocationResult",
    "Miscount",
    "PartnerResult",
    "PlayedOn",
    "Trumps",
    "Witness",
    "best_play",
    "counting_first",
    "coverage",
    "explained",
    "kinds_of_play",
    "needed_beliefs",
    "open_questions",
    "partner_play",
    "played_on",
    "settling_locations",
    "strikes_of",
    "top_tricks",
    "turned",
    "weighed",
    "whatever_they_are",
]
