"""Write the typed client of the API from its description."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulings.management.client import client_text
from rulings.views.api.site import description

CLIENT = Path("clients/python/seventy_client/api.py")


class Command(BaseCommand):
    """Write the client; with --check only compare."""

    help = "Write the Python client of the API; --check only says whether it is stale."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check and --file."""
        parser.add_argument("--check", action="store_true", help="write nothing")
        parser.add_argument("--file", type=Path, default=settings.BASE_DIR / CLIENT)

    def handle(self, *, check: bool, file: Path, **_: Any) -> None:  # noqa: ANN401 - Django's call
        """Write or compare; end with an error where the file is out of date."""
        wanted = client_text(description())
        stale = not file.exists() or file.read_text("utf-8") != wanted
        if check and stale:
            raise CommandError(f"out of date: {file}; run: ./td manage api_client")
        if stale:
            file.write_text(wanted, "utf-8")
        self.stdout.write(
            "the client is " + ("written anew" if stale else "up to date")
        )
