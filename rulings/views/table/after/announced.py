"""After the decision: read it out, announce it, and what runs from then on."""

from __future__ import annotations

import uuid
from collections.abc import Set as AbstractSet
from datetime import datetime

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rulings.bridge.contracts import Contract
from rulings.laws.periods import Anchors, close_of
from rulings.models import Appeal, Case, Ruling, Window
from rulings.permissions import Sight, letters_in_case, may
from rulings.presenters.appeals import sides_of
from rulings.presenters.readouts import (
    ReadOut,
    agreed_readout,
    agreed_score,
    decision_readout,
    reading_of,
    ruling_readout,
)
from rulings.presenters.results import assigned_words, window_clock
from rulings.presenters.table.before_after import superseding_rows
from rulings.presenters.table.gist import law_gists
from rulings.presenters.table.given import given_views
from rulings.presenters.table.law import due_checks
from rulings.presenters.table.scores import over_words, points_words
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import class_words
from rulings.queries.case.appeals import (
    announced_decisions,
    decided_on,
    opens_further,
    serves_nobody,
    unannounced_decisions,
)
from rulings.queries.case.final import is_established
from rulings.queries.case.flow import walk_case
from rulings.queries.case.repaired import PLAYING, in_force, pending, stood_on
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_of, needs_chief, regulations_of
from rulings.queries.player import waiting_appeals
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import RESULT_KNOWN, Act, State, possible
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import case_screen, may_speak, need_sight, see_other
from rulings.workflow.ruling import decide as record
from rulings.workflow.undo import can_undo, can_undo_agreement
from rulings.workflow.windows import anchors_of


