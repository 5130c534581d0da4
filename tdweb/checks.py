"""What `manage.py check` asks of this site: declared routes, demo, database."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.urls import URLPattern, URLResolver, get_resolver

from tdweb.transactions import faults_of

# Routes of libraries and of the site itself: they show nothing of any case.
UNDECLARED_PREFIXES = (
    "accounts/",
    "admin/",
    "static/",
    "language/",
    "healthz",
    "favicon.ico",
)


def routes(
    patterns: Sequence[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield each route below a resolver, as text, with its view."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern.callback


@register(Tags.urls)
def check_declared_acts(**kwargs: object) -> list[CheckMessage]:  # noqa: ARG001 Django passes them
    """Return an error for each route whose view declares no act (R10)."""
    return [
        Error(
            f"The route {route!r} declares no act.",
            hint="Put @declares(...) of rulings.views.common on its view.",
            id="tdweb.E001",
        )
        for route, view in routes(get_resolver().url_patterns)
        if not route.startswith(UNDECLARED_PREFIXES)
        and not hasattr(view, "declared_act")
    ]


@register(Tags.security)
def check_demo(**kwargs: object) -> list[CheckMessage]:  # noqa: ARG001 Django passes them
    """Return an error where the demo's open sign-in could be reached by strangers."""
    if not settings.TD_DEMO:
        return []
    strangers = sorted(set(settings.ALLOWED_HOSTS) - set(settings.LOOPBACK))
    if not settings.PRODUCTION and not strangers:
        return []
    return [
        Error(
            "TD_DEMO lets anybody sign in and must not be on in production"
            f" or for other hosts than this machine: {strangers}.",
            hint="Unset TD_DEMO, or unset TD_SECRET_KEY and TD_HOSTS.",
            id="tdweb.E002",
        )
    ]


@register(Tags.database)
def check_promises(
    databases: Sequence[str] | None = None,
    **kwargs: object,  # noqa: ARG001 Django passes them
) -> list[CheckMessage]:
    """Return an error for each broken promise of a live connection (R5)."""
    return [
        Error(fault, id="tdweb.E003")
        for alias in databases or ()
        for fault in faults_of(connections[alias])
    ]
