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
    "steps": "step",
}


def numbers_on(client, case, route):
    """Return the numbers of the points that a screen shows."""
    more = ["B02"] if route == "step" else []
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
