"""How an act that concerns no single case runs: rounds, scores, roles, imports.

Cases whose windows it moves are locked first, in order of id, then the log (R5).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulings.models import Case, Event
from rulings.permissions import EventAct, require_in_event, role_word
from rulings.workflow.acts import (
    Form,
    actor_content,
    fingerprint,
    in_transaction,
    known_receipt,
    use_key,
)
from rulings.workflow.log import Receipt, Rows, append

RETIME = "retime"
"""The act of a case's entry that moves its windows when an anchor appears."""


@dataclass(slots=True)
class EventScene:
    """What an event act works on while it runs."""

    form: Form
    rows: Rows
    event: Event
    cases: list[Case]
    inputs: dict[str, object] = field(default_factory=dict)
    by_case: dict[uuid.UUID, Rows] = field(default_factory=dict)

    def rows_of(self, case: Case) -> Rows:
        """Return the rows set on one case: they get an entry of the case's own.

        So a dossier proves them without showing what the act did elsewhere.
        """
        return self.by_case.setdefault(case.pk, Rows())


def perform_in_event(
    act: EventAct,
    form: Form,
    event: Event,
    write: Callable[[EventScene], None],
    payload: Mapping[str, object],
    *,
    case_ids: frozenset[uuid.UUID] = frozenset(),
) -> Receipt:
    """Do an act on an event and return its receipt; the first one for a known key.

    Raises Refused or KeyReused, and then nothing was written.
    """

    def attempt() -> Receipt:
        mark = fingerprint(act, event.pk, payload)
        if known := known_receipt(form, mark):
            return known
        cases = list(
            Case.objects.select_for_update().filter(pk__in=case_ids).order_by("pk")
        )
        Event.objects.select_for_update().filter(pk=event.pk).first()
        if known := known_receipt(form, mark):
            return known
        letters = require_in_event(form.by, act, event)
        scene = EventScene(form, Rows(), event, cases)
        write(scene)
        receipt = append(
            chain=event.pk,
            act=act.value,
            at=form.at,
            rows=scene.rows,
            content={
                **actor_content(form, role_word(letters)),
                "inputs": scene.inputs,
            },
        )
        for case in cases:
            _append_for_case(scene, case, act, role_word(letters))
        use_key(form, mark, receipt)
        return receipt

    return in_transaction(attempt)


def _append_for_case(scene: EventScene, case: Case, act: EventAct, role: str) -> None:
    rows = scene.by_case.get(case.pk)
    if rows is None or not rows.rows:
        return
    append(
        chain=scene.event.pk,
        act=RETIME,
        at=scene.form.at,
        rows=rows,
        content={
            **actor_content(scene.form, role),
            "inputs": {"because": act.value},
            "state": [case.state, case.state],
            "version": [case.version, case.version],
        },
        case_id=case.pk,
    )
