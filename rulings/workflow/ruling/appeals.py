"""Appeals (Laws 92 and 93): file, join, admit, prepare, withdraw, decide."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import QuerySet

from rulings.laws.periods import on_time
from rulings.models import Appeal, Case, Ruling, Window
from rulings.permissions import letters_in_case, require_side
from rulings.permissions.embargo import plays_board
from rulings.permissions.relations import side_of_pass
from rulings.queries.case.appeals import (
    APPEALING,
    HEARD,
    announced_decisions,
    deciding_letters,
    is_concurred,
    unannounced_decisions,
)
from rulings.queries.case.final import given_up, window_to_appeal
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Barred, Fault, need_reason
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.objections import late_by_ms
from rulings.workflow.ruling.decide import (
    Decision,
    decision_payload,
    plan_ruling,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelFindings:
    """What a panel found: facts with notes, votes by account, the deposit's end."""

    facts: str = ""
    votes: Mapping[str, str] = field(default_factory=dict)
    deposit_end: str = ""

    def columns(self) -> dict[str, object]:
        """Return what goes into the row of the appeal."""
        return {**asdict(self), "facts": commit_text(self.facts)}


def file_appeal(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    side: str,
    concurrence: Mapping[str, str],
    words: str,
) -> Receipt:
    """File an appeal against the current ruling; a late one is kept and flagged.

    `concurrence` maps seats to how their consent was given: both partners of a pair,
    the captain of a team (Law 92D). Late, with a consent missing, or when the side had
    given up its time, it waits: whether it is admissible stays open until somebody
    decides or the partner joins.
    """

    def write(run: ActRun) -> None:
        require_side(context.by, run.case, side)
        if _waiting(run.case).filter(side=side).exists():
            raise Fault("appeal_waits")
        ruling = Ruling.objects.get(case=run.case, current=True)
        late_ms = _late_ms(run.case, side, context.at)
        run.rows.insert(
            Appeal,
            ruling=ruling,
            side=side,
            concurrence=dict(concurrence),
            words=commit_text(words),
            received_at=context.at,
            late_ms=late_ms,
            admissible=_is_heard(run.case, side, concurrence, context.at),
        )

    payload = {"side": side, "concurrence": concurrence, "words": words}
    return perform(Act.APPEAL, context, case_id, write, payload)


def _late_ms(case: Case, side: str, put_at: datetime) -> int:
    window = _window_of(case, side, put_at)
    if window is None:  # nothing is left: counted from the time to appeal there was
        window = _windows(case).get(purpose=Window.Purpose.APPEAL)
    return late_by_ms(put_at, window.closes_at)


def _window_of(case: Case, side: str, at: datetime) -> Window | None:
    return window_to_appeal(_windows(case), announced_decisions(case), side, at)


def _windows(case: Case) -> QuerySet[Window]:
    return Window.objects.filter(case=case, purpose__in=APPEALING)


def _is_heard(
    case: Case, side: str, concurrence: Mapping[str, str], at: datetime
) -> bool | None:
    """Return True for an appeal that nobody needs to admit, else None.

    Late, with a consent missing, from a side that had given up its time, or against
    what an appeal has decided with no time for a further one: a person decides.
    """
    window = _window_of(case, side, at)
    if window is None:
        return None
    plain = on_time(at, window.closes_at) and not given_up(window, side, at)
    return (plain and concurs(case, concurrence)) or None


def concurs(case: Case, concurrence: Mapping[str, str]) -> bool:
    """Say whether those who must join an appeal have done so (Law 92D)."""
    return is_concurred(case, concurrence)


def _waiting(case: Case) -> QuerySet[Appeal]:
    return Appeal.objects.filter(ruling__case=case, outcome="")


def pending_appeal(case: Case, side: str = "") -> Appeal:
    """Return the appeal that waits for a decision, of a side where one is named.

    Raises Invalid if there is none, or if both sides have appealed and none is named.
    """
    rows = _waiting(case).filter(side=side) if side else _waiting(case)
    found = list(rows.select_related("ruling"))
    if not found:
        raise Fault("appeal_not_waiting")
    if len(found) > 1:
        raise Fault("appeals_of_both")
    return found[0]


def _own(context: ActContext, case: Case, side: str) -> str:
    """Return the side that is meant; a pass means its own."""
    if context.by.table_pass is not None:
        return side_of_pass(context.by.table_pass, case)
    return side


def join_appeal(
    context: ActContext, case_id: uuid.UUID, *, seat: str, how: str, side: str = ""
) -> Receipt:
    """Record the consent of one more person to a pending appeal (Law 92D)."""

    def write(run: ActRun) -> None:
        spoken = next((pair for pair in ("NS", "EW") if seat in pair), side)
        appeal = pending_appeal(run.case, _own(context, run.case, spoken))
        require_side(context.by, run.case, appeal.side)
        joined = {**appeal.concurrence, seat: how}
        values: dict[str, object] = {"concurrence": joined}
        if appeal.admissible is None:
            values["admissible"] = _is_heard(
                run.case, appeal.side, joined, appeal.received_at
            )
        run.rows.change(appeal, **values)

    payload = {"seat": seat, "how": how, "side": side}
    return perform(Act.CONCUR, context, case_id, write, payload)


