"""How much a page may ask of the database: the main pages, each with its bound.

Two of them say who asks: the session, then the account with its roles. No page asks
more than twelve times, but for the chief's: it shows something of fifteen tables, each
read once. A page that needs more reads a thing again, or rows one by one.
"""

import pytest
from django.db import transaction
from django.urls import reverse

from rulings.urls import urlpatterns
from tests import matrix
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
    "player": ("esme", 10),
    "player_case": ("esme", 12),
    "live": ("cleo", 19),
    "windows": ("cleo", 9),
    "appeal": ("cleo", 9),
    "scores": ("sam", 12),
}
"""Who looks, and at most how many queries the page then asks."""

REDIRECTS = {"home": 302, "case": 303}
OF_ANNOUNCED = {"announced", "player_case", "windows", "appeal"}


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Build everybody once, with a second case that waits for its ruling."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = matrix.build()
        yield made, make_case(made.cast, state="frozen")
        transaction.set_rollback(True)


PATTERNS = {pattern.name: pattern for pattern in urlpatterns}


def browser_of(world, who):
    letter = {"dana": "D", "cleo": "C", "sam": "S", "esme": "EW"}[who]
    return world.knockers[letter].browser


@pytest.mark.parametrize("name", PAGES)
def test_page_asks_no_more_than_this(
    world, monkeypatch, django_assert_max_num_queries, name
):
    everybody, contested = world
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
