"""How much memory the child of a worker takes for one solve, on long claims (R15).

Each claim is solved in a child of its own, as a worker does it; the child says how
much was resident at most. The libraries and the compiled search that it shares with
the process it is forked from are counted in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulings.management.bench.ledger import Figure
from rulings.solver.inputs import NODE_BUDGET
from rulings.solver.tools.published import WORDS, Published, read_published
from rulings.workflow.solving.solve import REFINE_SECONDS, run_child

FEWEST_LEFT = 9
BUDGETS = (NODE_BUDGET, 64 * NODE_BUDGET)
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Peak:
    """The most memory of one solve: the claim, how it ended, and bytes."""

    id: str
    left: int
    status: str
    size: int

    def __str__(self) -> str:
        """Return the peak as it is printed."""
        return (
            f"{self.size // MEGABYTE} MB ({self.id}, {self.left} left, {self.status})"
        )


def long_claims(data: Path, fewest_left: int = FEWEST_LEFT) -> list[Published]:
    """Return the published claims with so many tricks left; none where they are not."""
    path = data / "rulings" / "dev.json"
    if not path.exists():
        return []
    cases = json.loads(path.read_text("utf-8"))["cases"]
    long = [case for case in cases if case["n_tricks"] >= fewest_left]
    return [read_published(case, WORDS) for case in long]


def peak_of(case: Published, budget: int) -> Peak:
    """Return the peak of one solve in a child that does nothing else."""
    settings = replace(case.settings, budget=budget)
    question = {
        "position": str(case.position),
        "claim": case.claim.to_json(),
        "settings": settings.to_json(),
    }
    outcome = run_child(json.dumps(question), _told, seconds=REFINE_SECONDS)
    return _peak(case, outcome)


def _peak(case: Published, outcome: Mapping[str, Any]) -> Peak:
    if outcome["status"] not in {"exact", "range"}:
        raise ValueError(f"{case.id}: {outcome['status']}, so nothing was measured")
    return Peak(case.id, case.position.left, outcome["status"], outcome["peak_bytes"])


def _told(_low: int, _high: int) -> None:
    """Take bounds that nobody waits for."""


def measured(cases: list[Published]) -> tuple[list[str], Figure]:
    """Return the lines to print and the row for the ledger."""
    least = min(peak_of(case, 1).size for case in cases)
    lines = [f"a child that has hardly searched: {least // MEGABYTE} MB"]
    for budget in BUDGETS:
        peaks = sorted((peak_of(case, budget) for case in cases), key=lambda p: p.size)
        middle, most = peaks[len(peaks) // 2], peaks[-1]
        lines.append(
            f"{budget:,} positions at most: median {middle.size // MEGABYTE} MB, "
            f"most {most}"
        )
    figure = Figure(
        "memory of a worker's child with one solve, the most that was resident",
        f"the {len(cases)} published claims with {FEWEST_LEFT} or more tricks left",
        "./td bench memory --append",
        "; ".join(lines),
    )
    return lines, figure
