"""Notices of whoever is signed in: what happened, and how far each came."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rulings.models import Case, Event, Notice
from rulings.permissions import visible as visible_rows
from rulings.views.common import HtmxHttpRequest, declares, screen, signed_in
from rulings.views.lists import list_page
from rulings.views.push import push_context
from rulings.workflow.notify.notices import address_of, notices_of, read_all, words_of


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
    listed = list(notices_of(user))
    wanted = [row.case_id for row in listed if row.case_id]
    seen = visible_rows(request.actor, Case.objects.filter(pk__in=wanted))
    events = visible_rows(request.actor, Event.objects.all())
    open_ones = {
        *seen.values_list("pk", flat=True),
        *events.values_list("pk", flat=True),
    }
    rows = [
        {
            "notice": row,
            "fresh": not row.read_at,
            "words": words_of(row),
            "address": _way(row, open_ones),
        }
        for row in listed
    ]
    context = {
        "rows": list_page(request.GET, rows, _row_words),
        "fresh": any(row["fresh"] for row in rows),
        "push": push_context("staff_push", reverse("notices")),
    }
    return screen(request, "notices.html", context)


def _row_words(row: dict[str, Any]) -> str:
    return f"{row['words']} {row['notice'].event.name}"


def _way(notice: Notice, open_ones: set[uuid.UUID]) -> str:
    """Return where a notice leads: home, once its page is no longer for the reader."""
    of_event = notice.kind in {Notice.Kind.ANNOUNCED, Notice.Kind.CLOSED}
    wanted = notice.event_id if of_event else notice.case_id
    return address_of(notice) if wanted in open_ones else reverse("home")
