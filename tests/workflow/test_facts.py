"""Facts at the table: checked, kept in layers, and frozen when complete (Law 70B)."""

from unittest.mock import patch

import pytest

from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import (
    Case,
    Claim,
    Fact,
    Objection,
    Playing,
    Position,
    Private,
    Statement,
)
from rulings.queries.case.hearing import StatementContext, heard_again, hearing_of
from rulings.states import NotAllowed
from rulings.workflow import facts, objections
from rulings.workflow.errors import Invalid
from rulings.workflow.objections import contest
from rulings.workflow.proof.verify import verify
from rulings.workflow.undo import undo
from tests.factories import POSITION, make_case, make_event, take_facts

pytestmark = pytest.mark.django_db


def claim(**values):
    return facts.ClaimGiven(**{"claimer": "S", "tricks_left": 8, **values})


def state(case):
    return Case.objects.get(pk=case.pk).state


def test_a_claim_is_recorded_with_the_contract_of_the_board():
    cast = make_event()
    case = make_case(cast)

    facts.record_claim(
        cast.form(cast.dana), case.pk, claim(contract=Contract.parse("4SX S"))
    )

    row = Claim.objects.get(case=case)
    assert (row.claimer, row.tricks_left, row.tricks_claimed) == ("S", 8, None)
    assert row.said_at == cast.at
    assert Playing.objects.get(pk=case.playing_id).contract == "4SX S"


def test_a_claim_taken_down_again_replaces_the_numbers():
    cast = make_event()
    case = make_case(cast)
    facts.record_claim(cast.form(cast.dana), case.pk, claim())

    facts.record_claim(cast.form(cast.dana), case.pk, claim(tricks_claimed=7))

    assert Claim.objects.get(case=case).tricks_claimed == 7


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (claim(tricks_left=0), "Give 1 to 13"),
        (claim(tricks_left=14), "Give 1 to 13"),
        (claim(tricks_claimed=9), "Give 0 to 8"),
        (claim(tricks_claimed=-1), "Give 0 to 8"),
        (claim(claimer="N", contract=Contract.parse("4S S")), "dummy"),
    ],
    ids=["none left", "14 left", "too many", "negative", "dummy claims"],
)
def test_a_claim_that_cannot_be_is_refused_with_what_would_be_right(given, sentence):
    cast = make_event()
    case = make_case(cast)

    with pytest.raises(Invalid, match=sentence):
        facts.record_claim(cast.form(cast.dana), case.pk, given)


def test_dummy_of_the_contract_that_stands_cannot_claim():
    cast = make_event()
    case = make_case(cast)
    facts.record_claim(
        cast.form(cast.dana), case.pk, claim(contract=Contract.parse("4S S"))
    )

    with pytest.raises(Invalid, match="North is dummy and cannot claim"):
        facts.record_claim(cast.form(cast.dana), case.pk, claim(claimer="N"))

    assert Claim.objects.get(case=case).claimer == "S"


def test_words_are_kept_apart_and_changing_them_takes_back_the_read_back():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)

    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words="clubs from the top",
        steps=["cash clubs from the top"],
    )

    row = Statement.objects.get(case=case)
    assert row.steps == ["cash clubs from the top"]
    assert Private.objects.get(pk=row.words).text == "clubs from the top"
    assert (row.read_back_ns, row.read_back_ew) == ("", "")


def test_each_layer_has_its_own_words():
    cast = make_event()
    case = make_case(cast)
    for layer in Statement.Layer:
        facts.record_statement(
            cast.form(cast.dana), case.pk, layer=layer, seat="S", words=layer, steps=[]
        )

    assert Statement.objects.filter(case=case).count() == 3


def test_a_step_that_is_none_is_refused():
    cast = make_event()
    case = make_case(cast)

    with pytest.raises(ParseError):
        facts.record_statement(
            cast.form(cast.dana),
            case.pk,
            layer=Statement.Layer.CLAIM,
            seat="S",
            words="",
            steps=["do something clever"],
        )


