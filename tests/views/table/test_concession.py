"""A conceded trick in question: each answer with its number, none where it is moot."""

import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.models import Answer, Case, Position, Ruling
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.proof.verify import verify
from tests.factories import make_case
from tests.views.table.test_law_steps import say, small_case
from tests.views.table.walks import solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LOSING = Cards.parse("S S:- 6-3 N:.432.2. .765.3. AK..9.A ..AK.KQ")
WINNING = Cards.parse("S S:- 6-3 N:.432.2. .765.3. AK..A.A ..KQ.KQ")


def doubt_concession(walk, cast, cards):
    """Put the one trick of four that was given up in question."""
    walk.case = small_case(cast, cards=cards)
    walk.see("step", walk.case.pk, "B02")
    say(walk, "conceded_trick_in_question")
    if walk.at == "proposal":
        solve(walk.case)
        walk.see("steps")


def test_answers_on_a_conceded_trick_show_the_number_of_each(walk, cast):
    doubt_concession(walk, cast, LOSING)

    assert walk.page.context["step"].id == "E02"
    shown = {one.value: (one.number, one.more) for one in walk.page.context["choices"]}
    assert shown == {"yes": ("4", "makes, +420"), "no": ("3", "one off, −50")}
    say(walk, "no")

    given = {one.step: one.source for one in walk.page.context["given"]}
    assert given["E05"] == "from the computation"
    assert "The concession stands" in walk.text
    walk.send("rule", way="outcome", tricks="3")
    ruling = Ruling.objects.get()
    assert (ruling.outcome, ruling.tricks_claimer) == ("O-CONC-STANDS", 3)
    assert ruling.laws == ["71B", "70A", "71"]  # the law of a conceded trick first
    walk.see("step", walk.case.pk, "E05")
    assert walk.page.context["clause"] == "71B"


def test_conceded_trick_that_comes_back_either_way_is_not_asked_about(walk, cast):
    doubt_concession(walk, cast, WINNING)

    given = {one.step: (one.answer, one.source) for one in walk.page.context["given"]}
    assert given["E02"] == ("not asked", "it makes no difference")
    assert "Concession cancelled" in walk.text
    walk.send("rule", way="outcome", tricks="4")
    assert Ruling.objects.get().outcome == "O-CONC-CANCELLED"


@pytest.mark.parametrize("objects", [True, False], ids=["doubted", "nobody objected"])
def test_cards_are_taken_before_it_is_asked_whether_a_trick_comes_back(
    walk, cast, objects
):
    walk.case, form = make_case(cast), lambda: cast.form(cast.dana)
    given = facts.ClaimGiven(
        claimer="S",
        contract=Contract.parse("4S S"),
        tricks_left=4,
        tricks_claimed=3,
    )
    facts.record_claim(form(), walk.case.pk, given)
    facts.read_back(form(), walk.case.pk, ns="confirmed", ew="confirmed")
    if objects:
        doubt = Wanted(wish="doubt", side="EW", seat="W")
        submit_objection(form(), walk.case.pk, doubt)
    walk.see("step", walk.case.pk, "B02")
    say(walk, "conceded_trick_in_question")
    assert walk.at == "cards"
    assert Case.objects.get().state == "contested"
    walk.see("step", walk.case.pk, "E05")
    way = reverse("cards", args=[walk.case.pk])
    assert f'href="{way}">Take the cards down first…' in walk.page.content.decode()

    facts.record_position(form(), walk.case.pk, LOSING, Position.Source.MARKED)
    walk.see("case")
    solve(walk.case)
    walk.see("case")
    assert walk.page.context["step"].id == "E02"
    assert [one.number for one in walk.page.context["choices"]] == ["4", "3"]
    assert not walk.page.context["misses_cards"]


def test_answer_that_puts_a_conceded_trick_in_question_is_taken_back_whole(walk, cast):
    walk.case, form = make_case(cast), lambda: cast.form(cast.dana)
    given = facts.ClaimGiven(
        claimer="S", contract=Contract.parse("4S S"), tricks_left=4, tricks_claimed=3
    )
    facts.record_claim(form(), walk.case.pk, given)
    facts.read_back(form(), walk.case.pk, ns="confirmed", ew="confirmed")
    walk.see("step", walk.case.pk, "B02")
    say(walk, "conceded_trick_in_question")

    walk.send("undo")

    assert walk.at == "objections"
    assert Case.objects.get().state == "called"
    assert not Answer.objects.filter(set_aside=False).exists()
    assert verify().findings == []


def test_concession_that_stands_is_scored_with_the_tricks_a_revoke_moves(walk, cast):
    doubt_concession(walk, cast, LOSING)
    taken = {"B06": "revoke", "R01": "claiming_side", "R02": "played"}
    taken |= {"R10": "applies", "R14": "enough", "E02": "no"}
    for step, choice in taken.items():
        answer(cast.form(cast.dana), walk.case.pk, step=step, choice=choice)
    known = {"facts.revoke_trick": 6, "facts.revoke_transfer": 1}
    facts.record_facts(cast.form(cast.dana), walk.case.pk, known)

    walk.see("steps")

    assert "The concession stands" in walk.text
    assert "scored as claimed, with what the irregularity moves" in walk.text
    assert "The score stays as it is" not in walk.text
    walk.send("rule", way="outcome", tricks="2")
    assert Ruling.objects.get().tricks_claimer == 2
