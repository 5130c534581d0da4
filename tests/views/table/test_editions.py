"""The same screens under each edition; questions left open; a revoke put right."""

import re

import pytest
from django.urls import reverse

from rulings.models import Answer, Case, Playing, Proposal, Ruling
from rulings.models import Position as PositionRow
from rulings.queries.case.flow import replayed_outcome, walk_case
from rulings.queries.case.rules import is_flagged
from rulings.queries.table.sheet import sheet_of
from rulings.views.player.after import after_of
from rulings.views.table.facts.statement import layer_view
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.event.scores import end_round
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from rulings.workflow.solving.propose import propose
from tests.factories import POSITION, decision, make_case, make_event
from tests.queries.table.test_computed import doubted
from tests.views.table.test_law_steps import SMALL_CARDS, small_case
from tests.views.table.walks import Walk, hidden, solve

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def table(client, edition="2017"):
    cast = make_event(edition=edition)
    client.force_login(cast.dana)
    return cast, Walk(client)


def at_the_number(walk, cast):
    """Come to the proposal; values that no proposal gives are answered with no."""
    values = {"solver.location_dependent": True}
    values["solver.shows_out_every_normal_line"] = False
    facts.record_facts(cast.form(cast.dana), walk.case.pk, values)
    for step, choice in (("C06", "mentioned"), ("C15", "no")):
        answer(cast.form(cast.dana), walk.case.pk, step=step, choice=choice)
    propose(cast.form(cast.dana), walk.case.pk)
    solve(walk.case)
    walk.see("proposal")


@pytest.mark.parametrize(
    ("edition", "asked", "clause"),
    [("2017", False, "70E1"), ("2007", True, "70E1"), ("1997", True, "70E")],
)
def test_the_exception_is_asked_where_the_edition_has_it(
    client, edition, asked, clause
):
    cast, walk = table(client, edition)
    walk.case = small_case(cast)
    if edition == "1997":  # there the cards must be faced
        answer(cast.form(cast.dana), walk.case.pk, step="C03", choice="faced")

    at_the_number(walk, cast)

    asks = walk.page.context["law_ask"]
    assert (asks is not None) is asked
    if asks is not None:
        assert (asks.step, asks.law) == ("C17", clause)
        pressed = {one.value: one.pressed for one in asks.choices}
        assert pressed == {"yes_accept": False, "no_reject": True}
        assert "Would it be irrational not to take that line?" in walk.text
    assert walk.page.context["next"].kind == "accept"
    walk.send("rule", way="accept")

    assert walk.at == "ruling"
    ruling = Ruling.objects.get()
    notices = ruling.walk["notices"]
    assert ("N-E1-2017" in notices) is not asked
    assert ruling.case.edition == edition
    assert replayed_outcome(ruling) == ruling.outcome
    assert verify().findings == []


@pytest.mark.parametrize(
    ("edition", "step"), [("1997", "D14"), ("2007", "D15"), ("2017", "D15")]
)
def test_a_firm_agreement_has_the_test_of_its_edition(client, edition, step):
    cast, walk = table(client, edition)
    walk.case = make_case(cast, state="agreed")
    end_round(cast.form(cast.dana), cast.event, walk.case.playing.round)
    cast.later(minutes=20)
    walk.see("announced")
    walk.send("contest")

    walk.send("step", walk.case.pk, "D11", choice="trick_not_yet_played")
    assert walk.at == "cards"
    form = cast.form(cast.dana)
    facts.record_position(form, walk.case.pk, POSITION, PositionRow.Source.MARKED)
    walk.see("steps", walk.case.pk)

    assert walk.page.context["step"].id == step


def test_a_question_left_open_is_asked_again_before_a_ruling(client):
    cast, walk = table(client)
    walk.case = small_case(cast)

    walk.see("step", walk.case.pk, "C06")
    assert "Leave open for now" in walk.text
    walk.send("step", walk.case.pk, "C06", choice="open")
    assert Answer.objects.get(step="C06").choice == "open"
    spanned = walk_case(Case.objects.get(), cast.at, leave_open=True)
    assert [step.id for step in spanned.walk.open] == ["C06"]

    walk.see("proposal")
    walk.send("rule", way="accept")

    assert walk.page.context["step"].id == "C06"
    assert "Before you can rule" in walk.text
    assert not Ruling.objects.exists()


def test_a_changed_answer_keeps_what_applies_and_shows_what_does_not(client):
    cast, walk = table(client)
    walk.case = small_case(cast)
    for step, choice in (("C06", "not_mentioned"), ("C07", "possible")):
        answer(cast.form(cast.dana), walk.case.pk, step=step, choice=choice)

    walk.see("step", walk.case.pk, "C06")
    walk.send("step", walk.case.pk, "C06", choice="mentioned")

    aside = dict(Answer.objects.values_list("step", "set_aside"))
    assert aside == {"C06": False, "C07": True}
    walk.see("step", walk.case.pk, "C06")
    assert "set aside" in walk.text
    walk.send("step", walk.case.pk, "C06", choice="not_mentioned")
    assert not Answer.objects.get(step="C07").set_aside


