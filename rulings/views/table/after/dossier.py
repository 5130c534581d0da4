"""The dossier of a case: one sheet to print, and the file that proves itself."""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rulings.bridge.contracts import Contract
from rulings.models import Appeal, Ruling, Window
from rulings.permissions import Sight, letters_in_case
from rulings.presenters import fact_list
from rulings.presenters.appeals import appeal_views, ruling_lines
from rulings.presenters.awards import award_of, award_short, of_words
from rulings.presenters.moment.line import line_view
from rulings.presenters.results import score_words, window_clock
from rulings.presenters.sentences import sentence_words
from rulings.presenters.table import board_facts, plain_diagram
from rulings.presenters.table.gist import filled
from rulings.presenters.table.scores import over_words
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import binding, objections_said
from rulings.queries.case.appeals import announced_decisions, serves_nobody
from rulings.queries.case.derived import harmless_trump
from rulings.queries.staff import name_of
from rulings.queries.table.paper import Paper, paper_of
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    fields_of,
    screen,
    signed_in,
)
from rulings.views.pace import too_many_exports
from rulings.views.table.frame import need_sight
from rulings.workflow.proof.dossier import dossier, export_case, locked_dossier


@declares("look")
@require_safe
@signed_in
def dossier_page(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the whole case on one sheet."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DOSSIER)
    sheet, paper = sheet_of(case), paper_of(case)
    proof = dossier(case)
    windows = Window.objects.filter(case=case).order_by("opens_at", "purpose")
    decisions = announced_decisions(case)
    cards = sheet.cards
    context = {
        "case": case,
        "sheet": sheet,
        "binding": binding(sheet),
        "objections": objections_said(sheet),
        "claimed": claimed_words(sheet) if sheet.claim else "",
        "diagram": plain_diagram(sheet, cards) if cards else None,
        "facts": fact_list(board_facts(sheet)),
        "clocks": [
            window_clock(row, request.actor.at)
            for row in windows
            if row.closes_at is not None or not serves_nobody(row, decisions)
        ],
        "head": proof["head"],
        "own": [entry["seq"] for entry in proof["entries"]],
        "hidden": fields_of(case),
        "now": request.actor.at,
        "flow_title": _(paper.flow.title),
        "directs": bool(letters_in_case(request.actor, case) & {"D", "C"}),
        **_ruling(sheet, paper),
        **_appeals(sheet),
    }
    with timezone.override(ZoneInfo(case.event.zone)):
        return screen(request, "reports/dossier.html", context)


def _ruling(sheet: Sheet, paper: Paper) -> dict[str, object]:
    """Return the ruling, its numbers, its line and the path that led to it."""
    row, result = paper.ruling, paper.result
    line = line_view(sheet, result["line"], 1) if result else None
    found: dict[str, object] = {
        "ruling": row,
        "line": line,
        "no_line": _(paper.no_line),
        "numbers": _numbers(sheet, paper),
        "path": _path(sheet, paper),
        "excluded": [
            (play["card"], play["trick"], sentence_words(play["reason"]["sentence"]))
            for play in (result["excluded"] if result else ())
        ],
        "reasons": sheet.texts.get(row.reasons, "") if row else "",
        "by": name_of(row.by) if row else "",
    }
    if row is not None:
        found["score"] = _score(row)
        found["assigned"] = bool(row.assigned)
    return found


def _appeals(sheet: Sheet) -> dict[str, object]:
    """Return every appeal with its end; every ruling where there are several."""
    found = Appeal.objects.filter(ruling__case=sheet.case).select_related("decided_by")
    rows = list(found.order_by("received_at"))
    rulings = list(sheet.case.rulings.select_related("by"))
    return {
        "appeals": appeal_views(rows),
        "changed": any(row.outcome == Appeal.Outcome.CHANGED for row in rows),
        "rulings": ruling_lines(rulings, sheet.left) if len(rulings) > 1 else [],
    }


def _score(row: Ruling) -> str:
    """Return what was ruled against the contract, with the points; or the weights."""
    if row.assigned:
        return score_words(row)
    over = over_words(Contract.parse(row.contract), row.new_tricks_declarer)
    return f"{over}, {score_words(row)}"


def _numbers(sheet: Sheet, paper: Paper) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    if sheet.claim is not None:
        number = of_words(str(sheet.claimed), sheet.left)
        if not sheet.claim.number_said:
            number = _("%(number)s, number not said") % {"number": number}
        rows.append((_("Claimed"), number))
    if paper.ruling is not None and paper.ruling.tricks_claimer is not None:
        rows.append((_("Awarded"), award_short(award_of(paper.ruling, sheet.left))))
    if paper.result is not None:
        for label, key in (
            (_("Double dummy"), "double_dummy"),
            (_("Without the words not understood"), "certain")
            if sheet.unread
            else (_("Certain"), "certain"),
            (_("Any legal play"), "any_play"),
        ):
            low, high = paper.result[key]["low"], paper.result[key]["high"]
            rows.append((label, str(low) if low == high else f"{low}–{high}"))
    return rows


def _path(sheet: Sheet, paper: Paper) -> list[tuple[str, str, str, str]]:
    """Return how each question was decided: law, question, answer, why not asked."""
    if paper.walk is None or paper.ruling is None:
        return []
    stored = paper.ruling.walk
    derived = set(stored.get("derived", ()))
    moot = derived & harmless_trump(paper.flow.points, stored["solver"]).keys()
    return [
        (
            str(visited.refs[0]) if visited.refs else visited.step.id,
            filled(visited.step.question, paper.flow, sheet),
            _("not asked")
            if visited.step.id in moot
            else filled(visited.choice.label, paper.flow, sheet),
            _unasked(visited.step.id, derived, moot),
        )
        for visited in paper.walk.path
        if visited.choice is not None and len(visited.step.choices) > 1
    ]


def _unasked(step: str, derived: Collection[str], moot: Collection[str]) -> str:
    """Return why a question was not asked, "" where a person answered it."""
    if step in moot:
        return _("it makes no difference")
    return _("from the facts, not asked") if step in derived else ""


@declares(Act.EXPORT)
@require_POST
@signed_in
def dossier_file(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Give the dossier out as a file; that it was given is recorded."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DOSSIER)
    if wait := too_many_exports(request):
        return wait
    export_case(act_form(request, versioned=False), case.pk)
    data = json.dumps(locked_dossier(case), ensure_ascii=False, indent=1)
    response = HttpResponse(data, content_type="application/json")
    table, board = case.playing.table.number, case.playing.board.number
    response["Content-Disposition"] = (
        f'attachment; filename="case-table{table}-board{board}.json"'
    )
    return response
