"""Print the handbook of an edition as PDF: steps, answers, outcomes, notes."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulings.laws.engine import editions
from rulings.laws.handbook.press import NotPrinted
from rulings.management.beforehand import check_targets
from rulings.presenters.law.book import flows_of, handbook


class Command(BaseCommand):
    """Write one PDF; the same data gives the same bytes."""

    help = "Print the handbook of an edition: handbook 2017 --out FILE.pdf"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the edition, --flow, --language and --out."""
        parser.add_argument("edition", help="such as 2017")
        parser.add_argument("--flow", action="append", default=[], help="only this one")
        parser.add_argument("--language", default="en", help="such as pl")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's call
        """Print, or say what there is instead."""
        edition, language = options["edition"], options["language"]
        check_targets([], options["out"])
        if edition not in editions():
            raise CommandError(f"no edition {edition}; held: {', '.join(editions())}")
        there = flows_of(edition)
        for name in options["flow"]:
            if name not in there:
                raise CommandError(f"no flow {name}; there are {', '.join(there)}")
        languages = [code for code, _ in settings.LANGUAGES]
        if language not in languages:
            raise CommandError(
                f"no language {language}; there are {', '.join(languages)}"
            )
        wanted = [name for name in there if name in (options["flow"] or there)]
        try:
            made = handbook(edition, wanted, language)
        except NotPrinted as error:
            raise CommandError(f"not printed: {error}") from None
        options["out"].write_bytes(made)
        self.stdout.write(f"{options['out']}: {len(made)} bytes")
