"""What is done to every answer: it is kept out of caches, and its route is logged."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from tdweb.logs import route_of

Next = Callable[[HttpRequest], Any]
Done = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]
access_log = logging.getLogger("tdweb.access")


def after(
    get_response: Next,
    act: Callable[[HttpRequest, HttpResponseBase], None],
) -> Done:
    """Return a middleware, sync or async as the next one is, that acts on answers."""
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            act(request, response)
            return response

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        act(request, response)
        return response

    return now


def forbid_storing(request: HttpRequest, response: HttpResponseBase) -> None:  # noqa: ARG001 one shape for both acts
    """Forbid caches to keep a page, unless its view said otherwise (R18)."""
    response.headers.setdefault("Cache-Control", "no-store")


def write_access_line(request: HttpRequest, response: HttpResponseBase) -> None:
    """Log method, route and status: never the path, which may hold a pass (R13)."""
    access_log.info(
        "request",
        extra={
            "facts": {
                "method": request.method,
                "route": route_of(request),
                "status": response.status_code,
            }
        },
    )


@sync_and_async_middleware
def keep_private(get_response: Next) -> Done:
    """Keep pages out of caches; static files are answered before this is reached."""
    return after(get_response, forbid_storing)


@sync_and_async_middleware
def log_request(get_response: Next) -> Done:
    """Log each request that reaches the site's own pages."""
    return after(get_response, write_access_line)
