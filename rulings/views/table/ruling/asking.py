"""The search for a number: asked for, asked for again, stopped."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from rulings.forms.typed import whole
from rulings.permissions import Sight
from rulings.queries.case.solving import BUDGETS
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import need_sight, see_other
from rulings.workflow.errors import Invalid
from rulings.workflow.solving.propose import propose
from rulings.workflow.solving.propose import stop as stop_search


@declares(Act.PROPOSE)
@require_POST
@signed_in
def ask(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Search for the number, or again for one that failed; a range with more budget."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    given = request.POST.get("budget") or "0"
    budget = whole(given)
    if budget not in {0, *BUDGETS}:
        raise Invalid("Choose one of the budgets offered.")
    propose(act_form(request), case.pk, budget or None)
    return see_other("proposal", case.pk)


@declares(Act.PROPOSE)
@require_POST
@signed_in
def stop(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Stop the search; what it has proven so far stands."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    stop_search(act_form(request), case.pk)
    return see_other("proposal", case.pk)
