"""What `manage.py check` asks of this site: routes, demo, database, law texts.

Each process also asks its first database connection whether the promises of R5 hold: a
changed address or server setting must not quietly weaken what the record rests on. What
a server needs in production is asked in `ready.py`, at its start too.
"""

import gettext
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 - Django's name
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.urls import URLPattern, URLResolver, get_resolver

from rulings.laws.handbook.catalogs import missing

# Routes of libraries and of the site itself: they show nothing of any case.
UNDECLARED_PREFIXES = (
    "accounts/",
    "admin/",
    "static/",
    "language/",
    "authority.crt",
    "healthz",
    "metrics",
    "favicon.ico",
    "worker.js",
    "manifest.webmanifest",
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
    known = {*settings.LOOPBACK, *settings.DEMO_HOSTS}
    strangers = sorted(set(settings.ALLOWED_HOSTS) - known)
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


@register(Tags.translation)
def check_law_texts(**kwargs: object) -> list[CheckMessage]:  # noqa: ARG001 Django passes them
    """Return a warning for each law text that a language of the interface lacks.

    The catalogues are those the site runs with; one that was never made is named once.
    """
    found: list[CheckMessage] = []
    catalogs: dict[str, dict[str, str]] = {}
    for language in (code for code, _ in settings.LANGUAGES if code != "en"):
        path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.mo"
        if path.exists():
            catalogs[language] = _texts_of(path)
            continue
        hint = "Any ./td command makes it, or pybabel compile."
        said = f"The catalogue of {language} has not been made: {path}."
        found.append(Warning(said, hint=hint, id="tdweb.W004"))
    hint = "Run ./td messages and translate what it lists."
    return found + [
        Warning(f"A law text is missing: {fault}", hint=hint, id="tdweb.W005")
        for fault in missing(catalogs)
    ]


def _texts_of(path: Path) -> dict[str, str]:
    """Return what a compiled catalogue holds, plural forms and contexts apart."""
    with path.open("rb") as file:
        held = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # noqa: SLF001 - as Django reads it
    return {text: said for text, said in held.items() if isinstance(text, str)}


EXPECTED: dict[str, dict[str, int | str]] = {
    "sqlite": {
        "PRAGMA journal_mode": "wal",
        "PRAGMA synchronous": 2,  # FULL
        "PRAGMA foreign_keys": 1,
        "PRAGMA busy_timeout": 20000,
        "PRAGMA secure_delete": 1,  # what is erased is overwritten (R19)
    },
    "postgresql": {
        "SHOW synchronous_commit": "on",
        "SHOW transaction_isolation": "read committed",
    },
}
_asked: set[str] = set()


def faults_of(connection: BaseDatabaseWrapper) -> list[str]:
    """Return a sentence for each setting of a connection that is not as it must be."""
    faults = []
    with connection.cursor() as cursor:
        for question, expected in EXPECTED.get(connection.vendor, {}).items():
            cursor.execute(question)
            (given,) = cursor.fetchone()
            if given != expected:
                faults.append(f"{question} answers {given!r}, must be {expected!r}.")
    mode = getattr(connection, "transaction_mode", None)
    if connection.vendor == "sqlite" and mode != "IMMEDIATE":
        faults.append(f"Transactions begin {mode!r}, must be 'IMMEDIATE'.")
    return faults


def assert_promises(connection: BaseDatabaseWrapper, **kwargs: object) -> None:  # noqa: ARG001 a signal's arguments
    """Refuse to work on a connection with faults; asked once a process and database."""
    if connection.alias in _asked:
        return
    _asked.add(connection.alias)
    if faults := faults_of(connection):
        _asked.discard(connection.alias)
        raise ImproperlyConfigured(" ".join(faults))
