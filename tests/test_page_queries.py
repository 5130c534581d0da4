"""How much a page may ask of the database: the main pages, each with its bound.

Two of them say who asks: the session, then the account with its roles. No page asks
more than twelve times; a page that needs more reads a thing again, or rows one by one.
"""

import pytest
from django.db import connection, transaction
from django.urls import reverse

from rulings.urls import urlpatterns
from tests import bench_pages, matrix
from tests.factories import make_case
from tests.people import stop_clock

pytestmark = pytest.mark.django_db

PAGES = {
    "home": ("dana", 4),
    "queue": ("dana", 12),
    "new_call": ("dana", 12),
    "case": ("dana", 9),
    "claim": ("dana", 9),
    "objections": ("dana", 9),
    "cards": ("dana", 9),
    "steps": ("dana", 11),
    "step": ("dana", 11),
    "proposal": ("dana", 12),
    "announced": ("dana", 11),
    "compare": ("dana", 12),
    "similar": ("dana", 12),
    "player": ("esme", 12),
    "player_case": ("esme", 12),
    "live": ("cleo", 12),
    "windows": ("cleo", 9),
    "appeal": ("cleo", 9),
    "opinions": ("dana", 12),
    "polls": ("dana", 12),
    "poll": ("dana", 12),
    "poll_paper": ("dana", 12),
    "dossier": ("dana", 12),
    "scores": ("sam", 12),
    "result_grid": ("sam", 12),
    "results_in": ("sam", 12),
    "results_out": ("sam", 12),
    "board_compared": ("sam", 12),
    "standing": ("sam", 12),
}
"""Who looks, and at most how many queries the page then asks."""

REDIRECTS = {"home": 302, "case": 303}
OF_ANNOUNCED = {
    *("announced", "player_case", "windows", "appeal", "dossier"),
    *("opinions", "polls", "poll", "poll_paper"),
}


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Build everybody once, with open cases of each state."""
    with django_db_blocker.unblock(), transaction.atomic():
        # Django asks SQLite for this once a connection, on whichever page is first.
        assert connection.features.supports_json_field
        made = matrix.build()
        contested = make_case(made.cast, state="frozen")
        every = bench_pages.open_cases(made.cast, 2 * len(bench_pages.STATES))
        yield made, contested, every
        transaction.set_rollback(True)


PATTERNS = {pattern.name: pattern for pattern in urlpatterns}


def browser_of(world, who):
    letter = {"dana": "D", "cleo": "C", "sam": "S", "esme": "EW"}[who]
    return world.knockers[letter].browser


@pytest.mark.parametrize("name", PAGES)
def test_page_asks_no_more_than_this(
    world, monkeypatch, django_assert_max_num_queries, name
):
    everybody, contested, _ = world
    who, most = PAGES[name]
    stop_clock(monkeypatch, everybody.cast)
    arguments = everybody.arguments
    if name not in OF_ANNOUNCED:
        arguments["case_id"] = contested.pk
    wanted = PATTERNS[name].pattern.converters
    address = reverse(name, kwargs={key: arguments[key] for key in wanted})
    browser = browser_of(everybody, who)

    with django_assert_max_num_queries(most):
        response = browser.get(address)

    assert response.status_code == REDIRECTS.get(name, 200)


MOST = 12
FILES = {"export_event", "dossier_file"}
"""What is given out as a file: counted and, for a case, logged besides."""


@pytest.mark.parametrize("page", sorted(bench_pages.PAGES.keys() - FILES))
def test_no_page_of_a_director_asks_more_than_twelve_times(
    world, django_assert_max_num_queries, page
):
    made, _, cases = world
    address = bench_pages.address_of(made, page, cases.get(bench_pages.PAGES[page]))

    with django_assert_max_num_queries(MOST):
        response = made.knockers["C"].browser.get(address)

    assert response.status_code == 200


@pytest.mark.parametrize("state", sorted(bench_pages.STATES))
def test_no_case_looked_at_by_the_chief_asks_more_than_twelve_times(
    world, django_assert_max_num_queries, state
):
    made, _, cases = world
    address = reverse("live", args=[made.cast.event.pk])

    with django_assert_max_num_queries(MOST):
        response = made.knockers["C"].browser.get(address, {"peek": cases[state].pk})

    assert response.context["peeked_id"] == cases[state].pk
