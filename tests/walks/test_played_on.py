"""Cards played after the claim (Law 68D): by consent of all four, or as evidence."""

import pytest

from rulings.models import Case, Ruling
from rulings.workflow.proof.verify import verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def hears_that_play_went_on(dana, words=""):
    """Take a claim, with an order of suits where one was stated, that was played on."""
    dana.tap("New call").tap("2", role="button").tap("Next", role="button").turns()
    if words:
        dana.types("words, as spoken", words).tap("Keep:")
    else:
        dana.tap("said nothing")
    dana.sees("Does anybody object").tap("Something else happened")
    return dana.tap("Cards were played after the claim").turns()


@pytest.mark.soak("walks")
def test_play_that_all_four_agreed_to_counts(walker, world):
    dana = hears_that_play_went_on(walker("Dana, director"))
    dana.tap("Yes, asked, and all four agreed").turns()
    dana.tap("No", role="radio").taps_main().turns()
    dana.sees("The claim is void: play on, and the result at the table stands")
    dana.sees("All four players want to play on").taps_main()
    dana.sees("The case is closed.").sees("Play on: the result at the table will stand")

    case = Case.objects.get()
    assert (case.outcome, case.playing.status) == ("O-VOIDCLAIM", "in_play")
    assert verify().findings == []


def test_cards_played_against_the_law_are_evidence_only(walker, world, worker):
    said = "hearts from the top, then the rest are mine"
    dana = hears_that_play_went_on(walker("Dana, director"), said)
    dana.tap("No", role="button").turns()
    dana.tap("Take the cards down first").turns()
    dana.tap("Yes, these", role="button").turns()
    dana.tap("Tap the cards that were played").turns()
    for card in ("ace of hearts", "queen of diamonds", "5 of hearts", "9 of hearts"):
        dana.tap(card).turns()
    dana.tap("Note these cards").turns()

    dana.sees("As they played on").sees("Evidence only").sees("played as stated: ♥︎A")
    dana.sees("Did the words name an order of play?").sees("Only a count of tricks")
    dana.tap("Accept 3 tricks").sees("Read this out")
    dana.tap("Announced to both sides").sees("announced")
    ruling = Ruling.objects.get(current=True)
    assert (ruling.outcome, ruling.tricks_claimer) == ("O-CLAIM-STANDS", 3)
    assert verify().findings == []
