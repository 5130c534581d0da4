"""The public page: anybody asks how a claim would be ruled (`TD_RULE`).

The answer is a proposal and no ruling. A question stands in the fragment of a link, so
that sharing it stores nothing here; the answer is kept for an hour.
"""

from __future__ import annotations

import uuid
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_http_methods, require_safe

from rulings.forms.visitor.asked import VisitorForm
from rulings.models import VisitorQuestion
from rulings.presenters.moment.visitor import (
    chosen_of,
    fragment_of,
    picture_of,
    place_words,
    seconds_between,
)
from rulings.queries.table.visitor import proposed_to_visitor, sheet_of_visitor
from rulings.views.common import HtmxHttpRequest, View, declares, screen, see_other
from rulings.views.pace import wait_of
from rulings.views.table.ruling.answered import answer_view
from rulings.workflow.errors import Fault
from rulings.workflow.solving.visitors import ask_as_visitor, place_of, still_waits

PER_MINUTE = 20
"""Questions of one address in a minute; a club shares one (R25)."""

PARTS = {"answer", "replay"}
"""Parts of the page that can be fetched alone."""


def _open(view: View) -> View:
    """Answer as if there were no such page where the site does not offer it."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ANN401 - a view's own
        if not settings.TD_RULE:
            raise Http404
        return view(request, *args, **kwargs)

    return inner


@require_http_methods(["GET", "HEAD", "POST"])
@declares("ask about a claim")
@_open
def rule_this(request: HtmxHttpRequest) -> HttpResponse:
    """Show the form; queue what was asked, or say beside a field what is wrong."""
    if request.method != "POST":
        return screen(request, "rule/rule.html", {"form": VisitorForm()})
    form = VisitorForm(request.POST)
    if form.is_valid() and form.asked is not None:
        try:
            _keep_pace(request)
            given = form.given() | {
                "shown_contract": str(form.asked.contract),
                "shown_vulnerable": form.asked.vulnerable.value,
            }
            asked = form.asked.position, form.asked.claim, form.asked.settings
            row = ask_as_visitor(given, asked, request.actor.at)
        except Fault as fault:
            form.refuse(fault, status=429)
        else:
            return see_other("rule_answer", row.pk, query="#answer")
    return screen(request, "rule/rule.html", {"form": form}, status=form.status)


def _keep_pace(request: HtmxHttpRequest) -> None:
    """Count a question of an address, of which a hash is kept for two minutes."""
    came_from = get_adapter().get_client_ip(request)
    who = salted_hmac("rulings.rule", str(came_from)).hexdigest()[:20]
    if wait := wait_of(f"rule:{who}", request.actor.at, PER_MINUTE):
        raise Fault("visitors_too_fast", seconds=wait)


@require_safe
@declares("look at an answer")
@_open
def answer(request: HtmxHttpRequest, question_id: uuid.UUID) -> HttpResponse:
    """Show an answer beside its form, or how far the queue is."""
    row = VisitorQuestion.objects.filter(pk=question_id).first()
    if row is None:
        if request.htmx:  # what was typed beside it stays, and it looks no more
            return screen(request, "rule/_gone.html", {})
        return screen(
            request, "rule/rule.html", {"form": VisitorForm(), "gone": True}, status=404
        )
    sheet, found = sheet_of_visitor(row), proposed_to_visitor(row)
    if row.status == VisitorQuestion.Status.QUEUED:
        still_waits(row, request.actor.at)
    place = place_of(row)
    shown = answer_view(sheet, found, row.safe, request.GET)
    chosen = chosen_of(shown["benches"], request.GET.get("answer", ""))
    link = request.build_absolute_uri(reverse("rule_this"))
    context = {
        "form": VisitorForm(initial=row.given),
        "row": row,
        "waiting": row.status == VisitorQuestion.Status.QUEUED,
        "place": place_words(place),
        "every": seconds_between(place),
        "link": f"{link}#{fragment_of(row.given)}",
        "leads": True,
        **shown,
        "chosen": chosen,
        "kept": f"&answer={chosen.at}" if chosen else "",
    }
    part = request.GET.get("part", "")
    if not request.htmx or part not in PARTS:
        return screen(request, "rule/rule.html", context)
    if "waits" in request.GET and not context["waiting"]:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return screen(request, "rule/_answer.html", context, part=part)


@require_safe
@declares("look at an answer")
@_open
def picture(request: HtmxHttpRequest, question_id: uuid.UUID) -> HttpResponse:
    """Return the position with its answer as a picture to post."""
    row = VisitorQuestion.objects.filter(pk=question_id, result__isnull=False).first()
    if row is None:
        raise Http404
    sheet, found = sheet_of_visitor(row), proposed_to_visitor(row)
    shown = answer_view(sheet, found, row.safe, {})
    drawn = picture_of(sheet, shown["benches"][0])
    response = render(request, "rule/picture.svg", {"picture": drawn})
    response["Content-Type"] = "image/svg+xml"
    return response
