"""A contract found wrong after the players were told: before, after, a new ruling."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.forms.table.claim import ClaimForm
from rulings.permissions import Sight
from rulings.queries.table.sheet import sheet_of
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
from rulings.views.table.scores import points_words
from rulings.workflow.corrections import (
    Correction,
    Stand,
    correct_contract,
    correction_of,
    in_force,
)

CORRECTABLE = frozenset({State.ANNOUNCED, State.AGREED})


@declares(Act.REVISE, Act.FACT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def correct(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take the right contract, show before and after, then write the correction."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    sheet = sheet_of(case)
    if case.state not in CORRECTABLE or sheet.claim is None:
        return see_other("case", case.pk)
    typed = request.POST.dict()
    data = {**typed, "claimer": sheet.claim.claimer} if typed else None
    form = ClaimForm(data, known=sheet.contract)
    errors = errors_of(form)
    reason = typed.get("reason", "").strip()[:1000]
    change: Correction | None = None
    if form.is_valid():
        contract = form.contract()
        if not reason:
            errors = [_("Say how the wrong contract was found.")]
        elif contract is None or contract == sheet.contract:
            errors = [_("This is the contract as it stands. Choose another one.")]
        else:
            tricks = int(typed["tricks"]) if typed.get("tricks", "").isdigit() else None
            change = correction_of(case, contract, tricks)
            if "confirmed" in typed:
                correct_contract(
                    act_form(request), case.pk, contract, reason=reason, tricks=tricks
                )
                if case.state == State.AGREED:
                    messages.success(request, _("The contract has been corrected."))
                return see_other("case", case.pk)
    row = in_force(case)
    award = "" if row is None else str(row.tricks_claimer)
    context = {
        **tiles_of(sheet, form.data),
        "tricks": options(
            ((n, n) for n in range((sheet.left or 13) + 1)), typed.get("tricks", award)
        )
        if row is not None
        else [],
        "reason": reason,
        "stands": _stands(change) if change else [],
        "sent": [(n, v) for n, v in typed.items() if n != "csrfmiddlewaretoken"],
        "errors": errors,
    }
    status = 422 if errors else 200
    return case_screen(request, "correct", case, context, sheet=sheet, status=status)


def _stands(change: Correction) -> list[tuple[str, Stand, str]]:
    """Return both results with their points in words."""
    rows = ((_("Before"), change.before), (_("After"), change.after))
    return [
        (name, row, "" if row.score_ns is None else points_words(row.score_ns))
        for name, row in rows
    ]