def test_reading_back_without_words_confirms_that_there_were_none():
    cast = make_event()
    case = make_case(cast)

    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="disputed")

    row = Statement.objects.get(case=case)
    assert (row.steps, row.read_back_ns, row.read_back_ew) == (
        [],
        "confirmed",
        "disputed",
    )


def test_a_read_back_has_two_answers_only():
    cast = make_event()
    case = make_case(cast)

    with pytest.raises(Invalid, match="confirms or disputes"):
        facts.read_back(cast.form(cast.dana), case.pk, ns="maybe", ew="confirmed")


def test_cards_that_cannot_be_a_position_are_refused_by_name():
    cast = make_event()
    case = make_case(cast)
    wrong = Cards.parse("S E:- 5-0 N:.KQJ.. .52.T74.T65 J732.43.9.J 6.97.K653.3")

    with pytest.raises(Invalid, match="unequal hands"):
        facts.record_position(
            cast.form(cast.dana), case.pk, wrong, Position.Source.GRID
        )


def test_cards_settle_how_many_tricks_are_left():
    cast = make_event()
    case = make_case(cast)
    facts.record_claim(cast.form(cast.dana), case.pk, claim(tricks_left=7))

    facts.record_position(
        cast.form(cast.dana), case.pk, POSITION, Position.Source.MARKED
    )
    facts.record_position(cast.form(cast.dana), case.pk, POSITION, Position.Source.GRID)

    assert Claim.objects.get(case=case).tricks_left == 8
    assert Position.objects.get(case=case).source == "grid"


@pytest.mark.parametrize("last", ["claim", "read_back", "position"])
def test_a_contested_case_freezes_with_the_last_missing_fact(last):
    cast = make_event()
    case = make_case(cast)
    give = {
        "claim": lambda: facts.record_claim(
            cast.form(cast.dana), case.pk, claim(contract=Contract.parse("4S S"))
        ),
        "read_back": lambda: facts.read_back(
            cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed"
        ),
        "position": lambda: facts.record_position(
            cast.form(cast.dana), case.pk, POSITION, Position.Source.MARKED
        ),
    }
    contest(cast.form(cast.dana), case.pk)
    for name, give_it in give.items():
        if name != last:
            give_it()
    assert state(case) == "contested"

    give[last]()

    assert state(case) == "frozen"


def test_a_case_that_nobody_contests_does_not_freeze():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)

    facts.record_position(
        cast.form(cast.dana), case.pk, POSITION, Position.Source.MARKED
    )

    assert state(case) == "called"


def test_facts_are_kept_by_key_and_can_be_taken_out_of_account():
    cast = make_event()
    case = make_case(cast, state="frozen")

    facts.record_facts(cast.form(cast.dana), case.pk, {"solver.opp_trumps": 1})
    facts.record_facts(cast.form(cast.dana), case.pk, {"solver.opp_trumps": None})

    assert Fact.objects.get(case=case).value is None


def test_changing_facts_goes_back_and_keeps_what_was_taken_down():
    cast = make_event()
    case = make_case(cast, state="ruled")

    facts.change_facts(cast.form(cast.dana), case.pk)

    assert state(case) == "contested"
    assert Claim.objects.filter(case=case).exists()
    with pytest.raises(NotAllowed):
        facts.change_facts(cast.form(cast.dana), case.pk)


def doubted(cast, side="EW"):
    case = make_case(cast)
    facts.record_claim(cast.form(cast.dana), case.pk, claim(claimer="S", tricks_left=8))
    wanted = objections.Wanted(wish=Objection.Wish.DOUBT, side=side)
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted)
    return case


