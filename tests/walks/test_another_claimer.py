"""Another claimer than was entered: his claim is doubted by nobody yet (Law 68D)."""

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_doubt_is_asked_again_when_another_claimed(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").tap("Next")
    dana.tap("Nothing said: agreed").tap("West", role="radio").tap("the order of play")
    dana.sees("Are these the cards").tap("Claim", role="link")
    dana.tap("West", role="radio").taps_main()
    dana.tap("Yes, change it").tap("Nothing said: agreed")

    dana.sees("Does anybody doubt the claim?").tap("Nobody: North–South agree")

    dana.sees("scored as claimed, for now")
    assert world.case().state == "agreed"
