"""Run the solver over recorded claims, one JSON object a line (Laws 69 to 71).

Thin: the work is in `rulings.solver.batch`. Opens no database. With --out a run that
was stopped goes on after the rows already written.
"""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.solver import normal_settings
from rulings.solver.batch import AUTO, CLAIMERS, Row, adjudicate_record, summary

PROGRESS_EVERY = 50


class Command(BaseCommand):
    """Write one row a record, in the order of the records."""

    help = "Adjudicate recorded claims (JSON lines) and write one JSON object a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, who claimed, how far to read, where to write."""
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument("--claimer", choices=CLAIMERS, default=AUTO)
        parser.add_argument("--profile", default="WBF")
        parser.add_argument("--max-left", type=int, default=13, metavar="N")
        parser.add_argument("--out", type=Path, metavar="OUT.jsonl")
        parser.add_argument("--summary", action="store_true")

    def handle(  # noqa: D102 - Django's name
        self,
        *,
        files: list[Path],
        claimer: str,
        profile: str,
        max_left: int,
        out: Path | None,
        summary: bool,
        **_options: Any,  # noqa: ANN401 - Django's call
    ) -> None:
        rows = _written(out)
        done = {row.get("id") for row in rows}
        settings = normal_settings(profile)
        target = None if out is None else out.open("a", encoding="utf-8")
        for record in self._records(files):
            if record.get("id") in done or int(record.get("left", 0)) > max_left:
                continue
            started = perf_counter()
            row = adjudicate_record(record, settings, claimer)
            row["ms"] = round((perf_counter() - started) * 1000, 2)
            rows.append(row)
            line = json.dumps(row, sort_keys=True)
            if target is None:
                self.stdout.write(line)
            else:
                target.write(line + "\n")
                target.flush()
            if len(rows) % PROGRESS_EVERY == 0:
                self.stderr.write(f"{len(rows)} records")
        if target is not None:
            target.close()
        if summary:
            self._summary(rows)

    def _records(self, files: list[Path]) -> Iterator[dict[str, Any]]:
        for file in files:
            opened = gzip.open if file.suffix == ".gz" else open
            try:
                with opened(file, "rt", encoding="utf-8") as lines:
                    for number, line in enumerate(lines, start=1):
                        yield _record(file, number, line)
            except OSError as error:
                raise CommandError(f"{file}: {error}") from error

    def _summary(self, rows: list[Row]) -> None:
        for line in summary(rows):
            self.stdout.write(line)


def _record(file: Path, number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise CommandError(f"{file}, line {number}: {error}") from error
    if not isinstance(record, dict):
        raise CommandError(f"{file}, line {number}: not an object")
    return record


def _written(out: Path | None) -> list[Row]:
    """Return the rows an earlier run has written; a last line cut short is dropped."""
    if out is None or not out.exists():
        return []
    whole = out.read_text("utf-8").splitlines(keepends=True)
    if whole and not whole[-1].endswith("\n"):
        out.write_text("".join(whole[:-1]), "utf-8")
        whole = whole[:-1]
    return [json.loads(line) for line in whole]
