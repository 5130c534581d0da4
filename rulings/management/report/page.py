"""The report written as one HTML file that needs nothing else: styles and pictures in.

It is a file and no page of the site, so its styles stand inside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, override

from rulings.management.report.cases import shown_claims
from rulings.management.report.charts import (
    agreement_row,
    agreement_rows,
    kind_rows,
    lapse_rows,
    milliseconds,
    percent,
    scale_end,
    time_marks,
    time_rows,
)
from rulings.management.report.findings import Findings
from rulings.solver import VERSION
from rulings.solver.tools.tally import Kind

SHEETS = (
    ("tokens.css", ""),
    ("dark.css", "screen and (prefers-color-scheme: dark)"),
    ("base.css", ""),
    ("cards.css", ""),
)
"""The sheets of the site that the report takes in, and the media they are for."""


def write_report(path: Path, findings: Findings, language: str = "en") -> None:
    """Write the report of a run; equal runs differ in nothing but their times."""
    with override(language):
        page = render_to_string("reports/agreement.html", _values(findings))
        # The name of a file may be no text.
        path.write_bytes(page.encode("utf-8", "replace"))


def _values(findings: Findings) -> dict[str, Any]:
    tally = findings.tally
    whole = tally.whole
    end = scale_end(tally)
    times = whole.times
    return {
        "language": get_language(),
        "style": _style(),
        "claims": whole.rows,
        "failed": tally.failed,
        "equal": percent(whole.kinds[Kind.EQUAL], whole.rows),
        "below": whole.below,
        "more": whole.kinds[Kind.MORE],
        "ranges": whole.kinds[Kind.OPEN],
        "median": milliseconds(times.quantile(0.5)) if times.counts else "",
        "p95": milliseconds(times.quantile(0.95)) if times.counts else "",
        "end": end,
        "agreement": [
            *agreement_rows(tally),
            agreement_row(gettext("all"), whole, end),
        ],
        "times": list(time_rows(tally)),
        "marks": time_marks(),
        "lapses": list(lapse_rows(tally)),
        "kinds": list(kind_rows(tally)),
        "shown": list(shown_claims(findings)),
        "settings": findings.settings,
        "version": VERSION,
    }


def _style() -> SafeString:
    """Return one style element with the sheets of the site and the report's own."""
    parts = []
    for name, media in SHEETS:
        found = finders.find(f"css/{name}")
        if not isinstance(found, str):
            raise FileNotFoundError(f"static/css/{name}")
        text = Path(found).read_text("utf-8")
        parts.append(f"@media {media} {{\n{text}}}\n" if media else text)
    own = render_to_string("reports/agreement.css")
    sheet = mark_safe("".join(parts) + own)  # noqa: S308 - style sheets of this project
    return format_html("<style>\n{}</style>", sheet)
