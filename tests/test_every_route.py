"""Every route of every kind of case in every state: a page or a refusal, never a fault.

GET, and HEAD beside it, as several who may knock; and forms and programs' bodies
filled with what nobody would type. What is visited is read from the configuration of
routes and what is filled in from the sources, so a new route or field is covered too.
"""

import json
import re
import uuid
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.urls.converters import StringConverter

from rulings.laws.engine import load_flow
from rulings.models import Case, Position, Round, Statement
from rulings.states import State
from rulings.urls import urlpatterns
from rulings.views.api.site import description
from rulings.workflow import auctions, cases, facts, mistakes, objections, scores
from tests import matrix
from tests.factories import POSITION, free_playing, make_case, make_user, take_facts
from tests.people import sent

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = ("D", "C", "R", "S", "EW", "ANONYMOUS")
OF_CASE = [one for one in urlpatterns if "case_id" in one.pattern.converters]
FAULT = HTTPStatus.INTERNAL_SERVER_ERROR
FIRST, LAST = "0001-01-01T00:00", "9999-12-31T23:59"
HOSTILE = (
    "a\nb\r\nSet-Cookie: c=d\0",
    FIRST,
    f"{FIRST}:00+14:00",
    f"{LAST}:59-14:00",
    "9" * 40,
    "NaN",
    "²",
    "",
)
READ = r"(?:POST|GET|sent|data|given)\.get(?:list)?\(\s*\"(\w+)\""


def names_of_fields():
    """Return every name that a form of the product sends or a view reads."""
    found = set()
    for file in (ROOT / "templates").rglob("*.html"):
        found.update(re.findall(r"\bname=\"(\w+)\"", file.read_text()))
    for file in (ROOT / "rulings" / "views").rglob("*.py"):
        found.update(re.findall(READ, file.read_text()))
    for file in (ROOT / "rulings" / "forms").rglob("*.py"):
        found.update(re.findall(r"(\w+) = forms\.\w+\(", file.read_text()))
        found.update(re.findall(READ, file.read_text()))
    return sorted(found - {"key", "version", "csrfmiddlewaretoken"})


NAMES = names_of_fields()


def of_law27(cast, calls=""):
    """Return a case of an insufficient bid with some calls entered."""
    receipt = cases.open_case(
        cast.form(cast.dana),
        free_playing(cast),
        flow_hash=load_flow("law27", cast.event.edition).hash,
        kind=Case.Kind.LAW27,
    )
    for call in calls.split():
        auctions.add_call(cast.form(cast.dana), receipt.case_id, call)
    return Case.objects.get(pk=receipt.case_id)


def every_case(world):
    """Return a case in every state, and those that lack something, by name."""
    cast = world.cast
    built = {"appealed": world.case, "called": make_case(cast)}
    for state in ("agreed", "contested", "frozen", "reserved", "ruled", "announced"):
        built[state] = make_case(cast, state=state)
    built["closed"] = make_case(cast, state="closed")
    built["cancelled"] = make_case(cast)
    mistakes.cancel_case(cast.form(cast.dana), built["cancelled"].pk, reason="Twice.")
    built["claim only"] = make_case(cast)
    take_facts(cast, built["claim only"])
    built["doubt only"] = make_case(cast)
    doubt = objections.Wanted(wish="doubt", side="EW", seat="W", words="No.")
    objections.submit_objection(cast.form(cast.dana), built["doubt only"].pk, doubt)
    built["cards only"] = make_case(cast)
    form, cards = cast.form(cast.dana), built["cards only"].pk
    facts.record_position(form, cards, POSITION, Position.Source.MARKED)
    built["words only"] = make_case(cast)
    facts.record_statement(
        cast.form(cast.dana),
        built["words only"].pk,
        layer=Statement.Layer.CLAIM,
        seat="",
        words="Mine.",
        steps=[],
    )
    built["law27"] = of_law27(cast)
    built["law27 with calls"] = of_law27(cast, "1S 1H")
    built["law27 closed"] = of_law27(cast, "1S 1H")
    cases.close_case(cast.form(cast.dana), built["law27 closed"].pk, outcome="")
    return {name: Case.objects.get(pk=case.pk) for name, case in built.items()}


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Build everybody and every case once."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = matrix.build()
        yield made, every_case(made)
        transaction.set_rollback(True)


@contextmanager
def nothing_stays(person):
    """Take back what a request wrote, and the cookies it set."""
    cookies = person.browser.cookies.copy()
    with transaction.atomic():
        yield person.browser
        transaction.set_rollback(True)
    person.browser.cookies = cookies


def ask(person, method, address, data=None):
    """Return the answer to a request; a fault is an answer of 500 here."""
    with nothing_stays(person) as browser:
        browser.raise_request_exception = False
        return getattr(browser, method)(address, data)


def addresses(world, pattern):
    """Yield the addresses of a route: one for each case where it has one."""
    made, built = world
    for name, case in built.items():
        given = {**made.arguments, "case_id": case.pk, "playing_id": case.playing_id}
        wanted = {key: given[key] for key in pattern.pattern.converters}
        yield name, reverse(pattern.name, kwargs=wanted)
        if pattern not in OF_CASE:
            return


