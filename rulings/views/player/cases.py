"""The phone's pages: own cases, one case and its acts, receipts (R13, R21)."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rulings.bridge.seats import Side
from rulings.forms.player import ActForm, PlayerAct
from rulings.models import Case, Pass, Window
from rulings.permissions.relations import side_of_pass
from rulings.presenters.clocks import ClockView
from rulings.presenters.words import side_name
from rulings.queries.player import (
    PLACE,
    AnnouncedCase,
    Filed,
    own_boards,
    own_cases,
    own_entry,
    told_of,
)
from rulings.queries.words import text_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, act_form, declares, found, screen
from rulings.views.player.acting import APPENDS, Sent, carry_out
from rulings.views.player.entry import with_pass
from rulings.views.player.offers import seats_of
from rulings.views.player.pages import (
    AnnouncedRuling,
    act_context,
    case_context,
    clocks_of,
    receipt_view,
    state_words,
    verdict_of,
)

ACTS = (
    Act.OBJECT,
    Act.AGREE,
    Act.APPEAL,
    Act.CONCUR,
    Act.WITHDRAW_APPEAL,
    Act.WAIVE,
)
"""What a side may do on its page."""


def pass_of(request: HtmxHttpRequest) -> Pass:
    """Return the pass that acts; only after `with_pass`."""
    if request.actor.table_pass is None:
        raise Http404
    return request.actor.table_pass


@dataclass(frozen=True, slots=True)
class HomeRow:
    """One case on the list: where, how it stands, the next clock."""

    case: Case
    state: str
    verdict: AnnouncedRuling | None
    clock: ClockView | None


@require_safe
@declares("own cases")
@with_pass
def player(request: HtmxHttpRequest) -> HttpResponse:
    """Show the cases of a pass with their state and their next clock."""
    table_pass = pass_of(request)
    at = request.actor.at
    rows = [_home_row(told, table_pass, at) for told in own_cases(request.actor)]
    boards = own_boards(request.actor)
    context = {"rows": rows, "boards": boards, "table_pass": table_pass, "at": at}
    return screen(request, "player/home.html", context, part="cases")


def _home_row(told: AnnouncedCase, table_pass: Pass, at: datetime) -> HomeRow:
    clocks = clocks_of(told, side_of_pass(table_pass, told.case), at)
    return HomeRow(
        told.case,
        state_words(told, at),
        verdict_of(told),
        clocks[0] if clocks else None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@declares("own case", *ACTS)
@with_pass
def player_case(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show a case to one of its sides, the page of one act, or take the act."""
    case = found(request, Case.objects.select_related(*PLACE), case_id)
    told, side = told_of([case])[0], side_of_pass(pass_of(request), case)
    here = {"home_url": reverse("player"), "table_pass": pass_of(request)}
    if request.method != "POST":
        return side_page(request, told, side, here)
    form = ActForm(request.POST, seats=seats_of(case, side))
    if not form.is_valid():
        return refused_page(request, told, side, form, here)
    receipt = carry_out(*sent(request, case, side, form))
    return redirect("player_receipt", seq=receipt.seq)


def sent(
    request: HtmxHttpRequest, case: Case, side: str, form: ActForm
) -> tuple[PlayerAct, Sent]:
    """Return the act that came in, with the form that accompanies it."""
    act = PlayerAct(form.cleaned_data["act"])
    carried = act_form(request, versioned=act not in APPENDS)
    phone_at = form.cleaned_data["phone_time"]
    return act, Sent(replace(carried, phone_at=phone_at), case, side, form.cleaned_data)


def side_page(
    request: HtmxHttpRequest, told: AnnouncedCase, side: str, here: dict[str, object]
) -> HttpResponse:
    """Show a case to a side, or the page of the act it has chosen."""
    chosen = request.GET.get("act", "")
    if chosen in set(PlayerAct):
        context = act_context(told, side, PlayerAct(chosen), None)
        return screen(request, "player/act.html", context | here)
    context = case_context(told, side, request.actor.at)
    return screen(request, "player/case.html", context | here, part="standing")


def refused_page(
    request: HtmxHttpRequest,
    told: AnnouncedCase,
    side: str,
    form: ActForm,
    here: dict[str, object],
) -> HttpResponse:
    """Show an act's page again with what is missing; everything typed is kept."""
    given = request.POST.get("act", "")
    act = PlayerAct(given) if given in set(PlayerAct) else PlayerAct.OBJECT
    context = act_context(told, side, act, form)
    return screen(request, "player/act.html", context | here, status=422)


@require_safe
@declares("own receipt")
@with_pass
def player_receipt(request: HtmxHttpRequest, seq: int) -> HttpResponse:
    """Show the receipt of something this pass has sent, and of nothing else."""
    table_pass = pass_of(request)
    filed = own_entry(table_pass, seq)
    if filed is None or filed.entry.case_id is None:
        raise Http404
    case = found(request, Case.objects.select_related(*PLACE), filed.entry.case_id)
    context = receipt_context(case, side_of_pass(table_pass, case), filed)
    here = {"home_url": reverse("player"), "table_pass": table_pass}
    here["back"] = reverse("player_case", args=(case.pk,))
    return screen(request, "player/receipt.html", context | here)


def receipt_context(case: Case, side: str, filed: Filed) -> dict[str, object]:
    """Return what a receipt shows."""
    windows = {row.purpose: row for row in Window.objects.filter(case=case)}
    row = filed.row("objection") or filed.row("appeal") or {}
    receipt = receipt_view(filed, windows, text_of(str(row.get("words", ""))))
    return {
        "case": case,
        "receipt": receipt,
        "side": side_name(Side(side)),
        "contestant": case.playing.ns if side == "NS" else case.playing.ew,
        "late": bool(receipt.late),
    }
