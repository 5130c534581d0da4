"""An undo that moves the number shows before and after first, on its own screen."""

import pytest

from rulings.models import Answer
from tests.story.looks import Looks
from tests.walks.conftest import at_the_moment

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def test_before_and_after_of_an_undo_are_read_and_then_confirmed(walker, world, worker):
    looks = Looks()
    dana = at_the_moment(walker("Dana, director"))
    dana.tap("It may be forgotten").sees("Accept 2 tricks")

    dana.tap("Undo", role="button").sees("Take the last act back?").looks(looks)
    dana.tap("No, leave it").sees("Accept 2 tricks")
    dana.tap("Undo", role="button").tap("Yes, take it back").turns()

    dana.misses("Accept 2 tricks")
    assert not Answer.objects.filter(step="C07", set_aside=False).exists()
    assert looks.violations == []
