"""Acts that belong to one tap: facts reopened before a change, a proposal after it.

A proposal has a key derived from the form's, so a repeated tap repeats nothing.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from rulings.models import Case, KeyUse, Proposal
from rulings.permissions import may
from rulings.queries.solving import solver_input
from rulings.states import Act, State, possible
from rulings.views.common import HtmxHttpRequest, act_form
from rulings.workflow.acts import Form
from rulings.workflow.errors import Overtaken
from rulings.workflow.propose import RETRY, propose


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


def propose_again(form: Form, case_id: uuid.UUID) -> None:
    """Queue a solve when contract, claim and cards are there and none fits them yet.

    A proposal never blocks: who may not ask for one simply does not.
    """
    case = Case.objects.select_related(
        "playing__board", "playing__table", "claim", "position", "event"
    ).get(pk=case_id)
    if Act.PROPOSE not in possible(State(case.state)):
        return
    asked = solver_input(case)
    if asked is None or not may(form.by, Act.PROPOSE, case):
        return
    known = Proposal.objects.filter(case=case, input_hash=asked.hash).first()
    if known is None or known.status in RETRY:
        propose(replace(also(form, "propose"), version=None), case_id)
