"""The cards at the claim: marked, typed, from a record, or asked for again."""

import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.models import Case
from rulings.queries.table.proposal import proposed
from rulings.workflow.solving.propose import propose
from tests.factories import DEAL, POSITION, free_playing, make_case, make_event
from tests.views.table.walks import hidden, record_play, refused, typed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


@pytest.fixture
def cast():
    return make_event(deals={1: DEAL})


def test_unequal_hands_are_refused_and_the_marks_kept(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("cards", way="grid")

    cards = {**typed(POSITION), "hand_N": ".KQ.AQJ82.", "won": "5"}
    page = refused(walk, "cards", way="grid", **cards)

    text = page.content.decode()
    assert page.status_code == 422
    assert "North has 7, East has 8" in text
    assert 'value=".KQ.AQJ82."' in text
    assert not hasattr(Case.objects.get(), "position")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"won": ""}, "Say how many"),
        ({"leader": ""}, "Say who led"),
        ({"hand_N": ".KQJ.AQJ82x."}, "is not a rank"),
        ({"hand_N": "6.KQ.AQJ82."}, "stands in two places"),
    ],
    ids=["tricks won", "leader", "no card", "twice"],
)
def test_cards_that_are_no_position_are_refused(walk, cast, change, sentence):
    walk.case = make_case(cast, state="contested")
    walk.see("cards", way="grid")

    cards = {**typed(POSITION), "won": "5", **change}
    page = refused(walk, "cards", way="grid", **cards)

    assert page.status_code == 422
    assert sentence in page.content.decode()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pl", "nie jest wysokością karty"), ("fr", "n&#x27;est pas une hauteur")],
)
def test_hands_typed_wrongly_are_refused_in_the_language_of_the_reader(
    walk, cast, language, sentence
):
    walk.case = make_case(cast, state="contested")
    walk.see("cards", way="grid")
    walk.client.cookies["django_language"] = language

    cards = {**typed(POSITION), "won": "5", "hand_N": ".KQJ.AQJ82x."}
    page = refused(walk, "cards", way="grid", **cards).content.decode()

    assert sentence in page


def test_marks_on_the_hand_record_mean_remaining_or_played(walk, cast):
    playing = free_playing(cast)
    walk.case = make_case(cast, state="contested", playing=playing)
    remaining = {
        letter: [str(card) for card in list(DEAL.hands[at])[:8]]
        for at, letter in enumerate("NESW")
    }
    played = {
        letter: [str(card) for card in list(DEAL.hands[at])[8:]]
        for at, letter in enumerate("NESW")
    }
    walk.see("cards", way="hand")
    walk.send("cards", way="hand", mark="remaining", leader="S", won="5", **remaining)
    by_remaining = Case.objects.get().position.text

    walk.see("cards", way="hand", mark="played")
    walk.send("cards", way="hand", mark="played", leader="S", won="5", **played)

    assert Case.objects.get().position.text == by_remaining
    assert Position.parse(by_remaining).left == 8


def test_key_of_the_blank_deck_gives_a_card_without_a_script(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("cards", way="grid")

    url = reverse("cards", args=[walk.case.pk])
    given = {**hidden(walk.page), "way": "grid", "seat": "E", "give": "SA"}
    page = walk.client.post(url, given)

    assert page.status_code == 200
    assert 'name="hand_E" value="A..."' in page.content.decode()


def test_the_seat_to_be_chosen_stands_above_the_blank_deck(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("cards", way="grid")

    page = walk.page.content.decode()

    assert page.index('name="seat" value="W"') < page.index('name="give" value="SA"')


def test_other_number_of_tricks_left_asks_for_the_cards_again(walk, cast):
    walk.case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), walk.case.pk)
    walk.see("claim")

    walk.send("claim", claimer="S", left="7", claimed="7")

    assert walk.at == "cards"
    case = Case.objects.get()
    assert (case.state, case.claim.tricks_left) == ("contested", 7)
    assert proposed(case).row is None
    assert proposed(case).stale

    walk.see("claim")
    walk.send("claim", claimer="S", left="8", claimed="7")
    assert Case.objects.get().state == "frozen"


def test_record_that_goes_on_gives_the_cards_at_the_claim(walk, cast):
    contract = Contract.parse("4S S")
    playing = free_playing(cast)
    record_play(cast, playing, contract, 13)
    walk.case = make_case(cast, state="contested", playing=playing)

    walk.see("cards")
    assert "From the record of play: 8 tricks left." in walk.text
    walk.send("cards", way="record")

    case = Case.objects.get()
    assert case.state == "frozen"
    assert Position.parse(case.position.text).left == 8


def test_record_that_ends_before_the_claim_gives_no_cards(walk, cast):
    playing = free_playing(cast)
    record_play(cast, playing, Contract.parse("4S S"), 3)
    walk.case = make_case(cast, state="contested", playing=playing)

    walk.see("cards")

    assert "ends with 10 tricks left, the claim says 8" in walk.text
    assert 'name="way" value="hand"' in walk.text


@pytest.mark.parametrize("way", ["hand", "grid"])
def test_lead_is_not_chosen_for_the_director(walk, cast, way):
    walk.case = make_case(cast, state="contested")

    walk.see("cards", way=way)

    assert walk.text.count('name="leader"') == 4
    assert "data-full hidden" in walk.text  # no cards are complete yet
    assert "Still to give: how many tricks South won" in walk.text
    assert 'name="faced" value="1">' in walk.text  # nobody has said so
    assert [one.chosen for one in walk.page.context["leader_tiles"]] == [False] * 4


def test_cards_not_dealt_to_a_seat_are_warned_of_once(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("cards", way="grid")
    cards = {"way": "grid", **typed(POSITION), "won": "5"}

    page = refused(walk, "cards", **cards)

    text = page.content.decode()
    assert page.status_code == 422
    assert "South jack of spades" in text
    assert 'name="misdealt" value="1"' in text
    walk.send("cards", **cards, misdealt="1")
    assert str(Case.objects.get().position.text) == str(POSITION)
