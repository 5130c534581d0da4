"""The API against its own description: nothing is answered that it does not tell.

Requests are made from the OpenAPI description, good ones and spoilt ones, with the key
of a chief, and every answer is held against it.
"""

import re

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from rulings.views.api import door
from rulings.views.api.site import ACTS, api, routes
from tests.factories import DEAL, make_case, make_event
from tests.programs import PREFIX, give_key

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
EXAMPLES = 12
NOT_ASKED = [positive_data_acceptance]
"""JSON Schema cannot say that 52 cards are a deal or that a table exists; the answer to
what is well written and yet wrong is a sentence, as other tests show."""


def operations():
    """List each operation good and spoilt; one that takes nothing cannot be spoilt."""
    described = api.get_openapi_schema(path_prefix=PREFIX)
    return [
        pytest.param(
            path, method, mode, id=f"{method} {path.removeprefix(PREFIX)} {mode.value}"
        )
        for path, ways in described["paths"].items()
        for method, way in ways.items()
        for mode in GenerationMode
        if mode is GenerationMode.POSITIVE
        or way.get("parameters")
        or way.get("requestBody")
    ]


@pytest.fixture
def schema(db, monkeypatch):
    """Read the description from the site, whose answers leave the test's connection."""
    monkeypatch.setattr(door, "PER_MINUTE", 1_000_000)
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi(
        f"{PREFIX}/openapi.json", get_wsgi_application()
    )
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.mark.parametrize(("path", "method", "mode"), operations())
def test_every_answer_is_as_described(schema, path, method, mode):
    cast = make_event(deals=dict.fromkeys(range(1, 7), DEAL))
    make_case(cast, state="announced")
    headers = {"Authorization": f"Bearer {give_key(cast).token}"}

    if mode is GenerationMode.NEGATIVE:
        # The key stays: what is spoilt is meant to be what it brings.
        schema.raw_schema["paths"][path][method].pop("security")

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    def run(case):
        with transaction.atomic():
            case.call_and_validate(headers=headers, excluded_checks=NOT_ASKED)
            transaction.set_rollback(True)

    run()


def test_the_description_names_every_operation_and_how_to_come_in():
    described = Client().get(f"{PREFIX}/openapi.json").json()

    assert len(described["paths"]) == len(ACTS)
    assert described["paths"].keys() == {
        "/" + re.sub(r"<(?:uuid:)?(\w+)>", r"{\1}", str(route.pattern))
        for route in routes()
        if route.name in ACTS
    }
    schemes = described["components"]["securitySchemes"]
    assert [one["scheme"] for one in schemes.values()] == ["bearer"]
    assert all(
        way["security"] and way["description"]
        for ways in described["paths"].values()
        for way in ways.values()
    )
