"""Every route of every kind of case in every state: a page or a refusal, never a fault.

GET, and HEAD beside it, as a director on each database and, on the first of two, as
several others who may knock. What is visited is read from the
configuration of routes, so a new route is covered too; forms: `test_every_form.py`.
"""

import re
from http import HTTPStatus

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.urls.converters import StringConverter

from rulings.models import Round
from rulings.states import State
from rulings.urls import urlpatterns
from rulings.workflow.event import scores
from tests.every_case import FAULT, FIRST, LAST, OF_CASE, addresses, ask, people, world
from tests.factories import make_user
from tests.people import sent

__all__ = ["people", "world"]
pytestmark = pytest.mark.django_db
OTHERS = ("C", "R", "S", "EW", "ANONYMOUS")


def test_every_state_is_among_the_cases(world):
    assert {case.state for case in world[1].values()} == set(State)


def test_every_argument_of_a_route_can_be_filled_in(world):
    wanted = {name for one in urlpatterns for name in one.pattern.converters}

    assert wanted - set(world[0].arguments) == set(), "add it to matrix.World.arguments"


def visit(people, pattern, turn, address, others):
    """Return the code of a page, and what is wrong with it for those who look."""
    wrong = []
    got = ask(people["D"], "get", address)
    if got.status_code >= FAULT:
        wrong.append((pattern.name, "D", got.status_code))
    if turn == 0:
        head = ask(people["D"], "head", address)
        same = head.status_code == got.status_code and not head.content
        if not same or head.get("Location") != got.get("Location"):
            wrong.append((pattern.name, "HEAD", head.status_code))
    if pattern in OF_CASE:  # of its pages each of the others sees one
        others = others[turn % 3 :: 3] if turn < 3 else ()
    for letter in others:
        code = ask(people[letter], "get", address).status_code
        if code >= FAULT:
            wrong.append((pattern.name, letter, code))
    return got.status_code, wrong


def test_looking_never_fails_and_head_is_get_without_a_body(
    world, people, pytestconfig
):
    others = () if pytestconfig.getoption("--part") == "second" else OTHERS
    wrong = []
    for pattern in urlpatterns:
        for turn, (name, address) in enumerate(addresses(world, pattern)):
            code, found = visit(people, pattern, turn, address, others)
            wrong += [(name, *one) for one in found]
            if code == HTTPStatus.METHOD_NOT_ALLOWED:
                break

    assert wrong == []


def site_addresses(patterns, before="/"):
    """Yield the addresses of sign-in, the admin and the site's own pages."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver) and "rulings" not in str(pattern):
            yield from site_addresses(pattern.url_patterns, route)
        elif pattern not in urlpatterns and not isinstance(pattern, URLResolver):
            named = re.sub(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)", "1", route)
            yield re.sub(r"[\^$\\]", "", named)


@pytest.mark.one_database
def test_no_page_of_the_site_itself_fails(world, people):
    root = Client(raise_request_exception=False)
    with transaction.atomic():
        root.force_login(make_user("root", is_staff=True, is_superuser=True))
        found = [
            (address, got.status_code)
            for address in site_addresses(get_resolver().url_patterns)
            for got in (root.get(address), root.head(address))
        ]
        transaction.set_rollback(True)

    assert len(found) > 100
    assert [one for one in found if one[1] >= FAULT] == []


def has_words(pattern):
    """Say whether words stand in the addresses of a route."""
    found = pattern.pattern.converters.values()
    return any(isinstance(one, StringConverter) for one in found)


@pytest.mark.parametrize("word", ["a\r\nSet-Cookie: c=d", "\0%"])
def test_an_address_with_a_new_line_in_it_never_fails(world, people, word):
    got = {}
    for pattern in filter(has_words, urlpatterns):
        converters = pattern.pattern.converters.items()
        wanted = {
            key: word if isinstance(kind, StringConverter) else world[0].arguments[key]
            for key, kind in converters
        }
        address = reverse(pattern.name, kwargs=wanted)
        for letter, person in people.items():
            for method in ("get", "post"):
                code = ask(person, method, address).status_code
                got[pattern.name, letter, method] = code

    assert {one: code for one, code in got.items() if code >= FAULT} == {}


@pytest.mark.parametrize("at", [FIRST, LAST])
def test_no_event_session_or_round_lies_at_the_end_of_time(world, people, at):
    made, _ = world
    event = made.cast.event.pk
    plan = {"do": "add", "kind": "mitchell", "deal_set": "x", "starts_at": at}
    plan |= {"minutes": 15, "pause": 2, "tables": 3, "rounds": 3, "boards": 2}
    ended = {"ended_at": at, "reason": "seen"}
    played = Round.objects.get(pk=made.arguments["round_id"])
    moved = reverse("round_moved", args=[event, played.pk])

    planned = ask(people["C"], "post", reverse("schedule", args=[event]), sent(**plan))
    with transaction.atomic():
        scores.end_round(made.cast.form(made.cast.cleo), made.cast.event, played)
        moved = ask(people["C"], "post", moved, sent(**ended))
        transaction.set_rollback(True)

    assert (planned.status_code, moved.status_code) == (422, 422)


@pytest.mark.parametrize("at", [f"{FIRST}:00+14:00", f"{LAST}:59-14:00"])
def test_a_phone_whose_clock_stands_at_the_end_of_time_is_heard(world, people, at):
    case = world[0].case
    given = sent(case, act="ask", phone_time=at)

    got = ask(people["EW"], "post", reverse("player_case", args=[case.pk]), given)

    assert got.status_code < FAULT