def test_another_claimer_is_asked_about_anew_and_undo_brings_the_doubt_back():
    cast = make_event()
    case = doubted(cast)

    facts.record_claim(cast.form(cast.dana), case.pk, claim(claimer="W", tricks_left=8))

    assert state(case) == "called"
    assert Objection.objects.get(case=case).resolution == "withdrawn"
    undo(cast.form(cast.dana), case.pk)
    assert state(case) == "contested"
    assert Objection.objects.get(case=case).resolution != "withdrawn"
    assert verify().findings == []


def test_a_doubt_that_stands_against_the_new_claimer_too_stays():
    cast = make_event()
    case = doubted(cast, side="NS")  # his partner does not concede (68B2)

    facts.record_claim(cast.form(cast.dana), case.pk, claim(claimer="W", tricks_left=8))

    assert state(case) == "contested"


BLIND = StatementContext(Suit.HEARTS)
WITHOUT_QUEEN = StatementContext(
    Suit.HEARTS, tuple(map(Card.parse, ("SA", "SK", "SJ", "S2", "HA")))
)
WORDS = "draw trumps, then I'll finesse the queen of spades"


def test_a_queen_not_held_is_finessed_against_once_the_cards_are_known():
    assert BLIND.steps(WORDS) == ["draw trumps", "finesse SQ"]

    again = heard_again(["draw trumps", "finesse SQ"], WORDS, BLIND, WITHOUT_QUEEN)

    assert again == ["draw trumps", "finesse spades"]


@pytest.mark.parametrize(
    ("steps", "again"),
    [
        (
            ["draw trumps", "cash clubs from the top"],
            ["draw trumps", "cash clubs from the top"],
        ),
        (["squeeze", "finesse SQ"], ["squeeze", "finesse spades"]),
        (["finesse SQ", "draw trumps"], ["finesse spades", "draw trumps"]),
        (["finesse spades"], ["finesse spades"]),
    ],
)
def test_steps_of_the_director_stay(steps, again):
    assert heard_again(steps, WORDS, BLIND, WITHOUT_QUEEN) == again


def test_what_only_the_cards_tell_is_taken_down_where_nobody_said_what_it_means():
    words = "finesse the queen"
    assert BLIND.steps(words) == []

    assert heard_again([], words, BLIND, WITHOUT_QUEEN) == ["finesse spades"]
    assert heard_again(["squeeze"], words, BLIND, WITHOUT_QUEEN) == ["squeeze"]


def test_words_without_a_change_of_cards_keep_their_steps():
    assert heard_again(["finesse SQ"], WORDS, BLIND, BLIND) == ["finesse SQ"]


@pytest.mark.django_db
def test_cards_that_come_later_change_what_was_read_in_the_same_entry():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)
    words = "I'll finesse the queen of spades"
    said = {"layer": Statement.Layer.CLAIM, "seat": "S", "words": words}
    facts.record_statement(cast.form(cast.dana), case.pk, steps=["finesse SQ"], **said)
    cards = POSITION
    held = {card for seat in "NS" for card in cards.hands[Seat.parse(seat)]}
    assert Card.parse("SQ") not in held

    source = Position.Source.MARKED
    facts.record_position(cast.form(cast.dana), case.pk, cards, source)

    assert Statement.objects.get().steps == ["finesse spades"]
    undo(cast.form(cast.dana), case.pk)
    assert Statement.objects.get().steps == ["finesse SQ"]
    assert verify().findings == []


@pytest.mark.django_db
def test_words_read_blind_are_read_again_when_the_record_of_play_is_confirmed():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)
    said = {"layer": Statement.Layer.CLAIM, "seat": "S", "words": WORDS}
    facts.record_statement(cast.form(cast.dana), case.pk, steps=["finesse SQ"], **said)
    Position.objects.all().delete()
    seen = hearing_of(case, cards=POSITION)

    with patch("rulings.queries.case.hearing._cards", lambda *_: POSITION):
        assert hearing_of(case) == seen
        facts.record_position(
            cast.form(cast.dana), case.pk, POSITION, Position.Source.PLAY_RECORD
        )

    assert Statement.objects.get().steps == ["finesse spades"]
