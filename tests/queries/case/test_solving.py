"""What the solver is asked follows from what was taken down, and from nothing else."""

import json

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.laws.regulations import load_regulations
from rulings.models import Board, Case, Playing, Proposal, Result, Statement
from rulings.queries.case.rules import stored
from rulings.queries.case.solving import replay_of, result_of, solver_input
from rulings.solver.inputs import is_bare
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.cases import take_over
from tests.factories import DEAL, make_case, make_event

pytestmark = pytest.mark.django_db


def now(case):
    return Case.objects.get(pk=case.pk)


def asked(case, **values):
    return solver_input(now(case), **values)


def test_the_question_is_the_claim_as_taken_down():
    cast = make_event()
    case = make_case(cast, state="frozen", claimed=7)

    question = asked(case)

    claim = question.claim
    assert (claim.claimer.letter, claim.declarer.letter, claim.tricks) == ("S", "S", 7)
    assert [str(step) for step in claim.statement.steps] == ["the rest are good"]
    assert claim.aware_of_trump is None
    assert question.settings.profile == "WBF"
    assert str(question.position) == now(case).position.text


def test_claiming_the_rest_is_claiming_every_trick_left():
    cast = make_event()

    assert asked(make_case(cast, state="frozen")).claim.tricks == 8


@pytest.mark.parametrize("state", ["called", "contested"])
def test_without_cards_or_claim_there_is_no_question(state):
    cast = make_event()

    assert asked(make_case(cast, state=state)) is None


def test_without_a_contract_there_is_no_question():
    cast = make_event()
    case = make_case(cast, state="frozen")
    Playing.objects.filter(pk=case.playing_id).update(contract="")

    assert asked(case) is None


def test_a_claim_without_words_asks_without_a_statement():
    cast = make_event()
    case = make_case(cast, state="frozen")
    Statement.objects.update(steps=[], words="")

    assert asked(case).claim.statement is None


def test_words_of_which_nothing_was_read_are_no_bare_number():
    cast = make_event()
    case = make_case(cast, state="frozen", claimed=7)
    Statement.objects.update(steps=[])

    claim = asked(case).claim
    assert claim.statement.steps == ()
    assert not is_bare(claim)


@pytest.mark.parametrize(
    ("answers", "aware"),
    [
        ({}, None),
        ({"C06": "mentioned"}, True),
        ({"C07": "clearly_aware"}, True),
        ({"C06": "not_mentioned"}, None),
        ({"C06": "not_mentioned", "C07": "possible"}, False),
        ({"C06": "not_mentioned", "C07": "clearly_aware"}, True),
    ],
)
def test_whether_he_knew_of_the_trump_follows_from_two_answers(answers, aware):
    cast = make_event()
    case = make_case(cast, state="frozen")
    for step, choice in answers.items():
        answer(cast.form(cast.dana), case.pk, step=step, choice=choice)

    assert asked(case).claim.aware_of_trump is aware


def test_an_answer_set_aside_is_none():
    cast = make_event()
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="mentioned")
    answer(cast.form(cast.dana), case.pk, step="B01", choice="clear", set_aside=["C06"])

    assert asked(case).claim.aware_of_trump is None


def test_a_location_that_the_cards_contradict_is_left_out():
    cast = make_event()
    case = make_case(cast, state="frozen")
    given = {"locations": ["E:DT", "W:DT"], "show_outs": ["E:H"]}
    facts.record_facts(cast.form(cast.dana), case.pk, given)

    question = asked(case)

    assert question.claim.locations == {(Seat.EAST, Card.parse("DT"))}
    question.claim.check(question.position)


