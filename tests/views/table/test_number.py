"""A claim without a number of tricks: what it is taken for, and when it is settled."""

import pytest

from rulings.bridge.positions import Position
from rulings.models import Case, Statement
from rulings.queries.case.flow import walk_case
from rulings.workflow import facts
from tests.factories import make_case
from tests.views.table.walks import SMALL, refused, solve, typed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SHORT = SMALL.replace(".KQJ.A.", ".KQJ.K.").replace("6.97.K.", "6.97.A.")
"""The same four cards each, without the ace of diamonds: not all can be won."""


@pytest.fixture
def unsaid(walk, cast):
    """Return a claim of eight tricks left, contested, without a number."""
    walk.case = make_case(cast, state="contested")
    walk.see("claim")
    walk.send("claim", claimer="S", left="8", claimed="unsaid")
    return walk


def says(walk, cast, *steps):
    case = Case.objects.get()
    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words="",
        steps=steps,
    )
    walk.see("statement")


def claim():
    row = Case.objects.get().claim
    return row.tricks_claimed, row.number_said


def asked_for(case, at):
    walked = walk_case(case, at)
    return walked.stands == walked.flow.points.at("claim")


def test_number_not_said_is_all_of_them_and_kept_as_not_said(unsaid, cast):
    says(unsaid, cast, "draw trumps", "the rest are good")

    assert claim() == (None, False)
    assert "no loser was shown: taken as all 8" in unsaid.text
    assert "all 8, number not said, South" in unsaid.text
    assert not asked_for(Case.objects.get(), cast.at)
    unsaid.see("claim")
    assert 'name="claimed" value="unsaid" checked' in unsaid.text


@pytest.mark.parametrize(
    "step",
    ["give up a trick", "lose to HA", "HQ is a loser", "give up a trick in clubs"],
)
def test_words_that_show_a_loser_leave_the_number_open(unsaid, cast, step):
    says(unsaid, cast, step)

    assert "Settle with South how many were claimed" in unsaid.text
    assert "Settle the number first" in unsaid.text
    assert asked_for(Case.objects.get(), cast.at)
    unsaid.send("read_back", ns="confirmed", ew="confirmed")
    assert unsaid.at == "statement"
    assert Statement.objects.get().read_back_ns == ""


def test_settled_number_is_kept_beside_not_said(unsaid, cast):
    says(unsaid, cast, "give up a trick")
    unsaid.send("claim", claimer="S", left="8", claimed="7", settled="1")

    assert claim() == (7, False)
    assert not asked_for(Case.objects.get(), cast.at)
    unsaid.see("claim")
    unsaid.send("claim", claimer="S", left="8", claimed="unsaid")
    assert claim() == (7, False)
    assert "7 of 8, number not said, South" in unsaid.see("look").content.decode()
    assert "7 of 8, number not said" in unsaid.see("dossier").content.decode()

    unsaid.see("claim")
    unsaid.send("claim", claimer="S", left="8", claimed="6")
    assert claim() == (6, True)


def test_settled_number_is_no_more_than_are_left(unsaid, cast):
    says(unsaid, cast, "give up a trick")
    unsaid.see("claim")

    page = refused(unsaid, "claim", claimer="S", left="8", claimed="9", settled="1")

    assert page.status_code == 422
    assert "give at most 8" in page.content.decode()
    assert claim() == (None, False)


def test_cards_that_cannot_take_all_leave_the_number_open(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("claim")
    walk.send("claim", claimer="S", left="4", claimed="unsaid")
    walk.see("cards", way="grid")
    walk.send("cards", way="grid", won="6", **typed(Position.parse(SHORT)))
    solve(walk.case)

    walk.see("proposal")
    assert "Answer first" in walk.text
    walk.see("steps")
    assert walk.at == "statement"
    assert "these cards cannot take all 4" in walk.text
    walk.send("claim", claimer="S", left="4", claimed="3", settled="1")
    solve(walk.case)
    assert claim() == (3, False)
    assert "Answer first" not in walk.see("proposal").content.decode()
