"""What is done to every answer: it is kept out of caches, and its route is logged.

What the machine asks of itself is answered here, under the machine's own name.
"""

import logging
from collections.abc import Callable
from uuid import uuid4

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseNotFound
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.urls import resolve

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


OWN_QUESTIONS = frozenset({"/healthz", "/healthz/deep", "/metrics"})
"""What a monitor on the machine asks: no name, text or card is in it."""
BY_PROXY = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED")


def answer_own_machine(get_response: Next) -> Next:
    """Let the machine ask its health under a loopback name, without TLS.

    TD_HOSTS need not name that; nothing else is answered so, and nothing that came
    through a proxy. The token is asked for as ever.
    """

    def own_answer(request: HttpRequest) -> HttpResponseBase:
        match = request.resolver_match = resolve(request.path_info)
        try:
            found: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        except Http404:
            return HttpResponseNotFound()
        return found

    own = log_request(keep_private(own_answer))

    def answer(request: HttpRequest) -> HttpResponseBase:
        asks = request.path_info in OWN_QUESTIONS and is_own_machine(request)
        return own(request) if asks else get_response(request)

    return answer


def is_own_machine(request: HttpRequest) -> bool:
    """Tell whether a request names this machine by loopback, with no proxy between."""
    domain, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
    proxied = any(header in request.META for header in BY_PROXY)
    return domain in settings.LOOPBACK and not proxied
