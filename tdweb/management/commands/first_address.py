"""Print the address that makes the first administrator, while there is none."""

from typing import Any

from django.core.management.base import BaseCommand

from tdweb import first


class Command(BaseCommand):
    """Print one line, or nothing."""

    help = "Print the address that makes the first administrator."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Print the address."""
        if address := first.address():
            self.stdout.write(
                "td: nobody administers this site yet. Open this within an hour:\n"
                f"    {address}"
            )
