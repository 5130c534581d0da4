"""Whether the number of tricks can differ under another edition or set, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulings.models import AskedPosition
from rulings.presenters.table.search import number_of
from rulings.queries.table.comparison import Bounds, Searched

Status = AskedPosition.Status


@dataclass(frozen=True, slots=True)
class SearchedView:
    """What is told of the search: sentences, whether it runs, whether it can begin."""

    sentences: list[str]
    pending: bool
    may_ask: bool


def searched_view(
    found: Searched, *, other_edition: bool, other_set: bool, other_standards: bool
) -> SearchedView:
    """Return what can make the number differ, and the number worked out for there."""
    told = []
    if other_standards:
        told.append(
            _(
                "By the standards marked as different the number of tricks can "
                "differ: an answer given under one need not hold under the other."
            )
        )
    if not found.applies:
        return SearchedView(told, pending=False, may_ask=False)
    if not found.alike:
        told += _elsewhere(found)
    elif other_set:
        told.append(
            _(
                "What the regulations set differently does not touch the search of "
                "the cards: the number is the same for both."
            )
        )
    elif other_edition:
        told.append(
            _(
                "Only the edition differs, and nothing that the search of the cards "
                "reads: the proposal is the same for both."
            )
        )
    ended = found.row is not None and found.row.status not in {
        Status.QUEUED,
        Status.FAILED,
        Status.TIMED_OUT,
    }
    may_ask = not found.alike and found.asked is not None
    return SearchedView(told, found.pending, may_ask and not (found.pending or ended))


def _elsewhere(found: Searched) -> list[str]:
    """Return what a search under another set has found so far."""
    told = [
        _(
            "The regulations let the remaining cards be searched differently, so the "
            "number of tricks can differ."
        )
    ]
    if found.asked is None:
        told.append(
            _("It cannot be worked out here: the claim or its cards are missing.")
        )
    elif found.row is None:
        told.append(_("It has not been worked out under these regulations."))
    else:
        told.append(_state(found))
    if _depends(found.row):
        told.append(_("Between the two numbers a fact is still open."))
    return told


def _state(found: Searched) -> str:
    row, bounds = found.row, found.bounds
    values = {"n": _number(bounds), "own": _number(found.own)}
    if row is None or bounds is None:
        return _("It is being worked out.") if found.pending else _("It failed.")
    if found.pending:
        return _("It is being worked out; proven so far: %(n)s.") % values
    if row.status == Status.EXACT and found.own is not None:
        return (
            _("Worked out under these regulations: %(n)s. By the case's own: %(own)s.")
            % values
        )
    if row.status == Status.EXACT:
        return _("Worked out under these regulations: %(n)s.") % values
    return _("The search ended before it was sure; proven: %(n)s.") % values


def _number(bounds: Bounds | None) -> str:
    return "–" if bounds is None else number_of(*bounds)


def _depends(row: AskedPosition | None) -> bool:
    """Say whether the search is done and a fact decides between two numbers."""
    if row is None or row.status != Status.EXACT or row.result is None:
        return False
    return bool(row.result["low"] != row.result["high"])
