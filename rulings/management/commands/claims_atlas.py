"""Write the atlas of recorded claims: how often they are right, and what is left out.

Thin: claims are solved as by `adjudicate`, into a file of rows with which a stopped
run goes on; counts, plots and page are in `rulings.management.report.atlas`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings as site
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from rulings.management.batch.output import OtherRun, Output
from rulings.management.batch.processes import local_processes
from rulings.management.batch.progress import ProgressLine
from rulings.management.batch.sources import ClaimFiles, batches_of
from rulings.management.beforehand import (
    check_counts,
    check_inputs,
    check_targets,
    warn_when_unready,
)
from rulings.management.report.atlas import Atlas, words_of, write_atlas
from rulings.solver import Settings
from rulings.solver.inputs import BATCH_BUDGET
from rulings.solver.tools.batch import AUTO, adjudicate_many, question_hash

INTERRUPTED = 130


class Command(BaseCommand):
    """Solve every claim, look for words that save some, write the page."""

    help = "Write a page on many recorded claims: what is left out, what would save it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to read, how much of it, and where to write."""
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument("--rows", type=Path, required=True, metavar="ROWS.jsonl")
        page = Path(site.BASE_DIR) / "docs" / "atlas.md"
        parser.add_argument("--out", type=Path, default=page, metavar="PAGE.md")
        parser.add_argument("--jobs", type=int, default=1, metavar="N")
        parser.add_argument("--max-left", type=int, default=6, metavar="N")
        parser.add_argument("--words", type=int, default=200, metavar="N")
        parser.add_argument("--words-left", type=int, default=6, metavar="N")

    def handle(self, **options: Any) -> None:  # noqa: ANN401, D102 - Django's call
        counts = ("jobs", "max_left", "words", "words_left")
        check_counts(**{name: options[name] for name in counts})
        check_inputs(options["files"])
        check_targets(options["files"], options["rows"], options["out"])
        warn_when_unready(self.stderr)
        atlas = Atlas(replace(Settings(), budget=BATCH_BUDGET))
        try:
            self._run(atlas, options)
        except OtherRun as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self.stderr.write("\nstopped; run the same command again to go on")
            sys.exit(INTERRUPTED)
        with override("en"):
            for path in write_atlas(options["out"], atlas, options["words_left"]):
                self.stdout.write(f"written: {path}")

    def _run(self, atlas: Atlas, options: dict[str, Any]) -> None:
        """Solve what the file of rows does not hold yet, then try words."""
        source = ClaimFiles(tuple(options["files"]), 1, options["max_left"])
        entries = source.entries()
        asked = question_hash(atlas.settings, AUTO)
        opened = Output(options["rows"], asked, timed=False)
        with opened as output, local_processes(options["jobs"]) as run:
            for entry, row in output.earlier(entries):
                atlas.add(entry, row)
            progress = ProgressLine(self.stderr, perf_counter, output.done)
            rows = adjudicate_many(batches_of(entries), run, settings=atlas.settings)
            for entry, row in rows:
                output.write(row)
                atlas.add(entry, row)
                progress.step()
            progress.end()
            chosen = atlas.sample(options["words"], options["words_left"])
            progress = ProgressLine(self.stderr, perf_counter)
            work = partial(words_of, settings=atlas.settings)
            for found in run(work, batches_of(chosen, 1)):
                atlas.words += found
                progress.step()
            progress.end()
        if source.outside:
            self.stderr.write(f"claims of more tricks, left out: {source.outside}")
