"""Facts found wrong after the announcement: before, after, a new ruling."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.forms.table.calls import NewCallForm
from rulings.forms.table.claim import ClaimForm
from rulings.forms.table.correct import TricksForm
from rulings.forms.typed import words
from rulings.models import Case, Ruling, Window
from rulings.permissions import Sight
from rulings.presenters.words import seat_name, side_name, suit_name
from rulings.queries.case.mistakes import has_own_case
from rulings.queries.case.repaired import (
    CLAIMER,
    CONTRACT,
    PLAYING,
    Facts,
    pending,
    stood_on,
)
from rulings.queries.case.rules import regulations_of
from rulings.queries.table.sheet import sheet_of
from rulings.queries.table.tables import place_of
from rulings.states import Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.claim import tiles_of
from rulings.views.table.frame import case_screen, errors_of, need_sight, see_other
from rulings.views.table.options import options
from rulings.views.table.places import FIRST_NUMBERS, unknown_words
from rulings.views.table.scores import points_words
from rulings.workflow.corrections import (
    Correction,
    Right,
    correct_facts,
    correction_of,
    in_force,
    left_of,
    worked_out,
)

OTHER_CASE = gettext_noop(
    "That board has a case of its own at that table, and one board cannot have two "
    "rulings. Check the table and the board, or cancel or move the other case first."
)
CORRECTABLE = frozenset({State.ANNOUNCED, State.AGREED})


@declares(Act.REVISE, Act.FACT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def correct(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take the right facts, show before and after, then write the correction."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    sheet = sheet_of(case)
    if case.state not in CORRECTABLE or sheet.claim is None:
        return see_other("case", case.pk)
    sent = {name: str(value) for name, value in request.POST.items()}
    typed = {**_known(case), "claimer": sheet.claim.claimer, **sent}
    form = ClaimForm(typed if sent else None, known=sheet.contract)
    errors, change, worked = errors_of(form), None, ""
    reason = words(sent.get("reason", ""))[:1000]
    if form.is_valid():
        right, errors = _right(request, case, typed, form)
        change = correction_of(case, right) if right else None
        worked = _worked_out(case, right, sent) if right else ""
        if change is not None and not reason:
            errors = [_("Say how the mistake was found.")]
        elif change is not None and not change.corrects:
            errors = [_("Nothing is different: choose what was wrong.")]
        elif right is not None and "confirmed" in sent and not worked:
            correct_facts(act_form(request), case.pk, right, reason=reason)
            if case.state == State.AGREED:
                messages.success(request, _("The contract has been corrected."))
            return see_other("case", case.pk)
    told = _told(case, typed)
    context = {
        **tiles_of(sheet, typed),
        **told,
        "typed": typed,
        "reason": reason,
        "rows": _rows(change, scored=not worked) if change and not errors else [],
        "worked_out": worked,
        "anew": options(((one.value, one.label) for one in told["tricks"]), ""),
        "appeals": _appeal_times(case),
        "other_cards": change is not None and _has_other_cards(change),
        "sent": _again(sent, asks_tricks=bool(worked)),
        "errors": errors,
    }
    status = 422 if errors else 200
    return case_screen(request, "correct", case, context, sheet=sheet, status=status)


def _appeal_times(case: Case) -> tuple[datetime | None, object]:
    """Return until when an appeal is possible now, and the minutes it gets anew."""
    row = Window.objects.filter(case=case, purpose=Window.Purpose.APPEAL).first()
    now = None if row is None else row.closes_at
    return now, regulations_of(case)["appeal_period_min"]


def _again(sent: Mapping[str, str], *, asks_tricks: bool) -> list[tuple[str, str]]:
    """Return what the next page sends again; not the tricks where it asks for them."""
    left_out = {"csrfmiddlewaretoken", *(["tricks", "confirmed"] * asks_tricks)}
    return [(name, value) for name, value in sent.items() if name not in left_out]


def _worked_out(case: Case, right: Right, sent: Mapping[str, str]) -> str:
    """Return in which contract tricks were worked out that have to be chosen anew."""
    was, row = worked_out(case, right), in_force(case)
    if was is None or row is None or row.assigned:
        return ""
    chosen = right.tricks_ns is not None and (
        "sure" in sent or right.tricks_ns != _ns(case, row, left_of(case, row))
    )
    if chosen:
        return ""
    if was.strain is right.contract.strain:
        values = {"seat": seat_name(was.declarer)}
        return _("These tricks were worked out with %(seat)s as declarer.") % values
    if was.strain.suit is None:
        return _("These tricks were worked out at no trump.")
    values = {"suit": suit_name(was.strain.suit)}
    return _("These tricks were worked out with %(suit)s as trumps.") % values


def _known(case: Case) -> dict[str, str]:
    """Return the numbers of the board and its table as they stand."""
    table = case.playing.table
    return {
        "section": table.section.letter,
        "table": str(table.number),
        "board": str(case.playing.board.number),
    }


def _right(
    request: HtmxHttpRequest, case: Case, typed: Mapping[str, str], form: ClaimForm
) -> tuple[Right | None, list[str]]:
    """Return what was right, or why the board that was given cannot be."""
    contract, numbers = form.contract(), NewCallForm(typed)
    if contract is None or not numbers.is_valid():
        return None, errors_of(numbers)
    said = {name: numbers.cleaned_data[name] for name in FIRST_NUMBERS}
    session = str(case.playing.round.session_id)
    place = place_of(case.event, request.actor.at, **said, session=session)
    if place.playing is None:
        return None, [unknown_words(place, said)]
    if has_own_case(place.playing, but=case):
        return None, [_(OTHER_CASE)]
    tricks = TricksForm(typed)
    if not tricks.is_valid():
        return None, errors_of(tricks)
    return Right(
        contract,
        Seat.parse(form.cleaned_data["claimer"]),
        place.playing.pk,
        tricks.cleaned_data["tricks"],
    ), []


def _told(case: Case, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the tiles of the tricks of an announced ruling, North-South's."""
    row = in_force(case)
    if row is None or row.assigned:
        return {"tricks": []}
    left = left_of(case, row)
    chosen = typed.get("tricks", str(_ns(case, row, left)))
    return {
        "tricks": options(((n, n) for n in range(left + 1)), chosen),
        "tricks_of": side_name(Side.NS),
    }


