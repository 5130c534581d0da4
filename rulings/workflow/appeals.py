"""Appeals (Laws 92 and 93): file, join, admit, prepare, withdraw, decide."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime

from rulings.models import Appeal, Case, Event, Ruling, Window
from rulings.permissions import letters_in_case, require_side
from rulings.permissions.rights import Refused
from rulings.states import Act
from rulings.workflow.acts import Form, Scene, perform
from rulings.workflow.decide import (
    Decision,
    decision_payload,
    plan_ruling,
    put_in_force,
)
from rulings.workflow.errors import Invalid
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.objections import late_by_ms

PAIR = 2


def file_appeal(
    form: Form,
    case_id: uuid.UUID,
    *,
    side: str,
    concurrence: Mapping[str, str],
    words: str,
) -> Receipt:
    """File an appeal against the current ruling; a late one is kept and flagged.

    `concurrence` maps seats to how their consent was given: both partners of a pair,
    the captain of a team (Law 92D). Late, or with a consent missing, it waits: whether
    it is admissible stays open until somebody decides or the partner joins.
    """

    def write(scene: Scene) -> None:
        require_side(form.by, scene.case, side)
        ruling = Ruling.objects.get(case=scene.case, current=True)
        late_ms = _late_ms(scene.case, form.at)
        scene.rows.insert(
            Appeal,
            ruling=ruling,
            side=side,
            concurrence=dict(concurrence),
            words=commit_text(words),
            received_at=form.at,
            late_ms=late_ms,
            admissible=(not late_ms and concurs(scene.case, concurrence)) or None,
        )

    payload = {"side": side, "concurrence": concurrence, "words": words}
    return perform(Act.APPEAL, form, case_id, write, payload)


def _late_ms(case: Case, put_at: datetime) -> int:
    window = Window.objects.get(case=case, purpose=Window.Purpose.APPEAL)
    return late_by_ms(put_at, window.closes_at)


def concurs(case: Case, concurrence: Mapping[str, str]) -> bool:
    """Say whether those who must join an appeal have done so (Law 92D)."""
    if case.event.kind == Event.Kind.INDIVIDUAL:
        return bool(concurrence)
    if case.event.kind == Event.Kind.TEAMS:
        return "captain" in concurrence
    return len(concurrence) >= PAIR


def pending_appeal(case: Case) -> Appeal:
    """Return the appeal that waits for a decision; raise Invalid if there is none."""
    appeal = Appeal.objects.filter(ruling__case=case, outcome="").first()
    if appeal is None:
        raise Invalid("No appeal is waiting on this case.")
    return appeal


def join_appeal(form: Form, case_id: uuid.UUID, *, seat: str, how: str) -> Receipt:
    """Record the consent of one more person to a pending appeal (Law 92D)."""

    def write(scene: Scene) -> None:
        appeal = pending_appeal(scene.case)
        require_side(form.by, scene.case, appeal.side)
        joined = {**appeal.concurrence, seat: how}
        values: dict[str, object] = {"concurrence": joined}
        if appeal.admissible is None and not appeal.late_ms:
            values["admissible"] = concurs(scene.case, joined) or None
        scene.rows.change(appeal, **values)

    return perform(Act.CONCUR, form, case_id, write, {"seat": seat, "how": how})


def admit_appeal(
    form: Form, case_id: uuid.UUID, *, admitted: bool, reason: str
) -> Receipt:
    """Decide whether a late or incomplete appeal is heard; a person, with a reason.

    With an earlier spoken time in the form its delay is counted from that (R8).
    """
    if not reason.strip():
        raise Invalid("Give the reason for admitting or refusing it.")

    def write(scene: Scene) -> None:
        scene.inputs["reason"] = commit_text(reason)
        values: dict[str, object] = {"admissible": admitted}
        if admitted and form.said_at is not None:
            values["late_ms"] = _late_ms(scene.case, form.said_at)
        scene.rows.change(pending_appeal(scene.case), **values)

    payload = {"appeal": True, "admitted": admitted, "reason": reason}
    return perform(Act.ADMIT, form, case_id, write, payload)


def set_panel(
    form: Form,
    case_id: uuid.UUID,
    *,
    panel: Sequence[int],
    advisers: Sequence[int],
    deposit: str,
) -> Receipt:
    """Name who hears an appeal and who advised on the ruling; note the deposit.

    Nobody hears an appeal from a ruling that was advised or made by the same person.
    """

    def write(scene: Scene) -> None:
        appeal = pending_appeal(scene.case)
        if set(panel) & ({*advisers, appeal.ruling.by_id}):
            raise Invalid(
                "Who made the ruling or advised on it does not hear the appeal."
            )
        scene.rows.change(
            appeal, panel=list(panel), advisers=list(advisers), deposit=deposit
        )

    payload = {"panel": panel, "advisers": advisers, "deposit": deposit}
    return perform(Act.PANEL, form, case_id, write, payload)


def withdraw_appeal(form: Form, case_id: uuid.UUID) -> Receipt:
    """Take an appeal back; the ruling stands as announced."""

    def write(scene: Scene) -> None:
        scene.rows.change(
            pending_appeal(scene.case),
            outcome=Appeal.Outcome.WITHDRAWN,
            decided_at=form.at,
        )

    return perform(Act.WITHDRAW_APPEAL, form, case_id, write, {})


def decide_appeal(
    form: Form,
    case_id: uuid.UUID,
    *,
    point: Appeal.Point,
    outcome: Appeal.Outcome,
    reasons: str,
    decision: Decision | None = None,
) -> Receipt:
    """End an appeal: upheld, inadmissible, or changed by a new ruling told at once.

    The chief decides points of law, the panel points of judgement (Law 93B).
    """
    if not reasons.strip():
        raise Invalid("Give the reasons for the decision.")
    if (outcome == Appeal.Outcome.CHANGED) != (decision is not None):
        raise Invalid("A changed ruling needs its tricks, any other end has none.")

    def write(scene: Scene) -> None:
        letters = letters_in_case(form.by, scene.case)
        if ("C" if point == Appeal.Point.LAW else "R") not in letters:
            raise Refused("The chief decides points of law, the panel judgement.")
        scene.rows.change(
            pending_appeal(scene.case),
            point=point,
            outcome=outcome,
            decided_at=form.at,
            reasons=commit_text(reasons),
        )
        if decision is not None:
            before = len(scene.rows.rows)
            plan_ruling(form, decision)(scene)
            table, row_id, values = scene.rows.rows[before]
            assert table == "ruling"  # noqa: S101 - the first row planned
            put_in_force(scene, Ruling(pk=uuid.UUID(row_id), **(values or {})))

    payload = {
        "point": point,
        "outcome": outcome,
        "reasons": reasons,
        "decision": decision and decision_payload(decision),
    }
    return perform(Act.DECIDE_APPEAL, form, case_id, write, payload)
