"""Both buttons of a question on cards left out of count, as the page sends them."""

import html
import re

import pytest
from django.urls import reverse

from rulings.bridge.positions import Position
from rulings.models import Case, Entry, Fact
from rulings.queries.table.proposal import is_refuted, proposed
from rulings.workflow import facts
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving.propose import propose
from tests.factories import make_case
from tests.forms_on_pages import flat
from tests.views.table.walks import Walk, refused, solve, typed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]

HEART = "N S:- 10-0 N:.32..2 .54.K. AK.Q.. .K.AQ."
"""Three tricks claimed of three, the king of hearts out over the queen."""

GUESS = "N S:- 10-0 N:.AQ.2. ..43.2 .53.A. .K4.5."
"""Three tricks claimed of three; a finesse that works, if it is known to."""

GONE = ["no hearts are out"]
CARDS = ["H4", "H5", "HK"]


@pytest.fixture
def asked(client, cast):
    """Return a function that brings the director to the question, by what was said."""

    def proposal(steps, cards=HEART):
        client.force_login(cast.dana)
        walk = Walk(client, make_case(cast, state="frozen", contract="3N S"))
        walk.see("cards", way="grid")
        walk.send("cards", way="grid", won="10", **typed(Position.parse(cards)))
        form = cast.form(cast.dana)
        facts.change_facts(form, walk.case.pk)
        facts.record_statement(
            cast.form(cast.dana),
            walk.case.pk,
            layer="claim",
            seat="S",
            words="",
            steps=steps,
        )
        sides = {"ns": "confirmed", "ew": "confirmed"}
        facts.read_back(cast.form(cast.dana), walk.case.pk, **sides)
        propose(cast.form(cast.dana), walk.case.pk)
        solve(walk.case)
        walk.see("proposal")
        return walk

    return proposal


def pressed(walk, name, value):
    """Send the form on the page that has a button, with all that stands in it."""
    url = reverse("settle", args=[walk.case.pk])
    button = re.compile(rf'name="{name}"\s+value="{value}"')
    form = next(
        form
        for form in re.findall(
            rf'<form[^>]*action="{url}".*?</form>', walk.text, re.DOTALL
        )
        if button.search(form)
    )
    fields = [
        {key: html.unescape(text) for key, text in re.findall(r'(\w+)="([^"]*)"', tag)}
        for tag in re.findall(r"<input[^>]*>", form)
    ]
    data = {one["name"]: one.get("value", "") for one in fields}
    return walk.client.post(url, {**data, name: value})


def bench(walk):
    """Return the first question of the page, with the number of each answer."""
    return walk.page.context["benches"][0]


def stored(case):
    return {row.key: row.value for row in Fact.objects.filter(case=case) if row.value}


@pytest.mark.parametrize("answer", ["forgotten", "counted"])
def test_answer_on_cards_left_out_is_recorded_and_settles_it(asked, answer):
    walk = asked(GONE)
    numbers = {row.value: row.number for row in bench(walk).rows}

    page = pressed(walk, "forgotten", answer)

    assert page.status_code == 303
    assert stored(walk.case)[answer] == CARDS
    solve(walk.case)
    walk.see("proposal")
    result = proposed(Case.objects.get()).result
    assert [result["low"], result["high"]] == [int(numbers[answer])] * 2
    assert [row.pressed for row in bench(walk).rows if row.value == answer] == [True]
    assert {row.value: row.number for row in bench(walk).rows} == numbers
    assert verify().findings == []


def test_other_answer_takes_the_cards_off_the_first_list(asked):
    walk = asked(GONE)
    pressed(walk, "forgotten", "forgotten")
    solve(walk.case)
    walk.see("proposal")

    walk.send("settle", forgotten="counted", about=",".join(CARDS))

    assert stored(walk.case) == {"counted": CARDS}


def test_same_answer_again_changes_nothing(asked):
    walk = asked(GONE)
    pressed(walk, "forgotten", "counted")
    solve(walk.case)
    walk.see("proposal")

    walk.send("settle", forgotten="counted", about=",".join(CARDS))

    assert Case.objects.get().proposals.filter(status="queued").count() == 0


