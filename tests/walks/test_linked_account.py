"""A director who plays: the chief links the account, and the cards are hidden."""

import pytest

from rulings.models import Participant

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_linked_director_sees_no_card_of_a_board_still_to_be_played(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").sees("Who claimed")

    cleo = walker("Cleo, chief director")
    cleo.sees("Not linked to a player: Cleo, Dana").tap("People", nth=0)
    cleo.sees("Staff who play")
    cleo.chooses("Dana plays as", "2 Player 2a").tap("Link Dana")
    cleo.sees("plays as Player 2a, number 2")

    dana.goes_back().goes_back()
    dana.sees("You play board 4 yourself")
    assert Participant.objects.get(user__username="dana").person.name == "Player 2a"
