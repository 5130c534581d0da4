"""How long the server takes for each page of a director, with 60 open cases.

    ./td bench pages

On SQLite, in one process, through Django's own client: what a network and a browser
add is not in it. Beside it stands the health page of the same run, as the measure.
"""

from __future__ import annotations

import logging
from itertools import cycle
from statistics import median, quantiles
from time import perf_counter

from django.db import connection, transaction
from django.test.utils import setup_test_environment
from django.urls import reverse

from rulings.management.bench.ledger import Figure

OPEN = 60
ROUNDS = 30
STATES = ("called", "contested", "frozen", "reserved", "ruled", "agreed")
PAGES = {
    "queue": None,
    "new_call": None,
    "claim": "called",
    "statement": "called",
    "objections": "called",
    "cards": "contested",
    "proposal": "frozen",
    "steps": "frozen",
    "ruling": "ruled",
    "announced": "announced",
    "live": None,
}
"""The pages, and the state of the case that each is opened for."""
HEAD = "page             median ms   p95 ms   queries   ratio to healthz"


def measured():
    """Return the lines of the table and its row for docs/benchmarks.md."""
    from django.test.runner import DiscoverRunner  # noqa: PLC0415 needs the apps

    logging.disable(logging.CRITICAL)
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    setup_test_environment()
    try:
        with transaction.atomic():
            found = _measure()
            transaction.set_rollback(True)
    finally:
        runner.teardown_databases(databases)
        logging.disable(logging.NOTSET)
    return _lines(found), _figure(found)


def _measure():
    """Return for each page its seconds, sorted, and its queries."""
    from tests import matrix  # noqa: PLC0415 needs the apps and the test database
    from tests.factories import make_case  # noqa: PLC0415 the same

    made = matrix.build()
    cases, places = {"announced": made.case}, playings(made.cast)
    for number, place in zip(range(OPEN), cycle(places), strict=False):
        state = STATES[number % len(STATES)]
        cases.setdefault(state, make_case(made.cast, state=state, playing=place))
    browser = made.knockers["C"].browser
    found = {"healthz": _seconds(browser, "/healthz")}
    for page, state in PAGES.items():
        key = made.cast.event.pk if state is None else cases[state].pk
        found[page] = _seconds(browser, reverse(page, args=[key]))
    return found


def playings(cast):
    """Return the boards of the event at its tables, each open to several calls."""
    from rulings.models import Playing  # noqa: PLC0415 needs the apps

    return list(Playing.objects.filter(board__event=cast.event))


def _seconds(browser, address):
    answer = browser.get(address)
    if answer.status_code != 200:
        raise ValueError(f"{address} answers {answer.status_code}")
    asked = []
    with connection.execute_wrapper(lambda run, *given: asked.append(1) or run(*given)):
        browser.get(address)
    seconds = []
    for _ in range(ROUNDS):
        began = perf_counter()
        browser.get(address)
        seconds.append(perf_counter() - began)
    return seconds, len(asked)


def _p95(seconds):
    return quantiles(seconds, n=20)[-1]


def _lines(found):
    measure = median(found["healthz"][0])
    lines = [HEAD]
    for page, (seconds, queries) in found.items():
        lines.append(
            f"{page:16} {1000 * median(seconds):9.1f} {1000 * _p95(seconds):8.1f} "
            f"{queries:9} {median(seconds) / measure:9.1f}"
        )
    return lines


def _figure(found):
    slowest = max(found, key=lambda page: _p95(found[page][0]))
    most = max(found, key=lambda page: found[page][1])
    return Figure(
        "server's part of a director's pages, SQLite",
        f"{OPEN} open cases, {ROUNDS} times each of {len(PAGES)} pages",
        "./td bench pages --append",
        f"slowest {slowest}: median {1000 * median(found[slowest][0]):.0f}, p95 "
        f"{1000 * _p95(found[slowest][0]):.0f} ms; most queries {most}: "
        f"{found[most][1]}; ratio of the slowest median to the health page "
        f"{median(found[slowest][0]) / median(found['healthz'][0]):.0f}",
    )
