"""The end of a round is recorded, never planned; until then nothing is firm."""

import pytest

from rulings.models import Window
from tests.walks.conftest import objects

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def agrees(dana):
    """Take an all-agreed claim on board 4 at its table, as played up to the claim."""
    dana.tap("New call").tap("4", role="button")
    dana.tap("Next")
    dana.tap("said nothing")
    dana.tap("agree", role="button")


def test_plan_that_has_run_out_makes_no_agreement_firm(walker, world):
    dana = walker("Dana, director")
    agrees(dana)
    dana.sees("scored as claimed, for now").sees("no end recorded; expected")
    dana.misses("established")

    dana.tap("Objections")
    objects(dana, "West", "The order of play")

    dana.misses("asked back")
    assert world.case().state == "contested"
    assert not Window.objects.filter(purpose="agreement").exists()

    dana.tap("Seventy", role="link").misses("Agreement becomes firm").tap(
        "Round 1 is over…"
    )
    dana.sees("Is round 1 over?").misses("agreed claim becomes")


def test_round_recorded_as_over_makes_the_agreement_firm(walker, world):
    dana = walker("Dana, director")
    agrees(dana)
    dana.tap("Next call").tap("Round 1 is over…").sees("1 agreed claim is closed")
    dana.tap("Round 1 is over", role="button")

    dana.sees("Agreed claim")
    assert Window.objects.get(purpose="agreement").closes_at is not None
