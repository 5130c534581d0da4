"""Every form and every program's body with what nobody would type: never a fault.

The forms are those that stand on the pages, filled in so that they could be sent: one
field of them is bad at a time, so what lies behind a form's own check is reached too.
Besides, every name that any form sends or any view reads is bad at once, and each
state meets each bad value so.
"""

import json
import re
import uuid
from http import HTTPStatus
from itertools import count
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from rulings.laws.regulations import parameters
from rulings.urls import urlpatterns
from rulings.views.api.site import description
from rulings.views.kept import SENT, WORDS
from tests.every_case import FAULT, HOSTILE, OF_CASE, addresses, ask, people, world
from tests.forms_on_pages import declared_fields, forms_of
from tests.people import sent

__all__ = ["people", "world"]
pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent
READ = r"(?:POST|GET|sent|data|given)\.get(?:list)?\(\s*\"(\w+)\""


def names_of_fields():
    """Return every name that a form of the product sends or a view reads."""
    found = {name for _kind, name in declared_fields()} | SENT | set(WORDS)
    found |= {f"set_{name}" for name in parameters()}
    for file in (ROOT / "templates").rglob("*.html"):
        found.update(re.findall(r"\bname=\"(\w+)\"", file.read_text()))
    for file in (ROOT / "rulings" / "views").rglob("*.py"):
        found.update(re.findall(READ, file.read_text()))
    for file in (ROOT / "rulings" / "forms").rglob("*.py"):
        found.update(re.findall(READ, file.read_text()))
    return sorted(found - {"key", "version", "csrfmiddlewaretoken"})


NAMES = names_of_fields()


SHOWING = (
    "called", "claim only", "contested", "frozen", "ruled", "announced", "agreed",
    "appealed", "closed", "law27 with calls",
)  # fmt: skip
"""The cases on whose pages every form stands that a case has."""
IN_A_CHOICE = ("²", "9" * 5000)
"""What a field is sent that offers choices: it compares, and at most counts."""
MET_BY_A_ROUTE = 5
"""How many of the states a route of a case meets with one bad value in every name."""
MET_BY_A_FIELD = 1
"""How many of the bad values a field meets in a run; the next field meets the next."""
MET_ELSEWHERE = 4
"""How many of the bad values a route that is not of a case meets."""
DIGITS = 4300
"""More than a number that Python reads has."""
LONG = 15
"""Fields from which on a form's fields are bad all together, each in another way."""


def forms_shown(world, people):
    """Return one form for each route and set of fields that the pages show."""
    found = {}
    for pattern in urlpatterns:
        for name, address in addresses(world, pattern):
            if pattern in OF_CASE and name not in SHOWING:
                continue
            person = people["EW" if pattern.name.startswith("player") else "C"]
            got = ask(person, "get", address)
            if got.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                break
            if not got.get("Content-Type", "").startswith("text/html"):
                continue
            for form in forms_of(address, got.content.decode()):
                path = urlsplit(urljoin(address, form.action)).path
                key = resolve(path).url_name, tuple(sorted(form.fields))
                if form.fields:
                    found.setdefault(key, (person, path, form))
    return found


def one_bad_field(form, turn, each):
    """Yield the ways to fill in a form with one bad field; a long one is spread.

    Each field meets `each` of the bad values, the first of them by what `turn` counts.
    """
    if len(form.fields) > LONG:
        for start in range(each):
            bad = zip(form.fields, count(next(turn) + start), strict=False)
            yield {name: HOSTILE[at % len(HOSTILE)] for name, at in bad}
        return
    for name in form.fields:
        values = IN_A_CHOICE if name in form.choices else HOSTILE
        start = next(turn) * each
        for at in range(start, start + min(each, len(values))):
            yield {name: values[at % len(values)]}


def few(bad):
    """Return bad values in few words, for a message."""
    return {name: value[:50] for name, value in bad.items()}


EVERY_VALUE = pytest.param(len(HOSTILE), marks=pytest.mark.soak("forms"))


@pytest.mark.one_database
@pytest.mark.parametrize("each", [MET_BY_A_FIELD, EVERY_VALUE])
def test_a_form_with_one_bad_field_never_fails(world, people, each):
    wrong, met, turn = [], set(), count()
    for (route, _fields), (person, path, form) in forms_shown(world, people).items():
        for bad in one_bad_field(form, turn, each):
            given = {**form.values, "key": str(uuid.uuid4()), **bad}
            got = ask(person, "post", path, given)
            met |= {(route, name) for name in bad}
            if got.status_code >= FAULT:
                wrong.append((route, few(bad), got.status_code))

    assert len(met) > 150, "the pages' forms are not found"
    assert wrong == []


@pytest.mark.one_database
@pytest.mark.soak("forms")
def test_a_form_filled_with_anything_never_fails_in_any_state(world, people):
    made, built = world
    states, wrong, met, turn = list(built), [], set(), 0
    for pattern in urlpatterns:
        player = pattern.name.startswith("player")
        person = people["EW" if player else "C"]
        spread = pattern in OF_CASE and not player
        for at in range(turn, turn + (MET_BY_A_ROUTE if spread else MET_ELSEWHERE)):
            # No number divides both lists: in time each state meets each value.
            name, value = states[at % len(states)], HOSTILE[at % len(HOSTILE)]
            case = built[name] if spread else made.case
            given = {**made.arguments, "case_id": case.pk}
            wanted = {key: given[key] for key in pattern.pattern.converters}
            data = sent(case, **dict.fromkeys(NAMES, value))
            got = ask(person, "post", reverse(pattern.name, kwargs=wanted), data)
            if got.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
                break
            turn = at + 1
            if spread:
                met.add((name, value))
            if got.status_code >= FAULT:
                wrong.append((pattern.name, name, value[:50], got.status_code))

    assert met == {(name, value) for name in built for value in HOSTILE}
    assert wrong == []


def test_no_page_fails_over_what_is_asked_after_its_address(world, people):
    made, _ = world
    wrong = []
    for pattern in urlpatterns:
        wanted = {key: made.arguments[key] for key in pattern.pattern.converters}
        address = reverse(pattern.name, kwargs=wanted)
        person = people["EW" if pattern.name.startswith("player") else "C"]
        got = ask(person, "get", address, dict.fromkeys(NAMES, HOSTILE[0]))
        if got.status_code >= FAULT:
            wrong.append((pattern.name, got.status_code))

    assert wrong == []


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
        whole = value.isdecimal() and value.isascii() and len(value) < DIGITS
        return int(value) if whole else 1
    return schema.get("const", value)


def operations():
    """Yield the operations that take a body, and the schema of each."""
    for address, methods in description()["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        if body is not None:
            yield address, body["content"]["application/json"]["schema"]


@pytest.mark.one_database("second")
def test_a_program_that_sends_anything_never_gets_a_fault(world, people):
    shapes = description()["components"]["schemas"]
    broken = [b"", b"\xff", b"null", b"[" * 5000, b"{}", b'{"a": NaN}', b"9" * 5000]
    program, wrong = world[0].programs["KC"], []
    for address, schema in operations():
        texts = [json.dumps(filled(schema, text, shapes)) for text in HOSTILE]
        for body in (*broken, *(text.encode() for text in texts)):
            with transaction.atomic():
                got = Client(raise_request_exception=False).post(
                    address,
                    body,
                    content_type="application/json",
                    headers={**program.headers, "idempotency-key": str(uuid.uuid4())},
                )
                transaction.set_rollback(True)
            if got.status_code >= FAULT:
                wrong.append((address, body[:80], got.status_code))

    assert wrong == []
