"""Set up a session: sections, tables, rounds, and the playings that are its schedule.

The movement comes as placements (importers.schedules): a team match or a Mitchell
generated, any other read from a CSV file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Q

from rulings.bridge.contracts import dealer_of, vulnerability_of
from rulings.bridge.hands import Deal
from rulings.importers.schedules import Placement, players_of
from rulings.models import (
    SEATED,
    Board,
    Contestant,
    Event,
    Playing,
    Round,
    Section,
    Session,
    Table,
)
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, Rows, digest

WHOLE = 100
"""Percent of an earlier score that is carried over where nobody says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """When the rounds of a session are planned: first start, length, pause."""

    starts_at: datetime
    round_length: timedelta
    pause: timedelta = timedelta(0)

    def of_round(self, order: int) -> tuple[datetime, datetime]:
        """Return planned start and end of a round, counted from 1."""
        start = self.starts_at + (order - 1) * (self.round_length + self.pause)
        return start, start + self.round_length


def add_session(
    context: ActContext,
    event: Event,
    *,
    order: int | None = None,
    placements: Sequence[Placement],
    timing: Timing,
    deal_set: str,
    deals: Mapping[int, Deal] | None = None,
    enters_pairs: bool = False,
    to_draw: int = 0,
    carried: int = 100,
) -> Receipt:
    """Add a session with its schedule; boards of the deal set are shared.

    Without an order it comes after those that are there. `enters_pairs` enters the
    numbers that are not contestants yet; their names may follow. `to_draw` rounds
    follow that are drawn one by one (`draw_round`): until the last is drawn the
    schedule is not known (R11). `carried` is the percent of the earlier sessions'
    score that counts from this session on.
    """

    def write(run: EventActRun) -> None:
        rows = run.rows
        last = event.sessions.aggregate(last=Max("order"))["last"] or 0
        session = rows.insert(
            Session,
            event=event,
            order=order or last + 1,
            schedule_known=not to_draw,
            carried=carried,
        )
        tables = _tables(rows, session, placements)
        drawn = {p.round for p in placements}
        waiting = {max(drawn, default=0) + place for place in range(1, to_draw + 1)}
        rounds = _rounds(rows, session, drawn | waiting, timing)
        boards = boards_of(
            rows, event, deal_set, {p.board for p in placements}, deals or {}
        )
        pairs = _pairs(rows, event, placements if enters_pairs else ())
        for place in placements:
            rows.insert(
                Playing,
                board=boards[place.board],
                table=tables[place.section, place.table],
                round=rounds[place.round],
                **seated(place, pairs),
            )

    payload = {
        "order": order,
        "deal_set": deal_set,
        "placements": digest(repr(list(placements)).encode()),
        "timing": repr(timing),
        "deals": {number: str(deal) for number, deal in (deals or {}).items()},
        "enters_pairs": enters_pairs,
    }
    payload |= {"to_draw": to_draw} if to_draw else {}
    payload |= {"carried": carried} if carried != WHOLE else {}
    return perform_in_event(EventAct.SCHEDULE, context, event, write, payload)


def _tables(
    rows: Rows, session: Session, placements: Iterable[Placement]
) -> dict[tuple[str, int], Table]:
    """Plan the sections and tables of a session; return the tables by their names."""
    places = sorted({(one.section, one.table) for one in placements})
    sections = {
        letter: rows.insert(Section, session=session, letter=letter)
        for letter in sorted({letter for letter, _number in places})
    }
    return {
        (letter, number): rows.insert(Table, section=sections[letter], number=number)
        for letter, number in places
    }


def _pairs(
    rows: Rows, event: Event, placements: Iterable[Placement]
) -> dict[str, Contestant]:
    """Return the contestants by number; those of some placements are entered."""
    pairs = {str(row.number): row for row in Contestant.objects.filter(event=event)}
    for number in pairs_missing(placements, pairs):
        pairs[number] = rows.insert(
            Contestant, event=event, number=int(number), members=[]
        )
    return pairs


def pairs_missing(
    placements: Iterable[Placement], entered: Collection[str]
) -> list[str]:
    """Return the pairs of a movement that are not entered, in the order of numbers."""
    found = {pair for one in placements for pair in one.players}
    return sorted(found - set(entered), key=lambda text: (len(text), text))


def _rounds(
    rows: Rows, session: Session, numbers: set[int], timing: Timing
) -> dict[int, Round]:
    rounds = {}
    for number in sorted(numbers):
        starts_at, ends_at = timing.of_round(number)
        rounds[number] = rows.insert(
            Round, session=session, order=number, starts_at=starts_at, ends_at=ends_at
        )
    return rounds


def boards_of(
    rows: Rows,
    event: Event,
    deal_set: str,
    numbers: set[int],
    deals: Mapping[int, Deal],
) -> dict[int, Board]:
    """Return the boards of a deal set by number; missing ones are planned."""
    boards = {
        row.number: row for row in Board.objects.filter(event=event, deal_set=deal_set)
    }
    for number in sorted(numbers - boards.keys()):
        deal = deals.get(number)
        boards[number] = rows.insert(
            Board,
            event=event,
            deal_set=deal_set,
            number=number,
            dealer=dealer_of(number).letter,
            vulnerability=vulnerability_of(number).value,
            deal=str(deal) if deal else "",
            deal_hash=digest(str(deal).encode()) if deal else "",
        )
    return boards