@pytest.fixture
def people(world, monkeypatch):
    """Return those who knock, at the instant at which the cases are."""
    made, _ = world
    at = made.cast.at
    monkeypatch.setattr("rulings.views.common.receipt_at", lambda: at)
    return {letter: made.knockers[letter] for letter in PEOPLE}


def test_every_state_is_among_the_cases(world):
    assert {case.state for case in world[1].values()} == set(State)


def test_every_argument_of_a_route_can_be_filled_in(world):
    wanted = {name for one in urlpatterns for name in one.pattern.converters}

    assert wanted - set(world[0].arguments) == set(), "add it to matrix.World.arguments"


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_looking_never_fails_and_head_is_get_without_a_body(world, people, pattern):
    wrong = []
    for turn, (name, address) in enumerate(addresses(world, pattern)):
        others = (PEOPLE[1 + turn % 5],) if turn % 4 == 1 else ()
        for letter in PEOPLE if turn == 0 else ("D", *others):
            got = ask(people[letter], "get", address)
            if got.status_code >= FAULT:
                wrong.append((letter, name, "GET", got.status_code))
            if letter != "D" or turn > 1:
                continue
            head = ask(people[letter], "head", address)
            same = head.status_code == got.status_code and not head.content
            if not same or head.get("Location") != got.get("Location"):
                wrong.append((letter, name, "HEAD", head.status_code))

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


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_a_form_filled_with_anything_never_fails(world, people, pattern):
    made, built = world
    player = pattern.name.startswith("player")
    person = people["EW" if player else "C"]
    wrong = []
    for turn, value in enumerate(HOSTILE):
        case = made.case
        if pattern in OF_CASE and not player:
            case = built[("frozen", "law27", "called", "cancelled")[turn % 4]]
        given = {**made.arguments, "case_id": case.pk}
        wanted = {key: given[key] for key in pattern.pattern.converters}
        data = sent(case, **dict.fromkeys(NAMES, value))
        address = reverse(pattern.name, kwargs=wanted)
        if "\0" in value and ask(person, "get", address, data).status_code >= FAULT:
            wrong.append((case.state, "?", value))
        got = ask(person, "post", address, data)
        if got.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            return
        if got.status_code >= FAULT:
            wrong.append((case.state, value, got.status_code))

    assert wrong == []


def has_words(pattern):
    """Say whether words stand in the addresses of a route."""
    found = pattern.pattern.converters.values()
    return any(isinstance(one, StringConverter) for one in found)


WORDY = list(filter(has_words, urlpatterns))


@pytest.mark.parametrize("pattern", WORDY, ids=lambda pattern: pattern.name)
@pytest.mark.parametrize("word", ["a\r\nSet-Cookie: c=d", "\0%"])
def test_an_address_with_a_new_line_in_it_never_fails(world, people, pattern, word):
    wanted = {
        key: word if isinstance(converter, StringConverter) else world[0].arguments[key]
        for key, converter in pattern.pattern.converters.items()
    }
    address = reverse(pattern.name, kwargs=wanted)

    got = {
        (letter, method): ask(person, method, address).status_code
        for letter, person in people.items()
        for method in ("get", "post")
    }

    assert {one: code for one, code in got.items() if code >= FAULT} == {}


def filled(schema, value, shapes):
    """Return what a schema describes, with one value wherever a text can stand."""
    if "$ref" in schema:
        return filled(shapes[schema["$ref"].rpartition("/")[2]], value, shapes)
    for choices in ("anyOf", "oneOf", "allOf"):
        if choices in schema:
            return filled(schema[choices][0], value, shapes)
    if schema.get("type") == "object" or "properties" in schema:
        parts = schema.get("properties", {}).items()
        return {name: filled(part, value, shapes) for name, part in parts}
    if schema.get("type") == "array":
        return [filled(schema.get("items", {}), value, shapes)]
    if schema.get("type") == "integer":
        return int(value) if value.isdecimal() and value.isascii() else 1
    return schema.get("const", value)


def operations():
    """Yield the operations that take a body, and the schema of each."""
    for address, methods in description()["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        if body is not None:
            yield address, body["content"]["application/json"]["schema"]


@pytest.mark.parametrize("operation", operations(), ids=lambda one: one[0])
def test_a_program_that_sends_anything_never_gets_a_fault(world, people, operation):
    address, schema = operation
    shapes = description()["components"]["schemas"]
    bodies = [b"", b"\xff", b"null", b"[" * 5000, b"{}", b'{"a": NaN}', b"9" * 5000]
    bodies += [json.dumps(filled(schema, text, shapes)).encode() for text in HOSTILE]
    wrong = []
    for body in bodies:
        with transaction.atomic():
            program = world[0].programs["KC"]
            got = Client(raise_request_exception=False).post(
                address,
                body,
                content_type="application/json",
                headers={**program.headers, "idempotency-key": str(uuid.uuid4())},
            )
            transaction.set_rollback(True)
        if got.status_code >= FAULT:
            wrong.append((body[:80], got.status_code))

    assert wrong == []


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
