"""The display options of a device: colours, the hand that holds it, motion, keys."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from rulings.forms.display import DisplayForm, chosen_display
from rulings.views.common import HtmxHttpRequest, declares, screen, see_other

YEAR = 365 * 24 * 3600
"""Seconds that a device keeps its options."""


@require_http_methods(["GET", "HEAD", "POST"])
@declares("choose how pages look")
def display(request: HtmxHttpRequest) -> HttpResponse:
    """Show the options and keep what is chosen in cookies of this device."""
    chosen = chosen_display(request.COOKIES)
    form = DisplayForm(request.POST or None, chosen)
    if request.method != "POST" or not form.is_valid():
        return screen(request, "display.html", {"form": form}, status=form.status)
    response = see_other("display")
    for name, value in form.cleaned_data.items():
        if value:
            response.set_cookie(
                name, value, max_age=YEAR, samesite="Lax", secure=request.is_secure()
            )
        else:
            response.delete_cookie(name, samesite="Lax")
    return response
