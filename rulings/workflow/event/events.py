"""Create an event, set its regulations, give and end roles, declare an outage.

An outage is given back to every window that was open meanwhile (R8).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.contrib.auth.models import User

from rulings.laws.editions import editions
from rulings.laws.regulations import Regulations
from rulings.models import (
    SITE_CHAIN,
    Case,
    Event,
    Head,
    Participant,
    Role,
    Window,
)
from rulings.permissions import Actor, EventAct, letters_in_event, role_word
from rulings.permissions.relations import Letters
from rulings.permissions.rights import EVENT_RIGHTS
from rulings.queries.case.rules import regulations_of, stored
from rulings.workflow.acts import ActContext, actor_content, once
from rulings.workflow.errors import Barred, Fault, need_reason
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, Rows, append, commit_text, lock_chain
from rulings.workflow.windows import anchors_of, extend_passes, retime

CHIEF_GIVES = {Role.Name.DIRECTOR, Role.Name.SCORER, Role.Name.REVIEWER}


def create_event(
    context: ActContext,
    *,
    name: str,
    kind: Event.Kind,
    zone: str,
    starts_on: date,
    ends_on: date,
    edition: str,
    regulations: Regulations,
    chief: User | None = None,
) -> Event:
    """Create an event: first entry of its own chain, and one in the site's.

    Where its chief director is named, he has that role from the beginning.
    """
    event_id = uuid.uuid4()
    letters = letters_in_event(context.by, event_id)
    if not letters & EVENT_RIGHTS[EventAct.CREATE_EVENT]:
        raise Barred("creates_events")
    values = {
        "id": event_id,
        "name": name,
        "kind": kind,
        "zone": zone,
        "starts_on": starts_on,
        "ends_on": ends_on,
        "edition": edition,
        "regulation": stored(regulations),
        "regulation_hash": regulations.hash,
        "phase": Event.Phase.RUNNING,
    }

    def fill(event: Event, rows: Rows) -> Mapping[str, object]:
        rows.insert(
            Role,
            event=event,
            user=chief,
            role=Role.Name.CHIEF,
            sections=[],
            since=context.at,
            until=None,
        )
        return {}

    return begin_event(context, letters, values, fill=fill if chief else None)


def begin_event(
    context: ActContext,
    letters: Letters,
    values: Mapping[str, object],
    *,
    like: uuid.UUID | None = None,
    fill: Callable[[Event, Rows], Mapping[str, object]] | None = None,
) -> Event:
    """Begin an event's chain, and enter its key in the site's; return the event.

    `fill` plans what the event holds from its beginning, as an entry of its own, and
    returns the inputs of that; `like` is the event that it was read from. Without one
    the entry gives a role.
    """
    filling = EventAct.IMPORT if like else EventAct.GIVE_ROLE
    payload = {key: value for key, value in values.items() if key != "id"}
    chain = uuid.UUID(str(values["id"]))

    def do(_head: Head, mark: str) -> Receipt:
        word = role_word(letters)
        actor = actor_content(context, word, mark)
        append(
            chain=SITE_CHAIN,
            act=EventAct.CREATE_EVENT.value,
            at=context.at,
            rows=Rows(),
            content={**actor, "inputs": {"event": chain}},
        )
        rows = Rows()
        event = rows.insert(Event, **values)
        receipt = append(
            chain=chain,
            act=EventAct.CREATE_EVENT.value,
            at=context.at,
            rows=rows,
            content={**actor, "inputs": {"like": like} if like else {}},
        )
        if fill is not None:
            filled = Rows()
            inputs = fill(event, filled)
            append(
                chain=chain,
                act=filling.value,
                at=context.at,
                rows=filled,
                content={**actor_content(context, word), "inputs": inputs},
            )
        return receipt

    receipt = once(
        EventAct.CREATE_EVENT,
        context,
        {**payload, "like": like, "filled": fill is not None},
        on=SITE_CHAIN,
        lock=lambda: lock_chain(SITE_CHAIN),
        do=do,
    )
    return Event.objects.get(pk=receipt.chain)


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """A role for somebody, in the sections named by id; in all where none is."""

    user: User
    role: Role.Name
    sections: list[str]


def give_role(
    context: ActContext, event: Event, user: User, role: Role.Name, sections: list[str]
) -> Receipt:
    """Give somebody a role in the event; a chief gives the lesser ones.

    Raises Invalid where he has it already: it would have to be ended twice.
    """
    return give_roles(context, event, [RoleGiven(user, role, sections)])


def give_roles(
    context: ActContext, event: Event, given: Sequence[RoleGiven]
) -> Receipt:
    """Give several roles in one act, all or none (see `give_role`)."""

    def write(run: EventActRun) -> None:
        for one in given:
            _plan_role(run, one)

    payload = {"roles": [[one.user.pk, str(one.role), one.sections] for one in given]}
    return perform_in_event(EventAct.GIVE_ROLE, context, event, write, payload)


def _plan_role(run: EventActRun, given: RoleGiven) -> None:
    _require_giver(run.context, run.event, given.role)
    held = Role.objects.filter(
        event=run.event, user=given.user, role=given.role, until=None
    )
    if any(row.sections == given.sections for row in held):
        raise Fault("role_held")
    run.rows.insert(
        Role,
        event=run.event,
        user=given.user,
        role=given.role,
        sections=given.sections,
        since=run.context.at,
        until=None,
    )


def gives(actor: Actor, event: Event, role: str) -> bool:
    """Say whether somebody may give a role in an event, and end it."""
    letters = letters_in_event(actor, event.pk, whole=True)
    if letters & {"A", "X"}:
        return True
    return bool(letters & EVENT_RIGHTS[EventAct.GIVE_ROLE]) and role in CHIEF_GIVES


def _require_giver(context: ActContext, event: Event, role: Role.Name) -> None:
    if not gives(context.by, event, role):
        raise Barred("gives_high_role")


def end_role(context: ActContext, event: Event, role: Role) -> Receipt:
    """End a role now; it stays in the record. A chief ends the lesser ones."""

    def write(run: EventActRun) -> None:
        fresh = Role.objects.get(pk=role.pk, event=event)
        _require_giver(context, event, Role.Name(fresh.role))
        if fresh.until is not None:
            raise Fault("role_ended")
        run.rows.change(fresh, until=context.at)

    payload = {"role": role.pk, "until": True}
    return perform_in_event(EventAct.GIVE_ROLE, context, event, write, payload)


def set_laws(
    context: ActContext, event: Event, edition: str, regulations: Regulations
) -> Receipt:
    """Give the event another edition and regulation set; open cases keep theirs.

    Raises Invalid for an edition that is not held.
    """
    if edition not in editions():
        raise Fault("no_edition", edition=edition, held=", ".join(editions()))

    def write(run: EventActRun) -> None:
        run.rows.change(
            run.event,
            edition=edition,
            regulation=stored(regulations),
            regulation_hash=regulations.hash,
        )

    payload = {"edition": edition, "regulation": regulations.hash}
    return perform_in_event(EventAct.REGULATION, context, event, write, payload)


def link_account(
    context: ActContext, event: Event, participant: Participant, user: User | None
) -> Receipt:
    """Say which account a player of the event is, for the playing-director guard.

    None says that he has none. Whoever plays does not end his own link: he would see
    the cards of boards he has still to play. One account is one player of an event.
    """

    def write(run: EventActRun) -> None:
        fresh = Participant.objects.get(pk=participant.pk, event=event)
        mine = context.by.user
        if fresh.user_id is not None and mine is not None and fresh.user_id == mine.pk:
            raise Barred("is_this_player")
        if None not in {user, fresh.user_id} and fresh.user != user:
            raise Fault("player_taken")
        others = Participant.objects.filter(event=event, user=user)
        if user is not None and others.exclude(pk=fresh.pk).exists():
            raise Fault("account_taken", name=user.get_username())
        run.rows.change(fresh, user=user)

    payload = {"participant": participant.pk, "user": user.pk if user else None}
    return perform_in_event(EventAct.LINK_ACCOUNT, context, event, write, payload)


def declare_outage(
    context: ActContext, event: Event, *, minutes: int, reason: str
) -> Receipt:
    """Extend every window that was open during the last minutes by so many minutes.

    An agreement ends by an event at the table and is left alone. Passes live on with
    the windows they serve.
    """
    need_reason(reason)
    if minutes <= 0:
        raise Fault("minutes_missing")
    since = context.at - timedelta(minutes=minutes)
    touched = Window.objects.filter(
        case__event=event, closes_at__gte=since, closed_early_at__isnull=True
    ).exclude(purpose=Window.Purpose.AGREEMENT)

    def write(run: EventActRun) -> None:
        run.inputs["minutes"] = minutes
        words = commit_text(reason)
        run.inputs["reason"] = words
        for case in run.cases:
            rows, rules = run.rows_of(case), regulations_of(case)
            for window in touched.filter(case=case):
                rows.change(
                    window,
                    extended_minutes=window.extended_minutes + minutes,
                    changed_reason=words,
                )
                retime(rows, window, anchors_of(case), rules)
        sessions = {case.playing.round.session for case in run.cases}
        for session in sorted(sessions, key=lambda row: row.order):
            extend_passes(run.rows, session, run.by_case.values())

    payload = {"minutes": minutes, "reason": reason}
    cases = Case.objects.filter(windows__in=touched)
    return perform_in_event(
        EventAct.OUTAGE, context, event, write, payload, cases=cases
    )