def admit_appeal(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    admitted: bool,
    reason: str,
    side: str = "",
) -> Receipt:
    """Decide whether a late or incomplete appeal is heard; a person, with a reason.

    With an earlier spoken time in the form its delay is counted from that (R8).
    """
    need_reason(reason)

    def write(run: ActRun) -> None:
        run.inputs["reason"] = commit_text(reason)
        appeal = pending_appeal(run.case, side)
        values: dict[str, object] = {"admissible": admitted}
        if admitted and context.said_at is not None:
            values["late_ms"] = _late_ms(run.case, appeal.side, context.said_at)
        run.rows.change(appeal, **values)

    payload = {"appeal": True, "admitted": admitted, "reason": reason, "side": side}
    return perform(Act.ADMIT, context, case_id, write, payload)


def set_panel(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    panel: Sequence[int],
    advisers: Sequence[int],
    deposit: str,
    side: str = "",
    hearing_at: datetime | None = None,
    room: str = "",
    barred: Sequence[int] = (),
) -> Receipt:
    """Name who hears an appeal, when and where; note advisers, interests, deposit.

    Nobody hears an appeal from a ruling that was advised or made by the same person,
    about a board that the same person plays, played or may still play, or with an
    interest in the case that was declared.
    """

    def write(run: ActRun) -> None:
        appeal = pending_appeal(run.case, side)
        if set(panel) & ({*advisers, appeal.ruling.by_id}):
            raise Fault("adviser_hears")
        if set(panel) & set(barred):
            raise Fault("barred_hears")
        for user in User.objects.filter(pk__in=panel):
            if plays_board(user, run.case.playing, context.at):
                raise Fault("panel_plays")
        run.rows.change(
            appeal,
            panel=list(panel),
            advisers=list(advisers),
            deposit=deposit,
            hearing_at=hearing_at,
            room=room,
            barred=list(barred),
        )

    payload = {
        "panel": panel,
        "advisers": advisers,
        "deposit": deposit,
        "side": side,
        "hearing_at": hearing_at,
        "room": room,
        "barred": barred,
    }
    return perform(Act.PANEL, context, case_id, write, payload)


def withdraw_appeal(
    context: ActContext, case_id: uuid.UUID, *, side: str = ""
) -> Receipt:
    """Take an appeal back; the ruling stands, unless the other side's waits."""

    def write(run: ActRun) -> None:
        appeal = pending_appeal(run.case, _own(context, run.case, side))
        run.rows.change(appeal, outcome=Appeal.Outcome.WITHDRAWN, decided_at=context.at)
        _note_another(run, appeal)

    return perform(Act.WITHDRAW_APPEAL, context, case_id, write, {"side": side})


def _note_another(run: ActRun, ended: Appeal) -> None:
    others = _waiting(run.case).exclude(pk=ended.pk)
    run.another_waits = others.exists()
    run.unannounced = unannounced_decisions(run.case).exists()


def decide_appeal(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    point: Appeal.Point,
    outcome: Appeal.Outcome,
    reasons: str,
    decision: Decision | None = None,
    side: str = "",
    found: PanelFindings | None = None,
) -> Receipt:
    """End an appeal: upheld (with merit or without), inadmissible, or changed.

    Nothing is announced yet: the ruling stays in force until the responsible director
    or the chief announces the decision.

    The chief decides points of law, the panel points of judgement (Law 93B). An appeal
    that nobody has admitted can only end as inadmissible. `found` is what the panel
    found, how its members voted, and what becomes of the deposit.
    """
    found = found or PanelFindings()
    need_reason(reasons)
    if (outcome == Appeal.Outcome.CHANGED) != (decision is not None):
        raise Fault("changed_without_tricks")

    def write(run: ActRun) -> None:
        letters = letters_in_case(context.by, run.case)
        if not letters & deciding_letters(run.case, point):
            raise Barred("decides_other_points")
        appeal = pending_appeal(run.case, side)
        if not appeal.admissible and outcome != Appeal.Outcome.INADMISSIBLE:
            raise Fault("appeal_not_admitted")
        if outcome == Appeal.Outcome.WITHOUT_MERIT and point == Appeal.Point.LAW:
            raise Fault("merit_is_judgement")
        _check_found(found, appeal, outcome)
        new_ruling = None if decision is None else plan_ruling(run, decision)
        run.rows.change(
            appeal,
            point=point,
            outcome=outcome,
            decided_at=context.at,
            decided_by=context.by.user,
            reasons=commit_text(reasons),
            new_ruling=new_ruling,
            **found.columns(),
        )
        _note_another(run, appeal)

    payload = {
        "point": point,
        "outcome": outcome,
        "reasons": reasons,
        "decision": decision and decision_payload(decision),
        "side": side,
        "found": asdict(found),
    }
    return perform(Act.DECIDE_APPEAL, context, case_id, write, payload)


def _check_found(found: PanelFindings, appeal: Appeal, outcome: Appeal.Outcome) -> None:
    """Raise Fault where votes or deposit do not go with how an appeal ends."""
    changed = outcome == Appeal.Outcome.CHANGED
    if set(found.votes) - {str(member) for member in appeal.panel}:
        raise Fault("votes_of_others")
    votes = list(found.votes.values())
    change = votes.count(Appeal.Vote.CHANGE)
    against = len(votes) - change if changed else change
    if against * 2 > len(votes) and outcome in HEARD:
        raise Fault("votes_against")
    kept = found.deposit_end == Appeal.DepositEnd.KEPT
    if found.deposit_end and not appeal.deposit:
        raise Fault("no_deposit")
    if kept and changed:
        raise Fault("deposit_goes_back")
