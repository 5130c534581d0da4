import pytest

from rulings.bridge.seats import Seat
from rulings.importers.formats import format_of
from rulings.importers.lin import reader as lin
from rulings.importers.lin.links import record_text
from rulings.importers.lin.tables import fields


def named(text):
    return [(name, value) for name, value, _ in fields(text)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("http://x/?lin=pn|a%20b|md|1|", id="half encoded"),
        pytest.param("http://x/?lin=pn%7Ca%20b%7Cmd%7C1%7C", id="encoded"),
        pytest.param("http://x/?lin=pn%257Ca%2520b%257Cmd%257C1%257C", id="twice"),
        pytest.param("http://x/?bbo=y&LIN=pn|a b|md|1|&lang=en", id="between others"),
        pytest.param("<a href='x?y=1&amp;lin=pn|a b|md|1|&amp;z=2'>", id="in a page"),
        pytest.param(
            '<a href="x?lin=pn&#124;a b&#124;md&#124;1&#124;">', id="entities"
        ),
    ],
)
def test_record_text_of_a_link(text):
    assert named(record_text(text))[:2] == [("pn", "a b"), ("md", "1")]


def test_record_text_without_a_bar_is_harmless():
    assert named(record_text("x?lin=abc")) == []


def test_record_text_that_is_no_link_stays():
    assert record_text("md|1|") == "md|1|"


HANDS = (
    "n=saq7hj85dj96cakq4&e=sk2hq10 3dkqt7cj963".replace(" ", "")
    + "&S=S6543HA64D83CT852&w=c7da542hk972sjt98"
)
LINK = f"https://example.org/tools/handviewer.html?{HANDS}"
CALLS = "&d=n&v=-&b=12&a=1cp1s!(four)p2sp4sppp"


def read(link):
    return list(lin.read(link.encode()))


def test_link_with_a_hand_a_parameter_is_a_board():
    (found,) = read(f"{LINK}{CALLS}&p={{see+this}}s9s7sks4hq&nn=Al%20B&wn=C|D,")

    assert str(found.deal) == (
        "N:AQ7.J85.J96.AKQ4 K2.QT3.KQT7.J963 6543.A64.83.T852 JT98.K972.A542.7"
    )
    assert (found.board, found.dealer, str(found.contract)) == (12, Seat.NORTH, "4S S")
    assert [str(card) for card in found.play] == ["S9", "S7", "SK", "S4", "HQ"]
    assert found.names == {Seat.NORTH: "Al B", Seat.WEST: "C D"}
    assert (found.claimed, found.remarks) == (False, ())


def test_link_with_a_claim_says_no_total():
    (found,) = read(f"{LINK}{CALLS}&p=s9s7sks4&c=9")

    assert (found.tricks_declarer, found.claimed) == (None, False)


def test_links_of_a_page_are_boards_each():
    page = "".join(
        f"<a href='{LINK}&amp;d=n&amp;b={n}&amp;a=-&amp;v=b'>x</a>" for n in (1, 2)
    )

    assert [board.board for board in read(f"<html>{page}</html>")] == [1, 2]
    assert format_of(page.encode()).name == "LIN"


def test_link_computes_the_fourth_hand():
    (found,) = read(LINK.replace("&w=c7da542hk972sjt98", "&d=s"))

    assert str(found.deal).endswith(" JT98.K972.A542.7")
    assert found.dealer is Seat.SOUTH


def test_link_to_nothing_is_no_board():
    assert record_text("handviewer.html?d=n&v=b") == "handviewer.html?d=n&v=b"


def test_link_cannot_smuggle_a_field():
    (found,) = read(f"{LINK}&b=3&nn=a%7Cpc%7CSA%7C&ln=%26%23124%3B")

    assert found.names == {Seat.NORTH: "a pc SA"}
    assert found.play == ()
