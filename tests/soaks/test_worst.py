"""The worst positions are solved while people use the pages (T15, R15).

Thirteen cards each, a claim and words that break down; each twice, on boards of their
own. The pages are asked all the while, and before for comparison, of web processes as
`./td serve` starts them, a worker beside them. Needs a machine that does nothing else:
how long a page takes is asserted. `./td soak T15`.
"""

import os
import random
import subprocess
import threading
import time
import urllib.request
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.models import Case, Position, Proposal, Statement
from rulings.solver.inputs import NODE_BUDGET
from rulings.workflow import facts
from tdweb.hosting import serve
from tdweb.hosting.supervise import Program, answers, end
from tests import tree
from tests.bench_hall import part
from tests.factories import free_playing, make_case, make_event
from tests.processes import address, environment
from tests.workflow.test_long_solve import looked_at

WORST = int(os.environ.get("TD_WORST", "50"))
LIMIT, BYTES = 20, 1 << 30
SLOW = 300
"""So many ms a page may take while positions are solved, in 99 of 100 cases."""
DONE = {"exact": 0, "range": 0, "timed_out": 0}


def whole_deals(many):
    """Return random deals with the same question: four spades, claimed at the lead."""
    chance, deck = random.Random(15), [s + r for s in "SHDC" for r in "AKQJT98765432"]
    for _ in range(many):
        chance.shuffle(deck)
        hands = [
            ".".join(
                "".join(
                    card[1] for card in sorted(hand, key=deck.index) if card[0] == s
                )
                for s in "SHDC"
            )
            for hand in (deck[:13], deck[13:26], deck[26:39], deck[39:])
        ]
        yield Cards.parse(f"S W:- 0-0 N:{' '.join(hands)}")


def asked(cast, cards):
    """Return a case whose proposal is queued, asked as in a hall."""
    case = make_case(cast, state="contested", playing=free_playing(cast))
    facts.record_claim(
        cast.form(cast.dana),
        case.pk,
        facts.ClaimGiven(
            claimer="S",
            contract=Contract.parse("4S S"),
            tricks_left=13,
            tricks_claimed=9,
        ),
    )
    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words="Two rounds of trumps, the club finesse, a diamond ruff in dummy.",
        steps=[
            "draw trumps 2 rounds",
            "finesse clubs against East",
            "ruff diamonds in dummy",
        ],
    )
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    facts.record_position(cast.form(cast.dana), case.pk, cards, Position.Source.MARKED)
    return Case.objects.get(pk=case.pk)


@contextmanager
def served(monkeypatch):
    """Serve the test's database by programs of their own; yield address and worker."""
    listening = serve.listen("127.0.0.1", 0)
    place = f"http://127.0.0.1:{listening.getsockname()[1]}"
    monkeypatch.setenv("DATABASE_URL", address())
    fd, programs = listening.fileno(), []
    commands = serve.commands(fd, None, None)
    try:
        programs += [Program(one, (fd,)) for one in commands if "uvicorn" in one]
        while not answers(f"{place}/healthz"):
            time.sleep(0.2)
        yield place, next(one for one in commands if "db_worker" in one)
    finally:
        end([program.child for program in programs])
        listening.close()


class Pages(threading.Thread):
    """Somebody who looks at pages until told to stop, and how long each took."""

    def __init__(self, pages):
        super().__init__()
        self.pages, self.took, self.stopped = pages, [], threading.Event()

    def run(self):
        for number in count():
            if self.stopped.wait(0.1):
                return
            self.took.append(looked_at(self.pages[number % len(self.pages)])[0])

    def end(self):
        self.stopped.set()
        self.join()
        return sorted(1000 * seconds for seconds in self.took)


def memory_of(worker):
    """Return the most that a process of a worker has held, in bytes."""
    most, left = 0, [worker]
    while left:
        one = left.pop()
        try:
            children = Path(f"/proc/{one}/task/{one}/children").read_text().split()
            status = Path(f"/proc/{one}/status").read_text()
        except OSError:
            continue
        left += map(int, children)
        held = [row for row in status.splitlines() if row.startswith("VmHWM")]
        most = max(most, *(1024 * int(row.split()[1]) for row in held), 0)
    return most


def pages_of(place, client, cast, cases):
    """Return the requests of a director who looks at his queue and five proposals."""
    cookie = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}
    proposals = [reverse("proposal", args=[case.pk]) for case in cases[:5]]
    return [
        urllib.request.Request(place + path, headers=cookie)
        for path in (reverse("queue", args=[cast.event.pk]), *proposals)
    ]


@pytest.mark.soak("T15")
@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_the_worst_positions_are_solved_while_pages_answer(client, monkeypatch, say):
    cast = make_event(tables=8)
    deals = list(whole_deals(WORST))
    cases = [asked(cast, cards) for _ in range(2) for cards in deals]
    client.force_login(cast.dana)
    first = Proposal.objects.filter(case__in=cases, budget=NODE_BUDGET)
    with served(monkeypatch) as (place, worker):
        pages = pages_of(place, client, cast, cases)
        for page in pages * 2:  # each process has drawn each once
            looked_at(page)
        quiet = Pages(pages)
        quiet.start()
        time.sleep(30)
        idle = quiet.end()
        busy, most = Pages(pages), 0
        with subprocess.Popen(worker, cwd=tree.ROOT, env=environment()) as solving:
            busy.start()
            while first.filter(status="queued").exists():
                most = max(most, memory_of(solving.pid))
                time.sleep(0.2)
            solving.kill()
        used = busy.end()

    rows = list(first)
    found = {status: sum(row.status == status for row in rows) for status in DONE}
    jobs = DBTaskResult.objects.filter(priority=0, finished_at__isnull=False)
    took = sorted((j.finished_at - j.started_at).total_seconds() for j in jobs)
    answers = [(row.status, row.low, row.high) for row in rows if row.reproducible]
    say(
        f"{len(rows)} solves of 13 cards: {found}; at most {took[-1]:.1f} s, median"
        f" {took[len(took) // 2]:.2f} s, {most / 1e6:.0f} MB; pages: idle"
        f" p50 {part(idle, 50):.0f}, p99 {part(idle, 99):.0f} ms ({len(idle)}),"
        f" meanwhile p50 {part(used, 50):.0f}, p99 {part(used, 99):.0f} ms"
        f" ({len(used)})"
    )
    assert len(rows) == len(cases) == sum(found.values()) == 2 * WORST
    assert took[-1] <= LIMIT + 1
    assert most <= BYTES
    assert part(used, 99) < SLOW
    assert part(used, 99) <= max(2 * part(idle, 99), SLOW / 3)
    by_case = {row.case_id: (row.status, row.low, row.high) for row in rows}
    again = list(zip(cases[:WORST], cases[WORST:], strict=True))
    assert len(answers) == len(rows)
    assert [by_case[a.pk] for a, _ in again] == [by_case[b.pk] for _, b in again]
    shown = client.get(reverse("proposal", args=[cases[0].pk])).content.decode()
    assert ("–" in shown) or "exact" in shown.lower()
