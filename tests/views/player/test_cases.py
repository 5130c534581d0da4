"""A side's pages: what it sees of its case, what it is offered."""

import re

import pytest
from django.urls import reverse

from rulings.forms.player import PlayerAct
from rulings.models import Pass, Playing
from rulings.workflow.cases import close_case
from rulings.workflow.event import scores
from rulings.workflow.ruling import decide
from tests.factories import (
    decision,
    free_playing,
    make_case,
    make_event,
    take_facts,
)
from tests.people import (
    give_slips,
    phone,
    sent,
    slips_of,
    stop_clock,
    tablet,
    text_of,
)
from tests.views.player.pages import at, offered, on_tablet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("state", "noor_acts", "esme_acts"),
    [
        ("called", (["ask"], []), (["ask"], [])),
        (
            "agreed",
            (["ask"], ["give_back"]),
            (["withdraw", "ask"], ["give_back"]),
        ),
        ("contested", (["object", "ask"], []), (["object", "ask"], [])),
        ("ruled", (["object", "ask"], []), (["object", "ask"], [])),
        (
            "announced",
            (["accept", "object"], ["ask", "give_back"]),
            (["accept", "object"], ["ask", "give_back"]),
        ),
        ("closed", (["ask"], []), (["ask"], [])),
    ],
)
def test_each_state_offers_its_acts(cast, state, noor_acts, esme_acts):
    case = make_case(cast, state=state)
    noor, esme = slips_of(cast, case)

    assert offered(phone(noor.table_pass).get(at(case))) == noor_acts
    assert offered(phone(esme.table_pass).get(at(case))) == esme_acts


def test_while_phones_wait_nothing_is_offered_and_nothing_typed_is_lost(monkeypatch):
    """A slip of an earlier session looks at a case of the one that is played."""
    made = make_event()
    stop_clock(monkeypatch, made)
    case = make_case(made, state="agreed")
    _noor, esme = slips_of(made, case)
    Pass.objects.update(opens_at=made.at)
    hers, way = phone(esme.table_pass), at(case)

    shown = hers.get(way)
    assert offered(shown) == ([], [])
    assert "Phones may be used once the session is over" in text_of(shown)
    assert "Withdraw agreement" not in text_of(hers.get(f"{way}?act=withdraw"))

    kept = hers.post(way, sent(act="withdraw", seat="E", words="I hold the ace"))
    assert kept.status_code == 403
    assert "Phones may be used once the session is over" in text_of(kept)
    assert "I hold the ace" in text_of(kept)


def test_where_there_was_no_claim_a_side_reads_that_play_went_on(cast):
    case = make_case(cast)
    take_facts(cast, case)
    close_case(cast.form(cast.dana), case.pk, outcome="O-NO-CLAIM")
    noor, _esme = slips_of(cast, case)

    words = text_of(phone(noor.table_pass).get(at(case)))

    assert "Nobody claimed or conceded: play continues." in words
    assert "claims" not in words


def test_side_that_conceded_tricks_may_cancel(cast):
    case = make_case(cast, state="agreed", claimed=6)
    noor, _esme = slips_of(cast, case)

    assert offered(phone(noor.table_pass).get(at(case))) == (
        ["cancel", "ask"],
        ["give_back"],
    )


