"""One question of law on a screen, or one value a rule needs; generic over flows."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.table.steps import ASSIGNED, answer_of, needed_values
from rulings.laws.answers import Need
from rulings.laws.answers import need as need_of
from rulings.laws.errors import NotOffered
from rulings.laws.flows import SYSTEM, Step
from rulings.models import Answer, Case
from rulings.permissions import Sight
from rulings.queries.flow import CaseWalk, walk_case
from rulings.queries.table.answers import walk_with
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
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
from rulings.views.table.given import (
    entered_needs,
    entered_values,
    given_views,
    step_of_value,
)
from rulings.views.table.options import Option, options
from rulings.views.table.outcome import outcome_screen
from rulings.views.table.words import binding, doubt_lines
from rulings.workflow.answers import answer
from rulings.workflow.facts import record_facts
from rulings.workflow.follow_ups import settle_follow_up

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
        return value_screen(request, sheet, walked, walked.walk.missing)
    if walked.walk.at is not None and walked.walk.at.id == DECIDES:
        return see_other("proposal", case.pk)
    if walked.walk.at is not None:
        return step_screen(request, sheet, walked, walked.walk.at)
    return outcome_screen(request, sheet, walked)


@declares(Act.ANSWER, Act.RESOLVE)
@require_http_methods(["GET", "POST"])
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
        return _answered(request, case, asked)
    return step_screen(request, sheet, walked, asked)


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
    if asked.id in case.follow_ups:
        _checked(request, case, asked, choice, values)
        return see_other("case", case.pk)
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
    propose_again(form, case.pk)
    return see_other("case", case.pk)


def _checked(
    request: HtmxHttpRequest,
    case: Case,
    asked: Step,
    choice: str,
    values: dict[str, object],
) -> None:
    """Record the answer to a check after the play."""
    asked.choice(choice)  # refused where it is not offered
    settle_follow_up(
        act_form(request),
        case.pk,
        step=asked.id,
        choice=choice,
        values=values,
        reason=str(values.get("reason", "")),
    )


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
        propose_again(form, case.pk)
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
        "records_open": any(one.name in ASSIGNED for one in asked.records),
        "edition": flow.edition.title,
        "flow_title": _(flow.title),
        "diagram": diagram(sheet, asked),
        "binding": binding(sheet),
        "doubt_lines": doubt_lines(sheet),
        "given": given_views(sheet, flow),
        "back": "claim" if sheet.claim is None or asked.id[0] in "AT" else "objections",
        "may_reserve": case.state == State.FROZEN,
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


def _tiles(need: Need, known: object) -> list[Option]:
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
        (
            need.key,
            filled(need.question, walked.flow, sheet),
            _tiles(need, known.get(need.key)),
        )
        for need in wanted
    ]
    context = {
        "step": asked,
        "clause": first_ref(asked),
        "needs": needs,
        "given": given_views(sheet, walked.flow),
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
