"""The proposal's page: its search, its switches, its questions, its words."""

import json
import re

import pytest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from playwright.sync_api import expect

from rulings.bridge.positions import Position
from rulings.clock import receipt_at
from rulings.models import (
    Case,
    Entry,
    Fact,
    Preparation,
    Progress,
    Proposal,
    Statement,
)
from rulings.queries.preparing import GONE_AFTER
from rulings.queries.solving import BUDGETS, solver_input
from rulings.queries.table.proposal import proposed
from rulings.queries.table.switches import switches_of
from rulings.solver import adjudicate
from rulings.workflow import facts
from rulings.workflow.propose import propose, store_result
from rulings.workflow.solve import refine
from rulings.workflow.verify import verify
from tests.factories import make_case
from tests.views.table.walks import SMALL, Walk, solve, typed

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
Status = Proposal.Status


@pytest.fixture
def walk(client, cast):
    """Return a director at the proposal of four cards each, already solved."""
    client.force_login(cast.dana)
    found = Walk(client, make_case(cast, state="frozen"))
    found.see("cards", way="grid")
    position = Position.parse(SMALL)
    found.send("cards", way="grid", won="6", **typed(position))
    solve(found.case)
    found.see("proposal")
    return found


def again(walk):
    """Answer what waits and look at the page as it is then."""
    solve(walk.case)
    return walk.see("proposal").content.decode()


def result(walk):
    return proposed(Case.objects.get(pk=walk.case.pk)).result


def refused(walk, name, **data):
    form = {name: walk.page.context["hidden"][name] for name in ("key", "version")}
    form["key"] = form["key"]()
    return walk.client.post(reverse(name, args=[walk.case.pk]), {**form, **data})


def test_page_shows_each_card_of_the_trick_with_its_law(walk):
    walk.see("proposal", t="1")

    plays = walk.page.context["line"].plays

    stored = result(walk)["line"][0]["cards"]
    assert [str(play.card) for play in plays] == [card["card"] for card in stored]
    assert any(play.law for play in plays)
    assert 'action="' + reverse("strike", args=[walk.case.pk]) in walk.text


def test_step_of_the_replay_is_the_replay_alone(walk):
    url = reverse("proposal", args=[walk.case.pk])

    text = walk.client.get(url, {"t": "2", "part": "replay"}, **HTMX).content.decode()

    assert text.strip().startswith('<div class="stack" id="replay">')
    assert "Trick 2 of 4" in text
    assert 'class="dock"' not in text


def test_replay_goes_card_by_card_and_never_behind_the_claim(walk):
    """One page after another: back, on, and how many cards lie."""

    def stop(trick, cards):
        walk.see("proposal", t=trick, c=cards)
        line = walk.page.context["line"]
        lying = sum(play.card is not None for play in line.diagram.plays)
        assert len(line.plays) == lying
        return line.replay.card_back_url, line.replay.card_on_url, lying

    assert [stop("1", "1"), stop("2", "1"), stop("2", "3"), stop("2", "")] == [
        ("?t=1&c=1", "?t=1&c=2", 1),
        ("?t=1", "?t=2&c=2", 1),
        ("?t=2&c=2", "?t=2", 3),
        ("?t=2&c=3", "?t=3&c=1", 4),
    ]
    assert [stop("2", "9"), stop("4", "")] == [
        ("?t=2&c=3", "?t=3&c=1", 4),
        ("?t=4&c=3", "?t=4", 4),
    ]


def strikable(walk):
    """Return the first play of the trick in hand that can be struck."""
    return next(one.strike for one in walk.page.context["line"].plays if one.strike)


def test_strike_of_the_only_normal_play_says_that_it_changes_nothing(walk):
    walk.see("proposal", t="1")

    walk.send("strike", play=strikable(walk), reason="class")

    assert "It changes nothing" in again(walk)


def test_play_is_struck_with_a_reason_solved_anew_and_given_back(walk):
    walk.see("proposal", t="2")
    play = strikable(walk)
    before = result(walk)

    walk.send("strike", play=play, words="He always plays these from the top.")

    assert "Looking for the worst normal line" in walk.text
    assert "Before the last change" in walk.text
    entry = Entry.objects.filter(act="strike").get()
    assert json.loads(bytes(entry.data))["inputs"]["play"] == play
    text = again(walk)
    assert "He always plays these from the top." in text
    assert "It changes nothing" not in text
    walk.see("proposal", t="2")
    assert strikable(walk) != play

    walk.send("strike", play=play, words="taken back")

    assert switches_of(walk.case) == []
    assert result(walk) == before
    assert verify().findings == []


