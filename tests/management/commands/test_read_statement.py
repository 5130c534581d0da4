"""The command reads words as the screens do, with the cards and without."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def read(words, **options):
    """Return what the command prints."""
    out = StringIO()
    call_command("read_statement", words, stdout=out, **options)
    return json.loads(out.getvalue())


def test_it_prints_steps_what_is_unread_and_the_read_back():
    found = read("Draw trumps, then pray", trump="H")

    assert found["steps"] == ["draw trumps"]
    assert found["unread"] == ["pray"]
    assert found["read_back"] == "Draw trumps; not understood: “pray”"
    assert "".join(phrase["words"] for phrase in found["phrases"]) == found["words"]


def test_the_read_back_is_in_the_language_asked_for():
    assert read("draw trumps", language="pl")["read_back"] == "Ściągnij atuty"


@pytest.mark.parametrize(
    "cards",
    [
        "N:AQ.T.K. 54..T8. K2..Q.K 87.J.J.",
        "S S: 4-0 N:AQ.T.K. 54..T8. K2..Q.K 87.J.J.",
        "N:AQ.T.K. - K2..Q.K -",
        "K2..Q.K AQ.T.K.",
    ],
)
def test_the_cards_of_the_claiming_side_tell_what_is_meant(cards):
    assert read("the ten", cards=cards, trump="S")["steps"] == ["play HT"]


def test_the_claimer_may_sit_elsewhere():
    cards = "N:AQ.T.K. 54..T8. K2..Q.K 87.J.J."

    assert read("the eight", cards=cards, claimer="E", dummy="N")["steps"] == [
        "play D8"
    ]
    assert read("the jack of diamonds", cards=cards, claimer="W")["steps"] == [
        "play DJ"
    ]


def test_cards_that_are_none_are_refused():
    with pytest.raises(CommandError, match="is not a hand"):
        read("the rest are mine", cards="N:AQ. T.K.")
