"""A case beside itself under another edition or set: ends, paths and standards."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulings.laws.engine.paths import Visited
from rulings.laws.handbook.settings import shown
from rulings.laws.regulations import parameters
from rulings.models import AskedPosition
from rulings.presenters.law.effects import EFFECT_WORDS, EffectView
from rulings.presenters.table.gist import filled
from rulings.presenters.table.law import law_url
from rulings.presenters.table.search import number_of
from rulings.queries.table.comparison import (
    Bounds,
    ComparedCase,
    Comparison,
    Pair,
    Searched,
)
from rulings.queries.table.sheet import Sheet

Status = AskedPosition.Status


@dataclass(frozen=True, slots=True)
class EndView:
    """Where a path ends: an outcome with what it does, or what it still asks."""

    edition: str
    regulations: str
    outcome: str
    words: str
    laws: str
    tricks: int | None
    effect: EffectView | None
    asks: str
    aside: tuple[str, ...]
    assumed: tuple[str, ...]
    refused: str


@dataclass(frozen=True, slots=True)
class CellView:
    """What a path does at a step: clause and answer, and where the step is."""

    law: str
    answer: str
    url: str


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A step of either path."""

    step: str
    question: str
    here: CellView | None
    there: CellView | None
    differs: bool
    waits: bool


def compared_view(found: Comparison, sheet: Sheet) -> dict[str, object]:
    """Return both ends, the steps of either path, and what each is judged by."""
    return {
        "decided": found.recorded.decided,
        "ends": [_end(found.here, sheet), _end(found.there, sheet)],
        "rows": [_row(pair, found, sheet) for pair in found.pairs],
        "standards": _standards(found),
        "settings": _settings(found),
    }


def told_of_search(found: Comparison, *, other_edition: bool) -> SearchedView:
    """Return whether the number of tricks can differ, in words."""
    return searched_view(
        found.searched,
        other_edition=other_edition,
        other_set=bool(found.settings),
        other_standards=any(differs for *_texts, differs in _standards(found)),
    )


def _end(side: ComparedCase, sheet: Sheet) -> EndView:
    outcome = side.walk.outcome if side.walk else None
    return EndView(
        _(side.flow.edition.title),
        side.regulations.name,
        outcome.id if outcome else "",
        filled(outcome.meaning, side.flow, sheet) if outcome else "",
        ", ".join(map(str, outcome.refs)) if outcome else "",
        side.walk.final_tricks if side.walk else None,
        EFFECT_WORDS[outcome.effect] if outcome else None,
        _asks(side, sheet),
        side.aside,
        side.assumed,
        side.refused,
    )


def _asks(side: ComparedCase, sheet: Sheet) -> str:
    """Return the question that the record does not answer, "" where there is none."""
    if side.walk is None:
        return ""
    if side.walk.at is not None:
        return filled(side.walk.at.question, side.flow, sheet)
    if side.walk.missing:
        return filled(side.walk.missing[0].question, side.flow, sheet)
    return ""


def _row(pair: Pair, found: Comparison, sheet: Sheet) -> ComparisonRow:
    flow = (found.here if pair.here else found.there).flow
    return ComparisonRow(
        pair.step,
        filled(flow.steps[pair.step].question, flow, sheet),
        _cell(pair.here, found.here, sheet),
        _cell(pair.there, found.there, sheet),
        pair.differs,
        pair.waits,
    )


def _cell(visited: Visited | None, side: ComparedCase, sheet: Sheet) -> CellView | None:
    if visited is None:
        return None
    label = visited.choice.label if visited.choice else ""
    return CellView(
        str(visited.refs[0]) if visited.refs else "",
        filled(label, side.flow, sheet) if label else _("left open"),
        law_url(side.flow, visited.step.id),
    )


def _standards(found: Comparison) -> list[tuple[str, str, str, bool]]:
    """Return the standards of either path: kind of ruling, what each applies, differs.

    A path that waits may still come to a standard: that is no difference.
    """
    here = {one.id: one for one in found.here.standards}
    there = {one.id: one for one in found.there.standards}
    rows = []
    for name in dict.fromkeys([*here, *there]):
        one, two = here.get(name), there.get(name)
        known = [standard for standard in (one, two) if standard is not None]
        missing = found.here if one is None else found.there
        waits = len(known) == 1 and bool(missing.ahead & set(known[0].steps))
        left = _(one.standard) if one else ""
        right = _(two.standard) if two else ""
        differs = left != right and not waits
        rows.append((_(known[0].ruling), left, right, differs))
    return rows


def _settings(found: Comparison) -> list[tuple[str, str, str]]:
    own, other = found.here.regulations, found.there.regulations
    return [
        (_(one.label), shown(one, own[one.name], _), shown(one, other[one.name], _))
        for one in (parameters()[name] for name in found.settings)
    ]


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
                "What the regulations set differently does not change how the "
                "cards are played: the number is the same for both."
            )
        )
    elif other_edition:
        told.append(
            _(
                "Only the edition differs, and that does not change how the cards "
                "are played: the proposal is the same for both."
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
            "By the regulations other plays of the remaining cards are normal, so "
            "the number of tricks can differ."
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
    return (
        _("The computation ended before the number was sure; proven: %(n)s.") % values
    )


def _number(bounds: Bounds | None) -> str:
    return "–" if bounds is None else number_of(*bounds)


def _depends(row: AskedPosition | None) -> bool:
    """Say whether the search is done and a fact decides between two numbers."""
    if row is None or row.status != Status.EXACT or row.result is None:
        return False
    return bool(row.result["low"] != row.result["high"])
