"""Called by mistake: cancel a call, or move it to the table or board that was meant."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rulings.forms.table.calls import NewCallForm
from rulings.forms.typed import words
from rulings.models import Case, Playing
from rulings.permissions import Sight
from rulings.queries.case.mistakes import cancel_reason, moving
from rulings.queries.table.tables import tables_in_play
from rulings.states import Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.floor.places import FIRST_NUMBERS, asked_place
from rulings.views.table.frame import (
    case_screen,
    errors_of,
    facts_form,
    need_sight,
    see_other,
)
from rulings.workflow.cases import reopen_case
from rulings.workflow.event.schedule import Unplanned
from rulings.workflow.ruling.mistakes import cancel_case, move_case, move_to_unplanned

REASONS = (
    gettext_lazy("no call was made here"),
    gettext_lazy("the wrong table"),
    gettext_lazy("the wrong board"),
)

NOT_AGREED = (
    gettext_lazy("nobody agreed, I tapped the wrong button"),
    gettext_lazy("one of them had objected"),
    gettext_lazy("they agreed to another number"),
)

MOVABLE = {
    State.CALLED,
    State.CONTESTED,
    State.FROZEN,
    State.RESERVED,
    State.RULED,
}
"""States from which a call moves, where facts were read back with these reopened."""


@declares("look", Act.MOVE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def mistake(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Ask what the mistake was: no call at all, or another table or board.

    Any board of the event may be meant; its numbers are sent here.
    """
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    form = NewCallForm(request.POST or None)
    asked: dict[str, object] = {}
    if form.is_valid():
        to, asked = asked_place(request, case.event, form)
        if isinstance(to, Unplanned):
            return _move_unplanned(request, case, to)
        if to is not None and to.pk != case.playing_id:
            url = reverse("move_case", args=[case.pk, to.pk])
            return HttpResponseRedirect(url, status=303)
        if to is not None and "reason" in request.POST:  # sent twice: it has moved
            return see_other("case", case.pk)
        if to is not None:
            asked = {"unknown": _("This call is on that board already.")}
    first = {**FIRST_NUMBERS, "section": case.playing.table.section.letter}
    context = {
        "reasons": REASONS,
        "tables": tables_in_play(request.actor, case.event),
        "movable": case.state in MOVABLE,
        "typed": {name: form.data.get(name, value) for name, value in first.items()},
        "errors": errors_of(form),
    }
    status = 422 if form.errors or asked else 200
    return case_screen(request, "mistake", case, context | asked, status=status)


@declares(Act.CANCEL)
@require_POST
@signed_in
def cancel(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Cancel a call with a reason: one that was tapped, or own words."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    reason = _reason(request, "why") or _reason(request, "reason")
    cancel_case(facts_form(request), case.pk, reason=reason)
    return see_other("cancelled", case.pk)


@declares("look")
@require_safe
@signed_in
def cancelled(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Say that a call was cancelled, and why."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    if case.state != State.CANCELLED:
        return see_other("case", case.pk)
    return case_screen(request, "cancelled", case, {"why": cancel_reason(case)})


@declares(Act.MOVE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def move(
    request: HtmxHttpRequest, case_id: uuid.UUID, playing_id: uuid.UUID
) -> HttpResponse:
    """Show what will be asked again at another table or board, then move the call."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    rows = Playing.objects.select_related("board", "table__section", "round__session")
    to = get_object_or_404(rows, pk=playing_id, board__event=case.event_id)
    if request.method == "POST":
        act = facts_form(request)
        reason = _reason(request, "reason") or str(_default(case, to))
        move_case(act, case.pk, to.pk, reason=reason)
        return _moved(request, case, to)
    return _confirm(request, case, to)


def _move_unplanned(
    request: HtmxHttpRequest, case: Case, where: Unplanned
) -> HttpResponse:
    """Show the move to a board that is not planned; add it with the move itself."""
    to = where.as_playing(case.event)
    if "reason" not in request.POST:
        return _confirm(request, case, to, sent=_numbers(request))
    reason = _reason(request, "reason") or str(_default(case, to))
    move_to_unplanned(facts_form(request), case.pk, where, reason=reason)
    return _moved(request, case, to)


def _numbers(request: HtmxHttpRequest) -> list[tuple[str, str]]:
    """Return the numbers as they were sent, to be sent again with the confirmation."""
    sent = request.POST
    return [(name, sent[name]) for name in NewCallForm.base_fields if name in sent]


def _moved(request: HtmxHttpRequest, case: Case, to: Playing) -> HttpResponse:
    place = {"table": to.table.name, "board": to.board.number}
    words = _("Moved to table %(table)s, board %(board)d.") % place
    messages.success(request, words)
    return see_other("case", case.pk)


def _confirm(
    request: HtmxHttpRequest,
    case: Case,
    to: Playing,
    *,
    sent: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    change = moving(case, to)
    context = {
        "to": to,
        "sent": sent,
        "change": change,
        "stays": _stays(case, change.asks_claim, change.asks_cards),
        "suggested": _default(case, to),
    }
    return case_screen(request, "move", case, context)


@declares(Act.REOPEN)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def nobody_agreed(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Ask why an agreement that nobody gave stands in the record, then remove it."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    if case.state != State.AGREED:
        return see_other("case", case.pk)
    parts = (_reason(request, "why"), _reason(request, "reason"))
    if reason := "; ".join(part for part in parts if part):
        reopen_case(act_form(request), case.pk, reason=reason)
        return see_other("case", case.pk)
    asked = request.method == "POST"
    errors = [_("Say why: tap a reason, or write one.")] if asked else []
    context = {"reasons": NOT_AGREED, "errors": errors}
    status = 422 if errors else 200
    return case_screen(request, "nobody_agreed", case, context, status=status)


def _reason(request: HtmxHttpRequest, field: str) -> str:
    return words(request.POST.get(field, ""))[:1000]


def _default(case: Case, to: Playing) -> object:
    """Return the reason that the new place itself gives."""
    same_table = to.table_id == case.playing.table_id
    return REASONS[2] if same_table else REASONS[1]


def _stays(case: Case, asks_claim: bool, asks_cards: bool) -> list[str]:  # noqa: FBT001 - two facts of one change
    """Return what was taken down and goes with the call, in words."""
    kept = {
        _("the claim"): hasattr(case, "claim") and not asks_claim,
        _("the words"): case.statements.exists(),
        _("the objections"): case.objections.exists(),
        _("the cards"): hasattr(case, "position") and not asks_cards,
        _("the answers"): case.answers.filter(set_aside=False).exists(),
    }
    return [words for words, holds in kept.items() if holds]
