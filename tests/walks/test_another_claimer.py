"""Another claimer than was entered: his claim is doubted by nobody yet (Law 68D)."""

import pytest

from tests.walks.conftest import objects

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_doubt_is_asked_again_when_another_claimed(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").tap("Next")
    dana.tap("said nothing")
    objects(dana, "West", "The order of play")
    dana.sees("Are these the cards").tap("Claim", role="link")
    dana.tap("West", role="radio").taps_main()
    dana.tap("Yes, change it").tap("said nothing")

    dana.sees("Does anybody object to the claim?").tap(
        "Nobody objects: North–South agree"
    )

    dana.sees("scored as claimed, for now")
    assert world.case().state == "agreed"

    dana.tap("Doubted after all").tap("South objects")
    dana.sees("South").sees("Undo")
    doubted = world.case()
    assert doubted.state in {"contested", "frozen"}
    assert [row.seat for row in doubted.objections.filter(resolution="")][-1] == "S"
