"""How a phone gets in: the QR of a slip, or its code typed by hand (R13, R14).

Opening a pass sets a signed cookie by redirect and writes nothing. What the pass may
do is asked of the database at each request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rulings.forms.player import CodeForm
from rulings.models import Pass, Round
from rulings.permissions import Actor, pass_actor
from rulings.permissions.relations import pass_is_open
from rulings.queries.player import events_of_codes
from rulings.views.common import (
    PASS_COOKIE,
    PASS_SALT,
    HtmxHttpRequest,
    declares,
    pass_from_cookie,
    screen,
)
from rulings.workflow.event.passes import (
    codes_pause,
    find_by_code,
    find_by_secret,
    phones_of,
)
from rulings.workflow.notify.subscriptions import unsubscribe

OK, TOO_MANY = 200, 429
COOKIE_LIVES = timedelta(days=14)
"""Longer than any pass serves; the pass itself says when it ends."""


def give_cookie(response: HttpResponse, table_pass: Pass) -> HttpResponse:
    """Let a phone keep its pass: signed, unreadable to scripts, for this site only."""
    response.set_signed_cookie(
        PASS_COOKIE,
        str(table_pass.pk),
        salt=PASS_SALT,
        max_age=int(COOKIE_LIVES.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def pass_of(request: HtmxHttpRequest) -> Pass:
    """Return the pass that acts; only after `with_pass`."""
    if request.actor.table_pass is None:
        raise Http404
    return request.actor.table_pass


def with_pass(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let the holder of a phone's pass act, even where staff is signed in too.

    Without a pass the code is asked for; with one that is not open the page says why.
    """

    @wraps(view)
    def inner(
        request: HtmxHttpRequest, *args: object, **kwargs: object
    ) -> HttpResponse:
        actor: Actor | None = request.actor
        if request.actor.table_pass is None:
            actor = pass_from_cookie(request, request.actor.at)
        if actor is None or actor.table_pass is None:
            return redirect("pass_code")
        timezone.activate(actor.table_pass.session.event.zone)
        owner = request.POST.get("owner", "")
        if owner and owner != str(actor.table_pass.contestant_id):
            return shut_page(request, actor, why="other")
        if not pass_is_open(actor.table_pass, actor):
            return shut_page(request, actor)
        request.actor = actor
        response = view(request, *args, **kwargs)
        if request.method == "GET" and response.status_code == OK:
            response["X-Keep"] = "phone"  # read by static/js/worker.js
        return response

    return inner


def shut_page(request: HtmxHttpRequest, actor: Actor, *, why: str = "") -> HttpResponse:
    """Say why a pass does not open: withdrawn, over, not yet, or not the one meant."""
    table_pass = actor.table_pass
    why = why or _why_shut(actor)
    expected = _expected_end(table_pass) if table_pass and why == "early" else None
    context = {"expected": expected, "at": actor.at, "why": why}
    return screen(request, "player/shut.html", context, status=403)


def _why_shut(actor: Actor) -> str:
    table_pass = actor.table_pass
    if table_pass is None or table_pass.revoked_at is not None:
        return "revoked"
    if table_pass.expires_at is not None and table_pass.expires_at <= actor.at:
        return "expired"
    return "closed" if phones_of(table_pass.session.event) == "never" else "early"


def _expected_end(table_pass: Pass) -> datetime | None:
    """Return when the session should be over by its plan; only the record ends it."""
    rounds = Round.objects.filter(session__event=table_pass.session.event_id)
    order = "session__order", "order"
    waiting = rounds.filter(ended_at__isnull=True).order_by(*order).first()
    if waiting is None:
        return None
    last = rounds.filter(session=waiting.session_id).order_by("-order").first()
    return None if last is None else last.ends_at


@require_safe
@declares("open a pass")
def pass_open(request: HtmxHttpRequest, secret: str) -> HttpResponse:
    """Swap the secret of a QR for a cookie; the address is gone after the redirect."""
    table_pass = find_by_secret(secret)
    if table_pass is None:
        return unnamed(screen(request, "player/unknown.html", {}, status=404))
    timezone.activate(table_pass.session.event.zone)
    actor = replace(pass_actor(table_pass, request.actor.at))
    if not pass_is_open(table_pass, actor) and _why_shut(actor) != "early":
        return unnamed(shut_page(request, actor))
    return give_cookie(unnamed(redirect("player")), table_pass)


def unnamed(response: HttpResponse) -> HttpResponse:
    """Let no link of a page at a slip's address tell that address to the next page."""
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@declares("open a pass")
def pass_code(request: HtmxHttpRequest) -> HttpResponse:
    """Ask for the code of a slip, and swap it for a cookie."""
    events = events_of_codes(request.actor.at)
    form = CodeForm(request.POST or None, events=events)
    if form.is_valid():
        response = _by_code(form, request.actor.at)
        if response is not None:
            return response
    return screen(request, "player/code.html", {"form": form}, status=form.status)


@require_POST
@declares("open a pass")
def pass_forget(request: HtmxHttpRequest) -> HttpResponse:
    """Let a phone forget its pass, with pages, drafts and notices that it keeps."""
    if device := request.POST.get("device", ""):
        unsubscribe(device)
    response = redirect("pass_code")
    response.delete_cookie(PASS_COOKIE, samesite="Lax")
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response


def _by_code(form: CodeForm, at: datetime) -> HttpResponse | None:
    """Return the way in with a typed code; None where it opens nothing, said why."""
    if codes_pause(form.chosen, at):
        words = _("Codes rest for some minutes. Scan the slip instead.")
        form.refuse(words, status=TOO_MANY)
        return None
    table_pass = find_by_code(form.chosen, form.cleaned_data["code"], at)
    if table_pass is None:
        form.refuse(_("No slip of this event has this code."), field="code")
        return None
    return give_cookie(redirect("player"), table_pass)
