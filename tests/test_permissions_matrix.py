"""Who may do what: the whole table, at the policy and at every route (T6).

The tables below are the rights as they were agreed, written down by hand; nothing here
is read from the code it judges. An act, sight or route that is not in a table fails.
"""

import uuid

import pytest
from django.db import transaction

from rulings.models import Event
from rulings.permissions import (
    EventAct,
    Refused,
    Sight,
    may,
    may_in_event,
    may_read_slips,
    may_score,
    may_somewhere,
    require_no_contestant,
    require_no_player,
    sees,
)
from rulings.states import Act
from tests import matrix
from tests.matrix import ACTORS

pytestmark = pytest.mark.django_db

DIRECTS = {"D", "D2", "C"}
RESPONSIBLE = {"D", "C"}
TAKES_WORDS = {"D", "D2", "C", "D-", "C-"}
SIDES = {"NS", "EW", "LATE"}
APPELLANTS = {"EW", "LATE"}

ACTS = {
    "open": TAKES_WORDS | {"KD", "KC"},
    "claim": TAKES_WORDS,
    "statement": TAKES_WORDS,
    "position": DIRECTS,
    "fact": DIRECTS,
    "read_back": DIRECTS,
    "answer": DIRECTS,
    "object": DIRECTS | SIDES | {"S"},
    "resolve": DIRECTS,
    "admit": DIRECTS,
    "agree": DIRECTS | {"EW", "LATE"},
    "contest": DIRECTS | SIDES,
    "ask_again": DIRECTS,
    "close": DIRECTS,
    "reopen": DIRECTS,
    "cancel": DIRECTS,
    "move": DIRECTS,
    "freeze": DIRECTS,
    "propose": DIRECTS,
    "solved": {"WORKER"},
    "strike": DIRECTS,
    "allow": DIRECTS,
    "reserve": DIRECTS,
    "rule": RESPONSIBLE,
    "change_facts": RESPONSIBLE,
    "announce": RESPONSIBLE,
    "revise": RESPONSIBLE,
    "confirm": {"C"},
    "send_back": {"C"},
    "overrule": {"C"},
    "appeal": DIRECTS | SIDES,
    "concur": DIRECTS | APPELLANTS,
    "withdraw_appeal": DIRECTS | APPELLANTS,
    "panel": {"C"},
    "decide_appeal": {"C", "R"},
    "waive": DIRECTS | SIDES,
    "extend": {"C"},
    "close_early": {"C"},
    "take_over": DIRECTS,
    "export": DIRECTS | {"R"},
    "into_casebook": {"C"},
    "out_of_casebook": {"C"},
    "ask_opinion": RESPONSIBLE,
    "give_opinion": set(),
    "end_opinion": RESPONSIBLE,
    "ask_poll": RESPONSIBLE,
    "answer_poll": RESPONSIBLE,
    "end_poll": RESPONSIBLE,
    "undo": DIRECTS,
}
"""On the case: claimed by North-South, ruled by D, appealed by East-West. Of those with
an account nobody is asked for an opinion; the link opens once the board is played."""

DIRECTS_HERE = {"D", "D2", "D-", "C", "C-"}
CHIEFS = {"C", "C-"}
EVENT_ACTS = {
    "create_event": {"A"},
    "repeat_event": {"A"} | CHIEFS,
    "invite": {"C", "C-", "A"},
    "give_role": {"A"} | CHIEFS,
    "link_account": {"A"} | CHIEFS,
    "regulation": {"A"} | CHIEFS,
    "import": {"A", "KA", "KC"} | CHIEFS,
    "schedule": {"A", "KA", "KC"} | CHIEFS,
    "start_round": DIRECTS_HERE | {"KD", "KC"},
    "end_round": DIRECTS_HERE | {"KD", "KC"},
    "own_call": DIRECTS_HERE | {"KD", "KC"},
    "enter_score": DIRECTS_HERE | {"S", "KS", "KC"},
    "publish": {"S"} | CHIEFS,
    "acknowledge": {"S", "KS", "KC"} | CHIEFS,
    "export_scores": {"S"} | CHIEFS,
    "outage": CHIEFS,
    "extend_session": CHIEFS,
    "close_session": CHIEFS,
    "issue_pass": DIRECTS_HERE | {"A"},
    "revoke_pass": DIRECTS_HERE | {"A"},
    "issue_key": {"A"} | CHIEFS,
    "revoke_key": {"A"} | CHIEFS,
    "key_quota": {"A"} | CHIEFS,
    "ask_position": DIRECTS_HERE | {"KD", "KC"},
    "close_event": CHIEFS,
    "reopen_event": CHIEFS,
    "archive": {"A"},
    "own_data": {"A"},
    "erase": {"A"},
}
"""In the whole event, and in the section of the case: a director of another section
does none of it. In that section he does what directors do."""

