"""A hundred visitors of `/rule` at once, and a director who works meanwhile.

    ./td bench visitors

Each visitor, of an address of his own, asks about a recorded claim and looks again as
his page does, until he has a number. The director looks at the calls each third of a
second, before and meanwhile. A site of one web process and one worker of visitors, on
SQLite; the client is this process.
"""

import json
import threading
import time
from http.client import HTTPConnection
from itertools import cycle, islice
from statistics import median, quantiles
from urllib.parse import urlencode

from django.conf import settings

from rulings.management.bench.ledger import Figure
from rulings.management.bench.solver import MOST_LEFT, online_claims
from tests.bench_lines import manage, site
from tests.bench_rule import link_of

VISITORS, BEFORE = 100, 30
EVERY, LOOKS, PATIENCE = 0.33, 2.0, 180.0
"""Seconds between two looks of the director, of a visitor, and until he gives up."""

SECRET = "v" * 32
SEED = """
import json, sys
import django
django.setup()
from django.test import Client
from tests.factories import make_event
cast, client = make_event(), Client()
client.force_login(cast.dana)
kept = "; ".join(f"{one.key}={one.value}" for one in client.cookies.values())
sys.stdout.write(json.dumps({"cookie": kept, "event": str(cast.event.pk)}))
"""


class Visitor(threading.Thread):
    """Somebody who asks once and waits for the number."""

    def __init__(self, port, number, link):
        super().__init__(daemon=True)
        self.port, self.number, self.link = port, number, link
        self.waited = None

    def ask(self, method, path, body=None):
        """Send one request from an own address; return the answer and its text."""
        talk = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {
            "X-Forwarded-For": f"10.1.{self.number // 200}.{self.number % 200 + 1}",
            "Cookie": f"{settings.CSRF_COOKIE_NAME}={SECRET}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        talk.request(method, path, body, headers)
        answer = talk.getresponse()
        text = answer.read().decode()
        talk.close()
        return answer, text

    def run(self):
        """Ask, and look again until there is a number."""
        began = time.perf_counter()
        given = {"csrfmiddlewaretoken": SECRET, "source": self.link}
        answer, _text = self.ask("POST", "/rule", urlencode(given))
        where = (answer.getheader("Location") or "").partition("#")[0]
        while where and time.perf_counter() - began < PATIENCE:
            _answer, text = self.ask("GET", where)
            if 'class="verdict' in text:
                self.waited = time.perf_counter() - began
                return
            time.sleep(LOOKS)


def look(port, seed):
    """Return the seconds that the director's calls take."""
    talk = HTTPConnection("127.0.0.1", port, timeout=60)
    began = time.perf_counter()
    talk.request("GET", f"/events/{seed['event']}/", headers={"Cookie": seed["cookie"]})
    answer = talk.getresponse()
    answer.read()
    talk.close()
    if answer.status != 200:
        raise ValueError(f"the calls were answered with {answer.status}")
    return time.perf_counter() - began


def measured():
    """Return the lines to print and the row for docs/benchmarks.md."""
    records = online_claims(settings.TD_DATA, MOST_LEFT)
    if not records:
        return ["no recorded claims here: set TD_DATA for the figures"], None
    links = islice(cycle(map(link_of, records)), VISITORS)
    with site("visitors", TD_RULE="1", TD_PROXIES="1") as port:
        seed = json.loads(manage("-c", SEED))
        look(port, seed)
        before = [look(port, seed) for _look in range(BEFORE)]
        people = [Visitor(port, *one) for one in enumerate(links)]
        for one in people:
            one.start()
        meanwhile = []
        while any(one.is_alive() for one in people):
            meanwhile.append(look(port, seed))
            time.sleep(EVERY)
    waits = sorted(one.waited for one in people if one.waited is not None)
    said = (
        f"the director's calls p95 {p95(before):.0f} ms before, {p95(meanwhile):.0f} "
        f"meanwhile; {len(waits)} of {VISITORS} visitors answered, the first after "
        f"{waits[0]:.1f} s, median {median(waits):.1f}, the last {waits[-1]:.1f}"
    )
    figure = Figure(
        f"{VISITORS} visitors at once on `/rule`, and a director who works meanwhile",
        f"`online` claims of at most {MOST_LEFT} tricks left, SQLite, one web process, "
        "one worker of visitors, the client beside it",
        "./td bench visitors --append",
        said,
    )
    return [said], figure


def p95(seconds):
    """Return the milliseconds within which 95 of 100 looks were answered."""
    return 1000 * quantiles(seconds, n=20)[-1]
