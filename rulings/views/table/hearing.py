"""The decision of an appeal: the case as it was ruled, what both sides say, the end.

The panel decides judgement, the chief the law (Law 93B). Deciding tells nobody: the
page then says who announces it, and stays open to those who decided.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.forms.chief import EndForm
from rulings.models import Appeal, Case
from rulings.permissions import Sight, letters_in_case, may, require, require_hearing
from rulings.presenters import fact_list
from rulings.presenters.appeals import appeal_views, ruling_lines
from rulings.queries.case.appeals import deciding_letters
from rulings.queries.case.rules import regulations_of
from rulings.queries.player import ended_appeal, waiting_appeals
from rulings.queries.staff import name_of
from rulings.queries.table.paper import numbers_for, paper_of, revoker_of
from rulings.queries.table.sheet import sheet_of
from rulings.states import Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    fields_of,
    screen,
    signed_in,
)
from rulings.views.table.board import board_facts, plain_diagram
from rulings.views.table.frame import errors_of, need_sight, see_other
from rulings.views.table.line import line_view
from rulings.views.table.options import options
from rulings.views.table.strip import claimed_words
from rulings.views.table.words import binding, objections_said
from rulings.workflow.appeals import decide_appeal
from rulings.workflow.decide import Decision, with_tricks
from rulings.workflow.errors import Fault


@declares(Act.DECIDE_APPEAL)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def hearing(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show an appeal to those who decide it and take the decision; then its way on."""
    case = case_for(request, case_id)
    require_hearing(request.actor, case)
    need_sight(request, case, Sight.DOSSIER)
    side = request.POST.get("side") or request.GET.get("side", "")
    waiting = waiting_appeals(case, side)
    # Sent twice, the form finds its appeal ended: the key gives the receipt again.
    meant = waiting[0] if waiting else ended_appeal(case, side)
    if request.method != "POST":
        if meant is None:
            raise Http404
        return _page(request, case, meant, {}, [])
    require(request.actor, Act.DECIDE_APPEAL, case)
    if meant is None:
        raise Fault("appeal_not_waiting")
    ruled = meant.ruling
    form = EndForm(
        request.POST,
        numbers=numbers_for(ruled, tricks_left(case)),
        revoke=bool(revoker_of(ruled)),
    )
    if not form.is_valid():
        return _page(request, case, meant, request.POST, errors_of(form))
    _decide(request, case, meant, form.cleaned_data)
    return see_other("appeal_decide", case.pk, query=f"?side={meant.side}")


def _decide(
    request: HtmxHttpRequest, case: Case, appeal: Appeal, given: Mapping[str, Any]
) -> None:
    decide_appeal(
        act_form(request),
        case.pk,
        point=Appeal.Point(given["point"]),
        outcome=Appeal.Outcome(given["outcome"]),
        reasons=given["reasons"],
        decision=_changed(case, appeal, given),
        side=appeal.side,
    )


def _changed(case: Case, appeal: Appeal, given: Mapping[str, Any]) -> Decision | None:
    """Return the ruling that takes the place of the appealed one, if one does."""
    if given["outcome"] != Appeal.Outcome.CHANGED:
        return None
    laws = given["laws"] or list(appeal.ruling.laws)
    return with_tricks(case, appeal.ruling, given["tricks"], laws, given["reasons"])


def _page(
    request: HtmxHttpRequest,
    case: Case,
    appeal: Appeal,
    typed: Mapping[str, Any],
    errors: list[str],
) -> HttpResponse:
    sheet, paper = sheet_of(case), paper_of(case)
    rows = Appeal.objects.filter(ruling__case=case).select_related("decided_by")
    views = appeal_views(list(rows.order_by("received_at")))
    rulings = list(case.rulings.select_related("by"))
    tricks = paper.result["line"] if paper.result else []
    context = {
        "case": case,
        "appeal": next(view for view in views if view.row.pk == appeal.pk),
        "others": [view for view in views if view.row.pk != appeal.pk],
        "sheet": sheet,
        "binding": binding(sheet),
        "objections": objections_said(sheet),
        "claimed": claimed_words(sheet) if sheet.claim else "",
        "facts": fact_list(board_facts(sheet)),
        "diagram": plain_diagram(sheet, sheet.cards) if sheet.cards else None,
        "rulings": ruling_lines(rulings, sheet.left),
        "line": line_view(sheet, tricks, 1),
        "hidden": fields_of(case),
        "now": request.actor.at,
        "errors": errors,
        "reasons": typed.get("reasons", ""),
        **_form(request, case, appeal, typed),
        **_way_on(request, case, appeal),
    }
    with timezone.override(ZoneInfo(case.event.zone)):
        status = 422 if errors else 200
        return screen(request, "table/hearing.html", context, status=status)


def _form(
    request: HtmxHttpRequest, case: Case, appeal: Appeal, typed: Mapping[str, Any]
) -> dict[str, object]:
    """Return what the reader may decide, with what he has chosen before."""
    letters = letters_in_case(request.actor, case)
    points = {
        point: words
        for point, words in (
            (Appeal.Point.LAW, _("of law (chief)")),
            (Appeal.Point.JUDGEMENT, _("of fact or judgement (panel)")),
        )
        if letters & deciding_letters(case, point)
    }
    first = next(iter(points), "") if len(points) == 1 else ""
    ends = {Appeal.Outcome.INADMISSIBLE: _("Not admissible")}
    if appeal.admissible:
        ends = {Appeal.Outcome.UPHELD: _("Ruling upheld")}
        if Appeal.Point.JUDGEMENT in points:
            ends[Appeal.Outcome.WITHOUT_MERIT] = _no_merit(case)
        if appeal.ruling.tricks_claimer is not None:
            ends[Appeal.Outcome.CHANGED] = _("Ruling changed")
        ends[Appeal.Outcome.INADMISSIBLE] = _("Not admissible")
    revoke = revoker_of(appeal.ruling)
    numbers = numbers_for(appeal.ruling, tricks_left(case))
    return {
        "points": options(points.items(), typed.get("point", first)),
        "ends": options(ends.items(), typed.get("outcome", "")),
        "tricks": options(((n, n) for n in numbers), typed.get("tricks", "")),
        "revoke": revoke,
        "laws": typed.get("laws", "" if revoke else ", ".join(appeal.ruling.laws)),
        "may_decide": bool(points) and not appeal.outcome,
        "is_chief": "C" in letters,
        "is_own": request.actor.user == appeal.ruling.by,
    }


def tricks_left(case: Case) -> int | None:
    """Return the tricks that were left at the claim, as far as that is known."""
    return getattr(getattr(case, "claim", None), "tricks_left", None)


def _no_merit(case: Case) -> str:
    sanction = str(regulations_of(case)["no_merit_sanction"] or "").replace("_", " ")
    words = _("Upheld, without merit")
    return f"{words} ({_(sanction)})" if sanction else words


def _way_on(request: HtmxHttpRequest, case: Case, appeal: Appeal) -> dict[str, object]:
    """Return what comes after the decision: who announces it, or when it was."""
    told = appeal.announced_at
    if told is None and case.state == State.ANNOUNCED:
        told = appeal.decided_at
    waits = case.state == State.RULED and told is None
    return {
        "told_at": told,
        "director": name_of(case.director),
        "another_waits": bool(appeal.outcome) and case.state == State.APPEALED,
        "may_announce": waits and may(request.actor, Act.ANNOUNCE, case),
    }
