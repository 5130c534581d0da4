"""Lists in pages of 40 rows; a list of more has a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from rulings.forms.acts import FindForm
from rulings.forms.typed import whole

PER_PAGE = 40
"""Rows of a list on a page; a list of more has a search and pages."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """One page of the rows that were looked for, and the search.

    `before` and `after` are what the pages beside it are asked for with, "" where there
    is none; `everything` what the whole list is asked for with. `address` is where the
    list stands, "" for the page in hand: what was sent elsewhere is not fetched again.
    """

    rows: tuple[Row, ...]
    total: int
    number: int
    pages: int
    q: str = ""
    search: FindForm | None = None
    before: str = ""
    after: str = ""
    everything: str = ""
    address: str = ""


def list_page(
    asked: Mapping[str, str],
    rows: Iterable[Row],
    words: Callable[[Row], str],
    *keeps: str,
    name: str = "",
) -> ListPage[Row]:
    """Return the page asked for, of the rows that were looked for.

    A search looks for each of its words in the words of a row. `keeps` are other
    parameters that it keeps. `name` tells a second list of a page: it is asked for by
    `NAMEq` and `NAMEpage`, the only one by `q` and `page`.
    """
    listed, searched = list(rows), f"{name}q"
    q = asked.get(searched, "").strip()[:80]
    parts = q.casefold().split()
    found = [
        row
        for row in listed
        if not parts or all(part in words(row).casefold() for part in parts)
    ]
    kept = {one: asked[one] for one in keeps if asked.get(one)}
    needed = q or len(listed) > PER_PAGE
    form = FindForm(q, kept, searched) if needed else None
    return _page_of(asked, found, name, q, form)


def page_of(
    asked: Mapping[str, str], rows: Iterable[Row], name: str = ""
) -> ListPage[Row]:
    """Return the page asked for of a list that has a search of its own."""
    return _page_of(asked, list(rows), name, "", None)


def _page_of(
    asked: Mapping[str, str],
    found: list[Row],
    name: str,
    q: str,
    form: FindForm | None,
) -> ListPage[Row]:
    paged = f"{name}page"
    pages = max(1, -(-len(found) // PER_PAGE))
    number = min(max(whole(asked.get(paged, "")) or 1, 1), pages)
    others = {one: asked[one] for one in asked if one != paged}
    return ListPage(
        tuple(found[(number - 1) * PER_PAGE : number * PER_PAGE]),
        len(found),
        number,
        pages,
        q,
        form,
        before=urlencode(others | {paged: str(number - 1)}) if number > 1 else "",
        after=urlencode(others | {paged: str(number + 1)}) if number < pages else "",
        everything=urlencode({one: others[one] for one in others if one != f"{name}q"}),
    )
