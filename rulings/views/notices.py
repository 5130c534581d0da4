"""Notices of whoever is signed in: what happened, and how far each came."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from rulings.views.common import HtmxHttpRequest, declares, screen, signed_in
from rulings.workflow.notices import address_of, notices_of, read_all, words_of


@require_http_methods(["GET", "HEAD", "POST"])
@declares("read notices")
@signed_in
def notices(request: HtmxHttpRequest) -> HttpResponse:
    """Show them, newest first; the button notes that they were read."""
    user = request.actor.user
    assert user is not None  # noqa: S101 - signed in
    if request.method == "POST":
        read_all(user, request.actor.at)
        return redirect("notices")
    rows = [
        {
            "notice": row,
            "fresh": not row.read_at,
            "words": words_of(row),
            "address": address_of(row),
        }
        for row in notices_of(user)
    ]
    context = {"rows": rows, "fresh": any(row["fresh"] for row in rows)}
    return screen(request, "notices.html", context)
