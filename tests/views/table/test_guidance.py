"""Each point of the guidance that holds stands on the screen where it matters."""

import re

import pytest
from django.urls import reverse

from rulings.laws.engine import load_flow
from tests.factories import DEAL, make_case, make_event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]
ROUTES = {
    "claim": "claim",
    "statement": "statement",
    "objections": "objections",
    "cards": "cards",
    "moment": "proposal",
}
ASKED_AT = {"G13": "D14", "G20": "E02", "G22": "E05", "G24": "R02", "G25": "R02"}
"""A question of law at which a point matters that stands on no other screen."""


def numbers_on(client, case, route, *more):
    """Return the numbers of the points that a screen shows."""
    address = reverse(route, args=[case.pk, *more])
    text = client.get(address, follow=True).content.decode()
    return set(re.findall(r"<li><b>(G\d\d)</b> \S", text))


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_every_point_that_holds_is_shown_where_it_matters(client, edition):
    cast = make_event(deals={1: DEAL}, edition=edition)
    flow = load_flow("claims", edition)
    notes = {note.id: note for step in flow.steps.values() for note in step.guides}
    case = make_case(cast, state="frozen")
    client.force_login(cast.dana)

    shown = {
        screen: numbers_on(client, case, route) for screen, route in ROUTES.items()
    }

    assert shown == {
        screen: {name for name, note in notes.items() if note.screen == screen}
        for screen in ROUTES
    }
    of_law = {name for name, note in notes.items() if note.screen == "steps"}
    for name in of_law:
        step = ASKED_AT.get(name, "R07")
        assert name in numbers_on(client, case, "step", step)
    assert numbers_on(client, case, "step", "B02") == set()
