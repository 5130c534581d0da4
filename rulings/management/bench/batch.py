"""Claims per second of the same claims on one process, on two, and on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from rulings.management.batch.cluster import NoCluster, local_cluster
from rulings.management.batch.processes import AHEAD, local_processes
from rulings.management.batch.sources import BATCH, batches_of
from rulings.management.bench.ledger import Figure
from rulings.solver import normal_settings
from rulings.solver.tools.batch import BatchEntry, Run, adjudicate_many

CORES = 2


def measured(
    records: list[dict[str, Any]], clock: Callable[[], float]
) -> tuple[list[str], Figure]:
    """Return the lines to print and the row for the ledger."""
    entries = [BatchEntry("online", n, record) for n, record in enumerate(records, 1)]
    ways: dict[str, AbstractContextManager[Run]] = {
        "1 process": local_processes(1),
        f"{CORES} processes": local_processes(CORES),
        f"Ray, {CORES} cores": local_cluster(CORES),
    }
    lines, speeds = [], {}
    for name, way in ways.items():
        try:
            with way as run:
                speeds[name] = _speed(entries, run, clock)
        except NoCluster as error:
            lines.append(f"{name}: {error}")
    first = next(iter(speeds.values()))
    words = [
        f"{name} {speed:.1f} claims per second (ratio {speed / first:.2f})"
        for name, speed in speeds.items()
    ]
    figure = Figure(
        "batch, everything of each proposal",
        f"{len(entries)} `online` claims, likeliest claimer",
        "./td bench batch --append",
        "; ".join(words),
    )
    return [*words, *lines], figure


def _speed(entries: list[BatchEntry], run: Run, clock: Callable[[], float]) -> float:
    """Return claims a second of one pass, every process being warm."""
    _pass(entries[: BATCH * AHEAD * CORES], run)
    started = clock()
    _pass(entries, run)
    return len(entries) / (clock() - started)


def _pass(entries: list[BatchEntry], run: Run) -> None:
    rows = adjudicate_many(batches_of(entries), run, settings=normal_settings())
    for entry, row in rows:
        if row.get("error"):
            raise ValueError(f"line {entry.line}: {row['error']}")
