"""The header of a case: answers of law stand in it, and a tap on any changes it."""

import pytest

from rulings.models import Case
from tests.walks.conftest import PHONE, TABLET, at_the_moment

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]

HEADER = "Answers so far"

EDGES = """strip => {
    const box = strip.getBoundingClientRect();
    const seen = [...strip.children].filter(one => {
        const item = one.getBoundingClientRect();
        return item.left >= box.left - 1 && item.right <= box.right + 1;
    });
    const here = strip.querySelector('.here');
    const cue = (one, part) => getComputedStyle(one, part).content.includes('›');
    return {
        hidden: strip.scrollWidth > strip.clientWidth + 1,
        before: cue(strip, '::before'),
        after: here ? cue(here.parentElement, '::before') : cue(strip, '::after'),
        here: !here || seen.includes(here.parentElement),
    };
}"""


def edges(person):
    """Return whether the header is wider than the screen, and what its edges say."""
    person.rests()
    return person._page.locator(".strip").evaluate(EDGES)


def scrolled_to_the_end(person):
    """Scroll the header to its end and return what its edges then say."""
    person._page.locator(".strip").evaluate("one => { one.scrollLeft = 9999 }")
    return edges(person)


@pytest.mark.parametrize(
    "device",
    [pytest.param(TABLET, marks=pytest.mark.soak("walks"), id="portrait"), PHONE],
)
def test_header_fits_or_says_that_it_goes_on(walker, world, worker, device):
    dana = at_the_moment(walker("Dana, director", device=device))
    dana.tap("It may be forgotten").sees("Accept 2 tricks")
    dana.sees("Trump still out")

    told = edges(dana)

    assert told["here"]
    assert told["after"] is told["hidden"]
    assert not told["before"]
    assert told["hidden"] or device is TABLET
    if told["hidden"]:
        ended = scrolled_to_the_end(dana)
        assert (ended["before"], ended["after"]) == (True, False)


@pytest.mark.soak("walks")
def test_an_answer_is_changed_from_the_header_before_the_ruling(walker, world, worker):
    dana = at_the_moment(walker("Dana, director"))
    dana.tap("It may be forgotten").sees("Accept 2 tricks")

    dana.tap("may be forgotten", near=HEADER).sees("Is it at all likely")
    dana.tap("No, it was clearly known").sees("Accept 3 tricks")

    dana.sees("was known")
    assert Case.objects.get().answers.get(step="C07").choice == "clearly_aware"


def test_every_fact_is_changed_from_the_header_after_the_announcement(
    walker, world, worker
):
    dana = at_the_moment(walker("Dana, director"))
    dana.tap("It may be forgotten").tap("Accept 2 tricks").sees("Read this out")
    dana.tap("Announced to both sides").sees("Table code")
    dana.sees("2 tricks").tap("may be forgotten", near=HEADER)
    dana.sees("What was wrong?").sees("may be forgotten")

    dana.tap("2 tricks", near=HEADER).sees("What was read out")
    dana.tap("Contract", near=HEADER).sees("What was wrong?")
    dana.tap("5", role="radio", nth=0).types("How was it found?", "both players say so")
    dana.tap("Show before and after").sees("Who has to know")
