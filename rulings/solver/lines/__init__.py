"""Lines of play with the real cards: worst, best and literal."""

from rulings.solver.lines.descent import LONG, Descent
from rulings.solver.lines.double_dummy import (
    OWN_SEARCH_LIMIT,
    any_play_tricks,
    by_library,
    double_dummy_tricks,
    load_library,
    value_of_each_card,
)
from rulings.solver.lines.lines import Lines, Task
from rulings.solver.lines.table import Table, swapped
from rulings.solver.lines.turn import Concession, Lapse, LineNode, Option, Turn

__all__ = [
    "LONG",
    "OWN_SEARCH_LIMIT",
    "Concession",
    "Descent",
    "Lapse",
    "LineNode",
    "Lines",
    "Option",
    "Table",
    "Task",
    "Turn",
    "any_play_tricks",
    "by_library",
    "double_dummy_tricks",
    "load_library",
    "swapped",
    "value_of_each_card",
]
