"""An answer of the solver as the moment shows it, without a case and its acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from rulings.laws.editions import load_edition
from rulings.presenters.moment.bench import axis_of, benches
from rulings.presenters.moment.line import drawn_line, line_view, turning_of
from rulings.presenters.moment.safe import safe_view
from rulings.presenters.moment.said import said_views
from rulings.presenters.table import plain_diagram
from rulings.queries.case.explaining import no_line
from rulings.queries.case.rules import cited
from rulings.queries.table.proposal import Proposed
from rulings.queries.table.sheet import Sheet
from rulings.solver.safe import SafeWords
from rulings.views.table.ruling.scene import SHOWN, open_point, plain_bench, why_so


def answer_view(
    sheet: Sheet,
    found: Proposed,
    safe: Mapping[str, Any] | None,
    where: Mapping[str, str],
) -> dict[str, Any]:
    """Return the words, the point, the answers, the line, and the safe words.

    `where` names trick and card as the links of the tricks do.
    """
    book = load_edition(sheet.case.edition)
    drawn = replace(found, result=cited(found.result, book))
    asked = benches(sheet, found)
    why = why_so(sheet, found, book)
    result = drawn.result
    tricks = [] if result is None else drawn_line(result)
    turning = (0, "") if result is None or not tricks else turning_of(result)
    trick = _whole(where.get("t", "")) or turning[0]
    return {
        "sheet": sheet,
        "found": found,
        "benches": asked or [plain_bench(sheet, found, asks=False)],
        "asks": False,
        "number_form": True,
        "axis": axis_of(sheet),
        "open_point": [] if asked else open_point(sheet, found),
        "why": why[:SHOWN],
        "said": said_views(sheet, found),
        "line": line_view(sheet, tricks, trick, _whole(where.get("c", "")), turning),
        "start": None if sheet.cards is None else plain_diagram(sheet, sheet.cards),
        "no_line": _(no_line(result, turned=False, unread=bool(sheet.unread))),
        "safe": None if safe is None else safe_view(SafeWords.from_json(safe)),
    }


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0  # noqa: PLR2004 - at most 13
