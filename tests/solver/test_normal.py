"""Each rule of normal play bites where it should and nowhere else."""

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import RULES, Claim, Settings, SuitOrder, rules_signature
from rulings.solver.budget import Budget
from rulings.solver.certainty import Certainty
from rulings.solver.lines import Lines, Task
from rulings.solver.normal import normal_plays
from rulings.solver.view import view_of


def plays(position, tricks, forgotten="", settings=None, losers="", **more):
    """Return the normal cards of the seat to play; South declares and claims."""
    position = Position.parse(position)
    known = frozenset(Card.parse(card) for card in losers.split())
    claim = Claim(Seat.SOUTH, Seat.SOUTH, tricks, losers=known)
    cards = frozenset(Card.parse(card) for card in forgotten.split())
    view = view_of(position, claim, cards)
    search = Certainty(view.sides, Budget(10**6))
    task = Task(view, tricks, (), settings or Settings(), **more)
    lines = Lines(task, search, Budget(10**6))
    layout = lines.table.layout()
    options = normal_plays(lines.turn(lines.root)[0])
    return sorted(str(layout[o.suit][o.at]) for o in options)


@pytest.mark.parametrize(
    ("position", "tricks", "forgotten", "expected"),
    [
        pytest.param(
            "N S:- 10-0 N:43..2. Q.32.. AK2... J5..A.",
            3,
            "SQ SJ S5",
            ["SA"],
            id="top down from a suit thought good",
        ),
        pytest.param(
            "N S:- 11-0 N:43... A2... K2... J5...",
            1,
            "",
            ["S2", "SK"],
            id="no top down while the ace is counted",
        ),
        pytest.param(
            "N W:H9,H2,H3 10-0 N:43... 6.K.. 7.AT.. 8...5",
            2,
            "",
            ["HT"],
            id="cheapest winner or lowest in the last seat",
        ),
        pytest.param(
            "N W:HK,H2,HQ 10-0 N:43... 65... 7.JT.. 8...5",
            0,
            "",
            ["HJ"],
            id="lowest of equals when it cannot win",
        ),
        pytest.param(
            "H N:SA,S2 11-0 N:.3.2. 4..5. .2.3. 6.5..",
            2,
            "",
            ["D3"],
            id="no ruff of partner's master",
        ),
        pytest.param(
            "C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5",
            4,
            "",
            ["C9"],
            id="the trump out is drawn",
        ),
        pytest.param(
            "C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5",
            4,
            "C5",
            ["C9", "HA", "SA"],
            id="a forgotten trump is not",
        ),
    ],
)
def test_the_rules_leave(position, tricks, forgotten, expected):
    found = plays(position, tricks, forgotten)

    assert found == expected


def test_suit_order_is_a_setting():
    position = "N S:- 10-0 N:43..2. Q.32.. AK2... J5..A."
    free = Settings(suit_order=SuitOrder.NONE)

    assert plays(position, 1, "SQ SJ S5") == ["SA"]
    assert plays(position, 1, "SQ SJ S5", free) == ["S2", "SA"]


def test_every_rule_has_an_id_a_law_and_a_sentence():
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert all(rule.law[:2] in {"70", "71"} for rule in RULES)
    assert all(rule.sentence.endswith(".") for rule in RULES)


def test_the_signature_names_the_rules_in_force():
    assert len(rules_signature()) == 16
    assert rules_signature() == rules_signature()
