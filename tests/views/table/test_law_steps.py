"""Every question of law is reached by taps: none of them leads back to the claim."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.models import (
    Answer,
    Case,
    Fact,
    Objection,
    Playing,
    Position,
    Proposal,
    Round,
    Ruling,
)
from rulings.queries.case.final import Blocks, blockers_of
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving.propose import propose
from tests.factories import POSITION, make_case
from tests.forms_on_pages import flat
from tests.views.table.walks import SMALL, hidden, solve, typed, wanted

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SMALL_CARDS = Cards.parse(SMALL)
CLAIM = {"level": "4", "strain": "S", "declarer": "S", "claimer": "S", "left": "8"}


def say(walk, choice, **records):
    """Answer the question in hand."""
    assert walk.at in {"step", "steps", "check"}, walk.at
    step = walk.page.context["step"].id
    notes = {f"record_{name}": value for name, value in records.items()}
    walk.send("step", walk.case.pk, step, choice=choice, **notes)


def give(walk, **values):
    """Give the values that the page in hand asks for."""
    asked = set(wanted(walk))
    assert {key.partition(".")[2] for key in asked} == set(values)
    walk.send("value", **{key: values[key.partition(".")[2]] for key in sorted(asked)})


@pytest.mark.parametrize(
    ("role", "outcome"),
    [("declarer", "O-EXPOSED-DECLARER"), ("defender", "O-EXPOSED-DEFENDER")],
)
def test_cards_dropped_end_without_a_claim(walk, cast, role, outcome):
    walk.take_call(cast)
    walk.see("step", walk.case.pk, "A01")

    say(walk, "showed_cards")
    say(walk, "plainly_no_intent_to_claim")
    give(walk, role=role)
    walk.send("close")

    walk.case.refresh_from_db()
    assert (walk.case.state, walk.case.outcome) == ("closed", outcome)


@pytest.mark.parametrize(
    ("called_first", "outcome"), [("false", "O-VOIDCLAIM"), ("true", "")]
)
def test_all_four_play_on_unless_the_director_was_called(
    walk, cast, called_first, outcome
):
    walk.take_call(cast)
    walk.send("claim", **CLAIM)
    walk.send("read_back", ns="confirmed", ew="confirmed")
    walk.see("step", walk.case.pk, "B02")

    say(walk, "play_went_on")
    say(walk, "yes_all_four")
    give(walk, td_called_first=called_first)

    if outcome:
        walk.send("close")
    else:
        assert walk.page.context["step"].id == "B05"
    walk.case.refresh_from_db()
    assert walk.case.outcome == outcome


def test_revoke_asks_for_its_trick_before_anything_else(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("step", walk.case.pk, "B06")

    say(walk, "revoke")
    say(walk, "claiming_side")
    say(walk, "played")
    assert walk.page.context["step"].id == "R03"
    give(walk, revoke_trick="4")
    say(walk, "applies")

    assert Fact.objects.get(key="facts.revoke_trick").value == 4
    assert wanted(walk) == ["facts.revoke_transfer"]
    assert "that side won a later trick: two tricks move" in walk.text


def small_case(cast, claimed=3, cards=SMALL_CARDS):
    """Return a doubted claim with four cards each, read back and solved."""
    case = make_case(cast)
    form = lambda: cast.form(cast.dana)  # noqa: E731 - one key for each act
    contract = Contract.parse("4S S")
    given = facts.ClaimGiven(
        claimer="S", contract=contract, tricks_left=4, tricks_claimed=claimed
    )
    facts.record_claim(form(), case.pk, given)
    facts.read_back(form(), case.pk, ns="confirmed", ew="confirmed")
    doubt = Wanted(wish=Objection.Wish.DOUBT, side="EW", seat="W")
    submit_objection(form(), case.pk, doubt)
    facts.record_position(form(), case.pk, cards, Position.Source.MARKED)
    propose(form(), case.pk)
    solve(case)
    return Case.objects.get(pk=case.pk)


def accept(walk):
    """Accept the proposal; what still waits is answered with no."""
    walk.see("proposal")
    walk.send("rule", way="accept")
    while walk.at == "steps":
        give(walk, **{wanted(walk)[0].partition(".")[2]: "false"})
        walk.see("proposal")
        walk.send("rule", way="accept")


def to_revoke(walk, cast, transfer="2"):
    """Take a case with cards through the questions of a revoke by the claimer."""
    walk.case = small_case(cast)
    for step, choice in (("C06", "mentioned"), ("B06", "revoke")):
        walk.see("step", walk.case.pk, step)
        say(walk, choice)
    say(walk, "claiming_side")
    say(walk, "played")
    give(walk, revoke_trick="4")
    say(walk, "applies")
    give(walk, revoke_transfer=transfer)
    solve(walk.case)


def test_transfer_is_in_the_number_that_is_accepted(walk, cast):
    to_revoke(walk, cast)
    assert walk.page.context["revoke"] == "North–South, trick 4"
    say(walk, "enough")
    walk.see("proposal")
    award = Proposal.objects.order_by("-queued_at", "-case_version")[0].low
    assert walk.page.context["benches"][0].rows[0].low == award - 2
    assert f"Adjudicated {award}; the revoke moves 2 tricks" in walk.text
    assert "after the revoke" in walk.text
    accept(walk)
    ruling = Ruling.objects.get()
    assert ruling.tricks_claimer == award - 2
    assert {"64A", "70"} <= set(ruling.laws)
    assert "the revoke moves 2 tricks to East–West" in walk.text
    assert "the revoke moves tricks" in dict(walk.page.context["laws"])["70"]


def test_equity_needs_the_assigned_result_and_rules_it(walk, cast):
    to_revoke(walk, cast)
    url = reverse("step", args=[walk.case.pk, "R14"])
    refused = walk.client.post(url, {**hidden(walk.page), "choice": "adjust_64C"})
    assert refused.status_code == 422
    assert "by the score you assign (Law 64C)" in refused.content.decode()

    say(walk, "adjust_64C", equity_tricks="7", equity_score="70% 4S-3, 30% 4S-4")
    accept(walk)

    ruling = Ruling.objects.get()
    assert (ruling.new_tricks_declarer, ruling.tricks_claimer) == (7, 1)
    assert "64C" in ruling.laws
    assert "64A" not in ruling.laws
    assert "The score assigned for the revoke is: " in walk.text


def test_equity_never_gives_less_than_the_transfer(walk, cast):
    to_revoke(walk, cast)
    say(walk, "adjust_64C", equity_tricks="13")
    walk.see("proposal")

    url = reverse("rule", args=[walk.case.pk])
    refused = walk.client.post(url, {**hidden(walk.page), "way": "accept"})

    assert refused.status_code == 422
    assert "less than the transfer of 2" in refused.content.decode()
    assert not Ruling.objects.exists()


def test_answers_so_far_lead_back_to_their_questions(walk, cast):
    to_revoke(walk, cast)

    given = {one.step: one.answer for one in walk.page.context["given"]}
    assert given["R02"] == "In cards already played"
    assert (given["R03"], given["R13"]) == ("4", "2")
    assert f'href="{reverse("step", args=[walk.case.pk, "R13"])}"' in walk.text

    walk.see("step", walk.case.pk, "R13")
    assert re.search(r'value="2"[^>]* checked', walk.text)
    give(walk, revoke_transfer="1")

    assert Fact.objects.get(key="facts.revoke_transfer").value == 1


def test_answer_set_aside_is_shown_as_such(walk, cast):
    to_revoke(walk, cast)
    walk.see("step", walk.case.pk, "R01")

    say(walk, "opponents")
    say(walk, "no")

    shown = {one.step: one.aside for one in walk.page.context["given"]}
    assert shown["R02"] is True
    assert shown["R05"] is False
    assert "set aside" in walk.text
    assert Answer.objects.get(step="R02").set_aside


def to_late_dispute(walk, cast):
    """Say that a board is over and its claim questioned now."""
    walk.take_call(cast)
    walk.see("step", walk.case.pk, "A01")
    say(walk, "late_dispute")
    assert not walk.page.context["form"].records[2:]
    say(walk, "yes")
    assert walk.at == "claim"
    walk.send("claim", **CLAIM, claimed="6")
    assert walk.at == "statement"
    walk.send("read_back", ns="confirmed", ew="confirmed")
    assert walk.page.context["step"].id == "T02"


def test_late_dispute_takes_the_claim_down_first(walk, cast):
    to_late_dispute(walk, cast)

    say(walk, "claiming_side")
    assert walk.at == "cards"
    walk.see("cards", way="grid")
    walk.send("cards", way="grid", won="5", **typed(POSITION))
    solve(walk.case)
    walk.see("case")
    assert "nobody named one" in walk.text  # B06, listed and not asked
    assert walk.page.context["step"].id == "E02"
    say(walk, "yes")

    assert "Concession cancelled" in walk.text
    walk.send("rule", way="outcome", tricks="7")

    ruling = Ruling.objects.get()
    assert (ruling.outcome, ruling.tricks_claimer) == ("O-CONC-CANCELLED", 7)
    assert ruling.laws[0] == "71A"
    assert "that was conceded had been won" in walk.text


@pytest.mark.parametrize(("ended", "step"), [(False, None), (True, "D11")])
def test_late_dispute_depends_on_the_end_of_the_round(walk, cast, ended, step):
    walk.take_call(cast)
    if ended:
        called = walk.case.called_at - timedelta(minutes=1)
        Round.objects.update(ended_at=called)
        Playing.objects.update(play_ended_at=called - timedelta(minutes=9))
    else:
        Round.objects.update(ends_at=walk.case.called_at + timedelta(hours=1))
    answer(cast.form(cast.dana), walk.case.pk, step="A01", choice="late_dispute")
    answer(cast.form(cast.dana), walk.case.pk, step="T01", choice="yes")
    walk.see("claim")
    walk.send("claim", **CLAIM)
    walk.send("read_back", ns="confirmed", ew="confirmed")

    say(walk, "opponents_of_claimer")

    if step is None:  # Law 70: what is doubted is taken down
        assert walk.at == "objections"
    else:
        assert walk.page.context["step"].id == step


def test_question_that_waits_is_said_in_words(walk, cast):
    to_revoke(walk, cast)

    walk.see("proposal")

    assert walk.page.context["next"].kind == "first"
    assert "Is that transfer enough" in flat(walk.text)
    assert not [one for one in ("step R14", "No question to") if one in walk.text]


def test_a_first_question_leads_back_to_the_claim(walk, cast):
    walk.take_call(cast)

    walk.see("step", walk.case.pk, "A01")

    assert f'href="{reverse("claim", args=[walk.case.pk])}">Back' in walk.text
    assert "Rule later" not in walk.text
    assert "G01" not in walk.text


def to_later_check(walk, cast):
    """Close a case as an objected concession: the play is looked at afterwards."""
    walk.take_call(cast)
    walk.send("claim", **{**CLAIM, "claimer": "W"}, claimed="2")
    assert walk.page.context["step"].id == "A12"
    say(walk, "yes")
    walk.send("close")
    walk.case.refresh_from_db()
    assert (walk.case.outcome, walk.case.follow_ups) == ("O-NOCONCESSION", ["U01"])
    assert "Due after the play" in walk.text
    walk.see("queue", cast.event.pk)
    assert "Look at the play" in walk.text
    assert Blocks.FOLLOW_UP in {one.kind for one in blockers_of([walk.case], cast.at)}


def test_objected_concession_is_looked_at_after_the_play(walk, cast):
    to_later_check(walk, cast)

    walk.see("check", walk.case.pk, "U01")
    say(walk, "no", reason="The spade switch.")

    walk.case.refresh_from_db()
    assert walk.case.follow_ups == []
    assert "The table result stands" in walk.text
    kinds = {one.kind for one in blockers_of([walk.case], cast.at)}
    assert Blocks.FOLLOW_UP not in kinds
    assert "Look at the play" not in walk.see("queue", cast.event.pk).content.decode()
    assert verify().findings == []


def test_used_information_gives_an_assigned_score_with_weights(walk, cast):
    to_later_check(walk, cast)

    walk.see("check", walk.case.pk, "U01")
    say(walk, "yes", reason="The spade switch.")
    assert "Adjusted score" in walk.text
    assert "An assigned score takes the place of the result" in walk.text
    assert walk.case.follow_ups == ["U01"]  # until the score is given
    rows = {"contract_1": "4S S", "tricks_1": "10", "weight_1": "60"}
    rows |= {"contract_2": "4SX S", "tricks_2": "9", "weight_2": "40"}
    walk.send("assigned_score", walk.case.pk, "U01", reason="The switch.", **rows)

    ruling = Ruling.objects.get()
    walk.case.refresh_from_db()
    assert (walk.case.state, walk.case.follow_ups) == ("ruled", [])
    assert (ruling.outcome, ruling.tricks_claimer) == ("O-UI-ADJUST", None)
    assert [row["weight"] for row in ruling.assigned] == [60, 40]
    assert ruling.new_score is None
    assert "60 % of 4 spades by South, made" in walk.text
    walk.send("announce")
    walk.case.playing.refresh_from_db()
    assert walk.case.playing.score is None  # the slip says the weights
    assert "60 % of 4 spades by South" in walk.text
    assert {row.purpose for row in walk.case.windows.all()} >= {"appeal", "correction"}
    assert verify().findings == []


def test_without_a_result_each_side_gets_a_share_by_its_fault(walk, cast):
    to_later_check(walk, cast)
    walk.see("check", walk.case.pk, "U01")
    say(walk, "yes", reason="The board was passed on in disorder.")
    assert "not at fault, 60 %" in walk.text
    url = reverse("assigned_score", args=[walk.case.pk, "U01"])
    half = {**hidden(walk.page), "fault_NS": "none", "reason": "x"}
    refused = walk.client.post(url, half)
    assert refused.status_code == 422
    assert "Say of both sides" in refused.content.decode()
    assert '<option value="none" selected>' in refused.content.decode()

    faults = {"fault_NS": "none", "fault_EW": "full"}
    walk.send("assigned_score", walk.case.pk, "U01", reason="No result.", **faults)

    ruling = Ruling.objects.get()
    assert ruling.laws[-1] == "12C2"
    assert "60 % to North–South; 40 % to East–West" in walk.text
    assert "North–South, not at fault" in walk.text
    walk.send("announce")
    assert "East–West, at fault" in walk.text
    walk.see("assigned_score", walk.case.pk, "U01")
    assert '<option value="full" selected>' in walk.page.content.decode()


def test_weights_that_miss_the_whole_are_refused_and_kept(walk, cast):
    to_later_check(walk, cast)
    walk.see("check", walk.case.pk, "U01")
    say(walk, "yes")
    rows = {"contract_1": "4S S", "tricks_1": "10", "weight_1": "60"}

    url = reverse("assigned_score", args=[walk.case.pk, "U01"])
    page = walk.client.post(url, {**hidden(walk.page), **rows, "reason": "x"})

    assert page.status_code == 422
    assert "they must make 100" in page.content.decode()
    assert 'value="4S S"' in page.content.decode()
    assert not Ruling.objects.exists()
