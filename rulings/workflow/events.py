"""Create an event, set its regulations, give and end roles."""

from __future__ import annotations

import uuid
from datetime import date

from django.contrib.auth.models import User

from rulings.laws.editions import editions
from rulings.laws.regulations import Regulations
from rulings.models import SITE_CHAIN, Contestant, Event, Participant, Person, Role
from rulings.permissions import EventAct, letters_in_event, role_word
from rulings.permissions.rights import EVENT_RIGHTS, Refused
from rulings.queries.regulations import stored
from rulings.workflow.acts import (
    Form,
    actor_content,
    fingerprint,
    in_transaction,
    known_receipt,
    use_key,
)
from rulings.workflow.errors import Invalid
from rulings.workflow.event_acts import EventScene, perform_in_event
from rulings.workflow.log import Receipt, Rows, append, commit_text, lock_chain

CHIEF_GIVES = {Role.Name.DIRECTOR, Role.Name.SCORER, Role.Name.REVIEWER}


def create_event(
    form: Form,
    *,
    name: str,
    kind: Event.Kind,
    zone: str,
    starts_on: date,
    ends_on: date,
    edition: str,
    regulations: Regulations,
) -> Event:
    """Create an event: first entry of its own chain, and one in the site's."""
    event_id = uuid.uuid4()
    letters = letters_in_event(form.by, event_id)
    if not letters & EVENT_RIGHTS[EventAct.CREATE_EVENT]:
        raise Refused("Only an administrator creates events.")
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
    payload = {key: value for key, value in values.items() if key != "id"}

    def attempt() -> Receipt:
        mark = fingerprint(EventAct.CREATE_EVENT, SITE_CHAIN, payload)
        actor = actor_content(form, role_word(letters), mark)
        lock_chain(SITE_CHAIN)
        if known := known_receipt(form, mark):
            return known
        append(
            chain=SITE_CHAIN,
            act=EventAct.CREATE_EVENT.value,
            at=form.at,
            rows=Rows(),
            content={**actor, "inputs": {"event": event_id}},
        )
        rows = Rows()
        rows.insert(Event, **values)
        receipt = append(
            chain=event_id,
            act=EventAct.CREATE_EVENT.value,
            at=form.at,
            rows=rows,
            content={**actor, "inputs": {}},
        )
        use_key(form, mark, receipt)
        return receipt

    return Event.objects.get(pk=in_transaction(attempt).chain)


def give_role(
    form: Form, event: Event, user: User, role: Role.Name, sections: list[str]
) -> Receipt:
    """Give somebody a role in the event; a chief gives the lesser ones.

    Raises Invalid where he has it already: it would have to be ended twice.
    """

    def write(scene: EventScene) -> None:
        _require_giver(form, event, role)
        held = Role.objects.filter(event=event, user=user, role=role, until=None)
        if any(row.sections == sections for row in held):
            raise Invalid("This person has that role already.")
        scene.rows.insert(
            Role,
            event=event,
            user=user,
            role=role,
            sections=sections,
            since=form.at,
            until=None,
        )

    payload = {"user": user.pk, "role": role, "sections": sections}
    return perform_in_event(EventAct.GIVE_ROLE, form, event, write, payload)


def _require_giver(form: Form, event: Event, role: Role.Name) -> None:
    letters = letters_in_event(form.by, event.pk)
    if not letters & {"A", "X"} and role not in CHIEF_GIVES:
        raise Refused("A chief gives the roles director, scorer and reviewer only.")


def end_role(form: Form, event: Event, role: Role) -> Receipt:
    """End a role now; it stays in the record. A chief ends the lesser ones."""

    def write(scene: EventScene) -> None:
        fresh = Role.objects.get(pk=role.pk, event=event)
        _require_giver(form, event, Role.Name(fresh.role))
        if fresh.until is not None:
            raise Invalid("This role has ended already.")
        scene.rows.change(fresh, until=form.at)

    payload = {"role": role.pk, "until": True}
    return perform_in_event(EventAct.GIVE_ROLE, form, event, write, payload)


def set_regulations(form: Form, event: Event, regulations: Regulations) -> Receipt:
    """Give the event another regulation set; cases already open keep theirs."""

    def write(scene: EventScene) -> None:
        scene.rows.change(
            scene.event,
            regulation=stored(regulations),
            regulation_hash=regulations.hash,
        )

    payload = {"regulation": regulations.hash}
    return perform_in_event(EventAct.REGULATION, form, event, write, payload)


def set_laws(
    form: Form, event: Event, edition: str, regulations: Regulations
) -> Receipt:
    """Give the event another edition and regulation set; open cases keep theirs.

    Raises Invalid for an edition that is not held.
    """
    if edition not in editions():
        raise Invalid(
            f"There is no data of the {edition} edition; held: {', '.join(editions())}."
        )

    def write(scene: EventScene) -> None:
        scene.rows.change(
            scene.event,
            edition=edition,
            regulation=stored(regulations),
            regulation_hash=regulations.hash,
        )

    payload = {"edition": edition, "regulation": regulations.hash}
    return perform_in_event(EventAct.REGULATION, form, event, write, payload)


def add_contestants(
    form: Form,
    event: Event,
    entries: list[tuple[int, list[str]]],
    users: dict[str, User] | None = None,
) -> Receipt:
    """Enter contestants by number with their players' names, kept apart (R19).

    `users` maps a name to the account of somebody who is also staff, for the
    playing-director guard.
    """
    staff = users or {}

    def write(scene: EventScene) -> None:
        numbers = [number for number, _names in entries]
        taken = Contestant.objects.filter(event=event, number__in=numbers)
        if double := sorted(row.number for row in taken):
            raise Invalid(f"Entered already: {', '.join(map(str, double))}.")
        commitments: dict[str, str] = {}
        for number, names in entries:
            members = []
            for name in names:
                person = scene.rows.insert(
                    Participant, event=event, user=staff.get(name)
                )
                Person(participant_id=person.pk, name=name).save(force_insert=True)
                commitments[str(person.pk)] = commit_text(name)
                members.append(str(person.pk))
            scene.rows.insert(Contestant, event=event, number=number, members=members)
        scene.inputs["names"] = commitments

    accounts = {name: user.pk for name, user in staff.items()}
    payload = {"entries": entries, "accounts": accounts}
    return perform_in_event(EventAct.IMPORT, form, event, write, payload)


def link_account(
    form: Form, event: Event, participant: Participant, user: User | None
) -> Receipt:
    """Say which account a player of the event is, for the playing-director guard.

    None says that he has none. Whoever plays does not end his own link: he would see
    the cards of boards he has still to play. One account is one player of an event.
    """

    def write(scene: EventScene) -> None:
        fresh = Participant.objects.get(pk=participant.pk, event=event)
        mine = form.by.user
        if fresh.user_id is not None and mine is not None and fresh.user_id == mine.pk:
            raise Refused(
                "You are this player. Somebody else says so when that is wrong."
            )
        others = Participant.objects.filter(event=event, user=user)
        if user is not None and others.exclude(pk=fresh.pk).exists():
            raise Invalid(
                f"The account {user.get_username()} is another player of this event "
                "already. End that first."
            )
        scene.rows.change(fresh, user=user)

    payload = {"participant": participant.pk, "user": user.pk if user else None}
    return perform_in_event(EventAct.LINK_ACCOUNT, form, event, write, payload)
