"""The words to read out come shorter and in each language at one tap."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_case, make_event
from tests.people import tablet

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


@pytest.fixture
def page():
    """Return how the director sees an announced ruling, from a way to read it."""
    cast = make_event()
    case = make_case(cast, state="announced", claimed=7)
    address = reverse("announced", args=[case.pk])
    return lambda query="": tablet(cast.dana).get(address + query)


def script(answer):
    found = re.search(
        r'<section class="script-out".*?lang="(\w+)">(.*?)</section>',
        answer.content.decode(),
        re.DOTALL,
    )
    return found[1], found[2]


def ways(answer):
    return {way.words: way.query for way in answer.context["reading"].ways}


def test_every_way_is_one_tap_and_leads_back(page):
    full = page()
    assert ways(full) == {
        "Shorter": "?say=short",
        "polski": "?in=pl",
        "français": "?in=fr",
    }
    short = page(ways(full)["Shorter"])
    assert short.context["readout"].words < full.context["readout"].words
    assert short.context["readout"].result == full.context["readout"].result
    assert short.context["readout"].then == full.context["readout"].then
    assert ways(short)["In full"] == "?"
    assert ways(short)["polski"] == "?say=short&in=pl"


def test_another_language_speaks_and_the_page_stays_as_it_is(page):
    language, words = script(page("?in=pl"))

    assert language == "pl"
    assert "Odwołać" in words or "odwołać" in words.lower()
    rest = page("?in=pl").content.decode()
    assert "What was read out" in rest
    assert ways(page("?in=pl"))["English"] == "?"


def test_an_odd_way_is_the_usual_one(page):
    assert page("?in=xx&say=loud").context["readout"] == page().context["readout"]