@declares(Act.ANNOUNCE)
@require_safe
@signed_in
def ruling(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the ruling before it is announced: read-out, slip, one tap to announce."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    sheet = sheet_of(case)
    if case.state != State.RULED or sheet.ruling is None:
        return see_other("case", case.pk)
    decided = list(unannounced_decisions(case))
    further = _foreseen_further(request, case, decided)
    appeal = further if decided else _foreseen(request, case)
    context = {
        **_read_out(request, sheet, sheet.ruling, appeal, decided),
        "decided": decided,
        "further": further,
        "may_undo": not decided or can_undo(case, request.actor),
        "waits_for_chief": not decided and needs_chief(case, sheet.ruling),
        "corrections": pending(sheet.ruling),
        "rows": [] if decided else superseding_rows(sheet),
        "given": given_views(sheet, flow_of(case), walk_case(case, request.actor.at)),
        "can_undo": False,
    }
    return case_screen(request, "ruling", case, context, here="ruling", sheet=sheet)


def _foreseen(request: HtmxHttpRequest, case: Case) -> Window:
    """Return the appeal window as it would open if the ruling were told now."""
    known = anchors_of(case)
    at = request.actor.at
    anchors = Anchors(announced_at=at, told_at=at, published_at=known.published_at)
    return _foreseen_as(Window.Purpose.APPEAL, case, anchors, at)


def _foreseen_further(
    request: HtmxHttpRequest, case: Case, decided: list[Appeal]
) -> Window | None:
    """Return the time for a further appeal as it would open now, if there is one."""
    at = request.actor.at
    if regulations_of(case)["further_appeal_period_min"] is None:
        return None
    if not opens_further(decided, announced_decisions(case)):
        return None
    anchors = Anchors(decision_told_at=at)
    return _foreseen_as(Window.Purpose.FURTHER_APPEAL, case, anchors, at)


def _foreseen_as(
    purpose: Window.Purpose, case: Case, anchors: Anchors, at: datetime
) -> Window:
    closing = close_of(purpose, anchors, regulations_of(case))
    return Window(
        case=case,
        purpose=purpose,
        opens_at=at,
        closes_at=closing.closes_at,
        why=closing.reason,
        why_params=dict(closing.params),
    )


def _read_out(
    request: HtmxHttpRequest,
    sheet: Sheet,
    row: Ruling,
    appeal: Window | None,
    decided: list[Appeal],
) -> dict[str, object]:
    """Return the script and the slip of a ruling."""
    weighted = row.new_score is None
    known = row.contract and not weighted
    contract = Contract.parse(row.contract) if known else None

    def make() -> ReadOut:
        if decided:
            return decision_readout(sheet, row, decided, appeal)
        return ruling_readout(sheet, row, appeal)

    reading = reading_of(request.GET, make)
    old, before = row.old_tricks_declarer, _contract_before(sheet, row)
    return {
        "ruling": row,
        "readout": reading.said,
        "reading": reading,
        "contract": contract,
        "unchanged": old == row.new_tricks_declarer and row.old_score == row.new_score,
        "old_contract": before,
        "old_over": "" if old is None or before is None else over_words(before, old),
        "old_points": "" if row.old_score is None else points_words(row.old_score),
        "new_over": over_words(contract, row.new_tricks_declarer) if contract else "",
        "new_points": "" if row.new_score is None else points_words(row.new_score),
        "assigned": [
            (entry.get("percent", entry.get("weight")), assigned_words(entry))
            for entry in (row.assigned if weighted else ())
        ],
        "laws": law_gists(row, sheet),
        "player_class": "" if weighted or decided else class_words(sheet),
        "reasons_text": sheet.texts.get(row.reasons, ""),
    }


def _contract_before(sheet: Sheet, row: Ruling) -> Contract | None:
    """Return the contract of the result before a ruling, which may correct it."""
    if PLAYING in row.corrects:  # the other board's own result
        told = stood_on(sheet.case, row.corrects).playing.contract
        return Contract.parse(told) if told else None
    if row.number > 1:
        earlier = sheet.case.rulings.filter(number__lt=row.number)
        last = earlier.filter(announced_at__isnull=False).order_by("-number").first()
        if last is not None and last.contract:
            return Contract.parse(last.contract)
    return sheet.contract


@declares(Act.ANNOUNCE)
@require_POST
@signed_in
def announce(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Record that the ruling has been read out: windows open, the slip goes out."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    record.announce(act_form(request), case.pk)
    return see_other("announced", case.pk)


@declares("look")
@require_safe
@signed_in
def announced(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show what was told, the slip, and the windows that run; or the agreement."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.RULING)
    if case.state not in RESULT_KNOWN:
        return see_other("case", case.pk)
    sheet = sheet_of(case)
    windows = sorted(rows_of(case, Window), key=lambda row: (row.opens_at, row.purpose))
    told = announced_decisions(case)
    serving = [row for row in windows if not serves_nobody(row, told)]
    clocks = [window_clock(row, request.actor.at) for row in serving]
    if case.state == State.AGREED:
        return _agreed(request, sheet, windows)
    current = in_force(case)
    if current is None:
        return see_other("case", case.pk)
    decided = decided_on(current, told)
    purpose = Window.Purpose.FURTHER_APPEAL if decided else Window.Purpose.APPEAL
    rows = serving if decided else windows
    appeal = next((row for row in rows if row.purpose == purpose), None)
    context = {
        **_read_out(request, sheet, current, appeal, decided),
        "clocks": clocks,
        "slip": current.slip,
        "may_speak": may_speak(request, case),
        "may_revise": Act.REVISE in possible(State(case.state))
        and may(request.actor, Act.REVISE, case),
        "may_export": may(request.actor, Act.EXPORT, case),
        "due": due_checks(sheet, flow_of(case)),
        "waiting": sides_of(waiting_appeals(case)),
        "appeal_page": _appeal_page(letters_in_case(request.actor, case)),
    }
    return case_screen(
        request, "announced", case, context, here="announced", sheet=sheet
    )


def _appeal_page(letters: AbstractSet[str]) -> str:
    """Return the page of an appeal that a reader works on; none without a part."""
    return "appeal" if "C" in letters else "appeal_decide" if "R" in letters else ""


def _agreed(
    request: HtmxHttpRequest, sheet: Sheet, windows: list[Window]
) -> HttpResponse:
    score = agreed_score(sheet)
    points = "" if score is None else points_words(score)
    at = request.actor.at
    reading = reading_of(request.GET, lambda: agreed_readout(sheet, windows, at))
    context = {
        "readout": reading.said,
        "reading": reading,
        "clocks": [window_clock(row, request.actor.at) for row in windows],
        "claimed": claimed_words(sheet),
        "points": points,
        "title": _agreed_title(windows, request.actor.at),
        "may_speak": may_speak(request, sheet.case),
        "slipped": can_undo_agreement(sheet.case, request.actor),
    }
    return case_screen(request, "agreed", sheet.case, context, sheet=sheet)


def _agreed_title(windows: list[Window], at: datetime) -> str:
    """Return how firm an agreement is: until its window has closed, for now."""
    if is_established(windows, at):
        return _("Agreed and closed: scored as claimed")
    return _("Agreed: scored as claimed, for now")
