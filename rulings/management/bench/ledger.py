"""The one writer of docs/benchmarks.md: a row says what, on what, how, where, when."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import date
from pathlib import Path

RULE = "|---|"


@dataclass(frozen=True, slots=True)
class Figure:
    """One row: what was measured, on which data, the command, and what came out."""

    what: str
    data: str
    command: str
    figure: str


def machine() -> str:
    """Return cores, Python and the load of the last minute, without any name."""
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), Python "
        f"{platform.python_version()}, load {load:.1f}"
    )


def append(path: Path, figure: Figure, load: str, on: date) -> None:
    """Put a row at the end of the table; raise ValueError where there is no table.

    `load` describes the machine as it was when the measuring began.
    """
    lines = lines_of(path)
    cells = (figure.what, figure.data, f"`{figure.command}`", f"{load}, {on}")
    row = "| " + " | ".join(_cell(cell) for cell in (*cells, figure.figure)) + " |"
    rows = [number for number, line in enumerate(lines) if line.startswith("|")]
    lines.insert(rows[-1] + 1, row)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def lines_of(path: Path) -> list[str]:
    """Return the lines of a file of figures; raise ValueError where it has no table."""
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    if not any(line.startswith(RULE) for line in lines):
        raise ValueError(f"{path}: there is no table to add a row to")
    return lines


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
