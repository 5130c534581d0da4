"""A tablet that stays at the desk: it locks itself, and a PIN opens it.

The device holds a signed cookie that names it. Whoever signs in there gets a session
that ends five minutes after the last tap. The server decides: each answer to a tap
carries its instant in a signed cookie, and so nothing is written for a look. The page
locks itself a little earlier, so that it can hand over what was typed (`shared.js`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from rulings.models import SharedTablet
from rulings.views.common import instant_of_request
from rulings.views.cookies import TABLET_COOKIE, end_of_account
from rulings.views.kept import SENT
from rulings.workflow import tablets
from tdweb.middleware import Next

TAP_COOKIE = "seventy-tap"
SALT = "tdweb.shared"
DAYS = 14
"""So long a tablet stays shared: the longest championship."""

LOCKS_AFTER = timedelta(minutes=5)
EARLIER = 15
"""So many seconds earlier than the server the page locks itself."""

ON, BY_PIN = "tablet", "by_pin"
"""In a session: on which shared tablet it is, and whether a PIN opened it."""

IN_TIME = "seventy_in_time"
"""On a request: its last tap did not lie too far back."""

LOCKS = "seventy_locks"
"""On a request: whoever signs out here comes back, to the page that was left."""

WITH_PASSWORD = ("/admin/", "/accounts/2fa/", "/accounts/password/")
"""Pages that a PIN does not open."""


def tablet_of(request: HttpRequest) -> SharedTablet | None:
    """Return the shared tablet that this device is, or None."""
    if TABLET_COOKIE not in request.COOKIES:
        return None
    if not hasattr(request, "shared_tablet"):
        try:
            days = timedelta(days=DAYS)
            pk = request.get_signed_cookie(TABLET_COOKIE, salt=SALT, max_age=days)
            found = tablets.open_tablet(pk)
        except signing.BadSignature:
            found = None
        request.shared_tablet = found  # type: ignore[attr-defined]  # read once
    return request.shared_tablet  # type: ignore[attr-defined,no-any-return]  # as above


@receiver(user_logged_in)
def _note_tablet(request: HttpRequest | None, **_more: object) -> None:
    """Bind a session to the shared tablet on which it begins."""
    tablet = tablet_of(request) if request is not None else None
    if request is not None and tablet is not None:
        request.session[ON] = str(tablet.pk)


def on_tablet(request: HttpRequest) -> str:
    """Return the id of the shared tablet of this session, or nothing."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES and TABLET_COOKIE not in (
        request.COOKIES
    ):
        return ""
    found: str = request.session.get(ON, "")
    return found


def _is_in(request: HttpRequest) -> bool:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    return bool(request.session.get(SESSION_KEY))


def _tap_salt(request: HttpRequest) -> str:
    return f"{SALT}.{request.session.session_key}"


def is_late(request: HttpRequest) -> bool:
    """Say whether the last tap on a shared tablet lies too far back."""
    try:
        last = request.get_signed_cookie(TAP_COOKIE, salt=_tap_salt(request))
    except (KeyError, signing.BadSignature):
        return True
    return instant_of_request(request) - datetime.fromisoformat(str(last)) > LOCKS_AFTER


