"""What every view shares: who asks, which instant, declared acts, and refusals.

An act that is refused answers with a page that says why and keeps what was typed.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import Model, QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.clock import keep_reading, reading_of, receipt_at, with_clock
from rulings.laws.errors import NotOffered, WrongValue
from rulings.models import Case, Event, Pass
from rulings.permissions import (
    BLIND,
    Actor,
    EventAct,
    Refused,
    Via,
    asked_of,
    is_blind,
    pass_actor,
    user_actor,
)
from rulings.permissions import visible as visible_rows
from rulings.presenters.acts import ACT_WORDS
from rulings.queries.case.rows import keep_rows
from rulings.queries.meanwhile import acts_since, mark_of
from rulings.states import Act, NotAllowed
from rulings.views.kept import kept_texts
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import (
    Barred,
    Fault,
    Invalid,
    KeyReused,
    Overtaken,
    sentence_of,
)

AnyModel = TypeVar("AnyModel", bound=Model)
View = Callable[..., HttpResponse]

Declared = Act | EventAct | str
WRONG = (Invalid, ParseError, IllegalPlay, NotOffered, WrongValue)
"""What was given cannot be recorded: the sentence says what would be right."""

TAG = 20
"""So many letters of a hash name what a page shows."""

LOOKS = frozenset({"GET", "HEAD"})
"""Methods that write nothing: what a page reads about its reader it reads once."""

ARRIVED = "seventy.arrived"
"""Where the gate before Django leaves the moment at which a request was whole."""

STREAM = "X-Stream"
"""Names the event whose changes the gate says to a page that listens."""
EVENT_STREAM = "text/event-stream"

PASS_COOKIE = "seventy-pass"  # noqa: S105 - a name
PASS_SALT = "rulings.pass"  # noqa: S105 - a name


class SeeOther(HttpResponseRedirect):
    """A redirect that is always followed by GET."""

    status_code = 303


class HtmxHttpRequest(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails
    actor: Actor


def declares(*acts: Declared) -> Callable[[View], View]:
    """Declare what a route does (R10), set its actor, and answer refusals with pages.

    The actor is made once, from one reading of the clock (R6): the session's user, or
    the pass in its cookie where nobody has signed in.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def inner(
            request: HtmxHttpRequest, *args: object, **kwargs: object
        ) -> HttpResponse:
            asks = actor_of(request)
            request.actor = asks.looking() if request.method in LOOKS else asks
            try:
                with timezone.override(None):  # each page in the zone of its event
                    return view(request, *args, **kwargs)
            except Overtaken as error:
                return _refusal(request, "conflict.html", error, 409)
            except (NotAllowed, KeyReused) as error:
                return _refusal(request, "not_now.html", error, 409)
            except Refused as error:
                return _refusal(request, "refused.html", error, 403)
            except WRONG as error:
                return _refusal(request, "invalid.html", error, 422)

        inner.declared_act = acts  # type: ignore[attr-defined]  # read by the check of routes
        return inner

    return decorate


def instant_of_request(request: HttpRequest, reader: Model | None = None) -> datetime:
    """Return when a request had arrived whole, from one reading of the clock (R6).

    For a look the clock may have come with the account or pass of its `reader`.
    """
    read = reading_of(reader) if request.method in LOOKS else None
    return receipt_at(getattr(request, "scope", {}).get(ARRIVED), read)


def actor_of(request: HttpRequest) -> Actor:
    """Return who asks: a signed-in user, the pass of a cookie, or nobody."""
    user = request.user
    if isinstance(user, User):
        return user_actor(user, instant_of_request(request, user))
    row = _pass_of(request)
    at = instant_of_request(request, row)
    return user_actor(user, at) if row is None else pass_actor(row, at)


def pass_from_cookie(request: HttpRequest, at: datetime) -> Actor | None:
    """Return the holder of the pass that this phone was given, looked up anew."""
    row = _pass_of(request)
    return None if row is None else pass_actor(row, at)


def _pass_of(request: HttpRequest) -> Pass | None:
    """Return the pass in the cookie of a request, with the clock."""
    try:
        pass_id = request.get_signed_cookie(PASS_COOKIE, salt=PASS_SALT) or ""
    except (KeyError, signing.BadSignature):
        return None
    rows = Pass.objects.select_related("session__event", "contestant")
    row: Pass | None = with_clock(rows.filter(pk=pass_id)).first()
    if row is not None:
        keep_reading(row)
    return row


def signed_in(view: View) -> View:
    """Send a request without a user to the sign-in page."""

    @wraps(view)
    def inner(
        request: HtmxHttpRequest, *args: object, **kwargs: object
    ) -> HttpResponse:
        if not request.user.is_authenticated:
            response = HttpResponse(status=302)
            way = urlencode({"next": request.path}, safe="/")
            response["Location"] = f"{reverse('account_login')}?{way}"
            return response
        return view(request, *args, **kwargs)

    return inner


