"""Proposal and double dummy on the same positions in one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulings.management.bench.ledger import Figure
from rulings.solver import normal_settings
from rulings.solver.kernel.engine import engine
from rulings.solver.lines import load_library
from rulings.solver.tools.golden import signature
from rulings.solver.tools.tally import QUANTILES, Times
from rulings.solver.tools.timing import ALL_CARDS, BEST_CARD, OURS, table, timed, whole

NO_LIBRARY = "the double-dummy library is not installed here: nothing to compare with"


def measured(
    records: list[dict[str, Any]], clock: Callable[[], float]
) -> tuple[list[str], Figure | None]:
    """Return the lines to print, and the row for the ledger where there is one."""
    if not load_library():
        return [NO_LIBRARY], None
    settings = normal_settings()
    timed(records[:1], settings, clock)  # what loads at the first call is loaded now
    found = timed(records, settings, clock)
    lines = [*table(found), f"engine {engine().name}; milliseconds, one process"]
    named = zip((str(one["id"]) for one in records), found.proposals, strict=True)
    lines.append(f"hash of these {len(records)} awards and lines {signature(named)}")
    sums = {name: whole(by_left) for name, by_left in found.times.items()}
    ratio = sums[OURS].quantile(0.5) / max(0.001, sums[BEST_CARD].quantile(0.5))
    figure = Figure(
        f"proposal ({engine().name}), and double dummy by the library in the same run",
        f"{len(records)} `online` claims, read as declarer's",
        "./td bench solver --append",
        f"{OURS} {_words(sums[OURS])}; {BEST_CARD} {_words(sums[BEST_CARD])}; "
        f"{ALL_CARDS} {_words(sums[ALL_CARDS])}; ratio of medians {ratio:.1f}",
    )
    return lines, figure


def _words(times: Times) -> str:
    parts = (f"{name} {times.quantile(q):.2f}" for name, q in QUANTILES.items())
    return ", ".join(parts) + " ms"


MOST_LEFT = 8


def online_claims(data: Path, most_left: int = MOST_LEFT) -> list[dict[str, Any]]:
    """Return the recorded claims with so few tricks left; none where they are not."""
    path = data / "real-claims" / "claims-online.jsonl"
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [record for record in records if record["left"] <= most_left]
