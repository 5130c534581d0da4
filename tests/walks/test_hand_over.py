"""A director hands the calls to a colleague, who finds them among the own ones."""

import pytest

from tests.story.looks import Looks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_a_chosen_call_goes_to_a_colleague_who_goes_on(walker, world):
    looks, dana = Looks(), walker("Dana, director")
    for board in ("1", "2"):
        dana.tap("New call").tap(board, role="button").turns()
        dana.tap("Seventy", role="link")
    dana.tap("Hand my calls to…").sees("Which calls?").looks(looks)
    dana.tap("Table A1, board 2", role="checkbox").tap("Cleo", role="button")
    dana.sees("Cleo has 1 call of yours.").sees("Board 2").tap("All 2", role="link")
    dana.sees("Cleo has it")

    cleo = walker("Cleo, chief director")
    cleo.tap("Table A1", role="link", nth=0).tap("Open").turns()
    cleo.sees("Board 1").misses("Take it over")
    assert looks.violations == []
