"""The casebook of the site: its list and the page of a case, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from rulings.forms.casebook import CasebookFilterForm
from rulings.forms.typed import whole
from rulings.presenters.paper.casebook import (
    casebook_choices,
    casebook_list,
    casebook_page,
)
from rulings.queries.table.casebook import casebook_case
from rulings.views.common import HtmxHttpRequest, declares, screen


@declares("read the casebook")
@require_safe
def casebook(request: HtmxHttpRequest) -> HttpResponse:
    """Show the cases, the newest first, or those that are looked for."""
    filters = CasebookFilterForm(casebook_choices(), request.GET.dict())
    listed = casebook_list(filters.asked, whole(request.GET.get("page", "")))
    context = {"listed": listed, "filters": filters, "asked": filters.asked}
    return screen(request, "law/casebook.html", context)


@declares("read the casebook")
@require_safe
def casebook_ruling(request: HtmxHttpRequest, number: int) -> HttpResponse:
    """Show one case: position, words, ruling, reasons, law, and the line."""
    row = casebook_case(number)
    if row is None:
        raise Http404
    context = casebook_page(row, request.actor.at)
    return screen(request, "law/casebook_case.html", context)
