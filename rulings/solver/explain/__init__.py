"""Why the award is what it is, and what would change it."""

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
from rulings.solver.explain.played import Fit, LaterPlay, PlayedOn, played_on
from rulings.solver.explain.turning import best_play, needed_beliefs, turned
from rulings.solver.explain.witness import Witness, strikes_of

__all__ = [
    "Coverage",
    "CoveredPhrase",
    "Covers",
    "Fit",
    "Gap",
    "Groups",
    "LaterPlay",
    "LocationResult",
    "PartnerResult",
    "PlayedOn",
    "Witness",
    "best_play",
    "coverage",
    "explained",
    "kinds_of_play",
    "needed_beliefs",
    "played_on",
    "strikes_of",
    "turned",
]
