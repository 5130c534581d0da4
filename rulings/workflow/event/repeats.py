"""The same evening again: an event made from an earlier one, on another day.

Taken over are regulations, roles that have not ended, the schedule with its times of
the day, and the contestants, with names where wanted. Cards, results, calls and slips
are not. Nobody gets a right that he did not have in the earlier event.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from rulings.models import (
    SEATED,
    Board,
    Contestant,
    Event,
    Participant,
    Person,
    Playing,
    Role,
    Round,
    Section,
    Session,
    Table,
)
from rulings.permissions import EventAct, require_in_event
from rulings.workflow.acts import ActContext
from rulings.workflow.event.events import begin_event
from rulings.workflow.event.schedule import seats_of
from rulings.workflow.log import Rows, commit_text

FIVE = timedelta(minutes=5)


def repeat_event(
    context: ActContext,
    earlier: Event,
    *,
    name: str,
    starts_on: date,
    with_names: bool,
) -> Event:
    """Make an event like an earlier one, as one act; the same again for a known key.

    Raises Refused for who is neither chief nor administrator of the earlier event.
    """
    letters = require_in_event(context.by, EventAct.REPEAT_EVENT, earlier)
    days = starts_on - earlier.starts_on
    values = {
        "id": uuid.uuid4(),
        "name": name,
        "kind": earlier.kind,
        "zone": earlier.zone,
        "starts_on": starts_on,
        "ends_on": earlier.ends_on + days,
        "edition": earlier.edition,
        "regulation": earlier.regulation,
        "regulation_hash": earlier.regulation_hash,
        "phase": Event.Phase.RUNNING,
    }

    def fill(event: Event, rows: Rows) -> Mapping[str, object]:
        copy = _Copy(context, earlier, event, rows, days)
        copy.schedule()
        copy.people(with_names=with_names)
        copy.playings()
        copy.roles()
        return {"names": copy.names}

    return begin_event(context, letters, values, like=earlier.pk, fill=fill)


@dataclass(slots=True)
class _Copy:
    """The rows of the new event, by the keys of the earlier ones."""

    context: ActContext
    earlier: Event
    event: Event
    rows: Rows
    days: timedelta
    made: dict[uuid.UUID, Any] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def schedule(self) -> None:
        """Plan sessions, sections, tables, rounds, and boards without their cards."""
        for row in self.earlier.sessions.order_by("order"):
            self.made[row.pk] = self.rows.insert(
                Session, event=self.event, order=row.order, schedule_known=True
            )
        mine = {"session__event": self.earlier}
        for section in Section.objects.filter(**mine).order_by("letter"):
            self.made[section.pk] = self.rows.insert(
                Section, session=self.made[section.session_id], letter=section.letter
            )
        for table in Table.objects.filter(section__session__event=self.earlier):
            self.made[table.pk] = self.rows.insert(
                Table, section=self.made[table.section_id], number=table.number
            )
        for one in Round.objects.filter(**mine).order_by("order"):
            self.made[one.pk] = self.rows.insert(
                Round,
                session=self.made[one.session_id],
                order=one.order,
                starts_at=self._moved(one.starts_at),
                ends_at=self._moved(one.ends_at),
            )
        scheduled = Board.objects.filter(event=self.earlier, playings__isnull=False)
        for board in scheduled.distinct():
            self.made[board.pk] = self.rows.insert(
                Board,
                event=self.event,
                deal_set=board.deal_set,
                number=board.number,
                dealer=board.dealer,
                vulnerability=board.vulnerability,
            )

    def _moved(self, at: datetime | None) -> datetime | None:
        """Return the same time of the new day, by the clocks of the place.

        To five minutes: in older records a round's start has replaced its plan.
        """
        if at is None:
            return None
        zone = ZoneInfo(self.earlier.zone)
        local = at.astimezone(zone).replace(tzinfo=None) + self.days
        start = local.replace(hour=0, minute=0, second=0, microsecond=0)
        return (start + round((local - start) / FIVE) * FIVE).replace(tzinfo=zone)

    def people(self, *, with_names: bool) -> None:
        """Plan the contestants; an erased name is not brought back."""
        known = Person.objects.filter(participant__event=self.earlier)
        names = dict(known.values_list("participant_id", "name")) if with_names else {}
        users = dict(
            Participant.objects.filter(event=self.earlier).values_list("pk", "user")
        )
        for row in Contestant.objects.filter(event=self.earlier).order_by("number"):
            members = [
                self._player(uuid.UUID(pk), names, users)
                for pk in row.members
                if uuid.UUID(pk) in names
            ]
            self.made[row.pk] = self.rows.insert(
                Contestant, event=self.event, number=row.number, members=members
            )

    def _player(
        self,
        pk: uuid.UUID,
        names: Mapping[uuid.UUID, str],
        users: Mapping[uuid.UUID, int | None],
    ) -> str:
        person = self.rows.insert(Participant, event=self.event, user_id=users.get(pk))
        Person(participant_id=person.pk, name=names[pk]).save(force_insert=True)
        self.names[str(person.pk)] = commit_text(names[pk])
        self.members[str(pk)] = str(person.pk)
        return str(person.pk)

    def playings(self) -> None:
        """Plan who plays which board where; who was left out is expected again."""
        for row in Playing.objects.filter(board__event=self.earlier).order_by("pk"):
            pairs = {
                column: self.made.get(getattr(row, f"{column}_id")) for column in SEATED
            }
            individuals = row.ns_partner_id or row.ew_partner_id
            seats = seats_of(*pairs.values(), individuals=bool(individuals))
            self.rows.insert(
                Playing,
                board=self.made[row.board_id],
                table=self.made[row.table_id],
                round=self.made[row.round_id],
                seats=seats,
                **pairs,
            )

    def roles(self) -> None:
        """Give the roles that have not ended, in the same sections."""
        held = Role.objects.filter(
            event=self.earlier, until__isnull=True, user__is_active=True
        )
        for row in held.order_by("since", "pk"):
            sections = [
                str(self.made[key].pk)
                for key in map(uuid.UUID, row.sections)
                if key in self.made
            ]
            if row.sections and not sections:
                continue  # his sections are not there: he would get all of them
            self.rows.insert(
                Role,
                event=self.event,
                user_id=row.user_id,
                role=row.role,
                sections=sections,
                since=self.context.at,
                until=None,
            )
