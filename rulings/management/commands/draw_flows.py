"""Draw every flow of the laws into docs/flows, or say which drawing is out of date."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rulings.laws.handbook.charts import charts
from rulings.laws.handbook.drawing import svg
from rulings.laws.handbook.tables import held

DRAWN = "*-[12][0-9][0-9][0-9]-*.svg"
"""The names of drawings: no other file of a folder is touched."""
SHOWS = (
    "Boxes stand in the order in which they can be met. A dashed box is settled by "
    "the program, a thick one is an outcome."
)
README = """# The flows, drawn from their data

Made by `./td manage draw_flows`; a test compares them.
{shows}

"""


class Command(BaseCommand):
    """Write each drawing of each edition; with --check only compare."""

    help = "Draw every flow into docs/flows; --check only says what is out of date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check and --folder."""
        parser.add_argument("--check", action="store_true", help="write nothing")
        folder = Path(settings.BASE_DIR) / "docs" / "flows"
        parser.add_argument("--folder", type=Path, default=folder)

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - Django's call
        """Write or compare; end with an error where a drawing is out of date."""
        folder: Path = options["folder"]
        if folder.exists() and not folder.is_dir():
            raise CommandError(f"{folder}: this is a file; give a folder")
        wanted = dict(drawings())
        there = {path.name for path in folder.glob(DRAWN)}
        stale = [name for name, text in wanted.items() if _read(folder / name) != text]
        gone = sorted(there - set(wanted))
        if options["check"]:
            if stale or gone:
                names = ", ".join([*stale, *gone])
                raise CommandError(f"out of date: {names}; run: ./td manage draw_flows")
        else:
            _write(folder, wanted, gone)
        self.stdout.write(f"{len(wanted)} files, {len(stale) + len(gone)} changed")


def drawings() -> Iterator[tuple[str, str]]:
    """Yield each file of docs/flows with its text: the drawings, then their list."""
    rows = []
    for flow in held():
        edition = flow.edition.name
        for chart in charts(flow):
            name = f"{flow.name}-{edition}-{chart.name}.svg"
            yield name, svg(chart, describes=SHOWS, alone=True)
            rows.append(f"- {flow.title}, {edition}: [{chart.title}]({name})\n")
    yield "README.md", README.format(shows=SHOWS) + "".join(rows)


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def _write(folder: Path, wanted: dict[str, str], gone: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in wanted.items():
        (folder / name).write_text(text, "utf-8")
    for name in gone:
        (folder / name).unlink()
