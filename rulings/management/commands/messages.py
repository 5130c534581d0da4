"""Bring the catalogues of translations up to date, or say what they lack."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.management.catalogs import LANGUAGES, faults, po_path, update


class Command(BaseCommand):
    """Extract every text and update each language; with --check only report."""

    help = "Update the catalogues of translations; --check only says what they lack."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check."""
        parser.add_argument("--check", action="store_true", help="write nothing")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's call
        """Update or check each language; end with an error where one lacks a text."""
        lacking = 0
        for language in LANGUAGES:
            if not options["check"]:
                update(language)
            found = faults(language)
            lacking += len(found)
            for sentence in found:
                self.stdout.write(f"{po_path(language).parts[-3]}: {sentence}")
            self.stdout.write(f"{language}: {len(found)} to do")
        if options["check"] and lacking:
            raise CommandError("the catalogues are not complete: ./td messages")
