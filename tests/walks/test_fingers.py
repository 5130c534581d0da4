"""A finger on the cards: swipes and taps count, nothing moves, the page scrolls."""

import pytest

from tests.walks.conftest import PHONE, TABLET, objects

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]
PLACES = """() => [...document.querySelectorAll(
  '.k, .key, .seats label, .options label')]
  .filter((one) => one.checkVisibility()).map((one) => {
    const box = one.getBoundingClientRect();
    return [box.x, box.y + scrollY, box.width, box.height]; })"""


@pytest.fixture(
    params=[
        pytest.param(TABLET, id="tablet"),
        pytest.param(PHONE, marks=pytest.mark.soak("walks"), id="phone"),
    ]
)
def cards(request, world, walker):
    """Return how Dana comes to the cards of a contested claim on a board."""

    def come(board):
        dana = walker("Dana, director", device=request.param)
        dana.tap("New call").tap(str(board), role="button")
        dana.tap("4", role="radio", nth=0).tap("spade", role="radio")
        dana.tap("South", role="radio", nth=0)
        dana.tap("5", role="radio", nth=1).tap("Next")
        dana.tap("said nothing")
        objects(dana, "West", "A trump is out")
        return dana.sees("Undo swipe")

    return come


def places(person):
    """Return where cards, seats and tiles stand on the page."""
    return person.rests()._page.evaluate(PLACES)


def scrolled(person):
    """Return how far the page has gone up."""
    return person.rests()._page.evaluate("scrollY")


def test_finger_swipes_and_taps_on_the_hand_record(cards):
    dana = cards(1)
    before = places(dana)

    dana.swipe("king of hearts", "queen of hearts").tap("ace of diamonds")
    dana.sees("3 of 5")
    dana.swipe("queen of diamonds", "jack of diamonds")
    dana.tap("5 of hearts").tap("10 of diamonds")

    dana.sees("\u2713 5 of 5").sees("East: 3 to mark")
    assert places(dana) == before


def test_finger_swipes_and_taps_on_the_blank_deck(cards):
    dana = cards(3)
    before = places(dana)

    dana.swipe("king of hearts", "queen of hearts").tap("ace of diamonds")
    dana.sees("3 of 5")
    dana.swipe("queen of diamonds", "jack of diamonds").tap("East", role="radio")
    dana.tap("5 of hearts")

    dana.sees("\u2713 5 of 5").sees("East: 4 to give")
    assert places(dana) == before


def test_finger_beside_the_cards_scrolls(cards):
    dana = cards(3)
    x, y = dana.middle("7 of hearts")
    top = scrolled(dana)
    dana.draws((x, y), (x, y - 150))
    assert scrolled(dana) == top
    dana.misses("1 of 5")

    heading = dana._page.get_by_role("heading", level=1).bounding_box()
    dana.draws((40, heading["y"] + 5), (40, heading["y"] - 295))
    dana._page.wait_for_function("top => scrollY > top", arg=top)
