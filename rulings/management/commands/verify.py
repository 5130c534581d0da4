"""Prove the record: `manage.py verify [--anchor SEQ:CODE]... [--dossier FILE]`.

With --proposals the stored proposals are checked instead, by rules of their own.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.management.beforehand import check_counts, check_inputs
from rulings.management.keep.anchors import missed_anchors
from rulings.workflow.proof.reading import Finding
from rulings.workflow.proof.standalone import check_dossier
from rulings.workflow.proof.verify import Anchor, verify
from rulings.workflow.solving.recheck import CHECK_SECONDS, recheck, stored_proposals


class Command(BaseCommand):
    """Fold the log and compare; or check one dossier without the database."""

    help = "Check the log's chains and every logged table against it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take anchors kept outside, and a dossier's file."""
        parser.add_argument(
            "--anchor",
            action="append",
            default=[],
            metavar="SEQ:CODE",
            help="number and code from a receipt or report; may be repeated",
        )
        parser.add_argument("--dossier", type=Path, help="a case as JSON")
        parser.add_argument(
            "--proposals",
            action="store_true",
            help="check each stored proposal by the plain rules of play",
        )
        parser.add_argument(
            "--seconds",
            type=float,
            default=CHECK_SECONDS,
            help="how long the check of one proposal may take",
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Print one line a finding; exit with 1 when there is any."""
        try:
            anchors = [Anchor.parse(text) for text in options["anchor"]]
        except ValueError as error:
            raise CommandError(str(error)) from error
        check_counts(seconds=options["seconds"])
        if options["dossier"]:
            check_inputs([options["dossier"]])
            self._dossier(options["dossier"], anchors)
            return
        if options["proposals"]:
            self._proposals(options["seconds"])
            return
        report = verify(anchors)
        if report.not_replayed:
            self.stdout.write(
                f"{report.not_replayed} rulings were made under other flow data and "
                "were not replayed"
            )
        if not report.entries:
            self.stdout.write("This database holds no record yet: nothing to prove.")
        for note in [*report.notes, *missed_anchors()]:
            self.stdout.write(self.style.WARNING(f"warning: {note}"))
        self._end(
            report.findings,
            f"{report.entries} entries and {report.rows} rows agree",
        )

    def _dossier(self, path: Path, anchors: list[Anchor]) -> None:
        try:
            given = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise CommandError(f"{path} cannot be read as JSON: {error}") from error
        findings = check_dossier(given, anchors)
        count = len(given.get("entries", ())) if isinstance(given, dict) else 0
        self._end(findings, f"the dossier proves itself: {count} entries of its own")

    def _proposals(self, seconds: float) -> None:
        rows = stored_proposals()
        findings: list[Finding] = []
        whole = 0
        for number, row in enumerate(rows, 1):
            found = recheck(row, seconds)
            findings += found.findings()
            whole += not found.left_out and not found.faults
            for sentence in found.left_out:
                self.stdout.write(f"{found.where}: left out: {sentence}")
            self.stderr.write(f"{number} of {len(rows)} proposals checked")
        agreed = (
            f"{len(rows)} proposals agree, {whole} of them checked to the last line"
        )
        self._end(findings, agreed)

    def _end(self, findings: list[Finding], agreed: str) -> None:
        for finding in findings:
            self.stdout.write(str(finding))
        if findings:
            raise CommandError(f"{len(findings)} findings: this is not as written")
        self.stdout.write(self.style.SUCCESS(agreed))