def test_facts_taken_down_reach_the_solver_and_those_out_of_account_do_not():
    cast = make_event()
    case = make_case(cast, state="frozen")
    given = {
        "forgotten": ["S9"],
        "counted": ["DQ"],
        "miscounted": ["yes"],
        "locations": ["E:DT"],
        "show_outs": ["E:S", "W:D"],
        "losers": ["H2"],
        "conceded": ["C"],
        "player_class": "expert",
        "strike.>HK": True,
        "allow.>H2": False,
    }
    facts.record_facts(cast.form(cast.dana), case.pk, given)

    question = asked(case)

    assert question.claim.forgotten == {Card.parse("S9")}
    assert question.claim.counted == {Card.parse("DQ")}
    assert question.claim.miscounted
    assert question.claim.locations == {(Seat.parse("E"), Card.parse("DT"))}
    assert question.claim.losers == {Card.parse("H2")}
    assert {suit.letter for suit in question.claim.conceded} == {"C"}
    assert question.settings.player_class == "expert"
    shown = {(seat.letter, suit.letter) for seat, suit in question.claim.show_outs}
    assert ("E", "S") in shown
    assert [str(play) for play in question.settings.strikes] == [">HK"]
    assert question.settings.allowances == frozenset()


def test_a_suit_still_held_was_never_shown_out_of():
    cast = make_event()
    case = make_case(cast, state="frozen")
    cards = now(case).position.text
    held = next(
        (seat, suit)
        for seat, suit in [("E", "S"), ("E", "H"), ("E", "D"), ("E", "C")]
        if asked(case).position.hands[Seat.parse(seat)].suit(suit_of(suit))
    )
    facts.record_facts(cast.form(cast.dana), case.pk, {"show_outs": [":".join(held)]})

    assert asked(case).claim.show_outs == frozenset()
    assert cards


def suit_of(letter):
    return Card.parse(letter + "2").suit


def test_an_act_that_changes_nothing_for_the_solver_asks_the_same():
    cast = make_event()
    case = make_case(cast, state="frozen")
    before = asked(case).hash

    take_over(cast.form(cast.cleo), case.pk)
    facts.record_facts(cast.form(cast.dana), case.pk, {"facts.order_stated": True})

    assert asked(case).hash == before
    assert asked(case, budget=7).hash != before
    assert asked(case, budget=7) == asked(case).with_budget(7)


def record(case, play):
    """Give the board of a case a deal and a record of play."""
    Board.objects.filter(pk=case.playing.board_id).update(deal=str(DEAL))
    Playing.objects.filter(pk=case.playing_id).update(play=play)
    return now(case).playing


@pytest.mark.parametrize("play", ["", "SA SA"], ids=["no record", "a card twice"])
def test_a_record_that_is_none_is_not_replayed(play):
    cast = make_event()
    case = make_case(cast, state="frozen")

    assert replay_of(record(case, play)) is None


def test_a_record_of_play_tells_who_showed_out():
    cast = make_event()
    case = make_case(cast, state="frozen")

    playing = record(case, "D3 DA D4 D9 C2 C3 C7 HA")  # West has no club

    shown = replay_of(playing).show_outs
    assert {(seat.letter, suit.letter) for seat, suit in shown} == {("W", "C")}
    held = asked(case).position.hands[Seat.parse("W")].suit(suit_of("C"))
    assert asked(case).claim.show_outs == (frozenset() if held else shown)


def test_a_result_is_found_by_its_hash():
    data = {"award": 7}
    Result(result_hash="a" * 64, data=json.dumps(data).encode()).save()

    assert result_of(Proposal(result_hash="a" * 64)) == data
    assert result_of(Proposal(result_hash="b" * 64)) is None
    assert result_of(Proposal()) is None


@pytest.mark.parametrize(
    ("body", "changed", "order"),
    [
        pytest.param("EBU", {}, "top_down_spots", id="spots by the set"),
        pytest.param("EBU", {"suit_order": "top_down"}, "top_down", id="set changed"),
        pytest.param("EBU", {"suit_order": None}, "top_down", id="left open"),
        pytest.param("custom", {"suit_order": "top_down_spots"}, "top_down_spots",
                     id="own set"),
        pytest.param("ACBL", {}, "top_down", id="from the top"),
    ],
)  # fmt: skip
def test_the_order_inside_a_suit_is_what_the_set_says(body, changed, order):
    case = now(make_case(make_event(), state="frozen"))
    given = load_regulations(body).replaced(changed)
    case.regulation = stored(given)

    assert solver_input(case).settings.suit_order == order
