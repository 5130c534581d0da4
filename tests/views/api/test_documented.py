"""The examples of `docs/api.md` run as they stand, and its numbers are the code's."""

import json
import re
import shlex
from pathlib import Path

import pytest
from django.test import Client

from rulings.models import Playing, Slip
from rulings.views.api import door
from rulings.views.api.problems import WHY
from rulings.views.api.site import ACTS, routes
from rulings.workflow.solving.positions import WAITING_AT_MOST, solve_position
from tests.factories import DEAL, make_case, make_event
from tests.people import stop_clock
from tests.programs import PREFIX, give_key

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
EXAMPLE = re.compile(r"```sh\n(curl .*?)```\n+```json\n(.*?)```", re.DOTALL)
ANYTHING = "..."


def request_of(command, words):
    """Return method, path, headers and body of a curl command."""
    for name, value in words.items():
        command = command.replace(f"${name}", value)
    program, *rest = shlex.split(command.replace("\\\n", " "))
    assert program == "curl"
    method, headers, body, path = "GET", {}, "", ""
    while rest:
        word = rest.pop(0)
        if word == "-X":
            method = rest.pop(0)
        elif word == "-H":
            name, _, value = rest.pop(0).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = rest.pop(0)
        else:
            path = word
    return method, path, headers, body


def fits(found, wanted):
    """Say whether an answer is as written; "..." stands for any value."""
    if wanted == ANYTHING:
        return True
    if isinstance(wanted, dict) and isinstance(found, dict):
        return found.keys() == wanted.keys() and all(
            fits(found[name], value) for name, value in wanted.items()
        )
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(map(fits, found, wanted))
    return found == wanted


@pytest.mark.django_db
def test_the_examples_run_as_they_stand(monkeypatch):
    cast = make_event(deals=dict.fromkeys(range(1, 7), DEAL))
    stop_clock(monkeypatch, cast)
    last = Playing.objects.filter(board__event=cast.event, round__order=3).last()
    make_case(cast, state="announced", playing=last)
    slip = str(Slip.objects.get().pk)
    words = {"SITE": "", "TOKEN": give_key(cast).token, "SLIP": slip}
    tried = set()

    for command, written in EXAMPLE.findall(PAGE):
        method, path, headers, body = request_of(command, words)
        answer = Client().generic(
            method, path, body, content_type="application/json", headers=headers
        )
        found = answer.json()
        assert fits(found, json.loads(written)), (path, answer.status_code, found)
        tried.add((method, answer.resolver_match.url_name))
        if found and path.endswith("/positions"):
            words["ID"] = found["id"]
            solve_position.call(found["id"])

    assert {name for _, name in tried} == set(ACTS)


def test_an_answer_that_differs_does_not_fit():
    assert not fits({"a": 1}, {"a": 2})
    assert not fits({"a": 1, "b": 2}, {"a": ANYTHING})
    assert not fits([1], [])


def test_every_example_is_followed_by_its_answer():
    assert PAGE.count("```sh\n") == len(EXAMPLE.findall(PAGE))


def test_numbers_and_statuses_on_the_page_are_those_of_the_code():
    listed = {
        int(status) for status in re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE)
    }

    assert listed == set(WHY)
    assert f"{door.MAX_BODY // 1024} KiB" in PAGE
    assert f"{door.PER_MINUTE} requests" in PAGE
    assert f"{WAITING_AT_MOST} of them wait" in PAGE


def test_the_description_is_where_the_page_says():
    (name,) = (route for route in routes() if route.name == "api_description")

    assert f"`/{name.pattern}`" in PAGE
    assert str(name.pattern).startswith(PREFIX.lstrip("/"))
