"""The casebook as files for another site: pages without scripts, and one PDF.

The pages link each other and their style sheet by relative addresses, so that they can
lie in any folder; the same cases give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from rulings.laws.handbook.press import printed
from rulings.models import CasebookCase
from rulings.presenters.paper.anonymous import sheet_data
from rulings.presenters.paper.casebook import casebook_lines, casebook_page
from rulings.queries.table.casebook import casebook_case, searched

STYLES = ("tokens", "base", "components", "cards", "table", "dossier", "law")
"""The style sheets that the pages need, joined to one."""


def casebook_files(at: datetime, language: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the casebook in a language: name and bytes.

    Raises NotPrinted where the PDF cannot be set.
    """
    with translation.override(language):
        rows = sorted(searched("", "", ""), key=lambda row: row.number)
        yield "style.css", _styles().encode()
        yield "index.html", _index(rows).encode()
        sheets = []
        for row in rows:
            entered = casebook_case(row.number)
            if entered is None:
                continue
            page = casebook_page(entered, at)
            yield f"case-{row.number}.html", _page(page).encode()
            sheets.append(_sheet(entered, page))
        if sheets:
            yield "casebook.pdf", _pdf(sheets, language)


def _styles() -> str:
    folder = Path(settings.BASE_DIR) / "static/css"
    return "".join((folder / f"{name}.css").read_text("utf-8") for name in STYLES)


def _index(rows: list[CasebookCase]) -> str:
    lines = casebook_lines(rows)
    laws = sorted({law for line in lines for law in line.laws.split(", ")})
    groups = [
        (law, [line for line in lines if law in line.laws.split(", ")]) for law in laws
    ]
    return render_to_string("law/casebook_index.html", {"groups": groups})


def _page(page: dict[str, Any]) -> str:
    return render_to_string("law/casebook_file.html", page)


def _sheet(row: CasebookCase, page: dict[str, Any]) -> dict[str, Any]:
    """Return what the printer takes of a case."""
    said, objection = page["said"], page["objection"]
    view = {
        **page,
        "binding": [(said, "")] if said else [],
        "objections": [("", objection)] if objection else [],
    }
    return sheet_data(row.case, view) | {
        "board": _("Case %(n)s") % {"n": row.number},
        "edition": f"{page['edition']} · {row.year}",
    }


def _pdf(sheets: list[dict[str, Any]], language: str) -> bytes:
    file = Path(settings.BASE_DIR) / "templates/reports/casebook.typ"
    data = {
        "language": language,
        "title": _("Casebook"),
        "anonymous": _("Nobody is named here: people, event and day are left out."),
        "cases": sheets,
    }
    return printed(file.read_text("utf-8"), data)
