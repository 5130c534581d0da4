"""How long the server takes for each page of a director, with 60 open cases.

    ./td bench pages

On SQLite, in one process, through Django's own client: what a network and a browser
add is not in it. Processor time is that of the process alone, which other work on the
machine does not lengthen as much. Beside it stands the health page as the measure.
"""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass
from itertools import cycle
from statistics import median, quantiles
from time import perf_counter, process_time

from django.db import connection, transaction
from django.template import Template
from django.test.utils import setup_test_environment
from django.urls import reverse

from rulings.management.bench.ledger import Figure

OPEN = 60
ROUNDS = 30
STATES = ("called", "contested", "frozen", "reserved", "ruled", "agreed", "announced")
PAGES = {
    "queue": None,
    "new_call": None,
    "hand_calls": None,
    "round_over": None,
    "live": None,
    "blocks": None,
    "export_event": None,
    "claim": "called",
    "statement": "called",
    "read_back": "contested",
    "objections": "called",
    "cards": "contested",
    "corrected": "frozen",
    "known": "frozen",
    "restrictions": "frozen",
    "steps": "contested",
    "step": "frozen",
    "proposal": "frozen",
    "tapped_line": "frozen",
    "compare": "frozen",
    "similar": "frozen",
    "reserve": "frozen",
    "ruling": "ruled",
    "announced": "announced",
    "correct": "announced",
    "revise": "announced",
    "for_side": "announced",
    "windows": "announced",
    "nobody_agreed": "agreed",
    "look": "frozen",
    "handover": "frozen",
    "mistake": "called",
    "move_case": "called",
    "table_code": "announced",
    "dossier": "announced",
    "dossier_file": "announced",
}
"""The pages, and the state of the case that each is opened for."""
SENT = {"dossier_file"}
"""What is asked for by a form: a file that is made and logged."""
LIMIT = 0.1
"""Seconds that the p95 of a page should stay below."""
HEAD = (
    "| page | median ms | p95 ms | processor ms, median | queries | to health page |",
    "|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class Times:
    """Seconds of one page, each time it was asked for, and its queries."""

    seconds: list
    processor: list
    queries: int

    @property
    def p95(self):
        """Return the seconds that 95 of 100 answers stay below."""
        return quantiles(self.seconds, n=20)[-1]


def measured():
    """Return the lines of the table and its row for docs/benchmarks.md."""
    from django.test.runner import DiscoverRunner  # noqa: PLC0415 needs the apps

    logging.disable(logging.CRITICAL)
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    render = Template._render
    setup_test_environment()
    Template._render = render  # tests keep a copy of every context, a server none
    try:
        with transaction.atomic():
            found = _measure()
            transaction.set_rollback(True)
    finally:
        runner.teardown_databases(databases)
        logging.disable(logging.NOTSET)
    return _lines(found), _figure(found)


def _measure():
    """Return the times of each page, the health page first."""
    from tdweb.hosting.settled import settle  # noqa: PLC0415 needs the apps
    from tests import matrix  # noqa: PLC0415 needs the apps and the test database

    made = matrix.build()
    cases = open_cases(made.cast, OPEN)
    browser = made.knockers["C"].browser
    settle()  # as the server does before its first page
    found = {"healthz": _times(lambda: browser.get("/healthz"))}
    for page, state in PAGES.items():
        address = address_of(made, page, cases.get(state))
        found[page] = _times(_asking(browser, page, address, cases.get(state)))
    return found


def open_cases(cast, count):
    """Return a case of each state by state, of so many that are made in all."""
    from tests.factories import make_case  # noqa: PLC0415 needs the apps
    from tests.views.table.walks import solve  # noqa: PLC0415 the same

    cases, places = {}, playings(cast)
    for number, place in zip(range(count), cycle(places), strict=False):
        state = STATES[number % len(STATES)]
        case = make_case(cast, state=state, playing=place)
        solve(case)
        cases.setdefault(state, case)
    return cases


def address_of(made, page, case):
    """Return the address of a page; the routes say what they need beside the case."""
    from rulings.urls import urlpatterns  # noqa: PLC0415 needs the apps

    route = next(one for one in urlpatterns if one.name == page)
    given = {**made.arguments, "step_id": "C07"}
    if case is not None:
        given["case_id"] = case.pk
    return reverse(page, kwargs={key: given[key] for key in route.pattern.converters})


def _asking(browser, page, address, case):
    """Return what asks for a page once; a form is sent with a key of its own."""
    if page not in SENT:
        return lambda: browser.get(address)
    return lambda: browser.post(address, {"key": uuid.uuid4(), "version": case.version})


def playings(cast):
    """Return the boards of the event at its tables, each open to several calls."""
    from rulings.models import Playing  # noqa: PLC0415 needs the apps

    return list(Playing.objects.filter(board__event=cast.event))


def _times(ask):
    """Ask once for the queries, then measure; each time as the first in its minute."""
    from django.core.cache import cache  # noqa: PLC0415 needs the settings

    asked, seconds, processor = [], [], []
    with connection.execute_wrapper(lambda run, *given: asked.append(1) or run(*given)):
        ask()  # for what the first answer alone asks, as a new process does
        asked.clear()
        ask()
    for _ in range(ROUNDS):
        cache.clear()  # files are given out so often in a minute (R25)
        began, busy = perf_counter(), process_time()
        answer = ask()
        processor.append(process_time() - busy)
        seconds.append(perf_counter() - began)
        if answer.status_code != 200:
            path = answer.request["PATH_INFO"]
            raise ValueError(f"{path} answers {answer.status_code}")
    return Times(seconds, processor, len(asked))


def _lines(found):
    measure = median(found["healthz"].seconds)
    rows = [
        f"| {page} | {1000 * median(one.seconds):.0f} | {1000 * one.p95:.0f} | "
        f"{1000 * median(one.processor):.0f} | {one.queries} | "
        f"{median(one.seconds) / measure:.1f} |"
        for page, one in found.items()
    ]
    return [*HEAD, *rows]


def _figure(found):
    slowest = max(found, key=lambda page: found[page].p95)
    most = max(found, key=lambda page: found[page].queries)
    one, health = found[slowest], median(found["healthz"].seconds)
    late = sum(page.p95 > LIMIT for page in found.values())
    return Figure(
        "server's part of a director's pages, SQLite",
        f"{OPEN} open cases, {ROUNDS} times each of {len(PAGES)} pages",
        "./td bench pages --append",
        f"slowest {slowest}: median {1000 * median(one.seconds):.0f}, p95 "
        f"{1000 * one.p95:.0f}, processor {1000 * median(one.processor):.0f} ms; "
        f"{late} pages above p95 {1000 * LIMIT:.0f} ms; most queries {most}: "
        f"{found[most].queries}; ratio of the slowest median to the health page "
        f"{median(one.seconds) / health:.0f}",
    )
