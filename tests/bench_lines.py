"""Positions by lines through a served site: rows per second (`docs/api.md`).

    ./td bench lines

On SQLite, with one worker for them, with two, and with a Ray cluster of two cores where
Ray is installed: a program sends the recorded claims once to warm the workers and once
to be measured, reading rows while it sends. The first row's wait is told too.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, nullcontext
from pathlib import Path

from django.conf import settings

from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.management.batch.cluster import NoCluster, own_token
from rulings.management.bench.ledger import Figure
from rulings.management.bench.solver import MOST_LEFT, online_claims
from rulings.solver.tools.batch import position_of
from tdweb.hosting import lines, serve
from tdweb.hosting.supervise import ROOT, Program, answers, end

KEY = """
import django
django.setup()
from tests.factories import make_event
from tests.programs import give_key
import sys
sys.stdout.write(give_key.__wrapped__(make_event(), "director").token)
"""
CORES = 2


def sent_of(records):
    """Return recorded claims as the lines that a program would send."""
    found = []
    for record in records:
        try:
            position, claim = position_of(record)
        except (ParseError, IllegalPlay, KeyError):
            continue
        given = {name: claim.to_json()[name] for name in ("claimer", "declarer")}
        found.append(
            given
            | {"position": str(position), "tricks": claim.tricks, "id": record["id"]}
            | {"show_outs": claim.to_json().get("show_outs", [])}
        )
    return [json.dumps(one).encode() + b"\n" for one in found]


@contextmanager
def site(queue, **given):
    """Serve an empty site with one web process and the workers of one queue.

    `given` are settings of its own; the value is its port.
    """
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as name, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        port = listening.getsockname()[1]
        for other in ("TD_SECRET_KEY", "TD_DEMO", "TD_PROXIES", "DATABASE_URL"):
            os.environ.pop(other, None)
        os.environ |= {
            "TD_VAR": name,
            "TD_LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": "tdweb.settings",
            **given,
        }
        programs = []
        try:
            manage("manage.py", "migrate", "--verbosity", "0")
            fd = listening.fileno()
            kept = serve.commands(fd, None, None)
            web = next(one for one in kept if "uvicorn" in one)
            started = [web, *(one for one in kept if queue in one)]
            programs += [Program(one, (fd,)) for one in started]
            while not answers(f"http://127.0.0.1:{port}/healthz"):
                time.sleep(0.2)
            yield port
        finally:
            end([program.child for program in programs])
            os.environ.clear()
            os.environ.update(before)


@contextmanager
def cluster():
    """Start a Ray cluster of two cores for the worker; say where there is no Ray."""
    ray = Path(sys.executable).with_name("ray")
    if not ray.exists():
        raise NoCluster("Ray is not installed here: it was not run.")
    os.environ |= own_token()
    start = [ray, "start", "--head", "--port=0", f"--num-cpus={CORES}"]
    start += ["--include-dashboard=false", "--disable-usage-stats"]
    subprocess.run(start, check=True, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        subprocess.run([ray, "stop"], check=True, stdout=subprocess.DEVNULL)


def manage(*arguments):
    """Run a program of the site to its end and return what it printed."""
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return done.stdout.decode().strip().rpartition("\n")[2]


def stream(port, token, sent):
    """Send lines and read rows at once; return rows, seconds, seconds to the first."""
    head = [
        f"POST {lines.PATH} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {token}",
        "Content-Type: application/x-ndjson",
        f"Content-Length: {sum(map(len, sent))}",
        "Connection: close",
    ]
    with socket.create_connection(("127.0.0.1", port)) as talk:
        talk.sendall("\r\n".join(head).encode() + b"\r\n\r\n")
        began = time.perf_counter()
        sending = threading.Thread(target=lambda: [talk.sendall(one) for one in sent])
        sending.start()
        told, first = b"", 0.0
        while part := talk.recv(1 << 16):
            told += part
            if not first and b'{"line"' in told:
                first = time.perf_counter() - began
        seconds = time.perf_counter() - began
        sending.join()
    rows = [json.loads(one) for one in told.splitlines() if one.startswith(b'{"line"')]
    wrong = [row for row in rows if row.get("error")]
    if len(rows) != len(sent) or wrong:
        raise ValueError(f"{len(rows)} rows of {len(sent)}, {wrong[:1]}: {told[:300]}")
    return rows, seconds, first


def measured():
    """Return the lines to print and the row for docs/benchmarks.md."""
    records = online_claims(settings.TD_DATA, MOST_LEFT)
    sent = sent_of(records)
    if not sent:
        return ["no recorded claims here: set TD_DATA for the figures"], None
    said, left_out = [], []
    ways = {"1 process": "1", f"{CORES} processes": "2", f"Ray, {CORES} cores": "ray"}
    for name, bulk in ways.items():
        try:
            said.append(f"{name} {of(bulk, sent)}")
        except NoCluster as error:
            left_out.append(f"{name}: {error}")
    figure = Figure(
        "positions by lines through a served site, a row for each",
        f"{len(sent)} `online` claims as declarer's, SQLite, the client beside it",
        "./td bench lines --append",
        "; ".join([*said, *left_out]),
    )
    return [*said, *left_out], figure


def of(bulk, sent):
    """Return the figures of one way to answer, in words."""
    held = cluster() if bulk == "ray" else nullcontext()
    with held, site("bulk", TD_BULK=bulk, TD_BULK_DAY="1000000") as port:
        return figures(port, manage("-c", KEY), sent)


def figures(port, token, sent):
    """Return what one measured stream took, in words."""
    stream(port, token, sent[:200])  # every worker has loaded the search by then
    _, seconds, _ = stream(port, token, sent)
    _, _, first = stream(port, token, sent[:1])
    rate = f"{len(sent) / seconds:.1f} rows per second"
    return f"{rate}, a single row after {1000 * first:.0f} ms"
