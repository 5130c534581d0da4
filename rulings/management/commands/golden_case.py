"""Make a golden case of a dossier: `manage.py golden_case CASE.json [--out T.toml]`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from rulings.management.beforehand import check_inputs, check_targets
from rulings.workflow.errors import Invalid
from rulings.workflow.proof.exchange import read_case
from rulings.workflow.proof.golden_case import golden_text


class Command(BaseCommand):
    """Print the case with the solver's answer of today, or write it to a new file."""

    help = "Make a golden case of a case that was given out as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the dossier and where to write."""
        parser.add_argument("file", type=Path, metavar="CASE.json")
        parser.add_argument("--out", type=Path, metavar="NAME.toml")

    def handle(self, *, file: Path, out: Path | None, **_: object) -> None:
        """Read, solve, write; a file that is there already stays as it is."""
        check_inputs([file])
        check_targets([file], out)
        if out is not None and out.exists():
            raise CommandError(f"{out}: exists already; give a name of its own")
        try:
            text = golden_text(read_case(file.read_bytes()))
            if out is not None:
                with out.open("x", encoding="utf-8") as target:
                    target.write(text)
        except (OSError, Invalid) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(text if out is None else f"written: {out}")
