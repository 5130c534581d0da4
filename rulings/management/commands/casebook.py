"""The casebook as pages and a PDF in a folder: `manage.py casebook DIR`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulings.clock import receipt_at
from rulings.laws.handbook.press import NotPrinted
from rulings.presenters.paper.export import casebook_files


class Command(BaseCommand):
    """Write pages without scripts, which can lie on any site, and one PDF."""

    help = "Write the casebook for another site: casebook DIR [--language L]"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the folder and the language."""
        parser.add_argument("folder", type=Path, metavar="DIR")
        parser.add_argument("--language", default="en", help="such as pl")

    def handle(self, *, folder: Path, language: str, **_: object) -> None:
        """Write the files; a folder that holds any stays as it is."""
        languages = [code for code, _words in settings.LANGUAGES]
        if language not in languages:
            known = ", ".join(languages)
            raise CommandError(f"no language {language}; there are {known}")
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise CommandError(f"{folder}: give a folder that is new or empty")
        try:
            files = dict(casebook_files(receipt_at(), language))
            folder.mkdir(parents=True, exist_ok=True)
            for name, data in files.items():
                (folder / name).write_bytes(data)
        except (OSError, NotPrinted) as error:
            raise CommandError(f"{folder}: {error}") from error
        cases = sum(name.startswith("case-") for name in files)
        self.stdout.write(f"{folder}: {cases} cases, {len(files)} files")
