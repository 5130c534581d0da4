"""Who may do what: the whole table, at the policy and at every route (T6).

The tables below are the rights as they were agreed, written down by hand; nothing here
is read from the code it judges. An act, sight or route that is not in a table fails.
"""

import pytest
from django.db import transaction

from rulings.models import Event
from rulings.permissions import EventAct, Sight, may, may_in_event, sees
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
    "open": TAKES_WORDS,
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
    "close": DIRECTS,
    "reopen": DIRECTS,
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
    "undo": DIRECTS,
}
"""On the case: claimed by North-South, ruled by D, appealed by East-West."""

DIRECTS_SOMEWHERE = {"D", "D2", "DX", "D-", "C", "C-"}
CHIEFS = {"C", "C-"}
EVENT_ACTS = {
    "create_event": {"A"},
    "give_role": {"A"} | CHIEFS,
    "regulation": {"A"} | CHIEFS,
    "import": {"A"} | CHIEFS,
    "schedule": {"A"} | CHIEFS,
    "start_round": DIRECTS_SOMEWHERE,
    "end_round": DIRECTS_SOMEWHERE,
    "own_call": DIRECTS_SOMEWHERE,
    "enter_score": DIRECTS_SOMEWHERE | {"S"},
    "publish": {"S"} | CHIEFS,
    "acknowledge": {"S"} | CHIEFS,
    "outage": CHIEFS,
    "issue_pass": DIRECTS_SOMEWHERE | {"A"},
    "revoke_pass": DIRECTS_SOMEWHERE | {"A"},
}

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
    event = Event.objects.get(pk=world.cast.event.pk)
    allowed = {
        letter
        for letter in ACTORS
        if may_in_event(matrix.actor_of(world, letter), EventAct(act), event)
    }
    assert allowed == EVENT_ACTS[act]


@pytest.mark.parametrize("sight", sorted(SIGHTS))
def test_part_of_a_case_is_seen_by_these_only(world, sight):
    seen = {
        letter
        for letter in ACTORS
        if sees(matrix.actor_of(world, letter), Sight(sight), world.case)
    }
    assert seen == SIGHTS[sight]
