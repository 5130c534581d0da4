"""The chief's list narrowed: to a section, a session, a director, a law, or words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from rulings.models import Statement
from rulings.permissions import BLIND
from rulings.presenters.live.rows import row_view
from rulings.queries.case.rows import rows_of, texts_with
from rulings.queries.chief import CaseRow, Live
from rulings.queries.staff import name_of

WORTH = 8
"""Cases from which on a list is worth narrowing."""

Choices = list[tuple[str, str]]


def choices_of(found: Live) -> dict[str, Choices]:
    """Return what the list can be narrowed to: values with their words, by name."""
    return {
        name: sorted(
            {one for row in found.rows for one in of(row)}, key=lambda one: one[1]
        )
        for name, of in OF_ROW.items()
    }


def narrowed(found: Live, asked: Mapping[str, str]) -> Live:
    """Return the list with those cases alone that are asked for; "" asks for all."""
    wanted = {name: asked[name] for name in OF_ROW if asked.get(name)}
    parts = asked.get("q", "").casefold().split()
    return replace(
        found,
        rows=tuple(
            row
            for row in found.rows
            if all(value in dict(OF_ROW[name](row)) for name, value in wanted.items())
            and all(part in _words(row, found) for part in parts)
        ),
    )


def _section(row: CaseRow) -> Choices:
    letter = row.case.playing.table.section.letter
    return [(letter, _("Section %(letter)s") % {"letter": letter})]


def _session(row: CaseRow) -> Choices:
    order = row.case.playing.round.session.order
    return [(str(order), _("Session %(number)d") % {"number": order})]


def _director(row: CaseRow) -> Choices:
    user = row.case.director
    return [("0", _("nobody"))] if user is None else [(str(user.pk), name_of(user))]


def _law(row: CaseRow) -> Choices:
    laws = row.ruling.laws if row.ruling is not None and not row.barred else ()
    return [(law, _("Law %(law)s") % {"law": law}) for law in laws]


OF_ROW: dict[str, Callable[[CaseRow], Choices]] = {
    "section": _section,
    "session": _session,
    "director": _director,
    "law": _law,
}
"""What a case can be chosen by, with the words for each choice."""


def _words(row: CaseRow, found: Live) -> str:
    """Return what a search looks through: a line, and what was said at the table.

    What was said is left out for a reader who is not to know of it; erased it is gone.
    """
    view, playing = row_view(row, found.at), row.case.playing
    table = f"{playing.table.section.letter}{playing.table.number}"
    parts = [table, playing.board.number, view.state, view.director, view.tricks]
    if view.contract is not None:
        parts.append(view.contract)
    parts += [flag.words for flag in view.flags]
    if not row.barred and not getattr(row.case, BLIND, False):
        parts += texts_with(rows_of(row.case, Statement)).values()
    return " ".join(map(str, parts)).casefold()
