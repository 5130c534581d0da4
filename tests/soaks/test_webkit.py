"""A ruling and its player in WebKit, the engine of Safari: `./td soak webkit`."""

import time

import pytest

from tests.processes import worker
from tests.soaks import webdriver
from tests.story.world import make_world

__all__ = ["worker"]
pytestmark = [
    pytest.mark.soak("webkit"),
    pytest.mark.skipif(bool(webdriver.missing()), reason=webdriver.missing()),
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database,
]
WIDER = """
const seen = document.documentElement;
return seen.scrollWidth > seen.clientWidth;
"""
STYLED = "return getComputedStyle(document.querySelector('main')).display != 'inline'"


@pytest.fixture
def world(transactional_db):
    return make_world()


def rule(page, world):
    """Take a call on board 2, whose play is recorded, to the announcement."""
    page.taps('button[value="dana"]')
    page.presses("New call")
    page.taps(f'button[name="playing"][value="{world.playing(2).pk}"]')
    page.comes_to("claim")
    page.presses("Next")
    page.comes_to("statement")
    page.presses("said nothing")
    page.comes_to("objections")
    page.taps('button[name="seat"][value="EW"]')
    page.comes_to("cards")
    page.presses("Yes, these cards")
    page.comes_to("proposal")
    page.taps('button[name="aware_of_trump"][value="not_aware"]')
    page.presses("Accept")
    page.comes_to("ruling")
    page.presses("Announced to both sides")
    page.comes_to("announced")


def fits(page):
    """Check that a page has its style, and scrolls to no side."""
    assert page.runs(STYLED)
    assert not page.runs(WIDER)


def test_a_director_rules_and_a_player_reads_it_in_webkit(
    site, world, worker, settings, say
):
    settings.TD_DEMO = True  # its sign-in page: one tap
    began = time.monotonic()
    with webdriver.webkit() as page:
        page.goes(f"{site}/")
        rule(page, world)
        fits(page)
        ruling = world.case().rulings.get()
        assert (world.case().state, ruling.tricks_claimer) == ("announced", 2)

        page.forgets()
        pair = world.case().playing.ns.number
        page.goes(f"{site}/p/{world.secrets[pair]}")
        page.presses("Board 2")
        page.sees("2 of the last")
        fits(page)
        version = page.version
    say(
        f"WebKitGTK {version}: signed in, a call with words, objection and cards to"
        f" the announced ruling, then read by a player by his slip,"
        f" {time.monotonic() - began:.0f} s"
    )
