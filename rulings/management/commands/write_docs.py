"""Write what docs show of code and data: flows, law, states, rights, memory."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from rulings.laws.handbook.charts import charts
from rulings.laws.handbook.drawing import svg
from rulings.laws.handbook.tables import filled, held, table
from rulings.permissions.conditions import CONDITIONS
from rulings.permissions.relations import Letters, role_word
from rulings.permissions.rights import EVENT_RIGHTS, RIGHTS
from rulings.presenters.acts import ACT_WORDS
from rulings.solver.kernel.layout import memory_map
from rulings.states import MOVES, Act, State, possible

DRAWN = "flows/*-[12][0-9][0-9][0-9]-*.svg"
"""The names of drawings: no other file is removed."""
SHOWS = (
    "Boxes stand in the order in which they can be met. A dashed box is settled by "
    "the program, a thick one is an outcome."
)
MADE = "Made by `./td manage write_docs`; a test compares it with the code."
FLOWS = f"""# The flows, drawn from their data

Made by `./td manage write_docs`; a test compares them.
{SHOWS}

"""
STATES = f"""# The states of a case

For directors and maintainers. {MADE}

- A cell names the state after the act. `=` leaves the case in its state.
- An act with an empty cell is refused in that state.
- `open` makes a case, which is then called.
- While another appeal waits, the end of one appeal leaves the case appealed.
- `undo` restores the state before the last act.

"""
RIGHTS_HEAD = f"""# Who may do what

For directors, chiefs and maintainers. {MADE}
A playing director or chief plays the board of the case, or may still play it.

## On a case

"""
EVENT_HEAD = """
## On an event

A program holds a key, which gives it the rights of the role in brackets.

"""


class Command(BaseCommand):
    """Write each page and drawing; with --check only compare."""

    help = "Write what docs show of code and data; --check only says what is stale."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check and --folder."""
        parser.add_argument("--check", action="store_true", help="write nothing")
        folder = Path(settings.BASE_DIR) / "docs"
        parser.add_argument("--folder", type=Path, default=folder)

    def handle(self, *, check: bool, folder: Path, **_: Any) -> None:  # noqa: ANN401 - Django's call
        """Write or compare; end with an error where a file is out of date."""
        if folder.exists() and not folder.is_dir():
            raise CommandError(f"{folder}: this is a file; give a folder")
        wanted = {folder / name: text for name, text in pages(folder / "law.md")}
        stale = [path for path, text in wanted.items() if _read(path) != text]
        gone = sorted(set(folder.glob(DRAWN)) - wanted.keys())
        if check and (stale or gone):
            names = ", ".join(path.name for path in (*stale, *gone))
            raise CommandError(f"out of date: {names}; run: ./td manage write_docs")
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        for path in gone:
            path.unlink()
        self.stdout.write(f"{len(wanted)} files, {len(stale) + len(gone)} changed")


def pages(law: Path) -> Iterator[tuple[str, str]]:
    """Yield each file with its text; the tables of law go into the page that is there.

    First the drawings and their list, then the pages.
    """
    rows = []
    for flow in held():
        edition = flow.edition.name
        for chart in charts(flow):
            name = f"{flow.name}-{edition}-{chart.name}.svg"
            yield f"flows/{name}", svg(chart, describes=SHOWS, alone=True)
            rows.append(f"- {flow.title}, {edition}: [{chart.title}]({name})\n")
    yield "flows/README.md", FLOWS + "".join(rows)
    if law.exists():
        yield law.name, filled(law.read_text("utf-8"))
    yield "states.md", states_page()
    yield "rights.md", rights_page()
    yield "solver/kernel.md", memory_map()


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def states_page() -> str:
    """Return the table of states: what each act makes of each state."""
    rows = (
        (f"`{act}`", _words(act), *(_after(state, act) for state in State))
        for act in Act
        if act is not Act.OPEN
    )
    return STATES + table(("act", "in words", *State), rows) + "\n"


def rights_page() -> str:
    """Return who may do each act, on a case and on an event."""
    head = ("act", "in words", "who")
    cases = (
        (*row, CONDITIONS[act].words if act in CONDITIONS else "")
        for act, row in zip(RIGHTS, _rights(RIGHTS), strict=True)
    )
    events = table(head, _rights(EVENT_RIGHTS))
    return f"{RIGHTS_HEAD}{table((*head, 'only'), cases)}\n{EVENT_HEAD}{events}\n"


def _after(state: State, act: Act) -> str:
    return MOVES.get((state, act)) or ("=" if act in possible(state) else "")


def _words(act: str) -> str:
    with override("en"):
        return str(ACT_WORDS[act])


def _rights(rights: Mapping[Any, Letters]) -> Iterator[tuple[str, str, str]]:
    """Yield each act with its words and who may do it."""
    for act, letters in rights.items():
        yield f"`{act}`", _words(act), _roles(letters)


def _roles(letters: Iterable[str]) -> str:
    return ", ".join(sorted(role_word(frozenset({letter})) for letter in letters))
