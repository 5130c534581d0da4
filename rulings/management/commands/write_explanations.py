"""Write docs/explanations.md: what is said about published rulings and our claims."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from rulings.management.beforehand import check_inputs, check_targets
from rulings.management.explanations import own_claims, page, published_claims

OWN = Path(settings.BASE_DIR) / "tests" / "solver" / "explain" / "positions.toml"
OUT = Path(settings.BASE_DIR) / "docs" / "explanations.md"


class Command(BaseCommand):
    """Solve every claim and write the page; with --check only compare."""

    help = "Write the page of explanations; --check only says whether it is stale."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the files to read and where to write."""
        shared = Path(settings.TD_DATA) / "rulings" / "dev.json"
        parser.add_argument("--check", action="store_true", help="write nothing")
        parser.add_argument("--own", type=Path, default=OWN, metavar="FILE.toml")
        parser.add_argument("--rulings", type=Path, default=shared, metavar="FILE.json")
        parser.add_argument("--out", type=Path, default=OUT, metavar="PAGE.md")

    def handle(
        self, *, check: bool, own: Path, rulings: Path, out: Path, **_: object
    ) -> None:
        """Write or compare; end with an error where the page is out of date."""
        check_inputs([own, rulings])
        check_targets([own, rulings], out)
        with override("en"):
            text = page(own_claims(own), published_claims(rulings))
        if check:
            if not out.exists() or out.read_text("utf-8") != text:
                raise CommandError(
                    f"out of date: {out.name}; run: ./td manage write_explanations"
                )
            return
        out.write_text(text, "utf-8")
        self.stdout.write(f"written: {out}")
