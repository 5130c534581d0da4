"""Pages of libraries that change accounts, each change entered in the site's chain."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver

from rulings.clock import receipt_at
from rulings.permissions import system_actor, user_actor
from rulings.workflow.accounts import recorded_changes
from rulings.workflow.acts import ActContext

Patterns = list[URLPattern | URLResolver]
View = Callable[..., HttpResponseBase]
SAFE = {"GET", "HEAD", "OPTIONS"}
WITHOUT_LOCK = {"account_login", "account_logout", "mfa_authenticate"}
WITHOUT_LOCK |= {"mfa_login_webauthn"}
WITHOUT_LOCK |= {"shared", "shared_lock"}
"""Everybody comes through these; they change a password's hash or end a PIN at most."""


def recorded(patterns: Patterns) -> Patterns:
    """Let every page of these routes enter what it changes of accounts."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            recorded(pattern.url_patterns)
        else:
            pattern.callback = _recorded(pattern.callback, pattern.name)
    return patterns


def _recorded(view: View, name: str | None) -> View:
    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401 - as the view has them
        if request.method in SAFE:
            return view(request, *args, **kwargs)
        whole = nullcontext() if name in WITHOUT_LOCK else transaction.atomic()
        with whole, recorded_changes(context_of(request.user)):
            return view(request, *args, **kwargs)

    return inner


def context_of(user: User | AnonymousUser) -> ActContext:
    """Return who acts on accounts, and when."""
    at = receipt_at()
    actor = user_actor(user, at)
    known = actor if actor.kind == "user" else system_actor("shell", at)
    return ActContext(by=known, at=at)
