"""The screens of a poll: one hand and nothing else for peers, the spread for staff."""

import pytest
from django.test import Client
from django.urls import reverse

from rulings.models import Playing, Poll, PollPeer, Role
from rulings.workflow.ruling.opinions import secret_of
from tests.factories import DEAL, make_case, make_event, make_staff
from tests.people import sent, stop_clock, tablet, text_of
from tests.workflow.ruling.test_opinions import play_all

pytestmark = pytest.mark.django_db
CHOICES = "A spade\nThe queen of hearts\n"


@pytest.fixture
def cast(monkeypatch):
    cast = make_event()
    make_staff(cast, "piotr", Role.Name.DIRECTOR)
    stop_clock(monkeypatch, cast)
    return cast


@pytest.fixture
def case(cast):
    return make_case(cast, state="ruled")


def page(name, *args):
    return reverse(name, args=args)


def make(cast, case, **given):
    """Make a poll by the screen, as the director of the case."""
    fields = {"kind": "card", "seat": "N", "words": "You lead.", "choices": CHOICES}
    got = tablet(cast.dana).post(page("polls", case.pk), sent(**{**fields, **given}))
    assert got.status_code == 303, text_of(got)
    return Poll.objects.get()


def link_of(cast, case, poll, name="Bo Peer"):
    """Make a link for one peer by the screen."""
    asks = page("poll_ask", case.pk, poll.pk)
    got = tablet(cast.dana).post(asks, sent(name=name, hours=24))
    assert got.status_code == 303
    return page("polled", secret_of(PollPeer.objects.get(secret_hash__isnull=False)))


def test_a_peer_sees_one_hand_by_the_link_and_the_spread_is_shown(cast, case):
    dana, nobody = tablet(cast.dana), Client()
    empty = text_of(dana.get(page("polls", case.pk)))
    assert "No peers have been asked about this case yet." in empty
    poll = make(cast, case)
    link = link_of(cast, case, poll)
    early = nobody.get(link)
    assert early.status_code == 403
    assert "K Q J" not in text_of(early)

    play_all(cast)
    words = text_of(nobody.get(link))
    assert "K Q J" in words  # North's hearts
    assert "What would you play, as North?" in words
    for hidden in ("J 7 3 2", "10 7 4", "K 6 5 3", "Player", "Bo", "A1", "Dana"):
        assert hidden not in words, hidden

    assert nobody.post(link, sent(choice=2)).status_code == 303
    assert "Thank you" in text_of(nobody.get(link))
    spread = dana.get(page("poll", case.pk, poll.pk))
    bars = [(bar.words, bar.n) for bar in spread.context["poll"].bars]
    assert bars == [("A spade", 0), ("The queen of hearts", 1)]


def test_the_chief_reads_who_was_asked_and_nobody_else(cast, case):
    poll = make(cast, case)
    link_of(cast, case, poll)

    own = text_of(tablet(cast.dana).get(page("poll", case.pk, poll.pk)))
    chief = text_of(tablet(cast.cleo).get(page("poll", case.pk, poll.pk)))

    assert "Bo Peer" not in own
    assert "Bo Peer" in chief


def test_an_answer_is_typed_in_and_one_of_a_player_to_come_is_refused(cast, case):
    poll = make(cast, case)
    dana, typed = tablet(cast.dana), page("poll", case.pk, poll.pk)

    assert dana.post(typed, sent(words="A diamond")).status_code == 303
    shown = dana.get(typed)
    assert "A diamond" in text_of(shown)
    assert shown.context["poll"].bars[-1].words == "another answer"
    assert dana.post(typed, sent()).status_code == 422

    playing = case.playing
    later = {1, 2, 3, 4, 5, 6} - {playing.ns.number, playing.ew.number}
    got = dana.post(typed, sent(choice=1, name=f"Player {min(later)}a"))
    assert got.status_code == 422
    assert "has still to play the board" in text_of(got)


def test_a_question_on_a_call_shows_the_auction_so_far_and_no_contract(monkeypatch):
    cast = make_event(deals={1: DEAL, 2: DEAL})
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="ruled")
    Playing.objects.filter(pk=case.playing_id).update(
        auction="N: 1D P 1S P 2C P 4S P P P"
    )
    poll = make(cast, case, kind="call", seat="S", calls="6")
    paper = text_of(tablet(cast.dana).get(page("poll_paper", case.pk, poll.pk)))

    assert poll.auction == "N: 1D P 1S P 2C P"
    assert "What would you call, as South?" in paper
    assert "A K Q 8 3 2" in paper
    assert "A Q J 8 2" not in paper  # North's diamonds
    assert "Contract" not in paper
    wrong = sent(kind="call", seat="N", calls="6", choices=CHOICES)
    got = tablet(cast.dana).post(page("polls", case.pk), wrong)
    assert got.status_code == 422
    assert "another player" in text_of(got)


@pytest.mark.one_database
def test_an_ended_poll_shuts_its_links(cast, case):
    play_all(cast)
    poll = make(cast, case)
    link = link_of(cast, case, poll)

    ends = page("poll_end", case.pk, poll.pk)
    assert tablet(cast.dana).post(ends, sent()).status_code == 303

    assert "This question is closed" in text_of(Client().get(link))
    assert Client().post(link, sent(choice=1)).status_code == 403
    assert PollPeer.objects.get().answered_at is None


@pytest.mark.one_database
def test_a_poll_of_another_case_is_not_found(cast, case):
    poll = make(cast, case)
    other = make_case(cast, state="ruled")

    got = tablet(cast.dana).get(page("poll", other.pk, poll.pk))

    assert got.status_code == 404


@pytest.mark.one_database
def test_all_four_hands_are_shown_only_where_that_is_asked(cast, case):
    poll = make(cast, case, all_hands="on")

    paper = text_of(tablet(cast.dana).get(page("poll_paper", case.pk, poll.pk)))

    assert "K Q J" in paper
    assert "J 7 3 2" in paper


@pytest.mark.one_database
def test_the_chief_finds_on_the_live_page_where_an_answer_has_come(cast, case):
    live = page("live", cast.event.pk)
    assert "Others were asked" not in text_of(tablet(cast.cleo).get(live))
    poll = make(cast, case)
    typed = page("poll", case.pk, poll.pk)
    tablet(cast.dana).post(typed, sent(choice=1))

    shown = tablet(cast.cleo).get(live)

    assert "1 answer of a peer" in text_of(shown)
    assert page("polls", case.pk) in shown.content.decode()


@pytest.mark.one_database
def test_nobody_is_asked_about_a_case_whose_facts_do_not_stand(cast):
    case = make_case(cast, state="contested")

    shown = text_of(tablet(cast.dana).get(page("polls", case.pk)))

    assert "Make this question" not in shown
