"""What would settle a doubt, or change the award: a card, a play, a miscount."""

from rulings.solver.doubts.allowing import Allowing
from rulings.solver.doubts.cooperation import partner_play
from rulings.solver.doubts.counting import Miscount, counting_first, top_tricks
from rulings.solver.doubts.locations import settling_locations
from rulings.solver.doubts.questions import Trumps, open_questions, weighed
from rulings.solver.doubts.unknown import whatever_they_are

__all__ = [
    "Allowing",
    "Miscount",
    "Trumps",
    "counting_first",
    "open_questions",
    "partner_play",
    "settling_locations",
    "top_tricks",
    "weighed",
    "whatever_they_are",
]