def _ns(case: Case, row: Ruling, left: int) -> int:
    """Return North-South's part of the tricks left, as it was ruled."""
    award = row.tricks_claimer or 0
    claims_ns = Seat.parse(case.claim.claimer).side is Side.NS
    return award if claims_ns else left - award


@dataclass(frozen=True, slots=True)
class Row:
    """One line of before and after; a contract is drawn, all else is words."""

    name: str
    before: Contract | str | int
    after: Contract | str | int

    @property
    def changed(self) -> bool:
        """Say whether the correction makes a difference here."""
        return self.before != self.after


def _rows(change: Correction, *, scored: bool) -> list[Row]:
    """Return both results line by line, with tricks and points where they are known."""
    both = (change.before, change.after)
    lines: dict[str, list[Contract | str | int]] = {
        _("Board"): [_board(one.facts) for one in both],
        _("Contract"): [one.facts.contract or "–" for one in both],
        _("Claimer"): [_claimer(one.facts) for one in both],
    }
    result: dict[str, list[Contract | str | int]] = {
        _("Tricks of declarer"): [
            "–" if one.tricks is None else one.tricks for one in both
        ],
        _("N–S"): [
            "–" if one.score_ns is None else points_words(one.score_ns) for one in both
        ],
    }
    lines |= result if scored else {}
    return [Row(name, before, after) for name, (before, after) in lines.items()]


def corrections_of(case: Case, ruling: Ruling) -> list[Row]:
    """Return what an unannounced ruling corrects, each as it was and as it is."""
    waiting = pending(ruling)
    was, now = stood_on(case, {}), stood_on(case, waiting)
    pairs = {
        PLAYING: (_("Board"), _board(was), _board(now)),
        CONTRACT: (_("Contract"), was.contract or "–", now.contract or "–"),
        CLAIMER: (_("Claimer"), _claimer(was), _claimer(now)),
    }
    return [Row(*values) for name, values in pairs.items() if name in waiting]


def _has_other_cards(change: Correction) -> bool:
    """Say whether the cards taken down belong to another board than the right one."""
    was, now = (one.facts.playing.board_id for one in (change.before, change.after))
    return was != now


def _claimer(facts: Facts) -> str:
    return "–" if facts.claimer is None else seat_name(facts.claimer)


def _board(facts: Facts) -> str:
    playing = facts.playing
    return _("%(board)d, table %(section)s%(table)d") % {
        "board": playing.board.number,
        "section": playing.table.section.letter,
        "table": playing.table.number,
    }
