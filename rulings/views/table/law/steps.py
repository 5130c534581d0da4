"""One question of law on a screen, or one value a rule needs; generic over flows."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.table.steps import answer_of, needed_values
from rulings.laws.engine.answers import Need
from rulings.laws.engine.answers import need as need_of
from rulings.laws.engine.flow import SYSTEM, Step
from rulings.models import Case
from rulings.permissions import Sight
from rulings.presenters.table.given import entered_needs, entered_values, step_of_value
from rulings.queries.case.derived import is_unsettled
from rulings.queries.case.flow import CaseWalk, walk_case, walk_with
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import facts_form, need_sight, see_other
from rulings.views.table.law.later import answer_check, check_value, due_entry, due_walk
from rulings.views.table.law.outcome import outcome_screen
from rulings.views.table.law.questions import step_screen, value_screen
from rulings.workflow.answers import answer
from rulings.workflow.facts import record_facts


@declares(Act.ANSWER)
@require_http_methods(["GET", "HEAD"])
@signed_in
def steps(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the question, the missing value or the outcome at which the case stands."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = walk_case(case, request.actor.at)
    sheet = sheet_of(case)
    if walked.walk.missing:
        return value_screen(request, sheet, walked, walked.walk.missing)
    if walked.walk.at is not None and walked.walk.at.settles:
        return see_other("proposal", case.pk)
    if is_unnumbered(sheet) and walked.stands == walked.flow.points.at("claim"):
        return see_other("statement", case.pk, query="#number")
    if walked.walk.at is not None:
        return step_screen(request, sheet, walked, walked.walk.at)
    return outcome_screen(request, sheet, walked)


@declares(Act.ANSWER, Act.RESOLVE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def step(request: HtmxHttpRequest, case_id: uuid.UUID, step_id: str) -> HttpResponse:
    """Show one question with the answer it has, and take another."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = walk_case(case, request.actor.at)
    asked = walked.flow.steps.get(step_id)
    if asked is None:
        raise Http404
    sheet = sheet_of(case)
    if asked.actor == SYSTEM:
        return _entered(request, sheet, walked, asked)
    if request.method == "POST":
        entry = due_entry(case, walked.flow, asked.id)
        if entry:
            return answer_check(request, case, asked, entry)
        return _answered(request, case, asked)
    return step_screen(request, sheet, walked, asked)


def is_unnumbered(sheet: Sheet) -> bool:
    """Say whether a claim waits for the number of tricks to be settled."""
    return sheet.claim is not None and is_unsettled(sheet.claim)


def _entered(
    request: HtmxHttpRequest, sheet: Sheet, walked: CaseWalk, asked: Step
) -> HttpResponse:
    """Show the values that were entered for a step of the program, to change them."""
    needs = entered_needs(sheet, walked.flow, asked)
    if request.method == "POST" or not needs:
        raise Http404
    return value_screen(request, sheet, walked, needs)


def _answered(request: HtmxHttpRequest, case: Case, asked: Step) -> HttpResponse:
    choice, values = answer_of(asked, request.POST)
    _walked, moot = walk_with(case, request.actor.at, asked.id, choice, values)
    form = facts_form(request)
    answer(
        form,
        case.pk,
        step=asked.id,
        choice=choice,
        values=values,
        reason=str(values.get("reason", "")),
        set_aside=moot,
    )
    return see_other("case", case.pk)


@declares(Act.RESOLVE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def check(request: HtmxHttpRequest, case_id: uuid.UUID, entry: str) -> HttpResponse:
    """Show where a later check stands: a question, a value that is missing, its end."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = due_walk(request, case, entry)
    if request.method == "POST":
        return check_value(request, case, walked)
    sheet = sheet_of(case)
    if walked.walk.missing:
        return value_screen(request, sheet, walked, walked.walk.missing)
    if walked.walk.at is not None:
        return step_screen(request, sheet, walked, walked.walk.at)
    return outcome_screen(request, sheet, walked)


@declares(Act.FACT)
@require_POST
@signed_in
def value(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record the value that a rule needs and nobody has given."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = walk_case(case, request.actor.at)
    needs = _asked(request, sheet_of(case), walked) or walked.walk.missing
    if needs:
        form = facts_form(request)
        record_facts(form, case.pk, needed_values(needs, request.POST))
    return see_other("case", case.pk)


def _asked(
    request: HtmxHttpRequest, sheet: Sheet, walked: CaseWalk
) -> tuple[Need, ...]:
    """Return what the form in hand answers: values missing, or entered before."""
    known = entered_values(sheet)
    steps = {key: step_of_value(walked.flow, key) for key in known}
    again = [
        need_of(walked.flow.values[key], step)
        for key, step in steps.items()
        if step is not None
    ]
    missing = {one.key for one in walked.walk.missing}
    needs = [*walked.walk.missing, *(one for one in again if one.key not in missing)]
    return tuple(one for one in needs if one.key in request.POST)
