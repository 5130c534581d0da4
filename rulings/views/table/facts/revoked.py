"""The cards put right after a revoke that was not settled (Laws 62 and 63)."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from rulings.bridge.errors import IllegalPlay
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.forms.table.revoked import CorrectedForm
from rulings.models import Position
from rulings.permissions import Sight
from rulings.presenters.table import plain_diagram
from rulings.presenters.table.revoked import retraction
from rulings.queries.table.revoked import corrected as put_right
from rulings.queries.table.revoked import winner_now
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
from rulings.workflow.errors import sentence_of
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
    form = CorrectedForm(request.POST or None, sheet.cards)
    if request.method == "POST" and form.is_valid():
        try:
            _record(request, sheet, sheet.cards, form)
        except IllegalPlay as error:
            form.add_error(None, sentence_of(error))
        else:
            legal = form.cleaned_data["legal"]
            return see_other("steps", case.pk, query=f"?legal={legal}")
    context = {
        "diagram": plain_diagram(sheet, sheet.cards),
        **retraction(sheet, sheet.cards, form.data),
        "errors": errors_of(form),
    }
    status = 422 if form.errors else 200
    return case_screen(
        request, "corrected", case, context, here="cards", sheet=sheet, status=status
    )


def _record(
    request: HtmxHttpRequest, sheet: Sheet, before: Cards, form: CorrectedForm
) -> None:
    given = form.cleaned_data
    withdrawn, legal = given["withdrawn"], given["legal"]
    winner = winner_now(sheet.replay, given["seat"], withdrawn, legal)
    if winner is None and given["winner"]:
        winner = Seat.parse(given["winner"])
    cards = put_right(before, given["seat"], withdrawn, legal, winner)
    act = facts_form(request)
    record_position(act, sheet.case.pk, cards, Position.Source.MARKED)
    tell_reread(request, sheet)
