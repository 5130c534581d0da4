"""The chief reads the live board by keyboard while it is refreshed under his hands."""

import time

import pytest
from playwright.sync_api import expect

from tests.walks.conftest import LAPTOP
from tests.walks.person import WAIT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]
POLL = 62_000
"""Milliseconds after which the board has asked again, also where it listens."""


def polled(page, change):
    """Let something change and the board's time pass until it has been replaced.

    Moment by moment: a leap over all of it would fire a timer once, and a board just
    put in place begins to count only when it has settled.
    """
    page.evaluate("document.querySelector('#board').dataset.before = ''")
    change()
    page.clock.run_for(POLL)
    expect(page.locator("#board[data-before]")).to_have_count(0, timeout=WAIT)


def focused(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_focus_stays_on_a_row_of_the_board_over_two_polls(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").sees("Who claimed")
    cleo = walker("Cleo, chief director", device=LAPTOP)
    page = cleo._page
    page.clock.install()
    cleo.tap("Live")
    row = cleo.control("look at the case", role="link")
    name = row.get_attribute("aria-label")
    for _step in range(30):
        if focused(page) == name:
            break
        page.keyboard.press("Tab")

    for board in ("5", "6"):
        dana.goes_back().goes_back()
        call = dana.tap("New call").control(board, role="button")
        polled(page, call.click)
        dana.sees("Who claimed")
        expect(page.locator(":focus")).to_have_attribute("aria-label", name)

    page.keyboard.press("Enter")
    expect(page.locator("tr.peeked")).to_contain_text("4")


def test_rows_say_section_and_session_and_what_nobody_has_stands_first(walker, world):
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").sees("Who claimed")
    dana.goes_back().goes_back()
    dana.sees("Board 4, session 1").sees("A2")


def test_the_board_shows_a_new_call_at_once_and_does_not_ask_each_moment(walker, world):
    cleo = walker("Cleo, chief director", device=LAPTOP)
    page = cleo._page
    page.clock.install()
    with page.expect_response(listens):
        cleo.tap("Live").misses("Board 4")
    page.clock.run_for(2_000)  # it asks once as it begins to listen
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").sees("Who claimed")

    shown = page.locator("#board").get_by_text("Board 4")
    for _moment in range(40):  # together less than the pace at which it polls
        if shown.count():
            break
        page.clock.run_for(60)
        time.sleep(0.5)

    expect(shown.first).to_be_visible()


def listens(response):
    return response.headers.get("content-type", "").startswith("text/event-stream")