def test_page_shows_the_ruling_and_no_card(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    page = phone(esme.table_pass).get(at(case))

    words = text_of(page)
    assert "North–South get 7 of the last 8 tricks." in words
    assert "Law 70C" in words
    assert "If a trump may have been forgotten, a trick that it could win goes" in words
    assert "The cards stay hidden" in words
    for mark in ('class="c ', 'class="hand', 'class="face', 'class="diagram', '"HJ"'):
        assert mark not in page.content.decode()
    assert page.context["after"] is None


def test_words_of_the_claim_are_shown_once_nobody_can_play_the_board(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    browser = phone(noor.table_pass)
    assert "I have the rest." not in text_of(browser.get(at(case)))

    finish_board(cast, case)

    page = browser.get(at(case))
    assert "I have the rest." in text_of(page)
    assert 'class="diagram"' in page.content.decode()


def finish_board(cast, case):
    """Let everybody play the board, as ends of rounds do."""
    for round_ in case.playing.round.session.rounds.order_by("order"):
        scores.end_round(cast.form(cast.dana), cast.event, round_)


SEVEN, FIVE = (f"get {n} of the last 8 tricks." for n in (7, 5))


def test_ruling_is_hidden_until_it_is_told(cast):
    case = make_case(cast, state="ruled")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).get(at(case))

    assert page.context["verdict"] is None
    assert "7 of the last" not in text_of(page)


def test_superseding_ruling_is_hidden_until_it_is_told(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    decide.overrule(cast.form(cast.cleo), case.pk, decision(5, reasons="Too much."))

    assert phone(noor.table_pass).get(at(case)).context["verdict"].words.endswith(SEVEN)

    decide.announce(cast.form(cast.cleo), case.pk)
    page = phone(noor.table_pass).get(at(case))
    assert page.context["verdict"].words.endswith(FIVE)
    assert page.context["why"].startswith("If a trump may have been forgotten, a trick")

    finish_board(cast, case)
    assert (
        phone(noor.table_pass).get(at(case)).context["why"].startswith("Too much. If")
    )


def test_home_lists_own_cases_only(cast):
    mine = make_case(cast, state="announced")
    other = Playing.objects.exclude(ns=mine.playing.ns).filter(board__event=cast.event)
    make_case(cast, state="announced", playing=other.first())
    noor, _esme = slips_of(cast, mine)

    page = phone(noor.table_pass).get(reverse("player"))

    assert [row.case for row in page.context["rows"]] == [mine]


@pytest.mark.parametrize("count", [1, 3])
def test_home_asks_as_often_for_one_case_as_for_three(
    cast, django_assert_num_queries, count
):
    playing = free_playing(cast)
    boards = Playing.objects.filter(ns=playing.ns).order_by("board__number")[:count]
    for row in boards:
        make_case(cast, state="announced", playing=row)
    noor = give_slips(cast)[playing.ns.number]
    browser = phone(noor.table_pass)

    with django_assert_num_queries(7):
        page = browser.get(reverse("player"))

    assert len(page.context["rows"]) == count


def test_polled_part_is_a_fragment(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    part = phone(noor.table_pass).get(at(case), headers={"HX-Request": "true"})

    body = part.content.decode()
    assert body.strip().startswith('<div class="stack')
    assert "<html" not in body
    assert "Object or appeal" not in body


@pytest.mark.parametrize("act", sorted(PlayerAct))
def test_page_of_each_act_says_what_it_means(cast, act):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).get(at(case), {"act": act})

    assert page.status_code == 200
    assert page.context["act"] == act
    assert 'name="key"' in page.content.decode()


def test_agreement_past_its_time_is_called_established(cast):
    case = make_case(cast, state="agreed")
    _noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)
    assert "established" not in text_of(browser.get(at(case)))

    scores.end_round(cast.form(cast.dana), cast.event, case.playing.round)
    cast.later(minutes=1)

    assert "The agreement is firm (Law 69A)." in text_of(browser.get(at(case)))


def test_side_is_reached_from_the_announced_page(cast):
    case = make_case(cast, state="announced")
    dana = tablet(cast.dana)

    page = dana.get(reverse("announced", args=[case.pk]))

    url = reverse("for_side", args=[case.pk, "NS"])
    assert f'href="{url}"' in page.content.decode()
    words = text_of(dana.get(url))
    assert "For North–South For East–West" in words


@pytest.mark.parametrize(
    ("act", "next_step"),
    [("ask", "Deal with it"), ("accept", "Go on with the case")],
)
def test_receipt_on_the_tablet_leads_on_in_the_case(cast, act, next_step):
    case = make_case(cast, state="announced")
    dana = tablet(cast.dana)
    page = dana.post(on_tablet(case), sent(case, act=act, seat="W"), follow=True)

    [main] = re.findall(
        r'class="btn wide tall main" href="([^"]+)">([^<]+)', page.content.decode()
    )
    assert main[1] == next_step
    assert dana.get(main[0], follow=True).status_code == 200
