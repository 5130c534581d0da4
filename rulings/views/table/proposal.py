"""The proposal: the numbers, the question, the line card by card, what was left out.

It never blocks: a director may rule while it is still sought, or without it.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from rulings.forms.typed import whole
from rulings.laws.engine import Edition
from rulings.permissions import Sight
from rulings.presenters.sentences import sentence_words
from rulings.queries.case.explaining import explanation, no_line
from rulings.queries.case.flow import CaseWalk, walk_case
from rulings.queries.case.rules import cited, flow_of
from rulings.queries.case.solving import BUDGETS
from rulings.queries.table.proposal import Proposed, proposed, refuted, turned
from rulings.queries.table.settlement import settlement_of
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.changes import changes_view, origin
from rulings.views.table.frame import case_screen, need_sight, see_other
from rulings.views.table.gist import question_words
from rulings.views.table.given import given_views
from rulings.views.table.line import first_lost, line_view
from rulings.views.table.search import number_of, search_view
from rulings.views.table.statement import layer_view
from rulings.views.table.switches import left_out_views, reasons, switch_views
from rulings.views.table.transfer import moved_words
from rulings.views.table.weigh import is_trivial, question_views, scale_view
from rulings.workflow.errors import Invalid
from rulings.workflow.solving.propose import propose
from rulings.workflow.solving.propose import stop as stop_search

PARTS = {"replay": "replay", "search": "search"}
"""Parts of the page that can be fetched alone."""


@declares(Act.PROPOSE)
@require_safe
@signed_in
def proposal(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the proposal as far as it is; the part that is still sought is polled."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    need_sight(request, case, Sight.CARDS)
    sheet = sheet_of(case)
    accept = flow_of(case).points.reply("accepted")
    walked = walk_case(case, request.actor.at, more=accept)
    found = turned(proposed(case), walked.walk)
    search, award = (
        search_view(sheet, found, request.actor.at),
        _award_words(found, sheet),
    )
    part = PARTS.get(request.GET.get("part", ""), "weigh")
    later = part == "search" and request.GET.get("seen", "") != search.seen
    response = case_screen(
        request,
        "proposal",
        case,
        {"search": search, "award_words": award}
        | _context(request, sheet, found, walked),
        here="proposal",
        here_value=award,
        sheet=sheet,
        part="weigh" if later else part,
    )
    return reswap(retarget(response, "#weigh"), "outerHTML") if later else response


def _context(
    request: HtmxHttpRequest, sheet: Sheet, found: Proposed, walked: CaseWalk
) -> dict[str, object]:
    """Return everything the page shows beside the search."""
    book = walked.flow.edition
    drawn = replace(found, result=cited(found.result, book))
    return {
        "found": found,
        **_numbers(sheet, drawn, book),
        **_line(request, sheet, drawn),
        "told": _told(sheet, found, book),
        **_waits(sheet, found, walked),
    }


def _numbers(sheet: Sheet, found: Proposed, book: Edition) -> dict[str, object]:
    """Return the scale, the question that decides, and what else would change it."""
    not_proven = refuted(sheet.case)
    questions = question_views(sheet, found, not_proven)
    return {
        "scale": scale_view(sheet, found),
        "question": questions[0] if questions else None,
        "changes": changes_view(found, questions, book, not_proven),
        "origin": origin(found.row, found.result),
        "layers": [layer_view(sheet, "claim")],
    }


def _line(request: HtmxHttpRequest, sheet: Sheet, found: Proposed) -> dict[str, object]:
    """Return the line with the trick in hand, its reasons and its switches."""
    result = found.result or {"line": [], "because": []}
    trick, cards = (_number(request.GET.get(name, "")) for name in "tc")
    current = trick or first_lost(result["line"])
    return {
        "line": line_view(sheet, result["line"], current, cards),
        "because": [
            (reason["law"], sentence_words(reason["sentence"]))
            for reason in result["because"]
        ],
        "no_line": _(no_line(found.result, turned=found.turned)),
        "left_out": left_out_views(found),
        "switches": switch_views(sheet.case, found),
        **reasons(),
    }


def _number(text: str) -> int:
    """Return a small number of an address, 0 where there is none."""
    return int(text) if text.isdecimal() and len(text) <= len("13") else 0


def _told(sheet: Sheet, found: Proposed, book: Edition) -> list[tuple[str, str]]:
    """Return the proposal as a director tells it: the sentences, each with its law."""
    if found.result is None or found.claim is None or sheet.cards is None:
        return []
    return [
        (book.named(reason.law), sentence_words(reason.sentence))
        for reason in explanation(found.result, found.claim, sheet.cards)
    ]


def _waits(sheet: Sheet, found: Proposed, walked: CaseWalk) -> dict[str, object]:
    """Return what stands between the number and a ruling."""
    settled, stands = settlement_of(walked.walk), walked.stands
    points = walked.flow.points
    return {
        "waits": "" if stands == points.at("award") else stands,
        "waits_words": question_words(walked, sheet),
        "final": None if found.award is None else found.award + settled.moved,
        "moved": moved_words(sheet, settled),
        "equity": settled.equity,
        "given": given_views(sheet, walked.flow, walked),
        "leads_elsewhere": bool(stands) and stands not in points.among("contest"),
        "unread": not sheet.read_back,
    }


def _award_words(found: Proposed, sheet: Sheet) -> str:
    """Return the award for the strip, as far as it is known."""
    if found.low is None or found.high is None or is_trivial(found, sheet.left):
        return "…"
    number = number_of(found.low, found.high)
    return ngettext("%(n)s trick", "%(n)s tricks", found.high) % {"n": number}


@declares(Act.PROPOSE)
@require_POST
@signed_in
def ask(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Ask for a proposal, or again for one that failed; a range with more budget."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    given = request.POST.get("budget") or "0"
    budget = whole(given)
    if budget not in {0, *BUDGETS}:
        raise Invalid("Choose one of the budgets offered.")
    propose(act_form(request), case.pk, budget or None)
    return see_other("proposal", case.pk)


@declares(Act.PROPOSE)
@require_POST
@signed_in
def stop(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Stop the search; what it has proven so far stands."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    stop_search(act_form(request), case.pk)
    return see_other("proposal", case.pk)
