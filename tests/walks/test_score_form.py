"""The scorer types a score that is refused, and finds everything where it was."""

import pytest

from rulings.models import Playing

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


def test_refused_score_keeps_what_was_typed(walker, world):
    sam = walker("Sam, scorer")
    sam.tap("Enter the score of board 1, table A1", role="link")
    sam.sees("Tricks of declarer")
    sam.types("Contract and declarer", "4z S").tap("10", role="radio")
    sam.tap("Enter", role="button")

    sam.sees("Nothing was changed.").sees("“4z S” is no contract.")
    assert sam.control("10", role="radio").is_checked()

    sam.types("Contract and declarer", "4S S").tap("Enter", role="button")
    sam.sees("Slips from directors")
    playing = Playing.objects.get(pk=world.playing(1).pk)
    assert (playing.contract, playing.tricks) == ("4S S", 10)
