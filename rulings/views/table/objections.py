"""Objections to a claim, agreement, and wishes that come later (Laws 68D, 69, 70B2)."""

from __future__ import annotations

import uuid
from dataclasses import asdict

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulings.bridge.seats import Seat
from rulings.forms.table.objections import ObjectionForm, SettleForm
from rulings.models import Agreement, Case, Objection, Window
from rulings.permissions import Sight
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.final import needs_admitting
from rulings.queries.case.late import law_of_wish
from rulings.queries.case.rules import flow_of
from rulings.queries.table.sheet import Sheet, sheet_for
from rulings.states import IN_FORCE, Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    on_tablet,
    signed_in,
)
from rulings.views.table.frame import case_screen, errors_of, need_sight, see_other
from rulings.views.table.gist import filled
from rulings.views.table.options import options
from rulings.views.table.palette import is_notrump
from rulings.views.table.scores import declarer_tricks_as_claimed, score_ns
from rulings.views.table.words import (
    PURPOSES,
    REASONS,
    objection_words,
    wants,
    who,
)
from rulings.workflow import objections as record
from rulings.workflow.acts import ActContext

CONTESTABLE = frozenset({State.CALLED, State.AGREED, State.CLOSED})
"""States in which a wish that is taken up makes a case of its own to rule on."""
JUDGED = frozenset({State.CONTESTED, State.FROZEN, State.RESERVED})
"""States in which the ruling still to come answers a wish that is taken up."""


@declares(Act.OBJECT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def objections(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take objections: a seat and a reason are two taps; or both sides agree."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    if case.kind != Case.Kind.CLAIM:
        return see_other("case", case.pk)
    sheet = sheet_for(request.actor, case)
    if request.POST.get("go") and sheet.doubts and not is_begun(request.POST):
        return see_other("case", case.pk)
    form = ObjectionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = on_tablet(act_form(request))
        record.submit_objection(act, case.pk, form.wanted())
        return see_other("case", case.pk)
    return _page(request, sheet, {"errors": errors_of(form)})


def _page(
    request: HtmxHttpRequest, sheet: Sheet, context: dict[str, object]
) -> HttpResponse:
    """Show the screen with everything that has been chosen and typed on it."""
    return case_screen(
        request,
        "objections",
        sheet.case,
        {**_context(sheet, request.POST), **context},
        here="objections",
        sheet=sheet,
        status=422 if request.POST else 200,
    )


def is_begun(sent: QueryDict) -> bool:
    """Say whether a seat or words came along: an objection that is being taken."""
    return bool(sent.get("seat") or sent.get("words", "").strip())


def _context(sheet: Sheet, sent: QueryDict) -> dict[str, object]:
    claimer = sheet.claimer
    seats = [(seat.letter, seat_name(seat)) for seat in Seat if seat is not claimer]
    doubts = [
        (row, objection_words(row), sheet.texts.get(row.words, ""))
        for row in sheet.doubts
    ]
    others = claimer.side.other if claimer is not None else None
    return {
        "seats": options(seats, sent.get("seat", "")),
        "typed": sent.get("words", ""),
        "reasons": _reasons(sheet),
        "doubts": doubts,
        "others": "" if others is None else side_name(others),
        "may_agree": sheet.case.state == State.CALLED and sheet.claim is not None,
    }


def _reasons(sheet: Sheet) -> list[tuple[str, object]]:
    """Return the reasons on offer; at no trump no trump can be out."""
    return [
        (code, label)
        for code, label in REASONS.items()
        if code != "score" and (code != "trump_out" or not is_notrump(sheet))
    ]


@declares(Act.AGREE)
@require_POST
@signed_in
def agree(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record that the other side agrees: the claim is scored as made (Law 69A).

    With a seat or words on the screen it asks first, on a page that keeps them.
    """
    case = case_for(request, case_id)
    sheet = sheet_for(request.actor, case)
    if is_begun(request.POST) and not request.POST.get("sure"):
        need_sight(request, case, Sight.DRAFT)
        return _page(request, sheet, {"asks_agree": True})
    given = assent_of(sheet)
    record.agree(act_form(request), case.pk, **asdict(given))
    return see_other("case", case.pk)


def assent_of(sheet: Sheet) -> record.Assent:
    """Return the assent of the side that did not claim, with the score where known."""
    tricks = declarer_tricks_as_claimed(sheet)
    return record.Assent(
        side=str(sheet.claimer.side.other) if sheet.claimer is not None else "",
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
    sheet = sheet_for(request.actor, case)
    record.resolve_objection(
        act_form(request),
        case.pk,
        row.pk,
        resolution=Objection.Resolution.WITHDRAWN,
        reason=_("The objection was withdrawn."),
        settled=assent_of(sheet) if sheet.claim else None,
    )
    return see_other("case", case.pk)


@declares(Act.CONTEST)
@require_POST
@signed_in
def contest(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Make the case contested without an objection: the claim is doubted (68D2)."""
    case = case_for(request, case_id)
    form = act_form(request)
    record.contest(form, case.pk)
    return see_other("case", case.pk)


@declares(Act.RESOLVE, Act.ADMIT, Act.CONTEST)
@require_http_methods(["GET", "HEAD", "POST"])
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
    sheet = sheet_for(request.actor, case)
    context = {
        "wish": row,
        "who": who(row),
        "wants": wants(row, case),
        "words": sheet.texts.get(row.words, ""),
        "late_minutes": -(-row.late_ms // 60_000),
        "undecided": needs_admitting(row),
        "reason_label": REASONS.get(row.reason_code, ""),
        "wishes": [],
        "told": case.state in IN_FORCE,
        "contestable": case.state in CONTESTABLE | JUDGED,
        "judged": case.state in JUDGED,
        **_found(sheet, row, request),
    }
    return case_screen(request, "wish", case, context, sheet=sheet)


def _found(sheet: Sheet, row: Objection, request: HtmxHttpRequest) -> dict[str, object]:
    """Return the law that the recorded instants lead to, with what it rests on."""
    found = law_of_wish(sheet.case, row, request.actor.at)
    if found is None:
        return {"found": None}
    return {
        "found": found,
        "found_laws": ", ".join(str(ref) for ref in found.laws),
        "found_question": filled(found.question, flow_of(sheet.case), sheet),
        "found_windows": [
            (PURPOSES[Window.Purpose(window.purpose)], window.closes_at, is_open)
            for window, is_open in found.windows
        ],
    }


def _settle(context: ActContext, case: Case, row: Objection, given: SettleForm) -> None:
    do, reason = given.cleaned_data["do"], given.cleaned_data["reason"]
    if do in {"admit", "refuse_late"}:
        record.admit_late(
            context, case.pk, row.pk, admitted=do == "admit", reason=reason
        )
        return
    resolution = (
        Objection.Resolution.CONTESTED
        if do == "contest"
        else Objection.Resolution.REFUSED
    )
    record.resolve_objection(
        context, case.pk, row.pk, resolution=resolution, reason=reason
    )
