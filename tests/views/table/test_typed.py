"""Without a script: what is typed is taken down by every button, and never lost."""

import pytest
from django.urls import reverse

from rulings.models import Statement
from rulings.queries.words import texts_of
from tests.factories import DEAL, make_case, make_event
from tests.views.table.walks import hidden, refused

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
    return texts_of([row.words])[row.words]


def test_main_button_keeps_the_words_and_goes_on(claimed):
    claimed.send("statement", layer="claim", words=SAID, keep="1")

    assert words_taken_down() == SAID
    assert Statement.objects.get().read_back_ew == "confirmed"
    assert claimed.at == "objections"


def test_nothing_typed_is_not_taken_for_silence(claimed):
    page = refused(claimed, "statement", layer="claim", words=" ", keep="1")

    assert "say that nothing was said" in page.content.decode()
    assert not Statement.objects.exists()


@pytest.mark.parametrize("go", ["back", "read_back", "layer:added", "open:ruff"])
def test_every_button_that_leads_on_takes_words_along(claimed, go):
    claimed.send("statement", layer="claim", words=SAID, go=go)

    assert words_taken_down() == SAID


def test_words_are_read_without_being_recorded(claimed):
    url = reverse("statement", args=[claimed.case.pk])
    sent = {
        **hidden(claimed.page),
        "layer": "claim",
        "words": "draw trumps, abracadabra",
    }
    htmx = {"HX-Request": "true", "HX-Trigger-Name": "words"}

    part = claimed.client.post(url, sent, headers=htmx).content.decode()

    assert "<mark>abracadabra</mark>" in part
    assert "Draw trumps" in part
    assert not Statement.objects.exists()
