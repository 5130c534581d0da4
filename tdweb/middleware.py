"""What is done to every answer: it is kept out of caches, and its route is logged."""

import logging
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from rulings.clock import ticks
from rulings.views.common import ARRIVED
from tdweb.logs import LOG_ID, route_of

Next = Callable[[HttpRequest], HttpResponseBase]
access_log = logging.getLogger("tdweb.access")


def keep_private(get_response: Next) -> Next:
    """Keep pages out of caches; static files are answered before this is reached."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        """Forbid caches to keep a page, unless its view said otherwise (R18)."""
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer


def log_request(get_response: Next) -> Next:
    """Log each request that reaches the site's own pages.

    Its route, status and durations: never the path, which may hold a pass (R13).
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        began = ticks()
        request.META[LOG_ID] = str(uuid4())
        response = get_response(request)
        arrived = getattr(request, "scope", {}).get(ARRIVED, began)
        facts = {
            "method": request.method,
            "route": route_of(request),
            "status": response.status_code,
            "request": request.META[LOG_ID],
            "waited_ms": round(1000 * (began - arrived), 1),
            "took_ms": round(1000 * (ticks() - began), 1),
        }
        access_log.info("request", extra={"facts": facts})
        return response

    return answer
