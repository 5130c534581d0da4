"""A served site whose network or database fails: nothing is lost or doubled (T1, T22).

Long runs only: `./td soak T1 T22`.
"""

import asyncio
import json
import os
import random
import shlex
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import databases
from tests.bench_hall import Hall, key, manage, part, site

AWAY = 30
"""So many seconds the database is away."""


def counted(folder, filed):
    """Return what the database holds of the acknowledged filings."""
    path = folder / "filed.json"
    path.write_text(json.dumps(filed), "utf-8")
    manage("-m", "tests.hall_floor", "count", path)
    return json.loads(path.read_text("utf-8"))


@contextmanager
def server(name):
    """Yield the address of a database whose writes to the disk are waited for."""
    if name == "sqlite":
        yield ""
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(databases, "OPTIONS", "-c jit=off")
        with databases.postgresql() as address:
            yield address


def restart(data, log):
    """Start a database that was killed, as it had been started."""
    with log.open("wb") as output:
        return subprocess.Popen(
            shlex.split((data / "postmaster.opts").read_text()),
            cwd=data,
            stdout=output,
            stderr=output,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            **databases.owner(),
        )


class BadNetwork(Hall):
    """Phones behind a network that drops, doubles and delays."""

    def __init__(self, port, floor, filings, clients):
        super().__init__(port, floor, 0)
        self.chance = random.Random(1)
        self.left = filings
        self.clients = clients
        self.slow, self.statuses = [], {}

    async def _send(self, path, cookie, form):
        """Send once through the network; return the status, 0 where none came back."""
        if self.chance.random() < 0.05:
            await asyncio.sleep(self.chance.uniform(0, 5))
        if self.chance.random() < 0.2:
            return 0, 0.0
        began = time.monotonic()
        status, _, sent = await self._talk(path, cookie, form, None)
        self.slow.append(1000 * (time.monotonic() - began))
        self.statuses[status] = self.statuses.get(status, 0) + 1
        return (0 if self.chance.random() < 0.2 else status), sent

    async def client(self):
        """File objections, each until it is acknowledged."""
        while self.left:
            self.left -= 1
            # Each contestant files 25 in all: more than 30 in ten minutes are refused.
            cookie, path, seat = self.floor["filings"][
                self.left % len(self.floor["filings"])
            ]
            await asyncio.sleep(self.chance.uniform(0, 2))  # people, not programs
            form = {"act": "object", "seat": seat, "reason": "entry", "words": "No."}
            form |= key()
            while form["key"] not in self.tally.filed:
                twice = self.chance.random() < 0.1
                tries = [self._send(path, cookie, form) for _ in range(1 + twice)]
                for status, sent in await asyncio.gather(*tries):
                    if status == 303:
                        self.tally.filed[form["key"]] = sent

    async def run_all(self):
        await asyncio.gather(*(self.client() for _ in range(self.clients)))


@pytest.mark.soak("T1")
@pytest.mark.parametrize("name", ["sqlite", "postgresql"])
def test_ten_thousand_objections_through_a_bad_network(name, say):
    wanted = int(os.environ.get("TD_OBJECTIONS", "10000"))
    with server(name) as address, site(address, 200) as (port, folder, _programs):
        floor = json.loads((folder / "floor.json").read_text("utf-8"))
        network = BadNetwork(port, floor, wanted, 50)
        began = time.monotonic()
        asyncio.run(network.run_all())
        seconds = time.monotonic() - began
        found = counted(folder, network.tally.filed)
    say(
        f"{name}: {len(network.tally.filed)} objections in {seconds:.0f} s, "
        f"{len(network.slow)} sent; answered {network.statuses}; "
        f"p99 {part(network.slow, 99):.0f} ms; lost {found['lost']}, "
        f"doubled {found['doubled']}"
    )
    assert set(network.statuses) == {303}
    assert len(network.tally.filed) == wanted
    assert (found["lost"], found["doubled"]) == (0, 0)


class Patient(Hall):
    """A phone that looks and files each second, and again where it is told to."""

    def __init__(self, port, floor, seconds):
        super().__init__(port, floor, seconds)
        self.statuses, self.back = {}, asyncio.Event()

    async def look(self, began):
        while time.monotonic() < began + self.seconds:
            try:
                status, _, _ = await self._talk(
                    self.floor["home"], self.floor["phones"][0], None, None
                )
            except OSError:
                status = 0
            self.statuses[status] = self.statuses.get(status, 0) + 1
            if status == 200:
                self.back.set()
            await asyncio.sleep(0.5)

    async def file(self, began):
        for cookie, path, seat in self.floor["filings"]:
            form = {"act": "object", "seat": seat, "reason": "entry", "words": "No."}
            form |= key()
            while time.monotonic() < began + self.seconds:
                status, _, sent = await self._talk(path, cookie, form, None)
                self.statuses[status] = self.statuses.get(status, 0) + 1
                if status == 303:
                    self.tally.filed[form["key"]] = sent
                    break
                await asyncio.sleep(1)
            await asyncio.sleep(0.5)


@pytest.mark.soak("T22")
def test_pages_say_that_postgresql_is_away_and_find_it_again(tmp_path, say):
    with server("postgresql") as address, site(address) as (port, folder, _programs):
        floor = json.loads((folder / "floor.json").read_text("utf-8"))
        data = Path(address.partition("host=")[2]) / "d"
        phone = Patient(port, floor, 3 * AWAY)

        async def story():
            began = time.monotonic()
            asking = [
                asyncio.create_task(one(began)) for one in (phone.look, phone.file)
            ]
            await asyncio.sleep(AWAY / 3)
            first = int((data / "postmaster.pid").read_text().split()[0])
            os.kill(first, signal.SIGQUIT)
            await asyncio.sleep(AWAY)
            phone.back.clear()
            again, started = restart(data, tmp_path / "log"), time.monotonic()
            await asyncio.wait_for(phone.back.wait(), AWAY)
            took = time.monotonic() - started
            await asyncio.gather(*asking)
            return took, again

        took, again = asyncio.run(story())
        found = counted(folder, phone.tally.filed)
    again.wait(30)
    say(
        f"PostgreSQL {AWAY} s away: answered {phone.statuses}, back after {took:.1f} s;"
        f" {len(phone.tally.filed)} filed, lost {found['lost']}, "
        f"doubled {found['doubled']}"
    )
    assert set(phone.statuses) <= {200, 303, 503}
    assert (found["lost"], found["doubled"]) == (0, 0)
