"""Pages of a shared tablet: who takes it, whose PIN opens it, and its lock."""

from __future__ import annotations

import json

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.tablet import NewPinForm, OpenForm
from rulings.models import SharedTablet
from rulings.views.common import instant_of_request
from rulings.views.cookies import TABLET_COOKIE
from rulings.workflow import tablets
from tdweb.accounts import log_refused
from tdweb.locking import (
    BY_PIN,
    DAYS,
    LOCKS,
    ON,
    SALT,
    on_tablet,
    path_of,
    set_signed,
    tablet_of,
)
from tdweb.recorded import context_of


@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest) -> HttpResponseBase:
    """Ask who takes the tablet, and for the PIN; open the page that was left."""
    tablet = tablet_of(request)
    if request.user.is_authenticated:
        return redirect("home")
    people = tablets.people_of(tablet) if tablet else []
    if tablet is None or not people:
        return redirect(reverse("account_login") + "?password=1")
    form = OpenForm(request.POST or None, people=people)
    if form.is_valid():
        user = form.cleaned_data["person"]
        left = tablets.tries_left(tablet, user, form.cleaned_data["pin"])
        if left is None:
            login(request, user, settings.AUTHENTICATION_BACKENDS[0])
            request.session[BY_PIN] = True
            return redirect(path_of(tablets.come_back(tablet, user)) or "home")
        log_refused(request, "A PIN was refused." if left else "A PIN has ended.")
        form.refuse(_wrong(left), field="pin")
    return render(request, "account/shared.html", {"form": form}, status=form.status)


def _wrong(left: int) -> str:
    if not left:
        return _("This PIN has ended. Sign in with your password and set a new one.")
    words = ngettext(
        "That is not the PIN. %(n)d more try.",
        "That is not the PIN. %(n)d more tries.",
        left,
    )
    return words % {"n": left}


@require_http_methods(["GET", "HEAD", "POST"])
def shared_tablet(request: HttpRequest) -> HttpResponseBase:
    """Mark this device as shared or give it back; set one's PIN, or end it."""
    user = request.user
    if not isinstance(user, User):
        return redirect("account_login")
    tablet, form = tablet_of(request), NewPinForm(None)
    does = request.POST.get("do", "") if request.method == "POST" else ""
    if does == "mark" and tablet is None:
        return _marked(request, user)
    if does == "give back" and tablet is not None:
        return _given_back(request, tablet)
    if does == "end other":
        return _other_ended(request, user)
    if does == "end" and tablet is not None:
        tablets.end_pins(user, tablet)
        return redirect("shared_tablet")
    if does == "pin" and tablet is not None and not request.session.get(BY_PIN):
        form = NewPinForm(request.POST)
        if form.is_valid():
            tablets.set_pin(tablet, user, form.cleaned_data["pin"])
            return redirect("shared_tablet")
    people = tablets.people_of(tablet) if tablet else []
    context = {
        "form": form,
        "tablet": tablet,
        "people": people,
        "mine": user in people,
        "by_pin": request.session.get(BY_PIN, False),
        "others": [one for one in tablets.marked_by(user) if one != tablet],
    }
    return render(request, "account/tablet.html", context, status=form.status)


def _marked(request: HttpRequest, user: User) -> HttpResponseBase:
    tablet = tablets.mark_tablet(context_of(user), user)
    request.session[ON] = str(tablet.pk)
    response = redirect("shared_tablet")
    set_signed(response, TABLET_COOKIE, str(tablet.pk), SALT, days=DAYS)
    return response


def _given_back(request: HttpRequest, tablet: SharedTablet) -> HttpResponseBase:
    tablets.give_back(context_of(request.user), tablet)
    logout(request)
    response = redirect("account_login")
    response.delete_cookie(TABLET_COOKIE)
    return response


def _other_ended(request: HttpRequest, user: User) -> HttpResponseBase:
    """End a tablet that is out of reach, if the account may."""
    other = tablets.open_tablet(request.POST.get("which"))
    if other is not None and tablets.marked_by(user).filter(pk=other.pk).exists():
        tablets.give_back(context_of(user), other)
    return redirect("shared_tablet")


@require_POST
def shared_lock(request: HttpRequest) -> HttpResponseBase:
    """Lock the tablet: it waits for the next person, who may be another one."""
    tablet = tablets.open_tablet(on_tablet(request))
    if tablet is not None and isinstance(request.user, User):
        path = path_of(request.POST.get("page", "")) or reverse("home")
        words = _sent_words(request.POST.get("words", ""))
        tablets.leave(tablet, request.user, path, words, instant_of_request(request))
        setattr(request, LOCKS, True)
        logout(request)
    return redirect("shared")


def _sent_words(text: str) -> tablets.Typed:
    """Return what the page hands over as JSON: three texts for each field."""
    try:
        rows = json.loads(text or "[]")
    except ValueError:
        return []
    if not isinstance(rows, list):
        return []
    return [
        [part.replace("\0", "") for part in row]
        for row in rows
        if isinstance(row, list)
        and len(row) == 3  # noqa: PLR2004 - form, field, text
        and all(isinstance(part, str) for part in row)
    ]


@require_POST
def shared_here(request: HttpRequest) -> HttpResponseBase:
    """Note that somebody taps or types on a page that asks for nothing meanwhile.

    With `taken` the words that waited stand on their page again.
    """
    tablet = tablets.open_tablet(on_tablet(request))
    if (
        tablet is not None
        and isinstance(request.user, User)
        and "taken" in request.POST
    ):
        tablets.take_words(tablet, request.user)
    return HttpResponse(status=204)
