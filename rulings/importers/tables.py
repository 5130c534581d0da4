"""Lists as CSV, safe to open in a spreadsheet, and read back as they were written.

A cell that a spreadsheet would take for a formula is written with an apostrophe.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

FORMULA = ("=", "+", "-", "@", "\t", "\r")
SIGNS = ";,\t"


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV with semicolons; nothing in it is a formula."""
    out = StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerows([safe(str(cell)) for cell in row] for row in rows)
    return out.getvalue()


def safe(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def plain_cell(cell: str) -> str:
    """Return a cell as it was before it was made safe."""
    cell = cell.strip()
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell


def csv_cells(line: str, sign: str) -> list[str]:
    """Return the cells of one line."""
    return [plain_cell(cell) for cell in next(csv.reader([line], delimiter=sign), [])]


def sign_of(text: str) -> str:
    """Return what parts the cells of some lines: a semicolon where nothing does."""
    return max(SIGNS, key=text.count) if any(map(text.count, SIGNS)) else ";"
