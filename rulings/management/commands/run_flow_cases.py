"""Run written flow cases: compare path, outcome, laws and tricks with the expected.

Thin: the comparison is in `rulings.laws.cases`. It writes nothing, opens no database.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.bridge.errors import ParseError
from rulings.laws.cases import (
    AGREES,
    DIFFERS,
    NOT_HELD,
    CaseVerdict,
    read_cases,
    run_case,
)
from rulings.management.beforehand import check_inputs


class Command(BaseCommand):
    """Print one line a case, then how many passed and failed."""

    help = "Run a file of flow cases (flow-case/1) and say where a walk differs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and the form of the output."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one object a line")

    def handle(self, *, file: Path, json: bool, **_options: Any) -> None:  # noqa: ANN401 - Django's call
        """Run the cases; a case that differs makes the command fail."""
        check_inputs([file])
        verdicts = self._verdicts(file)
        for verdict in verdicts:
            self.stdout.write(_as_json(verdict) if json else _as_line(verdict))
        counts = {
            status: sum(verdict.status == status for verdict in verdicts)
            for status in (AGREES, DIFFERS, NOT_HELD)
        }
        closing = self.stderr if json else self.stdout
        if counts[NOT_HELD]:
            closing.write(f"{counts[NOT_HELD]} not held, counted apart")
        closing.write(f"{counts[AGREES]} passed, {counts[DIFFERS]} failed")
        if counts[DIFFERS]:
            raise CommandError(f"{counts[DIFFERS]} cases differ")

    def _verdicts(self, file: Path) -> list[CaseVerdict]:
        try:
            default, cases = read_cases(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, ParseError) as error:
            raise CommandError(f"{file}: {error}") from error
        return [run_case(case, default) for case in cases]


def _as_line(verdict: CaseVerdict) -> str:
    if verdict.status == NOT_HELD:
        return f"{verdict.id}  not held: {verdict.difference}"
    parts = (
        verdict.id,
        " ".join(verdict.path),
        verdict.outcome,
        ", ".join(verdict.laws),
        verdict.difference or "agrees",
    )
    line = "  ".join(parts)
    if verdict.beside:
        line += f"  (not compared: {', '.join(verdict.beside)})"
    return line


def _as_json(verdict: CaseVerdict) -> str:
    walked = verdict.walk
    row = {
        "id": verdict.id,
        "status": verdict.status,
        "difference": verdict.difference or None,
        "not_compared": list(verdict.beside),
        "path": list(verdict.path),
        "outcome": verdict.outcome or None,
        "laws": list(verdict.laws),
        "tricks_to_claimer": walked and walked.tricks_to_claimer,
        "final_tricks_to_claimer": walked and walked.final_tricks,
        "records": dict(walked.records) if walked else {},
        "notices": [notice.id for notice in walked.notices] if walked else [],
    }
    return json.dumps(row, ensure_ascii=False)
