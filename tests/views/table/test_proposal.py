"""The proposal: told in words, its questions and numbers, what it rests on."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from rulings.models import Case, Fact, Proposal
from rulings.queries.case.flow import current_proposal
from rulings.workflow import facts
from rulings.workflow.solving.propose import propose, store_result
from tests.factories import make_case
from tests.views.table.proposals import again, at_the_proposal, refused, result
from tests.views.table.walks import Walk

pytestmark = pytest.mark.django_db


@pytest.fixture
def walk(client, cast):
    return at_the_proposal(client, cast)


def test_line_is_told_in_words_with_the_law_of_each_sentence(walk):
    walk.send("settle", aware_of_trump="not_aware")
    again(walk)

    told = walk.page.context["told"]

    assert [law for law, _words in told][:2] == ["70C", "70C"]
    assert told[-1][1].startswith("That makes 3 of ")
    assert "In words" in walk.text


def test_questions_carry_both_numbers_and_the_ladder_stands_beside(walk):
    question = walk.page.context["question"]
    numbers = [choice.number for choice in question.choices]

    assert question.id == "aware_of_trump"
    assert numbers == ["4", "3"]
    rungs = walk.page.context["changes"].scenarios
    assert [rung.number for rung in rungs if rung.here] == ["4"]
    assert len(rungs) == len(result(walk)["ladder"])
    assert "How this was computed" in walk.text


ORIGIN = {
    "en": ["top down", "club player"],
    "pl": ["od góry", "klubowy"],
    "fr": ["du haut vers le bas", "joueur de club"],
}


@pytest.mark.parametrize("language", ORIGIN)
def test_what_a_proposal_rests_on_is_told_in_the_readers_language(walk, language):
    walk.client.cookies["django_language"] = language

    walk.see("proposal")

    told = [value for _term, value in walk.page.context["origin"]]
    assert told[-2:] == ORIGIN[language]


def test_result_stored_before_there_was_a_ladder_still_opens(walk):
    row = current_proposal(Case.objects.get(pk=walk.case.pk))
    old = {
        key: value
        for key, value in result(walk).items()
        if key not in {"ladder", "strikes"}
    }
    Proposal.objects.filter(pk=row.pk).update(status=Proposal.Status.QUEUED)
    store_result(
        walk.case.pk, row.pk, at=row.queued_at, status=Proposal.Status.EXACT, result=old
    )

    walk.see("proposal")

    rungs = {rung.words: rung.number for rung in walk.page.context["changes"].scenarios}
    assert rungs["The trumps out were forgotten."] == "3"
    assert rungs["The worst normal line."] == "3–4"


def test_place_of_a_card_is_proven_and_taken_back_at_one_tap(client, cast):
    client.force_login(cast.dana)
    case = make_case(cast, state="frozen")
    walk = Walk(client, case)
    walk.see("proposal")

    page = refused(walk, "settle", location="proven", about="E:S2")
    assert page.status_code == 422
    assert "does not fit the cards" in page.content.decode()

    form = cast.form(cast.dana)
    facts.record_facts(form, case.pk, {"locations": ["E:H5"]})
    walk.see("proposal")
    walk.send("settle", location="not_proven", about="E:H5")
    assert Fact.objects.get(key="locations").value is None


def test_settle_without_an_answer_is_refused(walk):
    page = refused(walk, "settle", aware_of_trump="perhaps")

    assert page.status_code == 422
    assert refused(walk, "settle").status_code == 422


def test_class_of_player_is_a_fact_and_puts_no_other_number(walk):
    before = result(walk)
    walk.see("known")

    walk.send("known", fact="player_class=beginner")
    again(walk)

    assert Fact.objects.get(key="player_class").value == "beginner"
    choices = walk.page.context["question"].choices
    assert [choice.value for choice in choices] == ["not_aware", "aware"]
    assert (result(walk)["low"], result(walk)["high"]) == (
        before["low"],
        before["high"],
    )


REFRESHED = """() => {
    const part = document.getElementById('weigh');
    part.dataset.same = 'yes';
    window.htmx.trigger(part, 'live:refresh');
    return part.matches('.htmx-request');
}"""


@pytest.mark.django_db(transaction=True)
def test_form_on_a_proposal_that_is_sought_stays_while_it_is_open(
    page, site, client, cast
):
    client.force_login(cast.dana)
    case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), case.pk)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    page.goto(site + reverse("proposal", args=[case.pk]))
    chip, same = page.locator(".script summary"), page.locator("#weigh[data-same]")

    chip.click()
    page.locator('input[name="put"]').fill("cash clubs")
    fetched = page.evaluate(REFRESHED)

    assert not fetched
    expect(same).to_have_count(1)
    assert page.locator('input[name="put"]').input_value() == "cash clubs"

    chip.click()
    expect(same).to_have_count(0)