def seated(place: Placement, pairs: Mapping[str, Contestant]) -> dict[str, object]:
    """Return who sits at a placement, as the columns of its playing."""
    (ns, ns_partner), (ew, ew_partner) = (
        [pairs.get(number) for number in (*players_of(side), "")][:2]
        for side in (place.ns, place.ew)
    )
    individuals = len(place.players) > len((place.ns, place.ew))
    return {
        "ns": ns,
        "ew": ew,
        "ns_partner": ns_partner,
        "ew_partner": ew_partner,
        "seats": seats_of(ns, ns_partner, ew, ew_partner, individuals=individuals),
    }


def seats_of(
    ns: Contestant | None,
    ns_partner: Contestant | None,
    ew: Contestant | None,
    ew_partner: Contestant | None,
    *,
    individuals: bool = False,
) -> dict[str, str]:
    """Return who sits where, by seat letter, as far as names are known."""
    seats: dict[str, str] = {}
    places = [("NS", ns), ("EW", ew)]
    if individuals:
        places = [("N", ns), ("S", ns_partner), ("E", ew), ("W", ew_partner)]
    for letters, contestant in places:
        if contestant is not None:
            seats |= dict(zip(letters, contestant.members, strict=False))
    return seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplanned:
    """A board at a table that no schedule foresaw, by its numbers."""

    session: Session
    section_letter: str
    table_number: int
    board_number: int
    deal_set: str = "main"

    def as_playing(self, event: Event) -> Playing:
        """Return the playing it would be, to be shown; nothing is stored."""
        boards = Board.objects.filter(event=event, deal_set=self.deal_set)
        board = boards.filter(number=self.board_number).first()
        sections = self.session.sections.filter(letter=self.section_letter)
        section = sections.first() or Section(
            session=self.session, letter=self.section_letter
        )
        tables = Table.objects.filter(section_id=section.pk, number=self.table_number)
        return Playing(
            board=board or Board(event=event, number=self.board_number),
            table=tables.first() or Table(section=section, number=self.table_number),
        )

    def added(self, context: ActContext, event: Event) -> Playing:
        """Add it, as `add_playing` does."""
        return add_playing(
            context,
            event,
            session=self.session,
            section_letter=self.section_letter,
            table_number=self.table_number,
            board_number=self.board_number,
            deal_set=self.deal_set,
        )


def add_playing(
    context: ActContext,
    event: Event,
    *,
    session: Session,
    section_letter: str,
    table_number: int,
    board_number: int,
    deal_set: str = "main",
) -> Playing:
    """Add a board at a table that no schedule foresaw, in the session's open round.

    The pairs are those that sat at the table last. From now on the session's schedule
    counts as not known: what else will be played where, nobody can say (R11).
    """

    def write(run: EventActRun) -> None:
        rows = run.rows
        table = table_of(rows, session, section_letter, table_number)
        round_ = session.rounds.filter(ended_at__isnull=True).order_by(
            "order"
        ).first() or rows.insert(
            Round, session=session, order=session.rounds.count() + 1
        )
        board = boards_of(rows, event, deal_set, {board_number}, {})[board_number]
        if not Playing.objects.filter(board_id=board.pk, table_id=table.pk).exists():
            rows.insert(
                Playing,
                board=board,
                table=table,
                round=round_,
                status=Playing.Status.IN_PLAY,
                **_who_sits(table, round_),
            )
            fresh = Session.objects.get(pk=session.pk, event=event)
            if fresh.schedule_known:
                rows.change(fresh, schedule_known=False)

    payload = {
        "session": session.pk,
        "table": [section_letter, table_number],
        "board": [deal_set, board_number],
    }
    there = session.sections.filter(letter=section_letter)
    perform_in_event(
        EventAct.START_ROUND,
        context,
        event,
        write,
        payload,
        sections=list(there.values_list("pk", flat=True)),
    )
    return Playing.objects.get(
        board__event=event,
        board__deal_set=deal_set,
        board__number=board_number,
        table__section__session=session,
        table__section__letter=section_letter,
        table__number=table_number,
    )


def table_of(rows: Rows, session: Session, letter: str, number: int) -> Table:
    """Return a table of a session; where there is none, it is made."""
    section = session.sections.filter(letter=letter).first() or rows.insert(
        Section, session=session, letter=letter
    )
    return Table.objects.filter(
        section_id=section.pk, number=number
    ).first() or rows.insert(Table, section=section, number=number)


def _who_sits(table: Table, round_: Round) -> dict[str, object]:
    """Return the pairs and seats of the last known playing at a table till a round."""
    last = (
        Playing.objects.filter(
            Q(ns__isnull=False) | Q(ew__isnull=False),
            table_id=table.pk,
            round__order__lte=round_.order,
        )
        .select_related(*SEATED)
        .order_by("-round__order", "board__number")
        .first()
    )
    if last is None:
        return {}
    return {name: getattr(last, name) for name in (*SEATED, "seats")}