def test_an_open_revoke_is_put_right_before_the_claim_is_judged(client):
    cast, walk = table(client)
    walk.case = small_case(cast)
    given = {"facts.revoke_trick": 9, "facts.hands_returned": False}
    facts.record_facts(cast.form(cast.dana), walk.case.pk, given)
    for step, choice in (("B06", "revoke"), ("R01", "opponents"), ("R05", "no")):
        answer(cast.form(cast.dana), walk.case.pk, step=step, choice=choice)
    walk.see("steps")
    assert walk.page.context["step"].id == "R07"
    assert "Put the cards right" in walk.text

    # West had thrown a diamond with the nine of hearts in his hand.
    walk.see("corrected")
    walk.send("corrected", withdrawn="D5", legal="H9", winner="")
    page = " ".join(walk.text.split())
    assert 'value="H9" aria-label="9 of hearts" checked' in page

    row = PositionRow.objects.get()
    assert row.text == str(SMALL_CARDS).replace("6.97.K.", "6.7.K5.")
    walk.see("step", walk.case.pk, "R07")
    walk.send("step", walk.case.pk, "R07", choice="corrected")
    walked = walk_case(Case.objects.get(), cast.at)
    assert walked.walk.records["doubt_against"] == "revoker"

    # Doubt goes against West: what is proposed is the most that the claimer can take.
    for step, choice in (("C06", "not_mentioned"), ("C07", "possible")):
        answer(cast.form(cast.dana), walk.case.pk, step=step, choice=choice)
    propose(cast.form(cast.dana), walk.case.pk)
    solve(Case.objects.get())
    walk.see("proposal")
    found = walk.page.context["found"]
    most = found.result["double_dummy"]["low"]
    assert found.turned
    assert "doubt goes against its side" in walk.text
    assert found.award == most > found.result["low"]
    walk.send("rule", way="accept")
    ruling = Ruling.objects.get()
    assert ruling.tricks_claimer == most
    assert not is_flagged(ruling)
    assert verify().findings == []


@pytest.mark.parametrize(
    ("withdrawn", "legal", "sentence"),
    [
        ("D5", "H2", "Nobody holds that card"),
        ("H5", "H9", "Both cards are of one suit"),
        ("DK", "H9", "DK"),
        ("D5", "", "Tap the card played instead."),
        ("", "H9", "Tap the card that is taken back."),
        ("D1", "H9", "Tap one of the cards."),
    ],
    ids=["held by nobody", "one suit", "still held", "no card", "none back", "odd"],
)
def test_what_cannot_have_been_played_is_refused_with_the_reason(
    client, withdrawn, legal, sentence
):
    cast, walk = table(client)
    walk.case = small_case(cast)
    walk.see("corrected")
    data = {"withdrawn": withdrawn, "legal": legal}

    url = reverse("corrected", args=[walk.case.pk])
    page = client.post(url, {**hidden(walk.page), **data})

    assert page.status_code == 422
    assert sentence in page.content.decode()
    kept = 'value="H9" aria-label="9 of hearts" checked'
    assert legal != "H9" or kept in " ".join(page.content.decode().split())
    assert PositionRow.objects.get().text == str(SMALL_CARDS)


# A trump out, and a guess for the heart queen.
HUNG = "S S:- 8-0 N:.AT3.2.2 2.876.K. A.KJ2.A. .Q54.3.3"


@pytest.mark.parametrize(
    ("edition", "numbers"),
    [
        ("2017", {"70A", "70C", "70D1", "70D2", "70E1", "70E2"}),
        ("2007", {"70A", "70C", "70D1", "70D2", "70E1", "70E2"}),
        ("1997", {"70A", "70C", "70D", "70E"}),
    ],
)
def test_the_proposal_names_the_laws_as_the_edition_numbers_them(
    client, edition, numbers
):
    cast, walk = table(client, edition)
    walk.case = doubted(cast, HUNG, "4S S", claimer="S", tricks_claimed=5)

    text = walk.see("proposal").content.decode()

    assert set(re.findall(r"\b70[AC-E]\d?\b", text)) == numbers


@pytest.mark.parametrize(
    ("edition", "added", "faced"),
    [("2017", "70D1", "70B3"), ("2007", "70D1", "70B3"), ("1997", "70D", "70B2")],
)
def test_words_and_faced_cards_have_the_law_of_the_edition(
    client, edition, added, faced
):
    cast, walk = table(client, edition)
    walk.case = make_case(cast, state="contested")

    layer = layer_view(sheet_of(walk.case), "added")
    pages = [walk.see("cards", way=way).content.decode() for way in ("grid", "hand")]

    assert layer.tag_words == f"kept, does not count, {added}"
    for page in pages:
        assert set(re.findall(r"\b70[A-E]\d?\b", page)) == {faced}


@pytest.mark.parametrize(
    ("edition", "guess"), [("2017", "70E1"), ("2007", "70E1"), ("1997", "70E")]
)
def test_the_sides_read_the_line_in_the_laws_of_the_edition(edition, guess):
    cast = make_event(edition=edition)
    case = doubted(cast, HUNG, "4S S", claimer="S", tricks_claimed=5)
    ruled = decision(4, won_before=8, proposal_id=Proposal.objects.get().pk)
    decide.rule(cast.form(cast.dana), case.pk, ruled)
    Playing.objects.update(status=Playing.Status.FINISHED)

    after = after_of(case, Ruling.objects.get(), cast.at)

    laws = {reason.law for row in after.rows for reason in row.reasons}
    assert laws - {"", "70A"} == {guess}