@pytest.mark.parametrize(
    ("answer", "facts_then"),
    [("out_of_reach", {"miscounted": ["yes"]}), ("gone:HK", {"forgotten": ["HK"]})],
)
def test_what_a_false_claim_rests_on_is_recorded_and_settles_it(
    asked, answer, facts_then
):
    walk = asked([])
    numbers = {row.value: row.number for row in bench(walk).rows}
    assert numbers == {"out_of_reach": "2", "gone:HK": "0"}
    assert proposed(walk.case).award is None

    page = pressed(walk, "what_counted", answer)

    assert page.status_code == 303
    assert stored(walk.case) == facts_then
    solve(walk.case)
    walk.see("proposal")
    assert proposed(Case.objects.get()).award == int(numbers[answer])
    assert bench(walk).pressed.value == answer
    assert {row.value: row.number for row in bench(walk).rows} == numbers
    other = next(value for value in numbers if value != answer)
    pressed(walk, "what_counted", other)
    assert stored(walk.case) != facts_then
    assert len(stored(walk.case)) == 1
    assert verify().findings == []


def test_other_cards_of_a_false_claim_are_named_on_their_screen(asked):
    walk = asked([])

    page = pressed(walk, "what_counted", "other")

    assert page["Location"] == reverse("known", args=[walk.case.pk])
    assert stored(walk.case) == {}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"forgotten": "perhaps", "about": "HK"}, "Choose one of the two answers"),
        ({"forgotten": "counted", "about": "SA"}, "does not fit the cards"),
        ({"forgotten": "counted"}, "does not fit the cards"),
        ({"what_counted": "perhaps"}, "Choose one of the answers"),
        ({"what_counted": "gone:SA", "about": "SA"}, "does not fit the cards"),
        ({"what_counted": "gone:HK"}, "does not fit the cards"),
    ],
    ids=[
        "no answer",
        "a card not asked about",
        "no card",
        "no answer on the count",
        "a card in sight",
        "a card that was not offered",
    ],
)
def test_answer_that_fits_no_question_is_refused(asked, data, sentence):
    walk = asked([])

    page = refused(walk, "settle", **data)

    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert stored(walk.case) == {}


def test_place_of_a_card_is_asked_once_and_proven_by_its_button(asked):
    walk = asked([], GUESS)

    assert bench(walk).about == "W:HK"
    assert flat(walk.text).count('name="location" value="proven"') == 1
    assert walk.page.context["changes"].settles == []
    assert "the default: nobody has chosen yet" in flat(walk.text)

    assert pressed(walk, "location", "proven").status_code == 303
    assert stored(walk.case) == {"locations": ["W:HK"]}


def test_place_that_would_change_nothing_is_not_offered(asked):
    walk = asked(["play HA"], GUESS)

    assert [one["held"] for one in proposed(walk.case).result["settles"]] == [["W:HK"]]
    assert walk.page.context["changes"].settles == []
    assert 'value="proven"' not in walk.text
    assert "is proven to be" not in walk.text


def test_place_found_not_proven_is_recorded_and_answers_the_question(asked):
    walk = asked([], GUESS)
    before, solved = Entry.objects.count(), proposed(walk.case).row

    assert pressed(walk, "location", "not_proven").status_code == 303

    assert Entry.objects.count() == before + 1
    assert stored(walk.case) == {"not_proven": ["W:HK"]}
    walk.see("proposal")
    assert proposed(Case.objects.get()).row == solved
    assert bench(walk).pressed.value == "not_proven"
    assert "nobody has chosen" not in flat(walk.text)
    assert "Accept 2 tricks" in walk.text
    assert verify().findings == []


def test_place_found_not_proven_is_proven_after_all(asked):
    walk = asked([], GUESS)
    pressed(walk, "location", "not_proven")
    walk.see("proposal")

    assert pressed(walk, "location", "proven").status_code == 303

    assert stored(walk.case) == {"locations": ["W:HK"]}


def test_place_proven_is_found_not_proven_after_all(asked):
    walk = asked([], GUESS)
    pressed(walk, "location", "proven")
    solve(walk.case)
    walk.see("proposal")

    walk.send("settle", location="not_proven", about="W:HK")

    assert stored(walk.case) == {"not_proven": ["W:HK"]}


def test_place_found_not_proven_twice_is_one_entry(asked):
    walk = asked([], GUESS)
    pressed(walk, "location", "not_proven")
    walk.see("proposal")
    before = Entry.objects.count()

    walk.send("settle", location="not_proven", about="W:HK")

    assert Entry.objects.count() == before


def test_cards_not_proven_together_say_nothing_of_one_alone():
    together = {"E:SQ,W:HK"}

    assert is_refuted("W:HK,E:SQ", together)
    assert is_refuted("E:SQ,N:D2,W:HK", together)
    assert not is_refuted("W:HK", together)
    assert not is_refuted("", together)
