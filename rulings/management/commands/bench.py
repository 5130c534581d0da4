"""Print the signature of the golden cases, or how fast solver or readers are.

Thin: cases and signature are in `rulings.solver.golden`. Opens no database.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from rulings.solver import normal_settings
from rulings.solver.double_dummy import load_library
from rulings.solver.engine import engine
from rulings.solver.golden import read_cases, signature
from rulings.solver.timing import table, timed

GOLDEN = Path("tests") / "golden"
SHARED = settings.BASE_DIR.parent / "shared" / "data"
MOST_LEFT = 8


class Command(BaseCommand):
    """Solve every golden case once and print what was asked for."""

    help = "Print the solver's signature, or positions searched and seconds."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to print and where the cases are."""
        parser.add_argument(
            "what",
            nargs="?",
            choices=("signature", "solver", "readers"),
            default="signature",
        )
        parser.add_argument("--cases", type=Path, default=settings.BASE_DIR / GOLDEN)

    def handle(self, *, what: str, cases: Path, **_options: Any) -> None:  # noqa: ANN401, D102 - Django's call
        if what == "readers":
            # Beside endplay, which only tests may load.
            for line in import_module("tests.bench_readers").lines():
                self.stdout.write(line)
            return
        started = perf_counter()
        results = [(case.name, case.solve()) for case in read_cases(cases)]
        seconds = perf_counter() - started
        if what == "signature":
            self.stdout.write(signature(results))
            return
        positions = sum(found.provenance.positions for _, found in results)
        self.stdout.write(
            f"{len(results)} cases, {positions} positions, {seconds:.2f} seconds, "
            f"{positions / seconds:.0f} positions a second"
        )
        self.stdout.write(f"signature {signature(results)}")
        self._real_positions(Path(os.environ.get("TD_DATA", SHARED)))

    def _real_positions(self, data: Path) -> None:
        """Time the recorded online claims with at most 8 tricks left, if there."""
        path = data / "real-claims" / "claims-online.jsonl"
        if not path.exists():
            self.stdout.write("no recorded claims here: set TD_DATA for the table")
            return
        load_library()
        lines = path.read_text("utf-8").splitlines()
        records = [json.loads(line) for line in lines]
        chosen = [record for record in records if record["left"] <= MOST_LEFT]
        for row in table(timed(chosen, normal_settings(), perf_counter)):
            self.stdout.write(row)
        self.stdout.write(f"engine {engine().name}; milliseconds, one process")
