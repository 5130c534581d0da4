"""Make cases of earlier versions known to the consistency alarm: `case_patterns`.

Run it once after an upgrade; again it finds nothing to do.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from rulings.workflow.solving.patterns import fill_patterns


class Command(BaseCommand):
    """Keep the pattern of each case that was asked about before patterns were kept."""

    help = "Keep patterns of cases made before, so that similar claims find them."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Fill, and say how many were made and how many cannot be."""
        done = fill_patterns()
        self.stdout.write(
            f"{done.made} patterns made; {done.without} cases give no question"
        )
