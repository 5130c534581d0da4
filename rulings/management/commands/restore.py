"""Put a backup in the place of the database: `manage.py restore FILE`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulings.management.keep.file import Unfit
from rulings.management.keep.keeping import restore


class Command(BaseCommand):
    """Restore a stopped site; the record says that it was done."""

    help = "Put a backup in the place of the database of a site that is stopped."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file to read."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Print where each chain ends: what has a later receipt is filed again.

        Say too that this site's key is new: the one before was not brought along.
        """
        try:
            done = restore(options["file"])
        except (Unfit, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Restored and verified: the backup of {done.manifest.taken_at},"
            f" {done.manifest.entries} entries, and this restore as one more."
        )
        self.stdout.write("Each chain ended in the backup at:")
        for head in done.manifest.heads:
            name = done.names.get(head.chain, "an event")
            self.stdout.write(f"  {name}: {head.seq}:{head.code[:12]} ({head.chain})")
        self.stdout.write(
            "A receipt of a higher number is not in this record: file it again."
        )
        reach = {head.chain: head.seq for head in done.manifest.heads}
        for head in done.gone:
            name = done.names.get(head.chain, head.chain)
            first = reach.get(head.chain, 0) + 1
            self.stdout.write(
                f"  {name}: entries {first} to {head.seq} are only in the old database"
            )
        if done.replaced:
            self.stdout.write(f"The old database is kept as {done.replaced}.")
        if settings.SECRET_IS_NEW:
            self.stdout.write(
                f"A new secret key was made in {settings.VAR_DIR}: everybody signs in"
                " again, and typed codes of slips end. If you have kept the old key,"
                " put it there before the site starts."
            )
