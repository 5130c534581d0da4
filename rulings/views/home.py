"""The front door: everybody is sent to his own desk; in the demo one tap signs in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from rulings.models import Case, Pass, Role
from rulings.queries.staff import (
    Desk,
    demo_passes,
    demo_under_way,
    desks_of,
    panel_cases,
)
from rulings.views.common import (
    PASS_COOKIE,
    PASS_SALT,
    HtmxHttpRequest,
    declares,
    pass_from_cookie,
    screen,
)
from rulings.views.lists import list_page

DESK_ROUTES = {
    Role.Name.CHIEF: "live",
    Role.Name.DIRECTOR: "queue",
    Role.Name.SCORER: "scores",
    Role.Name.REVIEWER: "home",
    Role.Name.ADMINISTRATOR: "first_steps",
}
DESK_WORDS = {
    Role.Name.CHIEF: _("Chief director"),
    Role.Name.DIRECTOR: _("Director"),
    Role.Name.SCORER: _("Scorer"),
    Role.Name.REVIEWER: _("Reviewer"),
    Role.Name.ADMINISTRATOR: _("Administrator"),
}
DEMO_STAFF = {
    "dana": _("Dana, director"),
    "piotr": _("Piotr, director"),
    "cleo": _("Cleo, chief director"),
    "sam": _("Sam, scorer"),
    "rae": _("Rae, reviewer"),
}
DEMO_PAIRS = {"ns": _("The pair North–South"), "ew": _("The pair East–West")}


def demo_is_open() -> bool:
    """Say whether one tap signs in: in the demo, and never in production."""
    return bool(settings.TD_DEMO and not settings.PRODUCTION)


@require_safe
@declares("home")
def home(request: HtmxHttpRequest) -> HttpResponse:
    """Send somebody to his desk; show the choice where there are several."""
    desks = desks_of(request.actor)
    user = request.actor.user
    makes_events = user is not None and user.is_superuser
    if len(desks) == 1 and desks[0].role is not Role.Name.REVIEWER and not makes_events:
        return redirect(_address(desks[0]))
    if user is not None:
        return _choice(request, desks)
    if demo_is_open():
        context = {
            "staff": DEMO_STAFF,
            "pairs": DEMO_PAIRS,
            "day": demo_under_way(request.actor.at),
        }
        return screen(request, "demo.html", context)
    if pass_from_cookie(request, request.actor.at) is not None:
        return redirect("player")
    return redirect("account_login")


def _address(desk: Desk) -> str:
    route = DESK_ROUTES[desk.role]
    return reverse(route, args=() if route == "home" else (desk.event.pk,))


def _case_words(case: Case) -> str:
    playing = case.playing
    return f"{case.event.name} {playing.table.name} {playing.board.number}"


def _choice(request: HtmxHttpRequest, desks: list[Desk]) -> HttpResponse:
    rows: list[dict[str, Any]] = [
        {"desk": desk, "words": DESK_WORDS[desk.role], "address": _address(desk)}
        for desk in desks
        if desk.role is not Role.Name.REVIEWER
    ]
    reviews = any(desk.role is Role.Name.REVIEWER for desk in desks)
    cases = panel_cases(request.actor) if reviews else []
    context = {
        "rows": list_page(
            request.GET, rows, lambda row: f"{row['words']} {row['desk'].event.name}"
        ),
        "cases": list_page(request.GET, cases, _case_words, name="appeals_"),
        "reviews": reviews,
    }
    return screen(request, "home.html", context)


@require_POST
@declares("sign in to the demo")
def demo_sign_in(request: HtmxHttpRequest) -> HttpResponse:
    """Sign in with one tap; only in the demo, which serves this machine alone."""
    if not demo_is_open():
        raise Http404
    if demo_under_way(request.actor.at) is not None:
        return redirect("home")
    name = request.POST.get("as", "")
    if name in DEMO_PAIRS:
        return _as_pair(request, demo_passes(request.actor.at).get(name))
    user = User.objects.filter(username=name, is_active=True).first()
    if name not in DEMO_STAFF or user is None:
        raise Http404
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    response = redirect("home")
    response.delete_cookie(PASS_COOKIE)
    return response


def _as_pair(request: HtmxHttpRequest, table_pass: Pass | None) -> HttpResponse:
    if table_pass is None:
        raise Http404
    logout(request)
    response = redirect("player")
    response.set_signed_cookie(
        PASS_COOKIE, str(table_pass.pk), salt=PASS_SALT, httponly=True, samesite="Lax"
    )
    return response