def _is_tap(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Say whether a person did this; pages look again by themselves too."""
    looks = request.method in {"GET", "HEAD"}
    by_itself = looks and "HX-Request" in request.headers
    return not by_itself and response.status_code < 500  # noqa: PLR2004 - a server's fault


class SharedTabletMiddleware:
    """Locks shared tablets, and clears a device as somebody signs out."""

    def __init__(self, get_response: Next) -> None:
        """Take what answers."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Note a tap; clear caches and storage once nobody is signed in any more."""
        shared_before = on_tablet(request)
        was_in = _is_in(request)
        response = self.get_response(request)
        # Only where the tablet was open, or somebody has just signed in on it.
        in_time = getattr(request, IN_TIME, False) or not shared_before
        if in_time and on_tablet(request) and _is_tap(request, response):
            at = instant_of_request(request).isoformat()
            set_signed(response, TAP_COOKIE, at, _tap_salt(request))
        if was_in and not _is_in(request):
            # What the browser itself still holds of the pages, Back included.
            clears = '"cache", "storage"' if shared_before else '"cache"'
            response.headers["Clear-Site-Data"] = clears
            if not getattr(request, LOCKS, False):
                end_of_account(response)
            response.delete_cookie(TAP_COOKIE)
        return response

    def process_view(
        self, request: HttpRequest, *_view: object
    ) -> HttpResponseBase | None:
        """Lock where the last tap lies too far back or the tablet is shared no more."""
        route = request.resolver_match.url_name if request.resolver_match else ""
        if not on_tablet(request) or not request.user.is_authenticated:
            return _to_the_names(request, route)
        tablet = tablets.open_tablet(on_tablet(request))
        if tablet is None:
            logout(request)
            return redirect("account_login")
        if route != "shared_lock" and is_late(request):
            return _locked(request, tablet, by_page=route == "shared_here")
        setattr(request, IN_TIME, True)
        if request.session.get(BY_PIN) and request.path.startswith(WITH_PASSWORD):
            words = _(
                "This page needs your password. Lock the tablet, sign in with it."
            )
            return render(request, "refused.html", {"sentence": words}, status=403)
        return None


def _to_the_names(request: HttpRequest, route: str | None) -> HttpResponseBase | None:
    """Show who may open a shared tablet instead of the sign-in with a password."""
    if route != "account_login" or request.method != "GET" or "password" in request.GET:
        return None
    tablet = tablet_of(request)
    if tablet is None or not tablets.people_of(tablet):
        return None
    return redirect("shared")


def _locked(
    request: HttpRequest, tablet: SharedTablet, *, by_page: bool
) -> HttpResponseBase:
    """Lock; what was typed and sent too late waits for its writer.

    Where the page asked by itself it also locks itself, with what is typed there.
    """
    looks = request.method in {"GET", "HEAD"}
    if by_page or (looks and "HX-Request" in request.headers):
        return HttpResponse(status=403 if by_page else 204)
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - signed in
    typed, path = [], request.get_full_path()
    if request.method == "POST":
        typed = _typed(request.path, request.POST)
        path = path_of(request.headers.get("Referer", "")) or reverse("home")
    tablets.leave(tablet, user, path, typed, instant_of_request(request))
    setattr(request, LOCKS, True)
    logout(request)
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": reverse("shared")})
    return redirect("shared")


def _typed(address: str, sent: QueryDict) -> tablets.Typed:
    return [
        [address, name, text]
        for name, texts in sent.lists()
        if name not in SENT and "pass" not in name and "pin" not in name
        for text in texts
        if isinstance(text, str) and text.strip()
    ]


def path_of(address: str) -> str:
    """Return path and query of one of our own pages, or nothing."""
    parts = urlsplit(address)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    good = url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if good and path.startswith("/") else ""


def set_signed(
    response: HttpResponseBase, name: str, value: str, salt: str, *, days: int = 0
) -> None:
    """Set a signed cookie for the server alone; without days until the browser ends."""
    response.set_signed_cookie(
        name,
        value,
        salt=salt,
        max_age=timedelta(days=days) if days else None,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def shared_context(request: HttpRequest) -> dict[str, Any]:
    """Return what pages on a shared tablet need: seconds, and words that wait here.

    `is_shared_tablet` says that the device is one, whoever holds it: nothing is kept on
    it for players either.
    """
    if not hasattr(request, "session"):
        return {}
    known = {"is_shared_tablet": tablet_of(request) is not None}
    tablet = tablets.open_tablet(on_tablet(request)) if on_tablet(request) else None
    if tablet is None or not isinstance(request.user, User):
        return known
    page = tablets.left_page(tablet, request.user)
    here = page is not None and page.path == request.get_full_path()
    return known | {
        "shared": {
            "seconds": int(LOCKS_AFTER.total_seconds()) - EARLIER,
            "words": page.words if page is not None and here else [],
        }
    }
