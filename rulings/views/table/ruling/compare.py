"""A case beside itself under another edition or regulation set; nothing is written."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from rulings.laws.engine.paths import Visited
from rulings.laws.handbook.settings import named_bodies, shown
from rulings.laws.regulations import bodies, parameters
from rulings.models import Case
from rulings.permissions import EventAct, Sight
from rulings.presenters.law.effects import EFFECT_WORDS, EffectView
from rulings.presenters.table.gist import filled
from rulings.presenters.table.law import law_url
from rulings.presenters.table.other_edition import searched_view
from rulings.queries.table.comparison import (
    ComparedCase,
    Comparison,
    Pair,
    compare,
    editions_for,
    question_under,
    under,
)
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import case_screen, need_sight, see_other
from rulings.workflow.errors import Invalid
from rulings.workflow.solving.positions import TooManyWaiting, ask_position
from rulings.workflow.windows import anchors_of


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


@declares("look")
@require_safe
@signed_in
def compare_case(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show a case as recorded and as another edition or set would have it."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DOSSIER)
    edition, body = _wanted(request.GET, case)
    found = compare(
        case, request.actor.at, edition, under(case, edition, body), anchors_of(case)
    )
    sheet, standards = sheet_of(case), _standards(found)
    searched = searched_view(
        found.searched,
        other_edition=edition != case.edition,
        other_set=bool(found.settings),
        other_standards=any(differs for *_texts, differs in standards),
    )
    part = "searched" if request.GET.get("part") == "searched" else ""
    if part and not searched.pending:
        return HttpResponseClientRefresh()  # the numbers of the whole page are there
    context = {
        "editions": editions_for(case),
        "bodies": named_bodies(_),
        "edition": edition,
        "body": body,
        "decided": found.recorded.decided,
        "ends": [_end(found.here, sheet), _end(found.there, sheet)],
        "rows": [_row(pair, found, sheet) for pair in found.pairs],
        "standards": standards,
        "settings": _settings(found),
        "searched": searched,
    }
    return case_screen(request, "compare", case, context, sheet=sheet, part=part)


@declares(EventAct.ASK_POSITION)
@require_POST
@signed_in
def search_under(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Let the claim be searched as another edition or set would have it."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DOSSIER)
    edition, body = _wanted(request.POST, case)
    asked = question_under(case, under(case, edition, body), edition)
    if asked is None:
        raise Invalid("The solver needs contract, claim and cards first.")
    form = act_form(request, versioned=False)
    try:
        ask_position(form, case.event, asked.position, asked.claim, asked.settings)
    except TooManyWaiting as error:
        raise Invalid("Too many searches wait already; try again soon.") from error
    query = urlencode({"edition": edition, "body": body})
    return see_other("compare", case.pk, query=f"?{query}")


def _wanted(given: QueryDict, case: Case) -> tuple[str, str]:
    """Return edition and body asked for; at first the edition nearest to the case's."""
    held = editions_for(case)
    others = [name for name in held if name != case.edition]
    asked = given.get("edition", others[-1] if others else case.edition)
    body = given.get("body", "")
    return (
        asked if asked in held else case.edition,
        body if body in bodies() else "",
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
