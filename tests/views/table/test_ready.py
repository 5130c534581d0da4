"""Words that cover the outstanding trump: the answer is offered, never given (70C1)."""

import pytest

from rulings.models import Answer, Ruling, Statement
from rulings.workflow import facts
from rulings.workflow.solving.propose import propose
from tests.forms_on_pages import flat
from tests.views.table.proposals import at_the_proposal
from tests.views.table.walks import solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def walk(client, cast):
    return at_the_proposal(client, cast)


def says(walk, cast, words, *steps):
    facts.change_facts(cast.form(cast.dana), walk.case.pk)
    facts.record_statement(
        cast.form(cast.dana),
        walk.case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words=words,
        steps=steps,
    )
    facts.read_back(cast.form(cast.dana), walk.case.pk, ns="confirmed", ew="confirmed")
    propose(cast.form(cast.dana), walk.case.pk)
    solve(walk.case)
    walk.see("step", walk.case.pk, "C06")


@pytest.mark.parametrize(
    ("words", "step", "quoted"),
    [
        ("I pull the trump", "draw trumps", "I pull the trump"),
        ("", "a trump is still out", "Knows that a trump is still out"),
    ],
)
def test_answer_is_offered_with_the_words_and_given_by_going_on(
    walk, cast, words, step, quoted
):
    says(walk, cast, words, step, "the rest are good")

    assert 'value="mentioned" aria-pressed="true"' in flat(walk.text)
    assert f"“{quoted}”. Nothing is recorded until you go on." in walk.text
    assert "Go on: Yes, the words cover it" in walk.text
    assert not Answer.objects.exists()

    walk.send("step", walk.case.pk, "C06", choice="mentioned")
    assert Answer.objects.get().choice == "mentioned"


def test_words_that_say_nothing_of_trumps_suggest_no_answer(walk, cast):
    says(walk, cast, "all mine", "the rest are mine")

    assert 'value="mentioned" aria-pressed' not in walk.text
    assert "Go on:" not in walk.text


def test_words_noted_as_covering_it_are_not_kept_with_another_answer(walk, cast):
    says(walk, cast, "I pull the trump", "draw trumps")
    kept = {"record_mentioning_words": "I pull the trump"}

    walk.send("step", walk.case.pk, "C06", choice="not_mentioned", **kept)

    row = Answer.objects.get()
    assert (row.choice, row.values) == ("not_mentioned", {})
    walk.see("step", walk.case.pk, "C06")
    assert "Go on:" not in walk.text


def test_words_that_no_trump_is_out_press_the_answer_that_he_did_not_know(walk, cast):
    says(walk, cast, "trumps are gone", "no spades are out")

    walk.see("proposal")

    bench = walk.page.context["benches"][0]
    assert [row.value for row in bench.rows if row.pressed] == ["not_aware"]
    assert "the words say that none is out" in walk.text

    walk.send("rule", way="accept")
    given = Ruling.objects.get().walk["answers"]
    assert (given["C06"], given["C07"]) == ("not_mentioned", "possible")
