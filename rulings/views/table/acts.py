"""Forms of the acts that belong to one tap: facts reopened before a change."""

from __future__ import annotations

import uuid
from dataclasses import replace

from rulings.models import Case, KeyUse
from rulings.views.common import HtmxHttpRequest, act_form
from rulings.workflow.acts import Form
from rulings.workflow.errors import Overtaken


def also(form: Form, word: str) -> Form:
    """Return the form of a further act of the same tap, with a key derived from it."""
    key = None if form.key is None else uuid.uuid5(form.key, word)
    return replace(form, key=key)


def facts_form(request: HtmxHttpRequest) -> Form:
    """Return the form of an act on the facts; facts read back are opened again first.

    Both are one transaction. All answers are kept; the case freezes again by itself
    when nothing is missing.
    """
    return replace(act_form(request), reopens=True)


def fresh_form(request: HtmxHttpRequest, case: Case) -> Form:
    """Return the form of an act; raise Overtaken at once where the page is too old.

    A form that has been sent before goes on: it gets its first receipt again.
    """
    form = act_form(request)
    used = KeyUse.objects.filter(actor=form.by.key_owner)
    sent = form.key is not None and used.filter(key=form.key).exists()
    if not sent and form.version is not None and form.version != case.version:
        raise Overtaken(case, form.version)
    return form
