"""Cards played after a claim stand beside the number as evidence (70D3, 85A)."""

import pytest
from django.urls import reverse

from rulings.models import Answer, Case
from rulings.presenters.played_on import played_on_view
from rulings.queries.case.flow import walk_case
from rulings.queries.case.solving import solver_input
from tests.factories import make_case, make_event
from tests.forms_on_pages import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event()


def view(cast, cards, edition="2017"):
    case = make_case(cast, state="frozen")
    if cards is not None:
        values = {"post_claim_cards": cards}
        Answer.objects.create(case=case, step="B05", choice="recorded", values=values)
    Case.objects.filter(pk=case.pk).update(edition=edition)
    case = Case.objects.get(pk=case.pk)
    return played_on_view(walk_case(case, cast.at), solver_input(case)), case


@pytest.mark.parametrize(("edition", "law"), [("2017", "85A"), ("2007", "70D3")])
def test_plays_are_evidence_where_the_edition_says_so(cast, edition, law):
    found, _case = view(cast, "H5 h3, H9 HJ HQ H2 H4 H7 CA", edition)

    assert found.law == law
    assert found.sentences == (
        "The statement says nothing about the cards that were played.",
        "The claiming side won 2 of 2 tricks played on.",
        "CA could not be played there; what was noted after it is left out.",
    )


def test_card_that_gives_the_claim_away_is_named(cast):
    found, _case = view(cast, "H5 H3 H7 HJ D2")

    assert (
        "After D2 from North the claim could not be made any more." in found.sentences
    )


def test_in_the_oldest_edition_later_play_is_left_out_of_account(cast):
    assert view(cast, "H4 C6", "1997")[0] is None


@pytest.mark.parametrize("cards", [None, "", "  "])
def test_nothing_played_is_nothing_shown(cast, cards):
    assert view(cast, cards)[0] is None


def test_cards_that_cannot_be_read_are_shown_as_they_were_typed(cast):
    found, _case = view(cast, "the ace")

    words = "The cards noted after the claim cannot be read: the ace"
    assert found.sentences == (words,)


def test_evidence_stands_beside_the_number(cast, client):
    _found, case = view(cast, "H5")
    client.force_login(cast.dana)

    page = flat(client.get(reverse("proposal", args=[case.pk])).content.decode())

    assert "As they played on" in page
    assert "Evidence only: the cards played after the claim do not count." in page
