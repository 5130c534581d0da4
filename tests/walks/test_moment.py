"""The ruling on one screen: answer and accept, change the answer, give a number."""

import pytest
from playwright.sync_api import expect

from rulings.models import Case, Ruling, SafeResult
from tests.walks.conftest import PHONE, at_the_moment

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


@pytest.mark.soak("walks")
def test_answer_and_accept_are_two_taps(walker, world, worker):
    dana = at_the_moment(walker("Dana, director"))
    dana.sees("Is it at all likely that").sees("Choose one of the two")
    dana.gestures = 0

    dana.tap("It may be forgotten").tap("Accept").sees("Read this out")

    assert dana.gestures == 2
    ruling = Ruling.objects.get()
    answers = ruling.walk["answers"]
    assert answers["C07"]["choice"] == "possible"
    assert Case.objects.get().answers.count() == 2

    dana.taps_main().sees("Announced").taps_main()
    while not SafeResult.objects.filter(data__isnull=False).exists():
        dana._page.wait_for_timeout(100)  # until the worker has found the words
    dana.tap("All 1", role="link").tap("Board 2", role="link").sees("Announced")
    dana.tap("How to claim this safely").sees("These words make")


def test_both_numbers_stay_and_the_answer_is_changed_at_one_tap(walker, world, worker):
    dana = at_the_moment(walker("Dana, director", device=PHONE))

    dana.tap("It may be forgotten").sees("Accept 2 tricks")
    pressed = dana.control("It may be forgotten")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    expect(pressed).to_be_focused()
    dana.sees("knew it was out")

    dana.tap("knew it was out").sees("Accept 3 tricks")

    dana.tap("Accept 3 tricks").sees("Read this out")
    assert Ruling.objects.get().tricks_claimer == 3


@pytest.mark.soak("walks")
def test_another_number_is_given_on_the_same_screen(walker, world, worker):
    dana = at_the_moment(walker("Dana, director"))

    dana.tap("Another number").sees("Your number")
    dana.tap("Rule this number")
    dana.tap("1:", role="radio").tap("a worse line is normal", role="radio")
    dana.tap("knew it was out", role="radio")
    dana.tap("Rule this number").sees("Read this out")

    assert Ruling.objects.get().tricks_claimer == 1


@pytest.mark.soak("walks")
def test_keys_answer_and_accept(walker, world, worker):
    dana = at_the_moment(walker("Dana, director"))
    page = dana._page
    dana.sees("Choose one of the two")
    page.wait_for_load_state("load")  # its scripts listen from then on

    page.keyboard.press("?")
    dana.sees("press an answer")
    page.keyboard.press("Escape")
    dana.misses("press an answer")  # keys count again once the list has closed
    page.keyboard.press("2")
    dana.sees("Accept 2 tricks")

    assert Case.objects.get().answers.count() == 2
