"""Decide, promise, announce, revise; and what is read out (Laws 81C, 83)."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.table.ruling import PROMISES, ReserveForm, RuleForm
from rulings.laws.engine.flow import Outcome
from rulings.models import Case
from rulings.permissions import Sight
from rulings.queries.case.flow import CaseWalk, walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.table.proposal import proposed, turned
from rulings.queries.table.settlement import deciding_laws, settlement_of
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import IN_FORCE, Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.acts import fresh_form
from rulings.views.table.frame import case_screen, errors_of, need_sight, see_other
from rulings.views.table.options import options
from rulings.views.table.outcome import RULINGS, is_ready
from rulings.views.table.transfer import assigned_tricks, check_range, moved_later
from rulings.workflow import decide as record
from rulings.workflow.errors import Invalid

REASONS = {
    "doubt": gettext_lazy("doubtful, so against the claimer (70A)"),
    "covered": gettext_lazy("the words cover it (70B)"),
    "irrational": gettext_lazy("the losing line is irrational here"),
    "normal": gettext_lazy("a worse line is normal here"),
}


@declares(Act.RULE)
@require_http_methods(["GET", "HEAD"])
@signed_in
def decide(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the tiles for another number than proposed, with a reason."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    return decide_screen(request, case, {}, [])


def decide_screen(
    request: HtmxHttpRequest,
    case: Case,
    typed: dict[str, str],
    errors: list[str],
) -> HttpResponse:
    """Render the tiles with what was chosen before."""
    sheet = sheet_of(case)
    walked = walk_case(case, request.actor.at)
    award = turned(proposed(case), walked.walk).award
    context = {
        "tricks": options(
            ((n, n) for n in range((sheet.left or 13) + 1)), typed.get("tricks", "")
        ),
        "reasons": options(
            ((word, word) for word in REASONS.values()), typed.get("why", "")
        ),
        "reason": typed.get("reason", ""),
        "award": award,
        "left": sheet.left,
        "moved": moved_later(sheet, walked),
        "errors": errors,
        "revises": case.state in IN_FORCE,
    }
    return case_screen(
        request,
        "decide",
        case,
        context,
        here="proposal",
        sheet=sheet,
        status=422 if errors else 200,
    )


@declares(Act.RULE)
@require_POST
@signed_in
def rule(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Rule: accept the proposal, give another number, or rule what the outcome says."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    act = fresh_form(request, case)
    form = RuleForm(_with_reason(request))
    if not form.is_valid():
        errors = errors_of(form)
        return decide_screen(request, case, _sent(request), errors)
    walked = _walked(request, case, form)
    outcome = walked.walk.outcome
    if outcome is None:
        return see_other("steps", case.pk, query="?why=ruling")
    decision = _decision(sheet_of(case), walked, outcome, form)
    record.rule(act, case.pk, decision)
    return see_other("ruling", case.pk)


@declares(Act.REVISE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def revise(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Make a new ruling after the announced one, which stays in force until told."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    last = sheet_of(case).ruling
    if last is not None and last.assigned:
        return see_other("assigned_score", case.pk, last.walk.get("entry", ""))
    if request.method != "POST":
        return decide_screen(request, case, {}, [])
    act = fresh_form(request, case)
    form = RuleForm(_with_reason(request))
    if not form.is_valid():
        errors = errors_of(form)
        return decide_screen(request, case, _sent(request), errors)
    walked = _walked(request, case, form)
    if walked.walk.outcome is None:
        raise Invalid("The facts of this case lead to no ruling; ask the chief.")
    decision = _decision(sheet_of(case), walked, walked.walk.outcome, form)
    record.revise(act, case.pk, decision)
    return see_other("ruling", case.pk)


def _with_reason(request: HtmxHttpRequest) -> dict[str, str]:
    """Return what was sent, the chosen reason and the words as one text."""
    sent = _sent(request)
    parts = [sent.get("why", ""), sent.get("reason", "").strip()]
    return {**sent, "reason": "; ".join(part for part in parts if part)}


def _sent(request: HtmxHttpRequest) -> dict[str, str]:
    return {name: str(value) for name, value in request.POST.items()}


def _walked(request: HtmxHttpRequest, case: Case, form: RuleForm) -> CaseWalk:
    """Walk the case with the decision as the answer to the last question."""
    given, points = form.cleaned_data, flow_of(case).points
    if given["way"] == "outcome":
        return walk_case(case, request.actor.at)
    if given["way"] == "accept":
        return walk_case(case, request.actor.at, more=points.reply("accepted"))
    values = {"tricks": given["tricks"], "reason": given["reason"]}
    more = {
        step: {"choice": choice, **values}
        for step, choice in points.reply("overridden").items()
    }
    return walk_case(case, request.actor.at, more=more)


def _decision(
    sheet: Sheet, walked: CaseWalk, outcome: Outcome, form: RuleForm
) -> record.Decision:
    given = form.cleaned_data
    settled = settlement_of(walked.walk, due=walked.facts.get("revoke_transfer"))
    tricks = walked.walk.final_tricks
    if given["way"] == "outcome" and given["tricks"] is not None:
        tricks = given["tricks"]
    if settled.equity:
        tricks = assigned_tricks(sheet, settled)
    if outcome.effect not in RULINGS or tricks is None:
        raise Invalid(
            _("The facts lead to “%s”, which is no ruling on tricks.")
            % _(outcome.meaning)
        )
    check_range(sheet, tricks, settled)
    return record.Decision(
        outcome=outcome.id,
        laws=deciding_laws(walked.walk),
        tricks_claimer=tricks,
        won_before=sheet.won_before,
        reasons=given["reason"],
        walk=walked.stored(),
        proposal_id=walked.proposal.pk if walked.proposal else None,
    )


@declares(Act.RESERVE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def reserve(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Promise a ruling by a time: minutes at one tap, or a time of day."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    form = ReserveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        until = form.instant(request.actor.at, case.event.zone)
        record.reserve(
            act_form(request),
            case.pk,
            until=until,
            reason=form.cleaned_data["reason"],
            promise=form.promise,
        )
        return see_other("queue", case.event_id)
    context = {
        "promises": PROMISES,
        "ready": is_ready(case),
        "errors": errors_of(form),
    }
    status = 422 if form.errors else 200
    return case_screen(request, "reserve", case, context, status=status)
