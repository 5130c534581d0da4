"""Bring the database up to date, or leave it as it was: `manage.py upgrade`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.management.keep.file import Unfit
from rulings.management.keep.keeping import upgrade


class Command(BaseCommand):
    """Back up, migrate, verify; a failure puts the backup in place again."""

    help = "Back the database up, migrate it and verify it; undo it all on a failure."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Print what was done."""
        try:
            self.stdout.write(upgrade())
        except (Unfit, OSError) as error:
            raise CommandError(str(error)) from error