NO_PLAYER_SCORES = DIRECTS | {"S", "KS", "KC"}
"""Who enters the score of the case's board: pair 1 sat there, and has D- and C-."""

SIGHTS = {
    "cards": DIRECTS | {"R", "A"},
    "draft": DIRECTS,
    "ruling": DIRECTS | {"R", "A", "S"} | SIDES,
    "reasons": DIRECTS | {"R", "A"},
    "dossier": DIRECTS | {"R"},
}
"""While the board may still be played: the sides see the ruling told, no more."""


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Build everybody once; nothing that a test does outlives it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield matrix.build()
        transaction.set_rollback(True)


def test_every_act_and_sight_is_in_a_table():
    assert set(ACTS) == {act.value for act in Act}
    assert set(EVENT_ACTS) == {act.value for act in EventAct}
    assert set(SIGHTS) == {sight.value for sight in Sight}


@pytest.mark.parametrize("act", sorted(ACTS))
def test_act_on_a_case_is_for_these_only(world, act):
    allowed = {
        letter
        for letter in ACTORS
        if may(matrix.actor_of(world, letter), Act(act), world.case)
    }
    assert allowed == ACTS[act]


@pytest.mark.parametrize("act", sorted(EVENT_ACTS))
def test_act_on_an_event_is_for_these_only(world, act):
    here = world.case.playing.table.section_id
    elsewhere = uuid.UUID(matrix.SECTION_ELSEWHERE)
    assert who_may(world, act, None) == EVENT_ACTS[act]
    assert who_may(world, act, here) == EVENT_ACTS[act]
    directors = {"DX"} if "D" in EVENT_ACTS[act] else set()
    assert who_may(world, act, elsewhere) == EVENT_ACTS[act] | directors
    desks = {
        letter
        for letter in ACTORS
        if may_somewhere(matrix.actor_of(world, letter), EventAct(act), event_of(world))
    }
    assert desks == EVENT_ACTS[act] | directors


def event_of(world):
    return Event.objects.get(pk=world.cast.event.pk)


def who_may(world, act, section_id):
    event = event_of(world)
    return {
        letter
        for letter in ACTORS
        if may_in_event(
            matrix.actor_of(world, letter), EventAct(act), event, section_id
        )
    }


def test_score_of_the_board_is_for_these_only(world):
    allowed = {
        letter
        for letter in ACTORS
        if may_score(matrix.actor_of(world, letter), world.case.playing)
    }
    assert allowed == NO_PLAYER_SCORES


def test_passes_are_kept_from_who_plays_in_the_session(world):
    refused = set()
    for letter in ACTORS:
        try:
            require_no_player(matrix.actor_of(world, letter), world.cast.session)
        except Refused:
            refused.add(letter)
    assert refused == {"D-", "C-"}


def test_slips_are_read_by_these_only(world):
    readers = {
        letter
        for letter in ACTORS
        if may_read_slips(matrix.actor_of(world, letter), event_of(world))
    }
    assert readers == DIRECTS_HERE | {"S", "DX", "KD", "KC", "KS"}


def test_keys_are_kept_from_who_plays_in_the_event(world):
    refused = set()
    for letter in ACTORS:
        try:
            require_no_contestant(matrix.actor_of(world, letter), event_of(world))
        except Refused:
            refused.add(letter)
    assert refused == {"D-", "C-"}


@pytest.mark.parametrize("sight", sorted(SIGHTS))
def test_part_of_a_case_is_seen_by_these_only(world, sight):
    seen = {
        letter
        for letter in ACTORS
        if sees(matrix.actor_of(world, letter), Sight(sight), world.case)
    }
    assert seen == SIGHTS[sight]