def polled(view: View) -> View:
    """Answer who looks again and again with 304 as long as the event stands still.

    Only after `signed_in` or `with_pass`: the mark is the reader's own. Who listens
    instead must be somebody who may read the page; the gate goes on from there.
    """

    @wraps(view)
    def inner(
        request: HtmxHttpRequest, *args: object, **kwargs: object
    ) -> HttpResponse:
        actor, event_id = request.actor, kwargs.get("event_id")
        named = event_id if isinstance(event_id, uuid.UUID) else None
        if named and request.headers.get("Accept") == EVENT_STREAM:
            return _stream(request, view(request, *args, **kwargs), named)
        if not request.htmx or "X-Poll" not in request.headers:
            return view(request, *args, **kwargs)
        mark = mark_of(actor, named)
        parts = (mark, actor.kind, actor.id, get_language(), request.get_full_path())
        seen = sha256("\n".join(map(str, parts)).encode()).hexdigest()
        tag = f'W/"{seen[:TAG]}"'
        same = request.headers.get("If-None-Match") == tag
        response = HttpResponseNotModified() if same else view(request, *args, **kwargs)
        response["ETag"] = tag
        return response

    return inner


def _stream(
    request: HtmxHttpRequest, page: HttpResponse, event_id: uuid.UUID
) -> HttpResponse:
    """Return the beginning of a stream in the place of a page that may be read.

    Without the gate nobody would go on with it: that answer ends the asking.
    """
    if page.status_code != HTTPStatus.OK:
        return page
    if ARRIVED not in getattr(request, "scope", {}):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    headers = {STREAM: str(event_id), "Cache-Control": "no-store, no-transform"}
    return HttpResponse(
        content_type=EVENT_STREAM, headers=headers | {"X-Accel-Buffering": "no"}
    )


def found(
    request: HtmxHttpRequest, rows: QuerySet[AnyModel], pk: uuid.UUID
) -> AnyModel:
    """Return a row that exists for this actor; else there is none (R12)."""
    row = visible_rows(request.actor, rows).filter(pk=pk).first()
    if row is None:
        raise Http404
    return row


def need_no_opinion(request: HtmxHttpRequest, case: Case) -> None:
    """Raise Barred for who is asked for an opinion and has not given it yet."""
    if is_blind(request.actor, case):
        raise Barred("opinion_first")


def case_for(request: HtmxHttpRequest, case_id: uuid.UUID) -> Case:
    """Return a case with what every screen of it shows, or 404."""
    rows = Case.objects.select_related(
        "event",
        "director",
        "playing__board",
        "playing__table__section",
        "playing__round__session",
        "playing__ns",
        "playing__ew",
        "claim",
        "position",
    )
    if request.method in LOOKS:
        rows = rows.annotate(**{BLIND: asked_of(request.actor)})
        case = keep_rows(found(request, rows, case_id))
    else:
        case = found(request, rows, case_id)
    timezone.activate(case.event.zone)
    return case


def event_for(request: HtmxHttpRequest, event_id: uuid.UUID) -> Event:
    """Return an event, or 404; the page shows times in its zone."""
    event = found(request, Event.objects.all(), event_id)
    timezone.activate(event.zone)
    return event


def act_form(request: HtmxHttpRequest, *, versioned: bool = True) -> ActContext:
    """Return the act's form from the hidden fields key and version.

    Raises Invalid when they are missing: such a form did not come from our pages.
    """
    try:
        key = uuid.UUID(request.POST.get("key", ""))
        version = int(request.POST.get("version", "")) if versioned else None
    except ValueError:
        raise Fault("page_too_old") from None
    return ActContext(by=request.actor, at=request.actor.at, key=key, version=version)


def screen(
    request: HtmxHttpRequest,
    template: str,
    context: Mapping[str, object],
    *,
    part: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a page, or only its part for an htmx request that asks for that part."""
    name = f"{template}#{part}" if part and request.htmx else template
    return render(request, name, dict(context), status=status)


def see_other(name: str, *args: object, query: str = "") -> HttpResponse:
    """Return 303 to a route: what follows a plain POST."""
    return SeeOther(reverse(name, args=args) + query)


def staff_of(request: HtmxHttpRequest) -> User:
    """Return the signed-in member of staff; only after `signed_in`."""
    user = request.user
    if not isinstance(user, User):
        raise Http404
    return user


def on_tablet(context: ActContext) -> ActContext:
    """Return the form as an act on the director's tablet in a player's name."""
    return replace(context, by=replace(context.by, via=Via.DIRECTORS_TABLET))


def _refusal(
    request: HtmxHttpRequest, template: str, error: Exception, status: int
) -> HttpResponse:
    """Answer with the sentence of an error, keeping every text that was sent (R4)."""
    context: dict[str, object] = {
        "sentence": sentence_of(error),
        "kept": kept_texts(request.POST),
        "back": _way_back(request),
    }
    if isinstance(error, Overtaken):
        _show_meanwhile(request, error, context)
    return render(request, template, context, status=status)


def _show_meanwhile(
    request: HtmxHttpRequest, error: Overtaken, context: dict[str, object]
) -> None:
    """Add what was done meanwhile, in the zone of the event; nothing of it to a pass.

    The sentence with version numbers is for the log; people read time and name.
    """
    timezone.activate(error.case.event.zone)
    found = acts_since(error.case, error.seen, request.actor)
    deeds = [replace(deed, act=str(ACT_WORDS[deed.act])) for deed in found]
    context |= {"deeds": deeds, "last": deeds[-1] if deeds else None}
    context["sentence"] = _("Your entry was made on an earlier state of the case.")


def _way_back(request: HtmxHttpRequest) -> str:
    """Return where a refused act leads: its case, else the page it came from."""
    match = request.resolver_match
    if match is not None and request.method == "POST" and "case_id" in match.kwargs:
        return reverse("case", args=[match.kwargs["case_id"]])
    return request.path
