"""The dossier without people: page, PDF, and a file that proves itself."""

import json

import pytest
from django.urls import reverse

from rulings.models import Entry, Ruling
from rulings.presenters.paper.anonymous import anonymous_view, sheet_data
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case
from tests.people import sent

pytestmark = pytest.mark.django_db

SECRET = "Dora Quill says she saw the jack."


@pytest.fixture
def ruled(walk, cast):
    """A case with a name in its reasons, announced."""
    case = make_case(cast, state="frozen")
    decide.rule(cast.form(cast.dana), case.pk, decision(reasons=SECRET))
    decide.announce(cast.form(cast.dana), case.pk)
    walk.case = case
    return case


def named(cast):
    """What would name somebody or lead to him."""
    return [cast.event.name, "dana", "Player 1a", SECRET, "2026"]


def address(case, query=""):
    return reverse("anonymous_dossier", args=[case.pk]) + query


def give(walk, kind, **fields):
    return walk.client.post(address(walk.case), sent(kind=kind, **fields))


def main_of(page):
    _, _, after = page.content.decode().partition("<main")
    return after.partition("</main>")[0]


def test_page_names_nobody_and_keeps_cards_and_law(walk, cast, ruled):
    page = walk.client.get(address(ruled))

    body = main_of(page)
    assert [one for one in named(cast) if one in body] == []
    assert "I have the rest." not in body
    assert "Nobody is named here" in body
    assert "70C" in body
    assert page.context["diagram"] is not None


def test_what_was_said_is_shown_only_to_be_read(walk, cast, ruled):
    body = main_of(walk.client.get(address(ruled, "?words=1")))

    assert SECRET in body
    assert cast.event.name not in body


@pytest.mark.parametrize("words", [False, True])
def test_file_without_names_proves_itself(walk, cast, ruled, words):
    before = Entry.objects.filter(act="export").count()

    answer = give(walk, "json", **({"words": "on"} if words else {}))

    given = answer.json()
    assert check_dossier(given, []) == []
    assert (SECRET in answer.content.decode()) is words
    assert "names" not in given
    assert "Player 1a" not in answer.content.decode()
    assert Entry.objects.filter(act="export").count() == before + 1
    assert verify().findings == []


def test_paper_names_nobody_and_is_the_same_for_the_same_case(walk, cast, ruled):
    one, two = give(walk, "pdf"), give(walk, "pdf")

    assert one.content.startswith(b"%PDF-")
    assert one.content == two.content
    data = json.dumps(
        sheet_data(ruled, anonymous_view(ruled, cast.at, words=False)),
        ensure_ascii=False,
    )
    assert [one for one in named(cast) if one in data] == []
    assert "♠" in data
    assert "70C" in data


def test_case_without_cards_or_ruling_is_set_as_well(walk, cast):
    walk.case = make_case(cast, state="called")

    assert give(walk, "pdf").content.startswith(b"%PDF-")
    assert not Ruling.objects.filter(case=walk.case).exists()
