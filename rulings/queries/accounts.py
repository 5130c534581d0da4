"""Which of the staff play in their own event, and who might without anybody saying so.

The guard of the cards rests on these links (R11), so a director without one is named.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q

from rulings.models import Contestant, Event, Participant, Person, Role
from rulings.queries.table.staff import RULES, name_of


@dataclass(frozen=True, slots=True)
class Player:
    """A player of an event: his name and the number he plays under."""

    participant: Participant
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class StaffRow:
    """An account with a role: who it is among the players, or who it might be."""

    user: User
    name: str
    directs: bool
    player: Player | None
    guess: Player | None


def players_of(event: Event) -> list[Player]:
    """Return the players of an event by number."""
    names = dict(
        Person.objects.filter(participant__event=event).values_list(
            "participant_id", "name"
        )
    )
    people = {
        str(row.pk): row
        for row in Participant.objects.filter(event=event).select_related("user")
    }
    return [
        Player(people[member], names.get(people[member].pk, ""), row.number)
        for row in Contestant.objects.filter(event=event).order_by("number")
        for member in row.members
        if member in people
    ]


def staff_rows(event: Event, players: Iterable[Player], at: datetime) -> list[StaffRow]:
    """Return the accounts with a role in an event, those who direct first."""
    listed = list(players)
    known = {row.participant.user_id: row for row in listed if row.participant.user_id}
    free = [row for row in listed if row.participant.user_id is None]
    roles = Role.objects.filter(
        Q(until__isnull=True) | Q(until__gt=at), event=event, since__lte=at
    ).select_related("user")
    users = {role.user_id: role.user for role in roles}
    directing = {role.user_id for role in roles if role.role in RULES}
    rows = [
        StaffRow(
            user,
            name_of(user),
            pk in directing,
            known.get(pk),
            None if pk in known else _guess(user, free),
        )
        for pk, user in users.items()
    ]
    return sorted(rows, key=lambda row: (not row.directs, row.name))


def _guess(user: User, players: Iterable[Player]) -> Player | None:
    """Return the one player whose name is the account's; None where none or more.

    A player without a name, or whose name has been erased, is nobody's guess.
    """
    whole = user.get_full_name().casefold()
    first = (user.first_name or user.get_username()).casefold()
    named = [(row, row.name.casefold()) for row in players if row.name]
    found = [
        row
        for row, name in named
        if name == whole or (not user.last_name and first == name.partition(" ")[0])
    ]
    return found[0] if len(found) == 1 else None


def unlinked_directors(event: Event, at: datetime) -> list[str]:
    """Return the names of those who direct and are linked to no player."""
    linked = Participant.objects.filter(event=event, user__isnull=False)
    roles = (
        Role.objects.filter(
            Q(until__isnull=True) | Q(until__gt=at),
            event=event,
            role__in=RULES,
            since__lte=at,
        )
        .exclude(user__in=linked.values("user"))
        .select_related("user")
        .order_by("user__username")
    )
    return list(dict.fromkeys(name_of(role.user) for role in roles))
