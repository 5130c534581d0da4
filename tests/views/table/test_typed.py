"""Without a script: what is typed is taken down by every button, and never lost."""

import pytest
from django.urls import reverse

from rulings.models import Agreement, Statement
from rulings.queries.words import texts_of
from tests.factories import DEAL, make_case, make_event
from tests.views.table.walks import hidden

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SAID = "draw trumps, the rest are mine"


@pytest.fixture
def cast():
    return make_event(deals={1: DEAL})


@pytest.fixture
def claimed(walk, cast):
    walk.case = make_case(cast)
    walk.see("claim")
    walk.send("claim", level="4", strain="S", declarer="S", claimer="S", left="8")
    walk.see("statement")
    return walk


def words_taken_down():
    row = Statement.objects.get(layer="claim")
    assert row.read_back_ns == ""  # nobody has heard them yet
    return texts_of([row.words])[row.words]


def test_main_button_takes_words_down_and_agrees_to_nothing(claimed):
    claimed.send("read_back", layer="claim", words=SAID, ns="confirmed", ew="confirmed")

    assert words_taken_down() == SAID
    assert "Does each side agree that it was said so?" in claimed.text


@pytest.mark.parametrize("go", ["back", "read_back", "layer:added", "open:ruff"])
def test_every_button_that_leads_on_takes_words_along(claimed, go):
    claimed.send("statement", layer="claim", words=SAID, go=go)

    assert words_taken_down() == SAID


def test_agreeing_with_an_objection_begun_asks_on_a_page_that_keeps_it(claimed):
    claimed.send("read_back", layer="claim", ns="confirmed", ew="confirmed")
    claimed.see("objections")
    sent = {**hidden(claimed.page), "seat": "W", "words": "the king is out"}

    answer = claimed.client.post(reverse("agree", args=[claimed.case.pk]), sent)

    assert answer.status_code == 422
    page = answer.content.decode()
    assert "agree all the same?" in page
    assert "the king is out</textarea>" in page
    assert not Agreement.objects.exists()
