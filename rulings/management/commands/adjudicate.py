"""Run the solver over recorded claims, one JSON object a line (Laws 69 to 71).

Thin: the rows are made in `rulings.solver.tools.batch`; input, processes and output
are in `rulings.management.batch`. Opens no database.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings as site
from django.core.management.base import BaseCommand, CommandError

from rulings.bridge.hands import FULL_HAND
from rulings.management.batch.cluster import NoCluster, ray_cluster
from rulings.management.batch.output import OtherRun, Output, line_of
from rulings.management.batch.processes import local_processes
from rulings.management.batch.progress import ProgressLine
from rulings.management.batch.sources import ClaimFiles, batches_of
from rulings.management.beforehand import (
    check_counts,
    check_inputs,
    check_targets,
    warn_when_unready,
)
from rulings.management.report.findings import Findings
from rulings.management.report.page import write_report
from rulings.solver import PlayerClass, Settings, normal_settings
from rulings.solver.inputs import BATCH_BUDGET, PROFILES
from rulings.solver.tools.batch import (
    AUTO,
    CLAIMERS,
    BatchEntry,
    Row,
    Run,
    adjudicate_many,
    question_hash,
)

LOCAL, RAY = "local", "ray"
INTERRUPTED = 130


class Command(BaseCommand):
    """Write one row a claim, in the order of the input."""

    help = "Adjudicate recorded claims (JSON lines, PBN, LIN): one JSON object a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to read, what to ask, how to run it and where to write."""
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument("--claimer", choices=CLAIMERS, default=AUTO)
        parser.add_argument(
            "--profile", default="WBF", help=f"one of {', '.join(PROFILES)}"
        )
        parser.add_argument(
            "--class",
            dest="player_class",
            choices=[str(one) for one in PlayerClass],
            default=str(PlayerClass.CLUB),
        )
        parser.add_argument("--budget", type=int, default=BATCH_BUDGET, metavar="N")
        parser.add_argument("--min-left", type=int, default=1, metavar="N")
        parser.add_argument("--max-left", type=int, default=FULL_HAND, metavar="N")
        parser.add_argument(
            "--only", metavar="FIELD=VALUE", help="claims with this, as tier=vugraph"
        )
        parser.add_argument("--jobs", type=int, metavar="N", help="processes or cores")
        parser.add_argument("--engine", choices=(LOCAL, RAY), default=LOCAL)
        parser.add_argument("--out", type=Path, metavar="OUT.jsonl")
        parser.add_argument(
            "--no-times", action="store_true", help="rows without ms: equal bytes"
        )
        parser.add_argument("--summary", action="store_true")
        parser.add_argument("--report", type=Path, metavar="OUT.html")
        parser.add_argument("--language", default="en", help="of the report")

    def handle(self, **options: Any) -> None:  # noqa: ANN401, D102 - Django's call
        _check(options)
        source = _source(options)
        settings = replace(
            normal_settings(options["profile"].upper()),
            player_class=PlayerClass(options["player_class"]),
            budget=options["budget"],
        )
        findings = Findings(settings)
        warn_when_unready(self.stderr)
        try:
            progress = self._run(source, settings, findings, options)
        except (OtherRun, NoCluster) as error:
            raise CommandError(str(error)) from error
        except BrokenProcessPool as error:
            raise CommandError(f"a worker has died; {_again(options)}") from error
        except KeyboardInterrupt:
            rows = findings.tally.rows
            self.stderr.write(f"\nstopped after {rows} rows; {_again(options)}")
            sys.exit(INTERRUPTED)
        self._finish(source, findings, progress, options)

    def _run(
        self,
        source: ClaimFiles,
        settings: Settings,
        findings: Findings,
        options: dict[str, Any],
    ) -> ProgressLine:
        """Take every claim through the solver, those of an earlier run unsolved."""
        entries = source.entries()
        with ExitStack() as opened:
            output = None
            if options["out"] is not None:
                asked = question_hash(settings, options["claimer"])
                output = opened.enter_context(
                    Output(options["out"], asked, timed=not options["no_times"])
                )
                for entry, row in output.earlier(entries):
                    findings.add(entry, row)
            run = opened.enter_context(_engine(options))
            beside = output is None and self.stdout.isatty()
            earlier = findings.tally.rows
            progress = ProgressLine(self.stderr, perf_counter, earlier, beside)
            for entry, row in _rows(entries, run, settings, options):
                self._write(row, output)
                findings.add(entry, row)
                progress.step()
        progress.end()
        return progress

    def _write(self, row: Row, output: Output | None) -> None:
        if output is None:
            self.stdout.write(line_of(row).decode(), ending="")
        else:
            output.write(row)

    def _finish(
        self,
        source: ClaimFiles,
        findings: Findings,
        progress: ProgressLine,
        options: dict[str, Any],
    ) -> None:
        if source.unclaimed:
            self.stderr.write(f"boards that hold no claim: {source.unclaimed}")
        if source.outside:
            self.stderr.write(f"claims not asked for: {source.outside}")
            if source.only is not None and not source.named:
                self.stderr.write(f"no claim has a field {source.only[0]}")
        if options["summary"]:
            for line in findings.tally.lines():
                self.stdout.write(line)
            engine = f"{options['engine']}, jobs {options['jobs'] or 'all'}"
            self.stdout.write(f"time: {progress.sentence} ({engine})")
        if options["report"] is not None:
            write_report(options["report"], findings, options["language"])
            self.stderr.write(f"report: {options['report']}")


def _check(options: dict[str, Any]) -> None:
    """Raise CommandError where an option cannot be meant."""
    check_counts(jobs=options["jobs"], budget=options["budget"])
    if options["profile"].upper() not in PROFILES:
        raise CommandError(
            f"no profile {options['profile']}; there are {', '.join(PROFILES)}"
        )
    languages = [code for code, _ in site.LANGUAGES]
    if options["language"] not in languages:
        raise CommandError(
            f"no language {options['language']}; there are {', '.join(languages)}"
        )
    name, found, _ = (options["only"] or "all=").partition("=")
    if not name or not found:
        raise CommandError(f"--only {options['only']}: give FIELD=VALUE")
    if options["min_left"] > options["max_left"]:
        raise CommandError(
            f"--min-left {options['min_left']} is more than"
            f" --max-left {options['max_left']}: no claim is between them"
        )
    check_inputs(options["files"])
    check_targets(options["files"], options["out"], options["report"])


def _source(options: dict[str, Any]) -> ClaimFiles:
    name, _, value = (options["only"] or "").partition("=")
    return ClaimFiles(
        tuple(options["files"]),
        options["min_left"],
        options["max_left"],
        (name, value) if name else None,
    )


def _engine(options: dict[str, Any]) -> AbstractContextManager[Run]:
    if options["engine"] == RAY:
        return ray_cluster(options["jobs"])
    options["jobs"] = options["jobs"] or 1
    return local_processes(options["jobs"])


def _rows(
    entries: Iterator[BatchEntry], run: Run, settings: Settings, options: dict[str, Any]
) -> Iterator[tuple[BatchEntry, Row]]:
    return adjudicate_many(
        batches_of(entries),
        run,
        settings=settings,
        claimer=options["claimer"],
        clock=None if options["no_times"] else perf_counter,
    )


def _again(options: dict[str, Any]) -> str:
    if options["out"] is None:
        return "without --out nothing was kept"
    return "run the same command again to go on"
