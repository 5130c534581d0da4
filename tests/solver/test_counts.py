"""Lines are counted by depth in endings where no two cards of a hand are equal."""

import tomllib
from pathlib import Path

import pytest

from rulings.bridge.cards import parse_cards
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import SolverClaim
from tests.solver.counting import counted, counted_slowly
from tests.solver.solving import Question

COUNTS = Path(__file__).parents[1] / "counts"
TABLES = [tomllib.loads(path.read_text("utf-8")) for path in COUNTS.glob("*.toml")]
ENDINGS = [ending for table in TABLES for ending in table["ending"]]


def question(ending):
    claimer, declarer = Seat.parse(ending["claimer"]), Seat.parse(ending["declarer"])
    claim = SolverClaim(claimer, declarer, ending["tricks"])
    forgotten = frozenset(parse_cards(ending.get("forgotten", "")))
    return Question(Position.parse(ending["position"]), claim, forgotten)


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending["position"])
@pytest.mark.parametrize("kind", ["legal", "normal"])
def test_lines_by_depth(ending, kind):
    normal = kind == "normal"
    depths = range(1, len(ending[kind]) + 1)
    lines = question(ending).lines()

    assert [counted(lines, d, normal=normal) for d in depths] == ending[kind]


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending["position"])
@pytest.mark.parametrize("kind", ["legal", "normal"])
def test_lines_by_depth_counted_slowly(ending, kind):
    normal = kind == "normal"
    depths = range(1, len(ending[kind]) + 1)
    reference = question(ending).reference()

    slowly = [counted_slowly(reference, d, normal=normal) for d in depths]

    assert slowly == ending[kind]
