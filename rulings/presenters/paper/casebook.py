"""The casebook as its pages show it: the list, and one case without people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract
from rulings.models import CasebookCase, Ruling
from rulings.presenters import fact_list
from rulings.presenters.awards import of_words
from rulings.presenters.live.statistics import CAUSES
from rulings.presenters.paper.anonymous import anonymous_view
from rulings.presenters.results import score_words
from rulings.presenters.table import board_facts
from rulings.presenters.table.words import binding, objections_said
from rulings.queries.case.repaired import in_force
from rulings.queries.table.casebook import laws_and_causes, searched
from rulings.queries.table.sheet import Sheet
from rulings.queries.words import texts_of
from rulings.solver.types import Cause

PER_PAGE = 40
"""Cases of the list on a page."""


@dataclass(frozen=True, slots=True)
class CasebookLine:
    """One line of the list: the contract, claimed and ruled, why, and where it is."""

    number: int
    year: int
    contract: Contract | None
    claimed: str
    ruled: str
    laws: str
    cause: str


@dataclass(frozen=True, slots=True)
class CasebookList:
    """One page of the list, as its links between pages need it."""

    rows: tuple[CasebookLine, ...]
    total: int
    number: int
    pages: int
    q: str = ""
    search: None = None
    before: str = ""
    after: str = ""
    everything: str = ""
    address: str = ""


def casebook_list(asked: Mapping[str, str], page: int | None) -> CasebookList:
    """Return the page asked for of the cases under a law, of a cause, with words."""
    found = searched(*(asked.get(name, "") for name in ("law", "cause", "q")))
    total = found.count()
    pages = max(1, -(-total // PER_PAGE))
    number = min(max(page or 1, 1), pages)
    rows = found[(number - 1) * PER_PAGE : number * PER_PAGE]
    return CasebookList(
        casebook_lines(rows),
        total,
        number,
        pages,
        before=urlencode({**asked, "page": number - 1}) if number > 1 else "",
        after=urlencode({**asked, "page": number + 1}) if number < pages else "",
    )


def casebook_lines(rows: Iterable[CasebookCase]) -> tuple[CasebookLine, ...]:
    """Return the lines of some cases."""
    return tuple(map(_line, rows))


def _line(row: CasebookCase) -> CasebookLine:
    claim = getattr(row.case, "claim", None)
    left = claim.tricks_left if claim else None
    claimed = ""
    if claim is not None and left is not None:
        number = left if claim.tricks_claimed is None else claim.tricks_claimed
        claimed = of_words(str(number), left)
    return CasebookLine(
        row.number,
        row.year,
        Contract.parse(row.ruling.contract) if row.ruling.contract else None,
        claimed,
        _ruled(row.ruling, left),
        row.laws,
        cause_words(row.cause),
    )


def _ruled(ruling: Ruling, left: int | None) -> str:
    if ruling.tricks_claimer is None:
        return score_words(ruling)
    return of_words(str(ruling.tricks_claimer), left)


def cause_words(cause: str) -> str:
    """Return why a claim failed in a few words, "" where it did not or nobody knows."""
    return str(CAUSES[Cause(cause)]) if cause and cause != Cause.NONE else ""


def casebook_choices() -> dict[str, list[tuple[str, str]]]:
    """Return what the list can be narrowed to: Laws and causes that it has."""
    laws, causes = laws_and_causes()
    return {
        "law": [(law, _("Law %(law)s") % {"law": law}) for law in laws],
        "cause": [(cause.value, cause_words(cause)) for cause in causes],
    }


def published_texts(sheet: Sheet, row: CasebookCase | None) -> dict[str, str]:
    """Return the texts as they are published; else those of the case, to be read."""
    if row is not None:
        texts = texts_of([row.said, row.objection, row.reasons])
        return {
            "said": texts.get(row.said, ""),
            "objection": texts.get(row.objection, ""),
            "reasons": texts.get(row.reasons, ""),
        }
    ruling = in_force(sheet.case)
    return {
        "said": " / ".join(words for words, _by in binding(sheet)),
        "objection": " / ".join(
            words or line for line, words in objections_said(sheet)
        ),
        "reasons": sheet.texts.get(ruling.reasons, "") if ruling else "",
    }


def casebook_page(row: CasebookCase, at: datetime) -> dict[str, Any]:
    """Return what the page of one case shows: the dossier without people, as read.

    The board has no number here, and the texts are the published ones.
    """
    given = anonymous_view(row.case, at, words=False)
    sheet = cast("Sheet", given["sheet"])
    return {
        **given,
        **published_texts(sheet, row),
        "number": row.number,
        "year": row.year,
        "edition": row.case.edition,
        "kind": row.case.kind,
        "facts": fact_list(replace(board_facts(sheet), number=None)),
        "cause": cause_words(row.cause),
    }
