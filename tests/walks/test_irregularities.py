"""A revoke or a wrong number of cards is asked about whenever somebody names it."""

import pytest

from tests.walks.conftest import objects

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]

ASKED = "Which irregularity has to be settled first?"


def takes_claim(dana):
    """Take a claim on board 4, played up to the claim, with nothing said."""
    dana.tap("New call").tap("4", role="button").tap("Next")
    dana.tap("said nothing")
    dana.sees("Does anybody object to the claim?")


@pytest.mark.parametrize(
    ("named", "next_question"),
    [
        ("A revoke", "Which side revoked?"),
        ("A wrong number of cards", "What is wrong with the number"),
    ],
)
def test_objection_that_names_one_is_not_asked_what_it_names(
    walker, world, named, next_question
):
    dana = walker("Dana, director")
    takes_claim(dana)
    objects(dana, "West", named)
    dana.sees(next_question).tap("Answers so far").sees("from the objection of West")


@pytest.mark.soak("walks")
def test_objection_in_words_only(walker, world):
    dana = walker("Dana, director")
    takes_claim(dana)
    dana.tap("East objects").turns()
    dana.types("In East’s words", "South revoked in diamonds").taps_main()
    dana.sees(ASKED).sees("East: in their own words")
    dana.sees("South revoked in diamonds").misses("no reason given")
    dana.misses("nobody named one")
    dana.tap("A revoke", role="button").sees("Which side revoked?")


@pytest.mark.soak("walks")
def test_something_else_happened_after_an_objection(walker, world):
    dana = walker("Dana, director")
    takes_claim(dana)
    dana.tap("West objects").turns().tap("The order of play").turns()
    dana.tap("Something else happened").tap("Only an irregularity")
    dana.sees(ASKED).tap("A revoke", role="button").sees("Which side revoked?")


def test_revoke_reported_after_the_agreement(walker, world):
    dana = walker("Dana, director")
    takes_claim(dana)
    dana.tap("agree", role="button").tap("Objections")
    objects(dana, "West", "A revoke")
    dana.sees("Which side revoked?")
    dana.tap("Answers so far").sees("from the agreement of East–West")


@pytest.mark.soak("walks")
def test_nobody_named_one_stands_in_the_list_and_opens_it(walker, world):
    dana = walker("Dana, director")
    takes_claim(dana)
    dana.tap("Something else happened").tap("A conceded trick is in question")
    dana.tap("Yes, these", role="button").turns()
    dana.tap("Answers so far").sees("nobody named one")
    dana.tap("Which irregularity").sees(ASKED)
    dana.tap("A revoke", role="button").sees("Which side revoked?")


def test_a_revoke_is_named_and_put_right_by_taps_that_fit_the_record(walker, world):
    dana = walker("Dana, director")
    takes_claim(dana)
    objects(dana, "West", "A revoke")
    dana.sees("Which side revoked?")
    dana.tap("West", role="radio", near="Who revoked")
    dana.tap("9", role="radio", near="Trick of the revoke")
    dana.tap("The other side").turns()
    dana.sees("played or named a card to the next trick?").tap("No", role="button")
    dana.tap("Put the cards right").sees("Are these the cards that remained?")
    dana.tap("Yes, these", role="button").turns()
    dana.tap("Put the cards right").sees("Taken back").turns()
    dana.tap("10 of clubs", role="radio").tap("queen of hearts", role="radio")
    dana.tap("Put it right").sees("played by another seat than West")
    dana.tap("8 of hearts", role="radio").tap("Put it right")
    dana.sees("Both cards are of one suit: that was no revoke.")
