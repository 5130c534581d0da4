"""Contestants and their players: entered, named later, corrected, replaced (R19).

Names stand apart from the record and can be erased; the log holds commitments.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User

from rulings.models import (
    SEATED,
    Case,
    Contestant,
    Event,
    Participant,
    Person,
    Playing,
    Round,
    seats_any_of,
)
from rulings.permissions import EventAct
from rulings.permissions.embargo import TO_COME
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event.changes import TOUCHED, Absence
from rulings.workflow.event.schedule import seats_of
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, commit_text

Entries = list[tuple[int, list[str]]]
"""Numbers of contestants with the names of their players."""


def add_contestants(
    context: ActContext,
    event: Event,
    entries: Entries,
    users: dict[str, User] | None = None,
) -> Receipt:
    """Enter contestants by number with their players' names, kept apart (R19).

    A number that the schedule entered without names gets them, also where it has
    played. `users` maps a name to the account of somebody who is also staff, for the
    playing-director guard. Raises Fault for a number that has names already.
    """
    staff = users or {}
    numbers = [number for number, _names in entries]

    def write(run: EventActRun) -> None:
        known = {
            row.number: row
            for row in Contestant.objects.filter(event=event, number__in=numbers)
        }
        if double := sorted(number for number, row in known.items() if row.members):
            raise Fault("entered_already", names=", ".join(map(str, double)))
        commitments: dict[str, str] = {}
        named: dict[uuid.UUID, Contestant] = {}
        for number, names in entries:
            members = [
                enter_player(run, name, commitments, staff.get(name)) for name in names
            ]
            if number in known:
                run.rows.change(known[number], members=members)
                named[known[number].pk] = known[number]
            else:
                run.rows.insert(Contestant, event=event, number=number, members=members)
        _seat(run, named)
        run.inputs["names"] = commitments

    accounts = {name: user.pk for name, user in staff.items()}
    payload = {"entries": entries, "accounts": accounts}
    cases = Case.objects.filter(
        playing__in=Playing.objects.filter(
            seats_any_of(Contestant.objects.filter(event=event, number__in=numbers))
        )
    )
    return perform_in_event(
        EventAct.IMPORT, context, event, write, payload, cases=cases
    )


def enter_player(
    run: EventActRun, name: str, commitments: dict[str, str], user: User | None = None
) -> str:
    """Plan a player with a name, and return his id; the name's commitment is noted."""
    person = run.rows.insert(Participant, event=run.event, user=user)
    Person(participant_id=person.pk, name=name).save(force_insert=True)
    commitments[str(person.pk)] = commit_text(name)
    return str(person.pk)


def _seat(run: EventActRun, named: Mapping[uuid.UUID, Contestant]) -> None:
    """Plan where the players of contestants sit who had no names until now."""
    for playing in Playing.objects.filter(seats_any_of(named)):
        keys = (getattr(playing, f"{column}_id") for column in SEATED)
        individuals = playing.ns_partner_id or playing.ew_partner_id
        seats = seats_of(*map(named.get, keys), individuals=bool(individuals))
        run.rows.change(playing, seats={**playing.seats, **seats})
    for case in run.cases:
        if named.keys() & case.playing.contestants:
            run.note_board(case)


def rename_players(
    context: ActContext, event: Event, names: Mapping[str, str]
) -> Receipt:
    """Correct the names of players, by their keys; they stay out of the log (R19).

    The record keeps that a name was corrected, and by whom. An erased name stays so.
    """
    if not names:
        raise Fault("no_name_changed")

    def write(run: EventActRun) -> None:
        for pk, name in names.items():
            found = Person.objects.filter(participant__event=event, pk=uuid.UUID(pk))
            if not found.exists():
                raise Fault("page_too_old")
            Person.objects.update_or_create(participant_id=pk, defaults={"name": name})
        run.inputs["names"] = {pk: commit_text(name) for pk, name in names.items()}

    return perform_in_event(
        EventAct.IMPORT, context, event, write, {"names": dict(names)}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitution:
    """Who plays instead of a player, from a round of a session on."""

    since: Round
    player: uuid.UUID
    name: str


def substitute(context: ActContext, event: Event, given: Substitution) -> Receipt:
    """Seat somebody else for a player on the boards to come of a session.

    The substitute belongs to the pair from now on, so that the guard of the cards knows
    the boards he plays (R11). Other sessions stay as they are.
    """
    leaving = str(given.player)

    def write(run: EventActRun) -> None:
        pairs = Contestant.objects.filter(event=event)
        pair = next((row for row in pairs if leaving in row.members), None)
        if pair is None:
            raise Fault("page_too_old")
        absence = Absence(since=given.since, pair=pair)
        rows = absence.boards().filter(status__in=TO_COME).exclude(TOUCHED)
        found = [row for row in rows if leaving in row.seats.values()]
        if not found:
            raise Fault("no_board_to_come")
        commitments: dict[str, str] = {}
        fresh = enter_player(run, given.name, commitments)
        run.inputs["names"] = commitments
        run.rows.change(pair, members=[*pair.members, fresh])
        for row in found:
            seats = {
                seat: fresh if who == leaving else who
                for seat, who in row.seats.items()
            }
            run.rows.change(row, seats=seats)

    payload = {"since": given.since.pk, "player": leaving, "name": given.name}
    return perform_in_event(EventAct.IMPORT, context, event, write, payload)
