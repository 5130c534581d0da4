"""Forms of the acts that belong to one tap: facts reopened before a change."""

from __future__ import annotations

import uuid
from dataclasses import replace

from rulings.models import Case, KeyUse
from rulings.views.common import HtmxHttpRequest, act_form
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Overtaken


def also(context: ActContext, word: str) -> ActContext:
    """Return the form of a further act of the same tap, with a key derived from it."""
    key = None if context.key is None else uuid.uuid5(context.key, word)
    return replace(context, key=key)


def facts_form(request: HtmxHttpRequest) -> ActContext:
    """Return the form of an act on the facts; facts read back are opened again first.

    Both are one transaction. All answers are kept; the case freezes again by itself
    when nothing is missing.
    """
    return replace(act_form(request), reopens=True)


def fresh_form(request: HtmxHttpRequest, case: Case) -> ActContext:
    """Return the form of an act; raise Overtaken at once where the page is too old.

    A form that has been sent before goes on: it gets its first receipt again.
    """
    form = act_form(request)
    used = KeyUse.objects.filter(actor=form.by.key_owner)
    sent = form.key is not None and used.filter(key=form.key).exists()
    if not sent and form.version is not None and form.version != case.version:
        raise Overtaken(case, form.version)
    return form
