"""What the claimer knows and may have wrong, and what is certain under it."""

from rulings.solver.hypotheses.certainty import Certainty, guaranteed
from rulings.solver.hypotheses.mistakes import explaining_sets
from rulings.solver.hypotheses.view import (
    CardLayout,
    ClaimerView,
    layout_of,
    open_view,
    view_of,
    winner_of,
)

__all__ = [
    "CardLayout",
    "Certainty",
    "ClaimerView",
    "explaining_sets",
    "guaranteed",
    "layout_of",
    "open_view",
    "view_of",
    "winner_of",
]
