"""What a web process counts of its requests, for Prometheus: an extra, off without it.

Several processes answer on one port, and whoever is asked for `/metrics` tells for all:
each writes its numbers into files of its own in a folder they share, as the library
does it. The files get their whole size at once: one that grew on a full disk would end
the process that writes to it.
"""

from __future__ import annotations

import hashlib
import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings

from rulings.clock import host_clock

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
SIZE = 2 * 2**20
"""Bytes of a file; a route, a kind and a bound of time take some 150 of them."""
BOUNDS = (0.025, 0.05, 0.1, 0.3, 0.8, 2, 5, 20)
"""Seconds: 0.3 and 0.8 are the promises for a full hall."""
FILES = ("counter", "histogram", "gauge_livesum")
FORGOTTEN = 24 * 60 * 60
"""So many seconds the numbers of a process that ended still count."""


class Silent:
    """Counts nothing: nobody can ask, or the library is absent."""

    def answered(self, kind: str, route: str, status: int, seconds: float) -> None:
        """Count a request that pages answered."""

    def refused(self, kind: str, status: int) -> None:
        """Count a request that did not get as far."""

    def watch(self, kind: str, waiting: Callable[[], int]) -> None:
        """Note how many requests of a kind wait, now and from now on."""

    def note(self) -> None:
        """Write down how many wait."""


class Measures(Silent):
    """Counts requests of this process."""

    def __init__(self, folder: Path) -> None:
        make_files(folder)
        os.environ[FOLDER] = str(folder)
        # After the folder is named: the library asks for it when it is loaded.
        from prometheus_client import (  # noqa: PLC0415
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
            values,
        )

        values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call]
        own: dict[str, Any] = {"registry": CollectorRegistry(), "namespace": "seventy"}
        self.seconds = Histogram(
            "request_seconds",
            "From the last byte of a request to its whole answer",
            ["kind", "route"],
            buckets=BOUNDS,
            **own,
        )
        self.requests = Counter("requests", "Answers", ["kind", "status"], **own)
        self.shed = Counter("shed", "Refused at the gate", ["kind", "status"], **own)
        self.waiting = Gauge(
            "waiting",
            "Requests that wait for a place",
            ["kind"],
            multiprocess_mode="livesum",
            **own,
        )
        self.watched: dict[str, Callable[[], int]] = {}

    def answered(self, kind: str, route: str, status: int, seconds: float) -> None:
        """Count a request that pages answered."""
        self.seconds.labels(kind, route).observe(seconds)
        self.requests.labels(kind, str(status)).inc()
        self.note()

    def refused(self, kind: str, status: int) -> None:
        """Count a request that did not get as far."""
        self.shed.labels(kind, str(status)).inc()
        self.note()

    def watch(self, kind: str, waiting: Callable[[], int]) -> None:
        """Note how many requests of a kind wait, now and from now on."""
        self.watched[kind] = waiting
        self.note()

    def note(self) -> None:
        """Write down how many wait."""
        for kind, waiting in self.watched.items():
            self.waiting.labels(kind).set(waiting())


def begin() -> Silent:
    """Return what counts in this process."""
    try:
        import prometheus_client  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return Silent()
    return Measures(own_folder()) if settings.TD_STATUS_TOKEN else Silent()


def own_folder() -> Path:
    """Return the folder that all web processes of this site on this machine share.

    In memory where there is such a place; a machine's own, also on a shared disk.
    """
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own, with a hash in its name
    there = memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
    said = f"{settings.VAR_DIR.resolve()} {socket.gethostname()} {os.geteuid()}"
    return there / f"seventy-{hashlib.sha256(said.encode()).hexdigest()[:16]}"


def make_files(folder: Path) -> None:
    """Make the files of this process, and drop those of processes long ended."""
    folder.mkdir(mode=0o700, exist_ok=True)
    forget(folder)
    for kind in FILES:
        path = folder / f"{kind}_{os.getpid()}.db"
        path.unlink(missing_ok=True)
        path.write_bytes(bytes(SIZE))


def forget(folder: Path) -> None:
    """Drop the numbers of ended processes: what waits at once, the rest after a day."""
    old = host_clock().timestamp() - FORGOTTEN
    for path in folder.glob("*.db"):
        pid = path.stem.rpartition("_")[2]
        if Path(f"/proc/{pid}").exists() or not Path("/proc").exists():
            continue
        if path.name.startswith("gauge_live") or path.stat().st_mtime < old:
            path.unlink(missing_ok=True)


def collect(registry: CollectorRegistry) -> None:
    """Let a registry tell what all web processes of this site have counted."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

    forget(Path(folder))
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
