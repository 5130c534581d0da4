"""The screen of one question of law, and of values a rule needs; generic over flows."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.forms.table.steps import ASSIGNED
from rulings.laws.engine.answers import Need
from rulings.laws.engine.flow import Step
from rulings.laws.errors import NotOffered
from rulings.models import Case
from rulings.presenters import DiagramView
from rulings.presenters.moment.ready import ready_answer
from rulings.presenters.moment.transfer import TRANSFER, WON_BY, transfer_tiles
from rulings.presenters.table import Tile, options, plain_diagram
from rulings.presenters.table.gist import (
    choice_views,
    filled,
    first_ref,
    option_words,
    record_fields,
    trumps_out,
)
from rulings.presenters.table.given import entered_values, given_views
from rulings.presenters.table.law import law_of
from rulings.presenters.table.words import binding, wish_lines
from rulings.queries.case.flow import CaseWalk, walk_case
from rulings.queries.case.rows import answers_of
from rulings.queries.table.sheet import Sheet
from rulings.states import State
from rulings.views.common import HtmxHttpRequest
from rulings.views.table.facts.auction import INPUT, box_context
from rulings.views.table.frame import case_screen

BIDDING = frozenset({"call", "bid"})
"""Kinds of records that are chosen from a bidding box."""


def step_screen(
    request: HtmxHttpRequest, sheet: Sheet, walked: CaseWalk, asked: Step
) -> HttpResponse:
    """Render the screen of one question."""
    case, flow = sheet.case, walked.flow
    stored = next((row for row in answers_of(case) if row.step == asked.id), None)
    given = stored.choice if stored else _derived(walked, asked.id)
    ready = None if given else ready_answer(sheet, walked, asked)
    values = dict(stored.values) if stored else {}
    if ready is not None:
        values = dict(ready.values)
    if _corrects(asked):  # the card that was just put in the place of the revoke
        values = {"corrected_card": request.GET.get("legal", ""), **values}
    fields = record_fields(asked, values)
    context = {
        **box_context(sheet),
        "step": asked,
        "takes_claim": "claim" in flow.inputs,
        "question": filled(asked.question, flow, sheet),
        **law_of(asked, flow, sheet),
        "choices": choice_views(
            asked,
            flow,
            sheet,
            given=given,
            offered=_offered(case, request, asked),
            ready=ready,
        ),
        "ready": ready,
        "calls": [one for one in fields if one.kind in BIDDING],
        "records": [one for one in fields if one.kind not in BIDDING],
        "records_open": asked.id == flow.points.at("revoke")
        or any(one.name in ASSIGNED for one in asked.records),
        "diagram": diagram(sheet, asked),
        "binding": binding(sheet),
        "doubt_lines": wish_lines(sheet),
        "given": given_views(sheet, flow, walked),
        "corrects": _corrects(asked),
        "posts_to": reverse("step", args=[case.pk, asked.id]),
        "back": _back(sheet, walked, asked),
        "may_reserve": case.state == State.FROZEN,
        "say_first": request.GET.get("why", "") == "ruling",
    }
    here = f"step:{first_ref(asked) or asked.id}"
    return case_screen(request, "step", case, context, here=here, sheet=sheet)


def _back(sheet: Sheet, walked: CaseWalk, asked: Step) -> str:
    """Return the screen of facts before the questions."""
    if INPUT in walked.flow.inputs:
        return INPUT
    if walked.entry in sheet.case.follow_ups:
        return "case"
    intake = asked.id in walked.flow.points.among("intake")
    return "claim" if sheet.claim is None or intake else "objections"


def _corrects(asked: Step) -> bool:
    """Say whether the answer means that a revoke was put right, and so the cards."""
    names = {setting.name for choice in asked.choices for setting in choice.sets}
    return "doubt_against" in names


def _derived(walked: CaseWalk, step_id: str) -> str:
    given = walked.answers.get(step_id, "")
    return given if isinstance(given, str) else str(given.get("choice", ""))


def _offered(case: Case, request: HtmxHttpRequest, asked: Step) -> frozenset[str]:
    """Return the choices that hold now; most steps offer all of theirs."""
    if all(choice.when is None for choice in asked.choices):
        return frozenset(asked.offered)
    found = set()
    for choice in asked.choices:
        try:
            walk_case(case, request.actor.at, more={asked.id: choice.value})
        except NotOffered:
            continue
        found.add(choice.value)
    return frozenset(found)


def diagram(sheet: Sheet, asked: Step) -> DiagramView | None:
    """Return the position, lit where a trump is in question; None without cards."""
    if sheet.cards is None:
        return None
    marks = trumps_out(sheet) if "{trump}" in asked.question else ()
    return plain_diagram(sheet, sheet.cards, marks)


def _tiles(need: Need, known: object) -> list[Tile]:
    """Return the values that a need offers, the one entered before chosen."""
    chosen = "" if known is None else str(known)
    if need.kind == "bool":
        words = [("true", _("Yes")), ("false", _("No"))]
        return options(words, chosen.lower())
    if need.kind == "int":
        low, high = need.low or 0, 13 if need.high is None else need.high
        return options(((n, n) for n in range(low, high + 1)), chosen)
    return options(((word, option_words(word)) for word in need.options), chosen)


def value_screen(
    request: HtmxHttpRequest, sheet: Sheet, walked: CaseWalk, wanted: tuple[Need, ...]
) -> HttpResponse:
    """Render the screen that asks for values a rule needs, or changes them."""
    asked = walked.flow.steps[wanted[0].step]
    known = entered_values(sheet)
    needs = [
        (need.key, str(WON_BY), transfer_tiles(walked.flow, known.get(need.key)))
        if need.key == TRANSFER
        else (
            need.key,
            filled(need.question, walked.flow, sheet),
            _tiles(need, known.get(need.key)),
        )
        for need in wanted
    ]
    context = {
        **box_context(sheet),
        "takes_claim": "claim" in walked.flow.inputs,
        "step": asked,
        "needs": needs,
        "posts_to": _posts_to(sheet.case, walked),
        "given": given_views(sheet, walked.flow, walked),
        **law_of(asked, walked.flow, sheet),
        "diagram": diagram(sheet, asked),
        "binding": binding(sheet),
        "doubt_lines": wish_lines(sheet),
        "say_first": request.GET.get("why", "") == "ruling",
    }
    here = f"step:{first_ref(asked) or asked.id}"
    return case_screen(request, "value", sheet.case, context, here=here, sheet=sheet)


def _posts_to(case: Case, walked: CaseWalk) -> str:
    """Return where values go: to their case, or to the later check that asks."""
    if walked.entry in case.follow_ups:
        return reverse("check", args=[case.pk, walked.entry])
    return reverse("value", args=[case.pk])
