"""One question of law on a screen, or one value a rule needs; generic over flows."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.table.steps import answer_of, needed_values
from rulings.laws.errors import NotOffered
from rulings.laws.flows import SYSTEM, Step
from rulings.models import Answer, Case
from rulings.permissions import Sight
from rulings.queries.flow import CaseWalk, walk_case
from rulings.queries.table.answers import moot_answers, walk_with
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.drawing import DiagramView
from rulings.views.table.acts import facts_form, propose_again
from rulings.views.table.board import plain_diagram
from rulings.views.table.frame import case_screen, need_sight, see_other
from rulings.views.table.gist import (
    choice_views,
    filled,
    first_ref,
    option_words,
    record_fields,
    trumps_out,
)
from rulings.views.table.options import options
from rulings.views.table.outcome import outcome_screen
from rulings.views.table.words import binding, doubt_lines
from rulings.workflow.answers import answer
from rulings.workflow.facts import record_facts

DECIDES = "C20"
"""The step that settles the tricks: it is asked on the proposal, not as a question."""


@declares(Act.ANSWER)
@require_http_methods(["GET"])
@signed_in
def steps(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the question, the missing value or the outcome at which the case stands."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = walk_case(case, request.actor.at)
    sheet = sheet_of(case)
    if walked.walk.missing:
        return value_screen(request, sheet, walked)
    if walked.walk.at is not None and walked.walk.at.id == DECIDES:
        return see_other("proposal", case.pk)
    if walked.walk.at is not None:
        return step_screen(request, sheet, walked, walked.walk.at)
    return outcome_screen(request, sheet, walked)


@declares(Act.ANSWER)
@require_http_methods(["GET", "POST"])
@signed_in
def step(request: HtmxHttpRequest, case_id: uuid.UUID, step_id: str) -> HttpResponse:
    """Show one question with the answer it has, and take another."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = walk_case(case, request.actor.at)
    asked = walked.flow.steps.get(step_id)
    if asked is None or asked.actor == SYSTEM:
        raise Http404
    if request.method == "POST":
        return _answered(request, case, asked)
    return step_screen(request, sheet_of(case), walked, asked)


def _answered(request: HtmxHttpRequest, case: Case, asked: Step) -> HttpResponse:
    choice, values = answer_of(asked, request.POST)
    _walked, moot = walk_with(case, request.actor.at, asked.id, choice, values)
    form = facts_form(request, case, Act.ANSWER)
    answer(
        form,
        case.pk,
        step=asked.id,
        choice=choice,
        values=values,
        reason=str(values.get("reason", "")),
        set_aside=moot,
    )
    propose_again(form, case.pk)
    return see_other("case", case.pk)


@declares(Act.FACT)
@require_POST
@signed_in
def value(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record the value that a rule needs and nobody has given."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = walk_case(case, request.actor.at)
    needs = (
        tuple(need for need in walked.walk.missing if need.key in request.POST)
        or walked.walk.missing
    )
    if needs:
        form = facts_form(request, case, Act.FACT)
        record_facts(form, case.pk, needed_values(needs, request.POST))
        propose_again(form, case.pk)
    return see_other("case", case.pk)


def step_screen(
    request: HtmxHttpRequest, sheet: Sheet, walked: CaseWalk, asked: Step
) -> HttpResponse:
    """Render the screen of one question."""
    case, flow = sheet.case, walked.flow
    stored = Answer.objects.filter(case=case, step=asked.id, set_aside=False).first()
    given = stored.choice if stored else _derived(walked, asked.id)
    context = {
        "step": asked,
        "clause": first_ref(asked),
        "question": filled(asked.question, flow, sheet),
        "why": filled(asked.why, flow, sheet),
        "guides": [
            (guide.id, filled(guide.text, flow, sheet)) for guide in asked.guides
        ],
        "choices": choice_views(
            asked, flow, sheet, given=given, offered=_offered(case, request, asked)
        ),
        "records": record_fields(asked, dict(stored.values) if stored else {}),
        "edition": flow.edition.title,
        "flow_title": _(flow.title),
        "diagram": diagram(sheet, asked),
        "binding": binding(sheet),
        "doubt_lines": doubt_lines(sheet),
        "set_aside": [row.step for row in moot_answers(case)],
        "say_first": request.GET.get("why", "") == "ruling",
    }
    here = f"step:{first_ref(asked) or asked.id}"
    return case_screen(request, "step", case, context, here=here, sheet=sheet)


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


def value_screen(
    request: HtmxHttpRequest, sheet: Sheet, walked: CaseWalk
) -> HttpResponse:
    """Render the screen that asks for a value a rule needs."""
    asked = walked.flow.steps[walked.walk.missing[0].step]
    needs = []
    for need in walked.walk.missing:
        if need.kind == "bool":
            tiles = options([("true", _("Yes")), ("false", _("No"))], "")
        elif need.kind == "int":
            low, high = need.low or 0, 13 if need.high is None else need.high
            tiles = options(((n, n) for n in range(low, high + 1)), "")
        else:
            tiles = options(((word, option_words(word)) for word in need.options), "")
        needs.append((need.key, filled(need.question, walked.flow, sheet), tiles))
    context = {
        "step": asked,
        "clause": first_ref(asked),
        "needs": needs,
        "why": filled(asked.why, walked.flow, sheet),
        "edition": walked.flow.edition.title,
        "flow_title": _(walked.flow.title),
        "diagram": diagram(sheet, asked),
        "binding": binding(sheet),
        "doubt_lines": doubt_lines(sheet),
        "say_first": request.GET.get("why", "") == "ruling",
    }
    here = f"step:{first_ref(asked) or asked.id}"
    return case_screen(request, "value", sheet.case, context, here=here, sheet=sheet)
