"""A later check of a case: after the play, after a round, with a walk of its own.

The screens are those of any step; what is answered here is recorded beside the state
of the case, and a score that follows from it is assigned (Laws 16, 26, 27D).
"""

from __future__ import annotations

import uuid

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.forms.table.assigned import AssignedForm
from rulings.forms.table.steps import answer_of, needed_values
from rulings.laws.engine.flow import Flow, Outcome, Step
from rulings.models import Case
from rulings.permissions import Sight
from rulings.queries.case.flow import CaseWalk, walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.table.settlement import deciding_laws
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import (
    case_screen,
    errors_of,
    fresh_form,
    need_sight,
    see_other,
)
from rulings.views.table.law.assigned import before, score_fields
from rulings.workflow.answers import record_for_follow_up, settle_follow_up
from rulings.workflow.ruling.assign import FOR_BOTH, Assigned, assign_score

ASSIGNS = frozenset({"adjusted_score", FOR_BOTH})
"""The effects of an outcome that gives the board an assigned score."""

ARTIFICIAL = "artificial_score"
"""The provision on a score where no result can be had."""


def due_entry(case: Case, flow: Flow, step_id: str) -> str:
    """Return where the due check begins that a step belongs to, "" for none."""
    for entry in case.follow_ups:
        if entry in flow.steps and step_id in {entry, *flow.reach[entry]}:
            return str(entry)
    return ""


def due_walk(request: HtmxHttpRequest, case: Case, entry: str) -> CaseWalk:
    """Return how far a check has come that is due; else there is no such page."""
    if entry not in case.follow_ups:
        raise Http404
    return walk_case(case, request.actor.at, entry=entry)


def ends_here(outcome: Outcome | None) -> bool:
    """Say whether a check is over with its outcome: no score is still to be given."""
    return outcome is not None and outcome.effect not in ASSIGNS


def answer_check(
    request: HtmxHttpRequest, case: Case, asked: Step, entry: str
) -> HttpResponse:
    """Record the answer to a question of a due check."""
    choice, values = answer_of(asked, request.POST)
    given = {asked.id: {"choice": choice, **values}}
    walked = walk_case(case, request.actor.at, more=given, entry=entry)
    ends = ends_here(walked.walk.outcome)
    settle_follow_up(
        act_form(request),
        case.pk,
        step=asked.id,
        choice=choice,
        values=values,
        reason=str(values.get("reason", "")),
        entry=entry,
        ends=ends,
    )
    return see_other("case", case.pk) if ends else see_other("check", case.pk, entry)


def check_value(request: HtmxHttpRequest, case: Case, walked: CaseWalk) -> HttpResponse:
    """Record what a rule of a due check needs; without a need, that it is seen."""
    needs = walked.walk.missing
    ends = not needs and ends_here(walked.walk.outcome)
    record_for_follow_up(
        act_form(request),
        case.pk,
        entry=walked.entry,
        values=needed_values(needs, request.POST),
        ends=ends,
    )
    if ends:
        return see_other("case", case.pk)
    return see_other("check", case.pk, walked.entry)


@declares(Act.RULE, Act.REVISE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def assigned_score(
    request: HtmxHttpRequest, case_id: uuid.UUID, entry: str
) -> HttpResponse:
    """Assign the score that a check has led to, or another after it was told."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    walked = known_walk(request, case, entry)
    if walked is None:
        return see_other("case", case.pk)
    if request.method != "POST":
        return score_screen(request, sheet_of(case), walked)
    act = fresh_form(request, case)
    form = AssignedForm(request.POST, by_side=_is_for_both(walked))
    if not form.is_valid():
        return score_screen(request, sheet_of(case), walked, form)
    assign_score(act, case.pk, _assigned(case, walked, form))
    return see_other("ruling", case.pk)


def known_walk(request: HtmxHttpRequest, case: Case, entry: str) -> CaseWalk | None:
    """Return the walk that ends in a score to assign; None where none does.

    Who comes for a director's error has said that the ruling cannot be put right.
    """
    flow, more = flow_of(case), {}
    if entry not in flow.entries:
        return None
    if entry == flow.points.at("director_error"):
        if case.state != State.ANNOUNCED:
            return None
        more = flow.points.reply("beyond_repair")
    walked = walk_case(case, request.actor.at, entry=entry, more=more)
    outcome = walked.walk.outcome
    return walked if outcome is not None and outcome.effect in ASSIGNS else None


def director_error_url(case: Case) -> str:
    """Return where a ruling that cannot be put right ends (Law 82C), "" if nowhere."""
    entry = flow_of(case).points.at("director_error")
    if not entry or case.state != State.ANNOUNCED:
        return ""
    return reverse("assigned_score", args=[case.pk, entry])


def _is_for_both(walked: CaseWalk) -> bool:
    outcome = walked.walk.outcome
    return outcome is not None and outcome.effect == FOR_BOTH


def _assigned(case: Case, walked: CaseWalk, form: AssignedForm) -> Assigned:
    outcome, given = walked.walk.outcome, form.cleaned_data
    laws = deciding_laws(walked.walk)
    if given["faults"]:
        artificial = walked.flow.edition.provisions[ARTIFICIAL]
        laws += [str(ref) for ref in artificial.refs if str(ref) not in laws]
    return Assigned(
        outcome="" if outcome is None else outcome.id,
        laws=laws,
        results=given["results"],
        faults=given["faults"],
        reasons=given["reason"],
        walk=walked.stored(),
        follow_up=walked.entry if walked.entry in case.follow_ups else "",
    )


def score_screen(
    request: HtmxHttpRequest,
    sheet: Sheet,
    walked: CaseWalk,
    form: AssignedForm | None = None,
) -> HttpResponse:
    """Render the form of an assigned score: as typed, or as it was assigned before."""
    typed = form.data if form is not None else before(sheet)
    outcome = walked.walk.outcome
    context = {
        "refs": outcome.refs if outcome is not None else (),
        "gist": _(walked.flow.steps[walked.entry].gist),
        "notices": [_(notice.text) for notice in walked.walk.notices],
        "assigns": reverse("assigned_score", args=[sheet.case.pk, walked.entry]),
        **score_fields(sheet, typed, by_side=_is_for_both(walked)),
        "errors": errors_of(form) if form is not None else [],
    }
    status = 200 if form is None else 422
    return case_screen(
        request, "assigned", sheet.case, context, sheet=sheet, status=status
    )