def test_plays_left_out_are_called_no_more_than_that(walk):
    """Only the reason beside each says why: most rules call no play irrational."""
    drawer = walk.text.partition('<details class="drawer">')[2].partition("<li>")[0]
    play = walk.page.context["left_out"][0]

    assert "left out, " in drawer
    assert "irrational" not in drawer
    assert play.why
    assert play.law


def test_play_left_out_is_let_in_for_one_of_the_reasons(walk):
    left_out = walk.page.context["left_out"][0]

    walk.send("allow", play=left_out.id, reason="words")
    text = again(walk)

    assert [(one.struck, one.reason) for one in switches_of(walk.case)] == [
        (False, "the words allow it")
    ]
    assert "Leave out again" in text
    assert result(walk)["award"] == left_out.award


@pytest.mark.parametrize("name", ["strike", "allow"])
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"play": ">SA"}, "Choose the reason first"),
        ({"play": ">C2", "reason": "class"}, "not on the line any more"),
        ({"play": "rubbish", "reason": "class"}, "not on the line any more"),
        ({"play": ">SA", "reason": "whim"}, "Select a valid choice"),
    ],
    ids=["no reason", "elsewhere", "no play", "no such reason"],
)
def test_switch_that_fits_nothing_is_refused(walk, name, data, sentence):
    page = refused(walk, name, **data)

    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not Fact.objects.filter(key__contains=">").exists()


def test_line_is_told_in_words_with_the_law_of_each_sentence(walk):
    walk.send("settle", aware_of_trump="not_aware")
    again(walk)

    told = walk.page.context["told"]

    assert [law for law, _words in told][:2] == ["70C1", "70C2"]
    assert told[-1][1].startswith("The claiming side gets 3")
    assert "In words" in walk.text


def test_questions_carry_both_numbers_and_the_ladder_stands_beside(walk):
    question = walk.page.context["question"]
    numbers = [choice.number for choice in question.choices]

    assert question.id == "aware_of_trump"
    assert numbers == ["4", "3"]
    rungs = walk.page.context["changes"].rungs
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
    row = Proposal.objects.get(status=Status.EXACT)
    old = {
        key: value
        for key, value in result(walk).items()
        if key not in {"ladder", "strikes"}
    }
    Proposal.objects.filter(pk=row.pk).update(status=Status.QUEUED)
    store_result(
        walk.case.pk, row.pk, at=row.queued_at, status=Status.EXACT, result=old
    )

    walk.see("proposal")

    rungs = {rung.words: rung.number for rung in walk.page.context["changes"].rungs}
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
def test_step_of_the_statement_is_edited_on_the_proposal(walk, cast, data, after):
    said(walk, cast, "cash spades", "cash hearts")

    walk.send("statement", layer="claim", then="proposal", **data)

    assert walk.at == "proposal"
    assert steps(walk.case) == after


def test_changed_words_are_read_back_before_a_ruling(walk, cast):
    said(walk, cast, "cash spades", "cash hearts")
    assert "Not read back to both sides" not in walk.text

    walk.send("statement", layer="claim", then="proposal", drop="1")
    assert "Not read back to both sides" in again(walk)
    assert "Accept" not in walk.text

    walk.send("read_back", ns="confirmed", ew="confirmed")
    assert walk.at == "proposal"
    assert "Not read back to both sides" not in walk.text


def test_words_that_name_no_step_change_nothing(walk, cast):
    said(walk, cast, "cash spades")

    page = refused(walk, "statement", layer="claim", change="0", put="xyzzy")

    assert page.status_code == 422
    assert steps(walk.case) == ["cash spades"]


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_change_of_a_step_pressed_untouched_changes_nothing(walk, cast, language):
    said(walk, cast, "give up a trick in clubs", "cash hearts 2", "play H5")
    walk.client.cookies["django_language"] = language
    walk.see("proposal")
    fields = re.findall(r'name="put" value="([^"]*)"', walk.text)
    entries = Entry.objects.count()

    for at, put in enumerate(fields):
        walk.send("statement", layer="claim", change=str(at), put=put, then="proposal")

    assert steps(walk.case) == fields
    assert len(fields) == 3
    assert Entry.objects.count() == entries
    assert walk.page.context["unread"] is False


