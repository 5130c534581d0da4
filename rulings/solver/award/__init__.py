"""The award under each hypothesis, and the numbers shown beside it."""

from rulings.solver.award.by_hypothesis import (
    Awarded,
    Awards,
    Bounds,
    Hypotheses,
    Report,
    worst_of,
)
from rulings.solver.award.evidence import (
    as_declarer_decides,
    as_stated,
    cancelled,
    is_in_doubt,
    lines_won_back,
    outstanding,
)
from rulings.solver.award.scenarios import (
    after_award,
    any_play_scenario,
    careless_scenarios,
    even_breaks_scenario,
    fixed_scenarios,
    forgotten_scenarios,
    not_aware_scenario,
)

__all__ = [
    "Awarded",
    "Awards",
    "Bounds",
    "Hypotheses",
    "Report",
    "after_award",
    "any_play_scenario",
    "as_declarer_decides",
    "as_stated",
    "cancelled",
    "careless_scenarios",
    "even_breaks_scenario",
    "fixed_scenarios",
    "forgotten_scenarios",
    "is_in_doubt",
    "lines_won_back",
    "not_aware_scenario",
    "outstanding",
    "worst_of",
]
