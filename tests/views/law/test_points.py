"""Readers find every point of guidance as an edition has it, and where it counts."""

import re

import pytest
from django.urls import reverse

from rulings.laws.engine import load_flow
from tests.people import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_every_point_stands_with_its_questions(client, edition):
    page = client.get(reverse("law_points", args=[edition]))

    markup = page.content.decode()
    found = re.findall(r' id="(G\d\d)"', markup)
    assert len(found) == len(set(found)) == 25
    flow = load_flow("claims", edition)
    linked = set(re.findall(r'#([A-Z]\d\d)"', markup))
    assert linked == {step.id for step in flow.steps.values() if step.guides}
    held = {note.id for step in flow.steps.values() for note in step.guides}
    assert held <= set(found)


def test_what_an_edition_changes_is_said(client):
    words = text_of(client.get(reverse("law_points", args=["2017"])))

    assert "All four players may agree to let it count." in words
    assert "holds in part" in words
    assert "On the screen of the objections." in words


def test_a_reader_comes_from_help_and_changes_the_edition(client):
    help_page = client.get(reverse("help")).content.decode()
    assert f'href="{reverse("law_index")}"' in help_page
    index = client.get(reverse("law_index")).content.decode()
    assert f'href="{reverse("law_points", args=["2007"])}"' in index
    page = client.get(reverse("law_points", args=["2007"])).content.decode()
    assert f'href="{reverse("law_points", args=["1997"])}"' in page


def test_an_unknown_edition_has_no_page(client):
    assert client.get(reverse("law_points", args=["1900"])).status_code == 404
