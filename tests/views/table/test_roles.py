"""Who sees which of the director's screens: a table of its own, route by role."""

import uuid

import pytest
from django.urls import reverse

from rulings.models import Board, Case, Contestant, Role
from rulings.workflow.event import events, schedule
from rulings.workflow.event.passes import issue_passes
from tests.factories import make_case, make_event, make_staff, make_user, shell

pytestmark = pytest.mark.django_db

OK, NO, GONE, SIGN_IN = 200, 403, 404, 302
SCREENS = {
    "claim": "called",
    "statement": "called",
    "handover": "called",
    "read_back": "called",
    "objections": "called",
    "steps": "called",
    "cards": "contested",
    "proposal": "frozen",
    "known": "frozen",
    "reserve": "frozen",
    "look": "frozen",
    "ruling": "ruled",
    "announced": "announced",
    "dossier": "announced",
    "table_code": "announced",
    "revise": "announced",
    "closed": "closed",
}
"""Every screen with a state of the case in which it is shown."""

FLOOR = ("queue", "new_call")
IN_WORDS = {"claim", "statement", "handover"}
"""What a director who plays the board may still do."""

ANSWERS = {
    "dana": dict.fromkeys(SCREENS, OK),
    "cleo": dict.fromkeys(SCREENS, OK),
    "second": dict.fromkeys(SCREENS, OK),
    "playing": {name: OK if name in IN_WORDS else NO for name in SCREENS},
    "admin": {
        name: OK if name in {"look", "announced", "table_code"} else NO
        for name in SCREENS
    },
    "scorer": dict.fromkeys(SCREENS, GONE),
    "olly": dict.fromkeys(SCREENS, GONE),
    "nobody": dict.fromkeys(SCREENS, SIGN_IN),
    "noor": dict.fromkeys(SCREENS, SIGN_IN),
}
FLOOR_ANSWERS = {
    "dana": OK,
    "cleo": OK,
    "second": OK,
    "playing": OK,
    "admin": NO,
    "scorer": NO,
    "olly": GONE,
    "nobody": SIGN_IN,
    "noor": SIGN_IN,
}


@pytest.fixture
def people():
    """Return an event and accounts by actor; `playing` directs and plays board 1."""
    player = make_user("piotr")
    cast = make_event(players={"Player 1a": player})
    events.give_role(shell(), cast.event, player, Role.Name.DIRECTOR, [])
    return cast, {
        "dana": cast.dana,
        "cleo": cast.cleo,
        "playing": player,
        "second": make_staff(cast, "maria", Role.Name.DIRECTOR),
        "scorer": make_staff(cast, "sam", Role.Name.SCORER),
        "admin": make_staff(cast, "ada", Role.Name.ADMINISTRATOR),
        "olly": cast.olly,
    }


def sign_in(client, cast, people, actor):
    if actor in people:
        client.force_login(people[actor])
    elif actor == "noor":
        pair = Contestant.objects.filter(event=cast.event).first()
        issued = issue_passes(cast.form(cast.dana), cast.event, cast.session, [pair])
        client.get(reverse("pass_open", args=[issued[0].secret]))


@pytest.mark.parametrize("actor", ANSWERS)
def test_screens_answer_by_role(client, people, actor):
    cast, accounts = people
    board = Board.objects.get(event=cast.event, number=1)
    cases = {
        state: make_case(cast, state=state, playing=playing)
        for state, playing in zip(
            sorted(set(SCREENS.values())), _on_board(cast, board), strict=True
        )
    }
    sign_in(client, cast, accounts, actor)

    answers = {
        name: client.get(reverse(name, args=[cases[state].pk])).status_code
        for name, state in SCREENS.items()
    }

    assert answers == ANSWERS[actor]


def _on_board(cast, board):
    """Return tables at which the playing director could meet the same cards."""
    return [
        schedule.add_playing(
            cast.form(cast.dana),
            cast.event,
            session=cast.session,
            section_letter="A",
            table_number=10 + number,
            board_number=board.number,
        )
        for number in range(len(set(SCREENS.values())))
    ]


ACTS = {
    "read_back": ({"ns": "confirmed", "ew": "confirmed"}, "called"),
    "objections": ({"seat": "W", "reason": "order"}, "called"),
    "agree": ({}, "called"),
    "contest": ({}, "called"),
    "rule": ({"way": "override", "tricks": "7", "reason": "so"}, "frozen"),
    "announce": ({}, "ruled"),
    "change_facts": ({}, "frozen"),
    "table_code": ({}, "announced"),
    "undo": ({}, "frozen"),
}


ACTS_REFUSED = {"playing": NO, "scorer": GONE, "olly": GONE, "noor": SIGN_IN}


@pytest.mark.parametrize("actor", ACTS_REFUSED)
def test_acts_are_refused_and_write_nothing(client, people, actor):
    cast, accounts = people
    states = sorted({state for _data, state in ACTS.values()})
    board = Board.objects.get(event=cast.event, number=1)
    cases = {
        state: make_case(cast, state=state, playing=playing)
        for state, playing in zip(states, _on_board(cast, board), strict=False)
    }
    versions = dict(Case.objects.values_list("pk", "version"))
    sign_in(client, cast, accounts, actor)

    answers = {}
    for name, (data, state) in ACTS.items():
        form = {"key": uuid.uuid4(), "version": cases[state].version, **data}
        url = reverse(name, args=[cases[state].pk])
        answers[name] = client.post(url, form).status_code

    assert answers == dict.fromkeys(ACTS, ACTS_REFUSED[actor])
    assert dict(Case.objects.values_list("pk", "version")) == versions


@pytest.mark.parametrize("actor", FLOOR_ANSWERS)
def test_floor_is_for_directors(client, people, actor):
    cast, accounts = people
    sign_in(client, cast, accounts, actor)

    answers = {
        name: client.get(reverse(name, args=[cast.event.pk])).status_code
        for name in FLOOR
    }

    assert answers == dict.fromkeys(FLOOR, FLOOR_ANSWERS[actor])
