"""The award under each hypothesis, and the numbers shown beside it."""

from rulings.solver.award.awards import (
    Awards,
    Bounds,
    Found,
    Readings,
    Report,
    worst_of,
)
from rulings.solver.award.evidence import (
    cancelled,
    is_in_doubt,
    lines_won_back,
    literal_line,
    outstanding,
)
from rulings.solver.award.scenarios import (
    after_award,
    any_play_rung,
    careless_rungs,
    even_breaks_rung,
    fixed_rungs,
    forgotten_rungs,
    not_aware_rung,
)

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
