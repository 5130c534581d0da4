"""The award under each hypothesis, and the numbers shown beside it."""

from rulings.solver.award.awards import Awards, Bounds, Found, worst_of
from rulings.solver.award.concession import cancelled
from rulings.solver.award.ladder import (
    after_award,
    any_play_rung,
    careless_rungs,
    fixed_rungs,
    forgotten_rungs,
    not_aware_rung,
)
from rulings.solver.award.readings import Readings, Report
from rulings.solver.award.reliance import even_breaks_rung
from rulings.solver.award.stated import lines_won_back, literal_line
from rulings.solver.award.trumps import is_in_doubt, outstanding

__all__ = [
    "Awards",
    "Bounds",
    "Found",
    "Readings",
    "Report",
    "after_award",
    "any_play_rung",
    "cancelled",
    "careless_rungs",
    "even_breaks_rung",
    "fixed_rungs",
    "forgotten_rungs",
    "is_in_doubt",
    "lines_won_back",
    "literal_line",
    "not_aware_rung",
    "outstanding",
    "worst_of",
]
