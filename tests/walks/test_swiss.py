"""A Swiss drawn by hand, its results in the grid, and who stands where then.

Each screen is looked at by axe in light and dark, and enlarged.
"""

import pytest

from rulings.clock import receipt_at
from rulings.models import Playing, Round
from rulings.workflow.proof.verify import verify
from tests.story.looks import Looks
from tests.walks.conftest import PHONE, TABLET

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]
LINES = "Or its lines"
DRAWS = ("1 - 2\n3 - 4\n5 - 6", "1 - 3\n2 - 5\n4 - 6")
RESULTS = {
    1: ("4S N =", "4S N +1", "4S N -1"),
    2: ("PASS", "3NTX W -2", "1NT E ="),
}
"""At the tables of the first round, by board."""


@pytest.fixture
def looks():
    """Look at every screen, and say at the end what was wrong."""
    found = Looks()
    yield found
    assert found.violations == []


def plans_the_first_round(cleo, world):
    """Plan two rounds of pairs, the first as it is drawn."""
    today = receipt_at().astimezone(world.zone)
    cleo.tap("Schedule", role="link")
    cleo.tap("Drawn each round (Swiss)", role="radio").types("Deal set", "swiss")
    cleo.types("First start", f"{today:%Y-%m-%dT%H:%M}").types("Rounds", "2")
    cleo.types("Boards (in a match: in all; otherwise: a round)", "2")
    cleo.tap("Any other movement as CSV, or the draw of round 1")
    cleo.types(LINES, DRAWS[0]).tap("Look at it").sees("This is round 1.")
    return cleo.tap("Add the session").sees("Rounds of this session wait for their")


def draws_the_second_round(cleo):
    """Draw the round that waits; a number drawn twice is refused, the rest is kept."""
    cleo.tap("Change session 2").sees("Draw round 2")
    cleo.types(LINES, "1 - 3\n2 - 3").tap("Schedule this round")
    cleo.sees("Number 3 is drawn twice.").types(LINES, DRAWS[1])
    return cleo.tap("Schedule this round").turns().misses("Draw round 2")


def enters_the_first_round(sam):
    """Type the results of three tables in the grid."""
    sam.tap("Enter them in a grid…").chooses("Round", "2.1").tap("Show").turns()
    for board, results in RESULTS.items():
        for table, result in enumerate(results, start=1):
            sam.types(f"Result of board {board}, table A{table}", result)
    return sam.tap("Enter these results").turns()


def test_a_swiss_is_drawn_by_hand_and_its_standing_names_the_pairs(
    walker, world, looks
):
    cleo = walker("Cleo, chief director", device=PHONE)
    plans_the_first_round(cleo, world).looks(looks)
    draws_the_second_round(cleo).looks(looks)

    second = Round.objects.get(session__order=2, order=2)
    met = {(one.ns.number, one.ew.number) for one in second.playings.all()}
    assert met == {(1, 3), (2, 5), (4, 6)}

    sam = enters_the_first_round(walker("Sam, scorer", device=TABLET))
    entered = Playing.objects.filter(board__deal_set="swiss", tricks__isnull=False)
    assert entered.count() == 6
    sam.tap("Back to the scores").tap("Standing…").sees("Player 3a – Player 3b")
    sam.sees("100").looks(looks)
    assert verify().findings == []
