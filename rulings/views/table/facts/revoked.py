"""The cards put right after a revoke that was not settled (Laws 62 and 63)."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.bridge.seats import Seat
from rulings.forms.table.revoked import CorrectedForm
from rulings.models import Position
from rulings.permissions import Sight
from rulings.presenters.table import options
from rulings.presenters.table.board import plain_diagram
from rulings.presenters.words import seat_name
from rulings.queries.table.computed import revokes
from rulings.queries.table.revoked import corrected as put_right
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.frame import (
    case_screen,
    errors_of,
    facts_form,
    need_sight,
    see_other,
    tell_reread,
)
from rulings.workflow.errors import Invalid
from rulings.workflow.facts import record_position


@declares(Act.POSITION)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def corrected(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the cards with the revoke, and take what was played instead."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    sheet = sheet_of(case)
    if sheet.cards is None:
        return see_other("cards", case.pk)
    form = CorrectedForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        _record(request, sheet, form)
        return see_other("steps", case.pk)
    seats = [(seat.letter, seat_name(seat)) for seat in Seat]
    known = form.data or _from_record(sheet)
    context = {
        "diagram": plain_diagram(sheet, sheet.cards),
        "seats": options(seats, known.get("seat", "")),
        "winners": options([("", _("as before")), *seats], known.get("winner", "")),
        "withdrawn": known.get("withdrawn", ""),
        "legal": known.get("legal", ""),
        "errors": errors_of(form),
    }
    status = 422 if form.errors else 200
    return case_screen(
        request, "corrected", case, context, here="cards", sheet=sheet, status=status
    )


def _from_record(sheet: Sheet) -> dict[str, str]:
    """Return the last revoke that the record of play shows, {} for none."""
    found = revokes(sheet) or ()
    if not found:
        return {}
    return {"seat": found[-1].seat.letter, "withdrawn": found[-1].card}


def _record(request: HtmxHttpRequest, sheet: Sheet, form: CorrectedForm) -> None:
    given = form.cleaned_data
    if sheet.cards is None:  # asked before
        raise Invalid("Take down the cards first.")
    winner = Seat.parse(given["winner"]) if given["winner"] else None
    seat = Seat.parse(given["seat"])
    cards = put_right(sheet.cards, seat, given["withdrawn"], given["legal"], winner)
    act = facts_form(request)
    record_position(act, sheet.case.pk, cards, Position.Source.MARKED)
    tell_reread(request, sheet)
