"""How a program comes in: the size of what it sends, its key, its pace.

No session, cookie or form is looked at, so CSRF protection has nothing to guard. The
token is hashed at once and stands in no log and no answer.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Annotated

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from ninja.errors import Throttled
from ninja.params import functions as params
from ninja.security import HttpBearer

from rulings.models import Event
from rulings.permissions import Actor, EventAct, key_actor, key_is_open
from rulings.views.api.problems import TOO_LARGE, problem
from rulings.views.common import instant_of_request
from rulings.views.pace import wait_of
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Barred, Fault
from rulings.workflow.event.api_keys import find_key

MAX_BODY = 256 * 1024
"""Bytes of one request: 1,000 boards, or 200 records of play."""

PER_MINUTE = 600
"""Requests of one key in a minute (R25): 40 tables that tell every card."""

QUERIES = {
    "api_schedule": ("session",),
    "api_slips": ("waiting",),
    "api_results": ("since",),
    "api_feed": ("since",),
}
"""What an operation takes after the question mark, by the name of its route."""

NOT_ALLOWED = 405
View = Callable[..., HttpResponse]
ActKey = Annotated[uuid.UUID, params.Header(alias="Idempotency-Key")]
"""The key of an act: the same again brings the first receipt again (R3)."""


class ApiRequest(HttpRequest):
    """A request of a program, once its key is known."""

    actor: Actor


class KeyAuth(HttpBearer):
    """Takes the token of a key from the header Authorization."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor | None:
        """Return the program of a token, or None; raise Throttled if it is too fast.

        The clock is read here: the whole request has arrived (R6).
        """
        at = instant_of_request(request)
        key = find_key(token.strip())
        if key is None:
            return None
        actor = key_actor(key, at)
        if not key_is_open(key, actor):
            return None
        _keep_pace(actor)
        _check_query(request)
        request.actor = actor  # type: ignore[attr-defined]  # ApiRequest has it
        return actor


def _check_query(request: HttpRequest) -> None:
    """Raise Invalid for a name after the question mark that the operation has not."""
    match = request.resolver_match
    known = QUERIES.get(match.url_name or "", ()) if match else ()
    if unknown := sorted(set(request.GET) - set(known)):
        wanted = " and ".join(known) or "nothing"
        raise Fault("query_unknown", name=unknown[0], wanted=wanted)


def _keep_pace(actor: Actor) -> None:
    """Count a request of a key in its minute; raise Throttled beyond the limit."""
    if wait := wait_of(f"api:{actor.id}", actor.at, PER_MINUTE):
        raise Throttled(wait=wait)


def door(view: View, *acts: EventAct | str) -> View:
    """Return a view of the API that refuses large bodies and declares its acts."""

    @wraps(view)
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            size = len(request.body)
        except RequestDataTooBig:
            size = MAX_BODY + 1
        if size > MAX_BODY:
            return problem(
                TOO_LARGE,
                f"The request is larger than {MAX_BODY // 1024} KiB. Send it in parts.",
            )
        response = _answered(view, request, *args, **kwargs)
        if response.status_code == NOT_ALLOWED:
            told = problem(NOT_ALLOWED, f"Use {response['Allow']} here.")
            told["Allow"] = response["Allow"]
            return told
        return response

    inner.declared_act = acts  # type: ignore[attr-defined]  # read by the check of routes
    inner.csrf_exempt = True  # type: ignore[attr-defined]  # read by Django
    return inner


def _answered(
    view: View, request: HttpRequest, *args: object, **kwargs: object
) -> HttpResponse:
    """Return what a view answers; to HEAD as to GET, as the API lists no HEAD."""
    if request.method != "HEAD":
        return view(request, *args, **kwargs)
    request.method = "GET"
    try:
        return view(request, *args, **kwargs)
    finally:
        request.method = "HEAD"


def event_of(request: ApiRequest) -> Event:
    """Return the event of the key that came with a request."""
    key = request.actor.api_key
    if key is None:
        raise Barred("programs_only")
    return key.event


def form_of(request: ApiRequest, key: uuid.UUID) -> ActContext:
    """Return what accompanies an act: the program, the instant, its key."""
    return ActContext(by=request.actor, at=request.actor.at, key=key)
