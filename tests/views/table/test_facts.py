"""Claim, words, objections and cards: what is refused, kept, changed and undone."""

import uuid

import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.models import Case, Objection, Playing, Role, Statement
from rulings.queries.table.proposal import proposed
from rulings.queries.table.sheet import sheet_of
from rulings.workflow.events import give_role
from rulings.workflow.facts import change_facts, record_position
from rulings.workflow.propose import propose
from rulings.workflow.scores import end_round
from tests.factories import (
    DEAL,
    POSITION,
    free_playing,
    make_case,
    make_event,
    make_user,
    shell,
    take_facts,
)
from tests.people import stop_clock
from tests.views.table.walks import hidden, record_play, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event(deals={1: DEAL})


def refused(walk, name, **data):
    """Send a form that is refused and return the page of the refusal."""
    url = reverse(name, args=[walk.case.pk])
    return walk.client.post(url, {**hidden(walk.page), **data})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"level": "4", "strain": "S"}, "one is missing"),
        ({}, "Give the contract"),
        (
            {"level": "4", "strain": "S", "declarer": "S", "claimer": "N"},
            "Dummy cannot claim",
        ),
        (
            {"level": "4", "strain": "S", "declarer": "S", "left": "3", "claimed": "4"},
            "give at most 3",
        ),
    ],
    ids=["contract in part", "no contract", "dummy", "too many"],
)
def test_claim_that_cannot_be_is_refused(walk, cast, data, sentence):
    walk.case = make_case(cast)
    walk.see("claim")

    page = refused(walk, "claim", **{"claimer": "S", **data})

    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not hasattr(Case.objects.get(), "claim")


def test_known_contract_and_claimer_need_no_tap(walk, cast):
    walk.case = make_case(cast, state="contested")

    walk.see("claim")

    assert 'name="level"' not in walk.text
    assert 'name="claimer" value="S" checked' in walk.text
    assert 'name="claimed" value="rest" checked' in walk.text


def test_claim_of_a_board_without_contract_is_declarers_unless_tapped(walk, cast):
    walk.case = make_case(cast)
    walk.see("claim")
    assert 'name="claimer" value="declarer" checked' in walk.text
    assert '<a href="#why">68A</a>' in walk.text
    assert 'id="why"' in walk.text

    contract = {"level": "4", "strain": "S", "declarer": "W"}
    walk.send("claim", **contract, claimer="declarer", left="8")

    assert Case.objects.get().claim.claimer == "W"


