"""Hands are read from what people paste; what cannot be read is named."""

import pytest

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.forms.visitor.pasted import read_pasted
from tests.tree import ROOT

SAMPLES = ROOT / "tests" / "samples" / "lin"
LINK = (SAMPLES / "parts.url").read_text("utf-8").partition("URL=")[2].strip()
SHORT = "N:AQ..85.3 J9..AK.J 74.A9..A KT...Q98"


def test_a_link_gives_the_board_with_its_play():
    found = read_pasted(f"Look at {LINK} please")

    assert found.contract == Contract.parse("4S S")
    assert found.deal is not None
    assert len(found.board.play) == 8


def test_four_short_hands_stand_alone_or_in_a_tag_with_others():
    plain = read_pasted(SHORT)
    tags = f'[Deal "{SHORT}"]\n[Contract "4H"]\n[Declarer "S"]\n[Vulnerable "All"]'
    tagged = read_pasted(tags)

    assert plain.deal is None
    assert str(plain.hands[Seat.SOUTH]) == "74.A9..A"
    assert plain.hands == tagged.hands
    assert (plain.contract, plain.vulnerable) == (None, None)
    assert tagged.contract == Contract.parse("4H S")
    assert tagged.vulnerable is Vulnerability.BOTH


def test_a_link_may_hold_fewer_cards():
    link = (
        "https://example.org/handviewer.html?n=sAQd85c3&e=sJ9dAKcJ&s=s74hA9cA&w=sKTcQ98"
    )

    assert read_pasted(link).hands == read_pasted(SHORT).hands


def test_a_link_of_a_record_is_read():
    record = (SAMPLES / "link.url").read_text("utf-8")

    assert read_pasted(record).deal is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("what is this", "“what is this” is no hand that can be read"),
        ("x" * 400, "…”"),
        ("N:AQ.. 9.. 74.A9..A KT...Q98", "hand"),
        ('[Deal "N:AKQ.AKQ.AKQ.AKQJ"]', "hand"),
        ("https://a.example/handviewer.html?n=sAA&e=s2&s=s3&w=s4", "hand"),
        ("https://a.example/handviewer.html?n=9&e=s2&s=s3&w=s4", "“9” is no hand"),
    ],
)
def test_what_is_wrong_is_said(text, words):
    with pytest.raises(ParseError) as refused:
        read_pasted(text)
    assert words in str(refused.value)
