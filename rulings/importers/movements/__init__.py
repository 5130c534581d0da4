"""The movements of a club: pairs, teams, individuals, and what changes them.

Each builder returns the placements of a whole session, or of one drawn round. A
movement that cannot be had raises UnreadableFile with the sentence for people. What is
no rule stands in the files of `data`, with what it promises; tests check the promises.
"""

from rulings.importers.movements.individuals import individual, individuals
from rulings.importers.movements.pairs import barometer, howell, howells, mitchell
from rulings.importers.movements.summary import (
    MovementSummary,
    arrow_switched,
    summary_of,
    without_pair,
)
from rulings.importers.movements.teams import (
    drawn_round,
    read_draw,
    round_robin,
    team_match,
)

__all__ = [
    "MovementSummary",
    "arrow_switched",
    "barometer",
    "drawn_round",
    "howell",
    "howells",
    "individual",
    "individuals",
    "mitchell",
    "read_draw",
    "round_robin",
    "summary_of",
    "team_match",
    "without_pair",
]