def test_changed_claim_keeps_the_other_facts_and_freezes_again(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("claim")

    walk.send("claim", claimer="S", left="8", claimed="7")

    case = Case.objects.get()
    assert (case.state, case.claim.tricks_claimed) == ("frozen", 7)
    assert case.position.text == str(POSITION)


def test_chips_are_added_moved_and_dropped(walk, cast):
    walk.case = make_case(cast)
    walk.see("claim")
    walk.send("claim", level="4", strain="S", declarer="S", claimer="S", left="8")

    walk.send("statement", layer="claim", add="draw trumps")
    walk.send("statement", layer="claim", add="cash clubs from the top")
    walk.send("statement", layer="claim", earlier="1")
    said = Statement.objects.get()
    assert said.steps == ["cash clubs from the top", "draw trumps"]

    walk.send("statement", layer="claim", drop="0")
    said.refresh_from_db()
    assert said.steps == ["draw trumps"]


def test_words_that_name_no_step_are_shown_never_dropped(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("statement")

    walk.send("statement", layer="claim", words="draw trumps, then sing <b>loud</b>")

    assert "Not understood" in walk.text
    assert "&lt;b&gt;loud&lt;/b&gt;" in walk.text
    assert "<b>loud" not in walk.text
    assert Statement.objects.get().steps == ["the rest are good", "draw trumps"]


def test_layers_are_kept_apart(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("statement", layer="added")

    walk.send("statement", layer="added", add="cross to hand in spades")

    assert "does not bind, 70D1" in walk.text
    layers = {row.layer: row.steps for row in Statement.objects.all()}
    assert layers["claim"] == ["the rest are good"]
    assert layers["added"] == ["cross to hand in spades"]


@pytest.mark.parametrize(
    "word", ["cash", "run", "ruff", "lose", "finesse", "discard", "lead", "play"]
)
def test_palette_opens_choices_in_place(walk, cast, word):
    walk.case = make_case(cast, state="contested")

    walk.see("statement", open=word)

    assert walk.page.context["opened_chips"]


def test_read_back_can_be_disputed_by_a_side(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("read_back")

    walk.send("read_back", ns="confirmed", ew="disputed")

    said = Statement.objects.get(layer="claim")
    assert (said.read_back_ns, said.read_back_ew) == ("confirmed", "disputed")


def test_objection_without_a_seat_is_refused(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")

    page = refused(walk, "objections", reason="order")

    assert page.status_code == 422
    assert "Choose the seat" in page.content.decode()
    assert not Objection.objects.exists()


def test_objection_says_it_came_in_on_the_tablet(walk, cast):
    import json  # noqa: PLC0415 - beside its one use

    from rulings.models import Entry  # noqa: PLC0415 - beside its one use

    walk.case = make_case(cast)
    walk.see("objections")

    walk.send("objections", seat="W", reason="order", words="They were not stated.")

    row = Objection.objects.get()
    assert (row.side, row.seat, row.reason_code) == ("EW", "W", "order")
    entry = Entry.objects.filter(case_id=walk.case.pk, act="object").get()
    assert json.loads(bytes(entry.data))["via"] == "directors_tablet"


def test_agreement_is_scored_as_claimed(walk, cast):
    from tests.factories import take_facts  # noqa: PLC0415 - beside its one use

    walk.case = make_case(cast)
    take_facts(cast, walk.case)
    walk.see("objections")

    walk.send("agree")

    assert walk.at == "announced"
    assert "Agreed and established: scored as claimed" in walk.text
    assert Case.objects.get().state == "agreed"


def test_withdrawn_objection_leads_to_agreement(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("objections")

    objection = Objection.objects.get()
    walk.send("withdraw_objection", walk.case.pk, objection.pk)

    objection.refresh_from_db()
    assert (objection.resolution, Case.objects.get().state) == ("withdrawn", "agreed")


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
    page = walk.client.post(url, {"way": "grid", "seat": "E", "give": "SA"})

    assert page.status_code == 200
    assert 'name="hand_E" value="A..."' in page.content.decode()


def test_page_overtaken_by_another_director_keeps_what_was_typed(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")
    old = hidden(walk.page)
    walk.send("objections", seat="E", reason="order")

    page = walk.client.post(
        reverse("statement", args=[walk.case.pk]),
        {**old, "key": uuid.uuid4(), "layer": "claim", "words": "all mine"},
    )

    text = page.content.decode()
    assert page.status_code == 409
    assert "all mine" in text
    assert "Recorded meanwhile" in text
    assert " by you</h1>" in text


def test_same_tap_twice_is_one_objection(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")
    form = {**hidden(walk.page), "seat": "W", "reason": "order"}
    url = reverse("objections", args=[walk.case.pk])

    answers = [walk.client.post(url, form).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert Objection.objects.count() == 1


def test_undo_takes_back_the_last_act(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")
    walk.send("objections", seat="W", reason="order")

    walk.send("undo")

    assert Case.objects.get().state == "called"
    assert not Objection.objects.exists()


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
    assert [one.chosen for one in walk.page.context["leader_tiles"]] == [False] * 4


def test_typed_words_keep_the_chips_and_say_so(walk, cast):
    walk.case = make_case(cast)
    walk.see("statement")
    walk.send("statement", layer="claim", add="draw trumps")

    walk.send("statement", layer="claim", words="clubs from the top")

    steps = Statement.objects.get(case=walk.case, layer="claim").steps
    assert steps == ["draw trumps", "cash clubs from the top"]
    assert "The steps taken down before are kept; 1 was read" in walk.text


def said_steps(walk):
    return Statement.objects.get(case=walk.case, layer="claim").steps


def test_bare_rank_is_the_only_card_of_it_held(walk, cast):
    """South's side holds one ace, and two queens."""
    walk.case = make_case(cast, state="frozen")
    walk.see("statement")

    walk.send("statement", layer="claim", words="The queen, then the ace.")

    assert said_steps(walk) == ["the rest are good", "play DA"]
    assert "<q>queen</q>" in walk.text
    assert "<q>ace</q>" not in walk.text

    walk.send("statement", layer="claim", change="1", put="the king")
    assert said_steps(walk) == ["the rest are good", "play HK"]
    assert "<q>queen, then the ace</q>" in walk.text


def test_bare_rank_stays_unread_where_the_cards_came_after_the_words(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("statement")

    walk.send("statement", layer="claim", words="Then the ace.")
    walk.send("read_back", ns="confirmed", ew="confirmed")
    record_position(cast.form(cast.dana), walk.case.pk, POSITION, "marked")

    assert "<q>ace</q>" in walk.see("statement").content.decode()
    assert said_steps(walk) == ["the rest are good"]


def test_words_lean_on_the_record_of_play_before_any_card_is_marked(walk, cast):
    playing = free_playing(cast)
    position = record_play(cast, playing, Contract.parse("4S S"), 5)
    walk.case = make_case(cast, state="contested", playing=playing)
    sheet = sheet_of(walk.case)

    assert sheet.unseen == (Seat.EAST, Seat.WEST)
    assert set(sheet.own_cards) == {
        *position.hands[Seat.NORTH],
        *position.hands[Seat.SOUTH],
    }


def test_words_lean_on_no_card_that_the_reader_may_not_see(client, walk):
    player = make_user("piotr")
    cast = make_event(players={"Player 1a": player}, suffix="2")
    give_role(shell(), cast.event, player, Role.Name.DIRECTOR, [])
    place = Playing.objects.filter(board__event=cast.event, ns__number=1).first()
    walk.case = make_case(cast, state="frozen", playing=place)
    change_facts(cast.form(cast.dana), walk.case.pk)
    client.force_login(player)

    walk.see("statement")
    walk.send("statement", layer="claim", words="Then the ace.")

    assert said_steps(walk) == ["the rest are good"]
    assert "<q>ace</q>" in walk.text


def test_no_trump_offers_nothing_of_trumps(walk, cast):
    walk.case = make_case(cast)
    take_facts(cast, walk.case, contract="3N S")

    walk.see("statement")
    assert "rump" not in walk.text.split('id="palette"')[1]
    walk.see("objections")
    assert 'value="trump_out"' not in walk.text
    assert 'value="order"' in walk.text


def test_undo_is_offered_only_while_it_is_possible(walk, cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    walk.case = make_case(cast, state="agreed")
    assert "Undo the last act" in walk.see("announced").content.decode()

    end_round(cast.form(cast.dana), cast.event, walk.case.playing.round)
    cast.later(minutes=1)

    walk.see("announced")
    assert "Undo the last act" not in walk.text
    assert "Agreed and established" in walk.text


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


@pytest.mark.parametrize("name", ["claim", "statement", "objections", "cards"])
def test_screen_of_facts_says_why_it_asks(walk, cast, name):
    walk.case = make_case(cast, state="contested")

    text = walk.see(name).content.decode()

    assert "Why do you ask?" in text
    assert 'id="why"' in text
