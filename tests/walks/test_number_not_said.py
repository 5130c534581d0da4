"""A claim without a number: all that are left, or one settled with the claimer."""

import pytest

from rulings.models import Case, Claim
from rulings.workflow.proof.verify import verify
from tests.walks.conftest import PHONE, objects

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def at_the_statement(dana):
    """Take the claim down: 4 spades by South, five tricks left, no number."""
    dana.tap("New call").tap("1", role="button")
    dana.tap("4", role="radio", nth=0).tap("spades", role="radio")
    dana.tap("South", role="radio", nth=0).tap("5", role="radio", nth=1)
    return dana.tap("not said", role="radio").tap("Next").sees("What did South say")


@pytest.mark.soak("walks")
def test_number_not_said_is_settled_where_the_words_show_a_loser(
    walker, world, slip_of
):
    dana = at_the_statement(walker("Dana, director"))
    dana.sees("all 5, number not said, South").sees("no loser was shown")
    dana.turns()
    dana.types("words, as spoken", "conceding one trick")
    dana.tap("Keep:")
    dana.sees("did not say how many, and these words show a loser")
    dana.tap("Settle the number first").sees("before anyone comments")
    dana.tap("4", role="button").sees("settled with the claimer: 4 of 5")

    dana.tap("Keep:").sees("Does anybody object to the claim?")
    dana.tap("Nobody objects: East–West agree").sees("4 of 5, number not said, South")
    claim = Claim.objects.get()
    assert (claim.tricks_claimed, claim.number_said) == (4, False)
    assert verify().findings == []

    pair = slip_of(1).tap("Board 1, table A1")
    pair.sees("South claims 4 of the last 5 tricks, number not said.")


@pytest.mark.soak("walks")
def test_number_not_said_is_all_of_them_without_a_loser(walker, world):
    dana = at_the_statement(walker("Dana, director", device=PHONE))
    dana.tap("the rest are mine", role="button").sees("no loser was shown")

    dana.tap("Keep:").sees("Does anybody object to the claim?")
    dana.tap("all 5, number not said, South")
    assert dana.control("not said", role="radio").is_checked()
    claim = Case.objects.get().claim
    assert (claim.tricks_claimed, claim.number_said) == (None, False)


def test_words_that_cover_the_trump_answer_it_and_accept_accepts(walker, world, worker):
    dana = walker("Dana, director")
    dana.tap("New call").tap("2", role="button").tap("Next", role="button")
    dana.turns()
    dana.types("words, as spoken", "drawing the last trump and the rest are mine")
    dana.tap("Keep:")
    objects(dana, "East", "A trump is out")
    dana.tap("Yes, these", role="button").tap("Accept")
    dana.sees("Read this out")
    said = "drawing the last trump and the rest are mine"
    answers = Case.objects.get().rulings.get().walk["answers"]
    given = {"choice": "mentioned", "mentioning_words": said}
    assert given in list(answers.values())
