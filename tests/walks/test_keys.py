"""A director at a laptop: from the calls to the announcement by keys alone."""

import pytest

from rulings.models import Case, Ruling
from rulings.states import State
from tests.walks.conftest import LAPTOP, at_the_moment

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def test_a_claim_is_ruled_by_keys(walker, world, worker):
    dana = at_the_moment(walker("Dana, director", device=LAPTOP))
    dana.sees("Choose one of the two")

    dana.keys("2").sees("Accept 2 tricks")
    dana.keys("g", "q").sees("Next:")
    dana.keys("1").sees("Accept 2 tricks")
    dana.keys("Enter").sees("Read this out")
    dana.keys("Enter").sees("Announced")

    assert Ruling.objects.get().tricks_claimer == 2
    assert Case.objects.get().state == State.ANNOUNCED


def test_an_insufficient_bid_is_entered_and_answered_by_keys(walker, world):
    dana = walker("Dana, director", device=LAPTOP)
    dana.keys("Enter").sees("Which board at which table?")
    dana.keys("2").tap("2", role="button")  # what it is about, then the board

    for call in ("1s", "p", "1h"):
        dana.sees("Next to call").keys(*call).turns()
    dana.sees("The marked bid is the one in question.").keys("Enter")

    dana.sees("a slip of hand or tongue").keys("2")
    dana.sees("Was it the bidder's turn?").keys("2")
    dana.sees("is the insufficient bid accepted?").keys("1")
    dana.sees("the auction goes on from it").keys("Enter").turns()

    assert Case.objects.get().state == State.CLOSED
