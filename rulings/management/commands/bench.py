"""Print the signature of the golden cases, or figures: speed and memory.

Thin: the figures are made in `rulings.management.bench`. Reads no table.
"""

from __future__ import annotations

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulings.clock import receipt_at
from rulings.management.beforehand import check_counts, warn_when_unready
from rulings.management.bench import batch, ledger, memory, solver
from rulings.management.bench.solver import MOST_LEFT, online_claims
from rulings.solver.tools.golden import read_cases, signature

GOLDEN = Path("tests") / "golden"
LEDGER = Path("docs") / "benchmarks.md"
BY_TESTS = (
    *("readers", "connections", "pages", "hall", "lines", "alarm"),
    *("rule", "visitors"),
)
"""Measured beside what only tests have: endplay's parsers, a made event."""
NO_CLAIMS = "no recorded claims here: set TD_DATA for the figures"
NO_RULINGS = "no published rulings here: set TD_DATA for the figures"


class Command(BaseCommand):
    """Print what was asked for and, if asked to, add its row to the benchmarks."""

    help = "Print the solver's signature, or figures of its parts."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to print, where the cases are, and where rows go."""
        parser.add_argument(
            "what",
            nargs="?",
            choices=("signature", "solver", "batch", "memory", *BY_TESTS),
            default="signature",
        )
        parser.add_argument("--cases", type=Path, default=settings.BASE_DIR / GOLDEN)
        parser.add_argument("--max-left", type=int, default=MOST_LEFT, metavar="N")
        parser.add_argument("--seconds", type=int, help="how long the hall is full")
        parser.add_argument("--append", action="store_true", help=f"a row in {LEDGER}")
        parser.add_argument(
            "--ledger", type=Path, default=settings.BASE_DIR / LEDGER, metavar="FILE"
        )

    def handle(self, *, what: str, cases: Path, **options: Any) -> None:  # noqa: ANN401, D102 - Django's call
        check_counts(max_left=options["max_left"])
        if options["append"]:
            _check_ledger(what, options["ledger"])
        machine = ledger.machine()
        figure = None
        if what not in BY_TESTS:
            warn_when_unready(self.stderr)
        if what in BY_TESTS:
            module = import_module(f"tests.bench_{what}")
            limits = {"seconds": options["seconds"]} if options["seconds"] else {}
            lines, figure = module.measured(**limits)
        elif what == "signature":
            lines = [signature(self._solved(cases))]
        elif what == "memory":
            long = memory.long_claims(settings.TD_DATA)
            lines, figure = memory.measured(long) if long else ([NO_RULINGS], None)
        else:
            records = online_claims(settings.TD_DATA, options["max_left"])
            lines = self._cases(cases) if what == "solver" else []
            if records:
                made, figure = (solver if what == "solver" else batch).measured(
                    records, perf_counter
                )
                lines += made
            else:
                lines.append(NO_CLAIMS)
        for line in lines:
            self.stdout.write(line)
        if options["append"] and figure is not None:
            ledger.append(options["ledger"], figure, machine, receipt_at().date())
            self.stdout.write(f"added to {options['ledger'].name}: {machine}")

    def _solved(self, cases: Path) -> list[tuple[str, Any]]:
        found = read_cases(cases)
        if not found:
            raise CommandError(f"{cases}: there are no golden cases")
        return [(case.name, case.solve()) for case in found]

    def _cases(self, cases: Path) -> list[str]:
        """Return how fast the golden cases are searched, and their signature."""
        started = perf_counter()
        results = self._solved(cases)
        seconds = perf_counter() - started
        positions = sum(found.provenance.positions for _, found in results)
        searched = f"{len(results)} cases, {positions} positions, {seconds:.2f} seconds"
        return [
            f"{searched}, {positions / seconds:.0f} positions a second",
            f"signature {signature(results)}",
        ]


def _check_ledger(what: str, path: Path) -> None:
    """Raise CommandError where no row could be added after the measuring."""
    if what == "signature":
        raise CommandError("--append: a signature is no figure; say what to measure")
    try:
        ledger.lines_of(path)
    except ValueError as error:
        raise CommandError(str(error)) from error
