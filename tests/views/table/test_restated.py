"""The statement changed where its number stands: words, order, read back."""

import re

import pytest

from rulings.models import Entry, Statement
from rulings.workflow import facts
from rulings.workflow.solving.propose import propose
from tests.views.table.proposals import again, at_the_proposal, refused
from tests.views.table.walks import solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def walk(client, cast):
    return at_the_proposal(client, cast)


def steps(case):
    return Statement.objects.get(case=case, layer="claim").steps


def said(walk, cast, *texts):
    """Let the claim of a case be said in these steps, read back again."""
    form = cast.form(cast.dana)
    facts.change_facts(form, walk.case.pk)
    facts.record_statement(
        cast.form(cast.dana),
        walk.case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words="",
        steps=texts,
    )
    facts.read_back(cast.form(cast.dana), walk.case.pk, ns="confirmed", ew="confirmed")
    propose(cast.form(cast.dana), walk.case.pk)
    solve(walk.case)
    walk.see("proposal")


def test_words_are_an_order_or_a_count_by_one_tap(walk, cast):
    said(walk, cast, "cash spades", "cash hearts")

    walk.send("settle", stated_order="not_an_order")
    assert steps(walk.case) == ["cash spades", "cash hearts", "not an order"]

    walk.send("settle", stated_order="order")
    assert steps(walk.case) == ["cash spades", "cash hearts", "in that order"]


def test_what_the_director_answered_is_not_in_the_quotation(walk):
    """The claimer said a count; whether it was an order is the director's answer."""
    walk.send("settle", stated_order="not_an_order")
    again(walk)

    phrases = [one.text for one in walk.page.context["said"][0].phrases if one.text]
    assert phrases[0].startswith("“")
    assert phrases[-1] == "A count of tricks, not an order"
    assert "”" in "".join(phrases[:-1])


@pytest.mark.parametrize(
    ("data", "after"),
    [
        ({"later": "0"}, ["cash hearts", "cash spades"]),
        ({"earlier": "1"}, ["cash hearts", "cash spades"]),
        ({"drop": "0"}, ["cash hearts"]),
        ({"change": "1", "put": "cash clubs"}, ["cash spades", "cash clubs"]),
        ({"later": "1"}, ["cash spades", "cash hearts"]),
    ],
    ids=["later", "earlier", "drop", "change", "the last stays"],
)
def test_step_of_the_statement_is_edited_beside_the_words(walk, cast, data, after):
    said(walk, cast, "cash spades", "cash hearts")

    walk.send("statement", layer="claim", **data)

    assert walk.at == "statement"
    assert steps(walk.case) == after


def test_changed_words_are_read_back_before_a_ruling(walk, cast):
    said(walk, cast, "cash spades", "cash hearts")
    walk.send("statement", layer="claim", then="proposal", drop="1")
    again(walk)
    assert walk.page.context["next"].kind == "read_back"
    assert "Accept" not in walk.text

    walk.send("read_back", ns="confirmed", ew="confirmed")
    assert walk.at == "proposal"
    assert walk.page.context["next"].kind != "read_back"


def test_words_that_name_no_step_change_nothing(walk, cast):
    said(walk, cast, "cash spades")

    page = refused(walk, "statement", layer="claim", change="0", put="xyzzy")

    assert page.status_code == 422
    assert steps(walk.case) == ["cash spades"]


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_change_of_a_step_pressed_untouched_changes_nothing(walk, cast, language):
    said(walk, cast, "give up a trick in clubs", "cash hearts 2", "play H5")
    walk.client.cookies["django_language"] = language
    walk.see("statement")
    fields = re.findall(r'name="put" value="([^"]*)"', walk.text)
    entries = Entry.objects.count()

    for at, put in enumerate(fields):
        walk.send("statement", layer="claim", change=str(at), put=put, then="proposal")

    assert steps(walk.case) == fields
    assert len(fields) == 3
    assert Entry.objects.count() == entries
