"""Lines of play with the real cards: worst, best and literal."""

from rulings.solver.lines.descent import LONG, Descent
from rulings.solver.lines.double_dummy import (
    OWN_SEARCH_LIMIT,
    any_play_tricks,
    by_library,
    double_dummy_tricks,
    load_library,
    most_without_squeeze,
    value_of_each_card,
)
from rulings.solver.lines.line_search import Lines, Task
from rulings.solver.lines.table import RealCards, swapped
from rulings.solver.lines.turn import CardOption, Concession, Lapse, LineNode, Turn

__all__ = [
    "LONG",
    "OWN_SEARCH_LIMIT",
    "CardOption",
    "Concession",
    "Descent",
    "Lapse",
    "LineNode",
    "Lines",
    "RealCards",
    "Task",
    "Turn",
    "any_play_tricks",
    "by_library",
    "double_dummy_tricks",
    "load_library",
    "most_without_squeeze",
    "swapped",
    "value_of_each_card",
]
