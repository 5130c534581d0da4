"""Objections to a claim, agreement, and wishes that come later (Laws 68D, 69, 70B2)."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulings.bridge.seats import Seat
from rulings.forms.table.objections import ObjectionForm, SettleForm
from rulings.models import Agreement, Case, Objection
from rulings.permissions import Sight
from rulings.queries.final import needs_admitting
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    on_tablet,
    signed_in,
)
from rulings.views.drawing.words import seat_name, side_name
from rulings.views.table.acts import also, propose_again
from rulings.views.table.frame import case_screen, errors_of, need_sight, see_other
from rulings.views.table.options import options
from rulings.views.table.scores import declarer_tricks_as_claimed, score_ns
from rulings.views.table.words import REASONS, WISHES, objection_words, who
from rulings.workflow import objections as record
from rulings.workflow.acts import Form
from rulings.workflow.cases import close_case, reopen_case
from rulings.workflow.facts import change_facts

SETTLED_EARLY = frozenset({State.FROZEN, State.RESERVED, State.RULED})


@declares(Act.OBJECT)
@require_http_methods(["GET", "POST"])
@signed_in
def objections(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take objections: a seat and a reason are two taps; or both sides agree."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    form = ObjectionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = on_tablet(act_form(request))
        record.submit_objection(act, case.pk, form.wanted())
        propose_again(act_form(request), case.pk)
        return see_other("case", case.pk)
    sheet = sheet_of(case)
    context = {
        **_context(sheet),
        "errors": errors_of(form),
    }
    return case_screen(
        request,
        "objections",
        case,
        context,
        here="objections",
        sheet=sheet,
        status=422 if form.errors else 200,
    )


def _context(sheet: Sheet) -> dict[str, object]:
    claimer = sheet.claimer
    seats = [(seat.letter, seat_name(seat)) for seat in Seat if seat is not claimer]
    doubts = [
        (row, objection_words(row), sheet.texts.get(row.words, ""))
        for row in sheet.doubts
    ]
    others = claimer.side.other if claimer is not None else None
    return {
        "seats": options(seats, ""),
        "reasons": [(code, label) for code, label in REASONS.items()],
        "doubts": doubts,
        "others": "" if others is None else side_name(others),
        "may_agree": sheet.case.state == State.CALLED and sheet.claim is not None,
    }


@declares(Act.AGREE)
@require_POST
@signed_in
def agree(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record that the other side agrees: the claim is scored as made (Law 69A)."""
    case = case_for(request, case_id)
    record_agreement(act_form(request), case, sheet_of(case))
    return see_other("case", case.pk)


def record_agreement(form: Form, case: Case, sheet: Sheet) -> None:
    """Record assent of the side that did not claim, with the score where known."""
    tricks = declarer_tricks_as_claimed(sheet)
    side = sheet.claimer.side.other if sheet.claimer is not None else ""
    record.agree(
        form,
        case.pk,
        side=str(side),
        how=Agreement.How.SPOKEN,
        tricks_declarer=tricks,
        score_ns=None if tricks is None else score_ns(sheet, tricks),
    )


@declares(Act.RESOLVE)
@require_POST
@signed_in
def withdraw(
    request: HtmxHttpRequest, case_id: uuid.UUID, objection_id: uuid.UUID
) -> HttpResponse:
    """Record that an objection is withdrawn; without one the other side has agreed.

    The state table knows no way from contested to agreed: the case is closed as
    settled, opened again and agreed, each an entry with its reason.
    """
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    row = get_object_or_404(Objection, pk=objection_id, case=case)
    form = act_form(request)
    record.resolve_objection(
        form, case.pk, row.pk, resolution=Objection.Resolution.WITHDRAWN
    )
    sheet = sheet_of(case)
    if (
        not sheet.doubts
        and sheet.claim
        and case.state in SETTLED_EARLY | {State.CONTESTED}
    ):
        _agree_after_all(form, case, sheet)
    return see_other("case", case.pk)


def _agree_after_all(form: Form, case: Case, sheet: Sheet) -> None:
    free = replace(form, version=None)
    if case.state in SETTLED_EARLY:
        change_facts(also(free, "change facts"), case.pk)
    reason = _("The objection was withdrawn.")
    close_case(also(free, "close"), case.pk, outcome="O-AGREED", reason=reason)
    reopen_case(also(free, "reopen"), case.pk, reason=reason)
    record_agreement(also(free, "agree"), case, sheet)


@declares(Act.CONTEST)
@require_POST
@signed_in
def contest(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Make the case contested without an objection: the claim is doubted (68D2)."""
    case = case_for(request, case_id)
    form = act_form(request)
    record.contest(form, case.pk)
    propose_again(form, case.pk)
    return see_other("case", case.pk)


@declares(Act.RESOLVE, Act.ADMIT, Act.CONTEST)
@require_http_methods(["GET", "POST"])
@signed_in
def wish(
    request: HtmxHttpRequest, case_id: uuid.UUID, objection_id: uuid.UUID
) -> HttpResponse:
    """Show what a player wants, and settle it: admit, take up, or refuse."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    row = get_object_or_404(Objection, pk=objection_id, case=case)
    form = SettleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        _settle(act_form(request), case, row, form)
        return see_other("case", case.pk)
    sheet = sheet_of(case)
    context = {
        "wish": row,
        "who": who(row),
        "wants": WISHES[Objection.Wish(row.wish)],
        "words": sheet.texts.get(row.words, ""),
        "late_minutes": -(-row.late_ms // 60_000),
        "undecided": needs_admitting(row),
        "reason_label": REASONS.get(row.reason_code, ""),
        "wishes": [],
        "told": case.state in {State.ANNOUNCED, State.APPEALED},
        "contestable": case.state in {State.CALLED, State.AGREED},
    }
    return case_screen(request, "wish", case, context, sheet=sheet)


def _settle(form: Form, case: Case, row: Objection, given: SettleForm) -> None:
    do, reason = given.cleaned_data["do"], given.cleaned_data["reason"]
    if do in {"admit", "refuse_late"}:
        record.admit_late(form, case.pk, row.pk, admitted=do == "admit", reason=reason)
        return
    resolution = (
        Objection.Resolution.CONTESTED
        if do == "contest"
        else Objection.Resolution.REFUSED
    )
    record.resolve_objection(
        form, case.pk, row.pk, resolution=resolution, reason=reason
    )
    if do == "contest" and case.state in {State.CALLED, State.AGREED}:
        record.contest(replace(also(form, "contest"), version=None), case.pk)
