"""Write docs/states.md and docs/rights.md from the tables in the code."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from rulings.laws.handbook.tables import table
from rulings.permissions.relations import Letters, role_word
from rulings.permissions.rights import CONDITIONS, EVENT_RIGHTS, RIGHTS
from rulings.presenters.acts import ACT_WORDS
from rulings.states import MOVES, Act, State, possible

MADE = "Made by `./td manage write_tables`; a test compares it with the code."
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
    """Write both pages; with --check only compare."""

    help = "Write docs/states.md and docs/rights.md; --check only says what is stale."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check and --folder."""
        parser.add_argument("--check", action="store_true", help="write nothing")
        folder = Path(settings.BASE_DIR) / "docs"
        parser.add_argument("--folder", type=Path, default=folder)

    def handle(self, *, check: bool, folder: Path, **_: Any) -> None:  # noqa: ANN401 - Django's call
        """Write or compare; end with an error where a page is out of date."""
        for name, page in PAGES.items():
            path = folder / name
            if path.exists() and path.read_text("utf-8") == page():
                continue
            if check:
                raise CommandError(f"{path} is out of date: ./td manage write_tables")
            path.write_text(page(), "utf-8")
            self.stdout.write(f"written: {path}")


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


PAGES: Mapping[str, Callable[[], str]] = {
    "states.md": states_page,
    "rights.md": rights_page,
}
