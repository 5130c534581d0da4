"""Acts that belong to one tap: facts reopened before a change, a proposal after it.

Each is an entry of its own with a key derived from the form's, so a repeated tap
repeats none of them.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from rulings.models import Case, Proposal
from rulings.permissions import may
from rulings.queries.solving import solver_input
from rulings.states import Act, State, possible
from rulings.views.common import HtmxHttpRequest, act_form
from rulings.workflow.acts import Form
from rulings.workflow.facts import change_facts
from rulings.workflow.propose import RETRY, propose

TAKEN = frozenset({State.FROZEN, State.RESERVED, State.RULED})


def also(form: Form, word: str) -> Form:
    """Return the form of a further act of the same tap, with a key derived from it."""
    key = None if form.key is None else uuid.uuid5(form.key, word)
    return replace(form, key=key)


def facts_form(request: HtmxHttpRequest, case: Case, act: Act) -> Form:
    """Return the form of an act on the facts; facts read back are opened again first.

    All answers are kept; the case freezes again by itself when nothing is missing.
    """
    form = act_form(request)
    state = State(case.state)
    if act in possible(state) or state not in TAKEN or form.version is None:
        return form
    change_facts(also(form, "change facts"), case.pk)
    return replace(form, version=form.version + 1)


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
