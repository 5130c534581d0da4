"""What stands under each phrase that was said (Law 68C)."""

import pytest

from rulings.presenters.moment.said import note_of
from rulings.solver.explain import CoveredPhrase, Covers


@pytest.mark.parametrize(
    ("how", "tricks", "note"),
    [
        (Covers.IN_ORDER, (1, 2), "tricks 1, 2"),
        (Covers.IN_ORDER, (), "does not come up in this line"),
        (Covers.NO_PLAY, (), "names no play"),
        (Covers.ANY_ORDER, (), "no order named"),
        (Covers.UNREAD, (), "not understood"),
    ],
)
def test_a_play_that_the_line_never_comes_to_is_not_called_no_play(how, tricks, note):
    assert note_of(CoveredPhrase("then ruff a diamond", tricks, how)) == note
