"""Contestants and their players: entered, named later, corrected (R19).

Names stand apart from the record and can be erased; the log holds commitments.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db.models import Q

from rulings.models import Case, Contestant, Event, Participant, Person, Playing
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
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
        for number, names in entries:
            members = [
                enter_player(run, name, commitments, staff.get(name)) for name in names
            ]
            if number in known:
                _name(run, known[number], members)
            else:
                run.rows.insert(Contestant, event=event, number=number, members=members)
        run.inputs["names"] = commitments

    accounts = {name: user.pk for name, user in staff.items()}
    payload = {"entries": entries, "accounts": accounts}
    cases = Case.objects.filter(
        Q(playing__ns__number__in=numbers) | Q(playing__ew__number__in=numbers)
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


def _name(run: EventActRun, contestant: Contestant, members: list[str]) -> None:
    """Plan the players of a contestant that had none, and where they sit."""
    run.rows.change(contestant, members=members)
    for letters, column in (("NS", "ns"), ("EW", "ew")):
        for playing in Playing.objects.filter(**{column: contestant}):
            seats = {**playing.seats, **dict(zip(letters, members, strict=False))}
            run.rows.change(playing, seats=seats)
    for case in run.cases:
        if contestant.pk in {case.playing.ns_id, case.playing.ew_id}:
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
