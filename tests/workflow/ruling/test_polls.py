"""A poll keeps what peers were shown, and their answers; its links open late."""

import uuid

import pytest

from rulings.models import Case, Poll, PollPeer, Private
from rulings.permissions import link_actor, may
from rulings.permissions.rights import Refused
from rulings.states import Act
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.facts import change_facts
from rulings.workflow.proof.dossier import dossier, locked_dossier
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import polls
from rulings.workflow.ruling.opinions import secret_of
from tests.factories import DEAL, make_case, make_event
from tests.workflow.ruling.test_opinions import play_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event()


@pytest.fixture
def case(cast):
    return make_case(cast, state="ruled")


def ask(cast, case, **given):
    given = {
        "kind": Poll.Kind.CARD,
        "seat": "S",
        "all_hands": False,
        "calls": None,
        "words": "South leads to the next trick.",
        "choices": ["A spade", "A heart"],
        **given,
    }
    pk = polls.ask_poll(cast.form(cast.dana), case.pk, polls.PollQuestion(**given))
    return Poll.objects.get(pk=pk)


def peer_of(cast, case, poll):
    form = cast.form(cast.dana)
    pk = polls.ask_peer(form, case.pk, poll.pk, name="Bo Peer", hours=24)
    return PollPeer.objects.select_related("poll").get(pk=pk)


def by_link(cast, peer):
    actor = link_actor(peer, cast.at)
    return ActContext(by=actor, at=cast.at, key=uuid.uuid4())


def test_a_poll_keeps_the_cards_as_they_were_when_it_was_made(cast, case):
    poll = ask(cast, case)

    shown = str(Case.objects.get(pk=case.pk).position.text)
    assert (poll.hands, poll.contract) == (shown, "4S S")
    assert polls.words_of_poll(poll) == (
        "South leads to the next trick.",
        ["A spade", "A heart"],
    )
    change_facts(cast.form(cast.dana), case.pk)
    assert Poll.objects.get().hands == shown
    assert verify().findings == []


def test_a_question_about_a_call_needs_the_deal_and_says_no_contract(cast):
    with pytest.raises(Fault) as refused:
        ask(cast, make_case(cast, state="ruled"), kind=Poll.Kind.CALL)
    assert refused.value.code == "poll_without_deal"

    dealt = make_event(suffix="2", deals={1: DEAL, 2: DEAL})
    poll = ask(dealt, make_case(dealt, state="ruled"), kind=Poll.Kind.CALL)

    assert (poll.hands, poll.contract, poll.said) == (str(DEAL), "", "")


def test_answers_come_by_a_link_once_or_are_typed_in(cast, case):
    play_all(cast)
    poll = ask(cast, case)
    peer = peer_of(cast, case, poll)
    assert polls.find_peer(secret_of(peer)) == peer
    form = by_link(cast, peer)

    first = polls.answer_poll(form, case.pk, choice=2)
    polls.enter_answer(
        cast.form(cast.dana), case.pk, poll.pk, choice=None, words="A diamond"
    )

    assert polls.answer_poll(form, case.pk, choice=2).seq == first.seq
    with pytest.raises(Fault):
        polls.answer_poll(by_link(cast, peer), case.pk, choice=1)
    assert sorted(
        (row.choice or 0, bool(row.words)) for row in PollPeer.objects.all()
    ) == [(0, True), (2, False)]
    assert verify().findings == []


def test_no_link_opens_while_the_board_may_still_be_played(cast, case):
    peer = peer_of(cast, case, ask(cast, case))
    with pytest.raises(Refused):
        polls.answer_poll(by_link(cast, peer), case.pk, choice=1)

    play_all(cast)

    assert may(link_actor(peer, cast.at), Act.ANSWER_POLL, case)
    assert not may(link_actor(peer, peer.expires_at), Act.ANSWER_POLL, case)
    assert not may(link_actor(peer, cast.at), Act.GIVE_OPINION, case)


def test_no_answer_is_entered_of_a_player_who_has_still_to_play_the_board(cast, case):
    poll = ask(cast, case)

    def enter(name):
        polls.enter_answer(cast.form(cast.dana), case.pk, poll.pk, choice=1, name=name)

    playing = case.playing
    later = next(
        number
        for number in range(1, 7)
        if number not in {playing.ns.number, playing.ew.number}
    )
    with pytest.raises(Fault) as refused:
        enter(f"player {later}A")
    assert refused.value.code == "peer_plays_board"
    enter("Somebody of the bar")
    play_all(cast)
    enter(f"Player {later}a")
    assert PollPeer.objects.count() == 2


@pytest.mark.one_database
def test_an_ended_poll_takes_no_answer(cast, case):
    play_all(cast)
    poll = ask(cast, case)
    peer = peer_of(cast, case, poll)

    polls.end_poll(cast.form(cast.dana), case.pk, poll.pk)

    fresh = PollPeer.objects.select_related("poll").get(pk=peer.pk)
    with pytest.raises(Refused):
        polls.answer_poll(by_link(cast, fresh), case.pk, choice=1)
    with pytest.raises(Fault) as refused:
        polls.enter_answer(cast.form(cast.dana), case.pk, poll.pk, choice=1)
    assert refused.value.code == "poll_over"


@pytest.mark.one_database
def test_only_the_director_of_the_case_polls_and_offers_choices(cast, case):
    with pytest.raises(Fault) as refused:
        ask(cast, case, choices=["A spade"])
    assert refused.value.code == "poll_choices"
    with pytest.raises(Refused):
        polls.end_poll(cast.form(cast.olly), case.pk, ask(cast, case).pk)


@pytest.mark.one_database
def test_nothing_counts_as_no_answer(cast, case):
    poll = ask(cast, case)
    for choice, words in ((None, " "), (3, "")):
        with pytest.raises(Fault) as refused:
            polls.enter_answer(
                cast.form(cast.dana), case.pk, poll.pk, choice=choice, words=words
            )
        assert refused.value.code == "poll_unanswered"


@pytest.mark.one_database
def test_the_dossier_has_the_poll_and_never_its_peers(cast, case):
    peer_of(cast, case, ask(cast, case))

    parts = dossier(case, names=True)
    assert check_dossier(parts, []) == []
    assert len(parts["polls"]) == 1
    told = {row["text"] for row in locked_dossier(case, names=True)["texts"].values()}
    assert Private.objects.filter(text="Bo Peer").exists()
    assert "Bo Peer" not in told