@pytest.fixture
def ranged(client, cast):
    """Return a director at a proposal that is a range so far, searched on."""
    client.force_login(cast.dana)
    walk = Walk(client, make_case(cast, state="frozen"))
    propose(cast.form(cast.dana), walk.case.pk)
    row = Proposal.objects.get()

    asked = solver_input(walk.case).with_budget(60)
    found = adjudicate(asked.position, asked.claim, asked.settings)
    store_result(
        walk.case.pk,
        row.pk,
        at=cast.at,
        status=Status(found.status),
        result=found.to_json(),
        bounds=(found.low, found.high),
        then=refine,
    )
    walk.see("proposal")
    return walk


def test_range_is_shown_while_the_search_goes_on(ranged):
    assert f"The search goes on: {BUDGETS[1]:,} positions at most." in ranged.text
    assert "Rule now" in ranged.text
    assert re.search(r'id="search"[^>]* hx-trigger="every 2s', ranged.text)
    assert not re.search(r'id="weigh"[^>]* hx-get', ranged.text)


def test_search_that_goes_on_tells_what_it_has_proven(ranged):
    found = proposed(Case.objects.get())
    Progress(proposal_id=found.refining.pk, low=found.high, high=found.high).save()

    ranged.see("proposal")

    words = f"Proven so far: {found.high} to {found.high} tricks."
    assert words in ranged.text


def test_polled_part_brings_the_whole_when_the_range_has_narrowed(ranged, cast):
    url = reverse("proposal", args=[ranged.case.pk])
    query = {"part": "search", "seen": ranged.page.context["search"].seen}
    same = ranged.client.get(url, query, **HTMX)
    assert same.content.decode().strip().startswith('<div class="stack" id="search"')
    assert "HX-Retarget" not in same

    found = proposed(Case.objects.get())
    values = {**found.result, "low": found.high, "high": found.high}
    store_result(
        ranged.case.pk,
        found.refining.pk,
        at=cast.at,
        status=Status.EXACT,
        result=values,
        bounds=(found.high, found.high),
    )

    after = ranged.client.get(url, query, **HTMX)
    assert after["HX-Retarget"] == "#weigh"
    assert 'id="weigh"' in after.content.decode()


PREPARED = {
    "en": "The solver is being prepared; this happens once, about half a minute.",
    "pl": "Solver jest właśnie przygotowywany",
    "fr": "Le solveur est en préparation",
}


@pytest.mark.parametrize("language", PREPARED)
def test_search_that_waits_for_the_solver_to_be_prepared_says_so(ranged, language):
    at = receipt_at()
    Preparation.objects.create(started_at=at, seen_at=at)

    ranged.client.cookies["django_language"] = language
    ranged.see("proposal")

    assert PREPARED[language] in ranged.text
    assert "hx-trigger" in ranged.text


def test_worker_killed_while_it_prepared_the_solver_is_not_believed(ranged):
    at = receipt_at()
    Preparation.objects.create(started_at=at, seen_at=at - 2 * GONE_AFTER)

    ranged.see("proposal")

    assert PREPARED["en"] not in ranged.text
    assert "The search goes on" in ranged.text


def test_search_that_another_worker_is_at_does_not_wait_for_it(ranged):
    at = receipt_at()
    Preparation.objects.create(started_at=at, seen_at=at)
    DBTaskResult.objects.update(status="RUNNING")

    ranged.see("proposal")

    assert PREPARED["en"] not in ranged.text
    assert "The search goes on" in ranged.text


def test_search_is_stopped_and_taken_up_again(ranged):
    ranged.send("stop_proposal")
    assert "Search on" in ranged.text
    assert "How the range narrowed" in ranged.text
    further = Proposal.objects.latest("budget")
    assert further.status == Status.TIMED_OUT

    ranged.send("ask_proposal", budget=str(further.budget))

    further.refresh_from_db()
    assert further.status == Status.QUEUED
    assert verify().findings == []


def test_budget_that_is_not_offered_is_refused(ranged):
    page = refused(ranged, "ask_proposal", budget="999999999999")

    assert page.status_code == 422


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
