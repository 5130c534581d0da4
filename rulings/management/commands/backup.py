"""Back the database up and prove the copy: `manage.py backup [FILE]`."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from rulings.clock import receipt_at
from rulings.management.keep.file import Unfit, hash_of
from rulings.management.keep.keeping import own_folder, own_name, rotate, take
from rulings.workflow.notify.notices import file_failed_backup


class Command(BaseCommand):
    """Write one file, opened and verified before it gets its name."""

    help = "Back the database up into one file, proven by opening and verifying it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file to write."""
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="without it, one in the folder backups, of which the last are kept",
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Print size, entries and head codes of what was written."""
        file = options["file"]
        try:
            if file is None:
                own_folder().mkdir(parents=True, exist_ok=True)
            path = file or own_name()
            manifest = take(path)
        except (Unfit, OSError) as error:
            if file is None:  # nobody looks at the shell of a daily one
                with suppress(DatabaseError):
                    file_failed_backup(receipt_at())
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{path}: {path.stat().st_size} bytes, {manifest.entries} entries,"
            " opened and verified"
        )
        for head in manifest.heads:
            self.stdout.write(f"  {head.chain} {head.seq}:{head.code}")
        self.stdout.write(f"  SHA-256 of the file: {hash_of(path)}")
        if file is None:
            rotate()
