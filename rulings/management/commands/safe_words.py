"""How published claims could have been made safely: `manage.py safe_words FILE`.

One claim after another with its cards, so that the words can be judged one by one
(Law 68C). Opens no database.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulings.management.beforehand import check_counts, check_inputs, warn_when_unready
from rulings.presenters.moment.safe import safe_view
from rulings.solver.safe import safe_words
from rulings.solver.tools.published import WORDS, Published, read_published


class Command(BaseCommand):
    """Print the safe words of published rulings."""

    help = "Print the shortest words that would have made published claims certain."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and how long the claims may be."""
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            metavar="FILE.json",
            default=settings.TD_DATA / "rulings" / "dev.json",
        )
        parser.add_argument("--max-left", type=int, default=13, metavar="N")

    def handle(self, *, file: Path, max_left: int, **_options: Any) -> None:  # noqa: ANN401 - Django's call
        """Read, search and print."""
        check_counts(max_left=max_left)
        check_inputs([file])
        warn_when_unready(self.stderr)
        for case, said in _cases(file):
            if case.position.left > max_left:
                continue
            found = safe_words(case.position, case.claim, case.settings)
            self.stdout.write(f"{case.id}  {case.position}")
            self.stdout.write(f"    said: {case.claim.claimer.word}, “{said}”")
            self.stdout.write(f"    {safe_view(found).text}")
            if found.steps:
                self.stdout.write(f"    read as: {'; '.join(found.steps)}")


def _cases(file: Path) -> Iterator[tuple[Published, str]]:
    """Yield the published rulings with what was said; raise CommandError if unread."""
    try:
        data = json.loads(file.read_text("utf-8"))
        for case in data["cases"]:
            yield read_published(case, WORDS), case["statement"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise CommandError(f"{file}: no published rulings: {error!r}") from error
