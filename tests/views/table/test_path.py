"""From the call to the announcement, as a director walks it without a script."""

import pytest
from django.urls import reverse

from rulings.bridge.positions import Position
from rulings.models import Ruling
from rulings.workflow.event.scores import end_round
from rulings.workflow.proof.verify import verify
from tests.factories import POSITION, make_case
from tests.views.table.walks import SMALL, solve, typed

pytestmark = pytest.mark.django_db

CLAIM = {
    "level": "4",
    "strain": "S",
    "declarer": "S",
    "doubled": "0",
    "claimer": "S",
    "left": "4",
    "claimed": "rest",
}


def to_proposal(walk, cast):
    walk.take_call(cast)
    walk.send("claim", **CLAIM)
    walk.send("statement", layer="claim", add="the rest are mine")
    walk.send("read_back", ns="confirmed", ew="confirmed")
    walk.send("objections", seat="W", reason="trump_out", go="on")
    position = Position.parse(SMALL)
    walk.send("cards", way="grid", won=position.won[0], **typed(position))


def test_path_leads_from_screen_to_screen(walk, cast):
    walk.take_call(cast)
    assert walk.at == "claim"

    walk.send("claim", **CLAIM)
    assert walk.at == "statement"

    walk.send("statement", layer="claim", add="the rest are mine")
    assert walk.at == "statement"

    walk.send("read_back", ns="confirmed", ew="confirmed")
    assert walk.at == "objections"

    walk.send("objections", seat="W", reason="trump_out", go="on")
    assert walk.at == "cards"

    position = Position.parse(SMALL)
    walk.send("cards", way="grid", won=position.won[0], **typed(position))
    assert walk.at == "proposal"


def test_search_under_way_answers_whether_the_partner_may_err(walk, cast):
    walk.take_call(cast)
    walk.send("claim", **{**CLAIM, "claimer": "W"})
    walk.send("statement", layer="claim", nothing="1")
    walk.send("objections", seat="S", reason="order", go="on")
    position = Position.parse(SMALL)

    walk.send("cards", way="grid", won=position.won[0], **typed(position))

    assert walk.at == "proposal"


def test_path_ends_announced_with_the_fact_that_decides(walk, cast):
    to_proposal(walk, cast)
    solve(walk.case)
    assert "Choose one of the two" in walk.see("proposal").content.decode()

    walk.send("settle", aware_of_trump="not_aware")
    solve(walk.case)
    walk.see("case")
    assert "Accept 3 tricks" in walk.text

    walk.send("rule", way="accept")
    assert walk.at == "ruling"

    walk.send("announce")
    assert walk.at == "announced"
    ruling = Ruling.objects.get()
    assert (ruling.tricks_claimer, ruling.new_tricks_declarer) == (3, 9)
    assert ruling.laws[0] == "70C"
    assert verify().findings == []


def test_accept_leads_to_the_question_that_waits(walk, cast):
    to_proposal(walk, cast)
    solve(walk.case)
    walk.see("proposal")

    walk.send("rule", way="accept")

    assert walk.at == "steps"
    assert "Before you can rule" in walk.text
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("known", "law"), [("covered", "70A"), ("aware", "70A"), ("not_aware", "70C")]
)
def test_ruling_needs_no_proposal(walk, cast, known, law):
    to_proposal(walk, cast)
    walk.see("proposal", own="")
    walk.send("rule", way="override", tricks="2", why="doubt", known=known)

    assert walk.at == "ruling"
    ruling = Ruling.objects.get()
    assert ruling.tricks_claimer == 2
    assert law in ruling.laws
    assert "worst_normal" in ruling.walk["stood_in"]
    why = [row[3] for row in walk.see("dossier").context["path"]]
    assert "from the director’s number, nothing was computed" in why
    assert verify().findings == []


@pytest.mark.parametrize(
    ("added", "tricks", "laws"),
    [
        pytest.param("", "3", ["70A", "70"], id="open doubt"),
        pytest.param("run spades", "3", ["70D1", "70"], id="line added"),
        pytest.param("run spades", "4", ["70"], id="line added and good"),
    ],
)
def test_a_number_without_a_search_cites_what_was_decided_on_the_way(
    walk, cast, added, tricks, laws
):
    """That a finesse was objected to decides nothing (70B): open doubt is 70A."""
    walk.take_call(cast)
    walk.send("claim", **CLAIM)
    walk.send("statement", layer="claim", add="the rest are mine")
    if added:
        walk.send("statement", layer="added", add=added)
    walk.send("read_back", ns="confirmed", ew="confirmed")
    walk.send("objections", seat="W", reason="finesse", go="on")
    position = Position.parse(SMALL)
    walk.send("cards", way="grid", won=position.won[0], **typed(position))
    walk.see("proposal", own="")

    walk.send("rule", way="override", tricks=tricks, why="normal", known="covered")

    assert Ruling.objects.get().laws == laws


def test_playing_on_after_no_claim_closes_the_case(walk, cast):
    walk.take_call(cast)
    walk.see("step", walk.case.pk, "A01")

    walk.send("step", walk.case.pk, "A01", choice="dummy_spoke")
    assert walk.at == "steps"
    assert "dummy is reminded" in walk.text
    assert "not compared with the law book" not in walk.text  # for documents

    walk.send("close")
    assert walk.at == "closed"
    walk.case.refresh_from_db()
    assert (walk.case.state, walk.case.outcome) == ("closed", "O-NOCLAIM-DUMMY")


def test_firm_agreement_is_withdrawn_by_its_own_law(walk, cast):
    walk.case = make_case(cast, state="agreed")
    end_round(cast.form(cast.dana), cast.event, walk.case.playing.round)
    walk.see("announced")
    walk.send("contest")
    assert walk.at == "steps"
    assert "What is being asked back?" in walk.text

    walk.send("step", walk.case.pk, "D11", choice="trick_already_won")
    walk.send("step", walk.case.pk, "D12", choice="yes")
    assert "Agreement withdrawn" in walk.text
    assert "the cards that remained" in walk.text
    assert 'href="' + reverse("cards", args=[walk.case.pk]) in walk.text

    walk.see("cards", way="grid")
    walk.send("cards", way="grid", won="5", **typed(POSITION))
    assert walk.at == "steps"
    walk.send("rule", way="outcome", tricks="7", reason="The tricks were counted.")

    ruling = Ruling.objects.get()
    assert (ruling.outcome, ruling.tricks_claimer) == ("O-AGREE-WITHDRAWN", 7)
    assert walk.at == "ruling"
    walk.send("announce")
    assert verify().findings == []
