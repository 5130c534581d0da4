"""Words are read again whichever way another contract comes in."""

import pytest

from rulings.bridge.cards import Suit
from rulings.bridge.contracts import Contract
from rulings.models import Case, Entry, Playing, Proposal, Statement
from rulings.queries.case.hearing import StatementContext
from rulings.queries.case.solving import solver_input
from rulings.workflow import facts
from rulings.workflow.event import scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import corrections, decide
from rulings.workflow.ruling.corrections import Right
from rulings.workflow.ruling.mistakes import move_case
from tests.factories import POSITION, decision, free_playing, make_case, make_event

pytestmark = pytest.mark.django_db
WORDS = "jack of trumps"
SPADES, DIAMONDS = (
    StatementContext(suit).steps(WORDS) for suit in (Suit.SPADES, Suit.DIAMONDS)
)
WHY = "both sides say so"


def said(cast, case, steps=tuple(SPADES), seat="S"):
    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat=seat,
        words=WORDS,
        steps=steps,
    )


def case_with_words(cast, state, **values):
    """Return a case in a state whose words were read while spades were trumps."""
    case = make_case(cast, state="contested", **values)
    said(cast, case)
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    if state == "contested":
        return Case.objects.get(pk=case.pk)

    facts.record_position(cast.form(cast.dana), case.pk, POSITION, "marked")
    if state == "announced":
        decide.rule(cast.form(cast.dana), case.pk, decision())
        decide.announce(cast.form(cast.dana), case.pk)
    return Case.objects.get(pk=case.pk)


def steps(case):
    return Statement.objects.get(case=case, layer="claim").steps


def score(cast, case, contract):
    scores.enter_score(
        cast.form(cast.dana),
        cast.event,
        case.playing,
        contract=contract,
        tricks=10,
        score=130,
    )


def test_words_stand_on_the_trump():
    assert (SPADES, DIAMONDS) == (["play SJ"], ["play DJ"])


def test_scorers_contract_reads_the_words_again_before_the_question():
    cast = make_event()
    case = case_with_words(cast, "frozen")

    score(cast, case, "4D S")

    assert steps(case) == DIAMONDS
    asked = solver_input(Case.objects.get(pk=case.pk))
    assert Proposal.objects.filter(case=case, input_hash=asked.hash).exists()
    assert Proposal.objects.filter(case=case).count() == 2  # none with the old words
    last = Entry.objects.filter(case_id=case.pk).order_by("seq")
    assert [entry.act for entry in last][-2:] == ["retime", "retime"]
    assert verify().findings == []


def test_what_the_director_said_the_words_mean_stays():
    cast = make_event()
    case = case_with_words(cast, "contested")
    said(cast, case, ["draw trumps"])

    score(cast, case, "4D S")

    assert steps(case) == ["draw trumps"]


def test_a_correction_told_to_the_players_reads_the_words_again():
    cast = make_event()
    case = case_with_words(cast, "announced")
    right = Right(Contract.parse("4D S"), tricks_ns=4)  # the trump is another

    corrections.correct_facts(cast.form(cast.dana), case.pk, right, reason=WHY)
    assert steps(case) == SPADES
    decide.announce(cast.form(cast.dana), case.pk)

    assert steps(case) == DIAMONDS
    assert verify().findings == []


def test_an_agreed_claim_reads_its_words_again_too():
    cast = make_event()
    case = make_case(cast, state="agreed")
    said_before = Statement.objects.get(case=case)
    assert said_before.steps == ["the rest are good"]
    right = Right(Contract.parse("4D S"))

    corrections.correct_facts(cast.form(cast.dana), case.pk, right, reason=WHY)

    assert Playing.objects.get(pk=case.playing_id).contract == "4D S"
    assert steps(case) == ["the rest are good"]


def test_a_call_that_moves_to_another_contract_reads_its_words_again():
    cast = make_event()
    case = case_with_words(cast, "contested")
    there = free_playing(cast)
    score(cast, Case(playing=there), "4D S")

    move_case(cast.form(cast.dana), case.pk, there.pk, reason="the wrong board")

    assert steps(case) == DIAMONDS
    assert verify().findings == []
