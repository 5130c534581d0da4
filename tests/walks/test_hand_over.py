"""A director hands the calls to a colleague, who finds them among the own ones."""

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


def test_calls_go_to_a_colleague_who_goes_on(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("1", role="button").turns().tap("Seventy", role="link")
    dana.sees("Mine: play is waiting").tap("Hand my calls to…").sees(
        "Table A1, board 1"
    )
    dana.tap("Cleo").sees("Cleo has 1 call of yours.").sees("No call is yours or new.")
    dana.tap("All 1", role="link").sees("Cleo has it")

    cleo = walker("Cleo, chief director")
    cleo.tap("Open").turns().sees("Board 1").misses("Take it over")
