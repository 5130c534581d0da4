"""Change a session that is planned: times, who sits out, a draw, all of it.

What has been played, scored or called stays as it is: each act refuses to touch it and
says so. A pair that leaves, or a table that closes, takes its boards to come out of the
schedule; they can be brought back until their round is over.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from rulings.importers.schedules import Placement
from rulings.models import (
    Board,
    Contestant,
    Event,
    Pass,
    Playing,
    Round,
    Session,
    Table,
    seats_any_of,
)
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event.schedule import (
    Timing,
    boards_of,
    pairs_missing,
    seated,
    seats_of,
    table_of,
)
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, digest

TOUCHED = (
    Q(cases__isnull=False)
    | Q(score_entered_at__isnull=False)
    | Q(called_ns_at__isnull=False)
    | Q(called_ew_at__isnull=False)
    | Q(status=Playing.Status.FINISHED)
    | ~Q(contract="")
)
"""A playing of which something is recorded."""


def retime_session(
    context: ActContext, event: Event, session: Session, timing: Timing
) -> Receipt:
    """Plan the rounds that have not ended anew, the first of them at a given time."""

    def write(run: EventActRun) -> None:
        fresh = _session(event, session)
        rounds = fresh.rounds.filter(ended_at__isnull=True).order_by("order")
        if not rounds:
            raise Fault("session_over")
        for place, row in enumerate(rounds, start=1):
            starts_at, ends_at = timing.of_round(place)
            run.rows.change(row, starts_at=starts_at, ends_at=ends_at)

    payload = {"session": session.pk, "timing": repr(timing)}
    return perform_in_event(EventAct.SCHEDULE, context, event, write, payload)


def remove_session(context: ActContext, event: Event, session: Session) -> Receipt:
    """Take a session out of the event; its boards stay, the record keeps that it was.

    Raises Fault where something of it has been played, called or given out.
    """

    def write(run: EventActRun) -> None:
        fresh = _session(event, session)
        playings = Playing.objects.filter(round__session=fresh)
        ended = fresh.rounds.filter(ended_at__isnull=False).exists()
        if ended or playings.filter(TOUCHED).exists():
            raise Fault("session_played")
        if Pass.objects.filter(session=fresh).exists():
            raise Fault("session_has_slips")
        listed = {
            "playing": playings.values_list("pk", flat=True),
            "table": Table.objects.filter(section__session=fresh).values_list(
                "pk", flat=True
            ),
            "round": fresh.rounds.values_list("pk", flat=True),
            "section": fresh.sections.values_list("pk", flat=True),
        }
        for name, keys in listed.items():
            for pk in keys:
                run.rows.remove(name, str(pk))
        run.rows.remove("session", str(fresh.pk))

    payload = {"session": session.pk, "removed": True}
    return perform_in_event(EventAct.SCHEDULE, context, event, write, payload)


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """Whose boards are meant from a round on: those of a pair, or of a table."""

    since: Round
    pair: Contestant | None = None
    table: Table | None = None

    def boards(self) -> QuerySet[Playing]:
        """Return the playings meant, in the order of the rounds."""
        rows = Playing.objects.filter(
            round__session=self.since.session_id,
            round__order__gte=self.since.order,
            round__ended_at__isnull=True,
        )
        if self.table is not None:
            rows = rows.filter(table=self.table)
        if self.pair is not None:
            rows = rows.filter(seats_any_of([self.pair.pk]))
        return rows.select_related("board", "round").order_by("round__order", "pk")

    @property
    def payload(self) -> dict[str, object]:
        """Return what a form sent twice must have the same."""
        return {
            "since": self.since.pk,
            "pair": self.pair and self.pair.pk,
            "table": self.table and self.table.pk,
        }


def leave_out(context: ActContext, event: Event, absence: Absence) -> Receipt:
    """Take the boards to come of a pair or table out of the schedule.

    Whoever would have met the pair sits out. Raises Fault where one of the boards has
    been played or called already: then it is from a later round on.
    """

    def write(run: EventActRun) -> None:
        rows = absence.boards().exclude(status=Playing.Status.CANCELLED)
        if touched := rows.filter(TOUCHED).first():
            raise Fault("board_is_played", board=touched.board.number)
        found = list(rows)
        if not found:
            raise Fault("no_board_to_come")
        for row in found:
            run.rows.change(row, status=Playing.Status.CANCELLED)

    payload = {**absence.payload, "left_out": True}
    return perform_in_event(EventAct.SCHEDULE, context, event, write, payload)


def bring_back(context: ActContext, event: Event, absence: Absence) -> Receipt:
    """Put boards back that were left out, from a round on: a late pair has come.

    A board stays out while the other pair of it is left out too.
    """

    def write(run: EventActRun) -> None:
        rows = absence.boards().filter(status=Playing.Status.CANCELLED)
        found = [row for row in rows if not _waits_for_another(row, absence)]
        if not found:
            raise Fault("no_board_left_out")
        for row in found:
            run.rows.change(row, status=Playing.Status.SCHEDULED)

    payload = {**absence.payload, "left_out": False}
    return perform_in_event(EventAct.SCHEDULE, context, event, write, payload)


def _waits_for_another(row: Playing, absence: Absence) -> bool:
    """Say whether the pair that is not meant is left out of the rounds to come too."""
    if absence.pair is None:
        return False
    met = row.contestants - {absence.pair.pk, None}
    return any(_is_left_out(other, absence) for other in met)


def _is_left_out(other: uuid.UUID | None, absence: Absence) -> bool:
    """Say whether somebody is left out wherever he does not meet the pair meant."""
    assert absence.pair is not None  # noqa: S101 - see `_waits_for_another`
    others = Playing.objects.filter(
        seats_any_of([other]),
        round__session=absence.since.session_id,
        round__order__gte=absence.since.order,
    ).exclude(seats_any_of([absence.pair.pk]))
    left = others.filter(status=Playing.Status.CANCELLED)
    return others.exists() and left.count() == others.count()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRound:
    """Who plays which boards at a table in one round; None leaves it as it is."""

    round: Round
    table: Table
    ns: Contestant | None = None
    ew: Contestant | None = None
    boards: range | None = None

    @property
    def payload(self) -> dict[str, object]:
        """Return what a form sent twice must have the same."""
        pairs = {"ns": self.ns and self.ns.pk, "ew": self.ew and self.ew.pk}
        boards = list(self.boards or ())
        return {"round": self.round.pk, "table": self.table.pk, **pairs, "to": boards}


def change_table(context: ActContext, event: Event, given: TableRound) -> Receipt:
    """Give a table other pairs or other boards in one round that nobody has played.

    A pair that sits at another table then changes places with the one it replaces.
    Raises Fault where a board there has been played, scored or called, or where a pair
    would play a board twice.
    """

    def write(run: EventActRun) -> None:
        here = Playing.objects.filter(round=given.round, table=given.table)
        rows = _untouched(here.select_related("board", "ns", "ew"))
        if given.round.ended_at is not None or not rows:
            raise Fault("no_board_to_come")
        one = next(iter(rows.values()))
        if one.ns_partner_id or one.ew_partner_id:
            raise Fault("individuals_stay")
        ns, ew = given.ns or one.ns, given.ew or one.ew
        if ns is not None and ns == ew:
            raise Fault("pair_twice", pair=ns.number)
        numbers = set(given.boards or rows)
        for pair in (ns, ew):
            _require_fresh(given.round, pair, numbers)
        _change_places(run, given, (one.ns, ns), (one.ew, ew))
        _change_places(run, given, (one.ew, ew), (one.ns, ns))
        seated = {"ns": ns, "ew": ew, "seats": seats_of(ns, None, ew, None)}
        _give_boards(run, given, rows, numbers, seated)

    return perform_in_event(EventAct.SCHEDULE, context, event, write, given.payload)


def _untouched(rows: QuerySet[Playing]) -> dict[int, Playing]:
    """Return playings by board; raise Fault where one has been played or called."""
    if touched := rows.filter(TOUCHED).first():
        raise Fault("board_is_played", board=touched.board.number)
    return {row.board.number: row for row in rows}


def _require_fresh(round_: Round, pair: Contestant | None, numbers: set[int]) -> None:
    """Raise Fault where a pair plays one of some boards in another round."""
    if pair is None:
        return
    planned = Playing.objects.filter(round__session=round_.session_id)
    planned = planned.exclude(round=round_).exclude(status=Playing.Status.CANCELLED)
    own = planned.filter(seats_any_of([pair.pk]), board__number__in=numbers)
    if again := own.select_related("board").first():
        raise Fault("board_twice", pair=pair.number, board=again.board.number)


Change = tuple[Contestant | None, Contestant | None]
"""Who sat on a side of the table, and who sits there now."""


def _change_places(
    run: EventActRun, given: TableRound, side: Change, other: Change
) -> None:
    """Seat whom a pair replaces where that pair would have sat in the round."""
    old, new = side
    if new is None or new in {old, other[0]}:
        return
    leaves = None if old == other[1] else old
    there = Playing.objects.filter(Q(ns=new) | Q(ew=new), round=given.round)
    there = there.exclude(table=given.table).exclude(status=Playing.Status.CANCELLED)
    rows = _untouched(there.select_related("board", "ns", "ew"))
    _require_fresh(given.round, leaves, set(rows))
    for row in rows.values():
        ns = leaves if row.ns == new else row.ns
        ew = leaves if row.ew == new else row.ew
        run.rows.change(row, ns=ns, ew=ew, seats=seats_of(ns, None, ew, None))


def _give_boards(
    run: EventActRun,
    given: TableRound,
    rows: Mapping[int, Playing],
    numbers: set[int],
    seated: Mapping[str, object],
) -> None:
    """Plan the boards of the table in the round; those it keeps stay the same."""
    elsewhere = Playing.objects.filter(table=given.table).exclude(round=given.round)
    twice = elsewhere.filter(board__number__in=numbers).select_related("board").first()
    if twice is not None:
        raise Fault("board_at_table", board=twice.board.number)
    for number in rows.keys() - numbers:
        run.rows.remove("playing", str(rows[number].pk))
    deal_set = next(iter(rows.values())).board.deal_set
    boards = boards_of(run.rows, run.event, deal_set, numbers, {})
    for number in sorted(numbers):
        if number in rows:
            run.rows.change(rows[number], **seated)
            continue
        place = {"board": boards[number], "table": given.table, "round": given.round}
        run.rows.insert(Playing, **place, **seated)


def _session(event: Event, session: Session) -> Session:
    found = Session.objects.filter(pk=session.pk, event=event).first()
    if found is None:
        raise Fault("page_too_old")
    return found


def undrawn_rounds(session: Session) -> QuerySet[Round]:
    """Return the rounds of a session that wait for their draw, in order."""
    rows = session.rounds.filter(playings__isnull=True, ended_at__isnull=True)
    return rows.order_by("order")


def draw_round(
    context: ActContext,
    event: Event,
    session: Session,
    *,
    placements: Sequence[Placement],
    deal_set: str,
) -> Receipt:
    """Schedule the next round of a session that is drawn round by round.

    Raises Fault where no round waits for its draw, a number is not entered, or a
    contestant has played one of the boards.
    """

    def write(run: EventActRun) -> None:
        rows = run.rows
        waiting = list(undrawn_rounds(session)[:2])
        if not waiting:
            raise Fault("drawn_already")
        pairs = {str(row.number): row for row in Contestant.objects.filter(event=event)}
        if unknown := pairs_missing(placements, pairs):
            raise Fault("drawn_unknown", list=", ".join(unknown))
        numbers = {place.board for place in placements}
        boards = boards_of(rows, event, deal_set, numbers, {})
        _require_new(session, boards.values(), numbers)
        for place in placements:
            rows.insert(
                Playing,
                board=boards[place.board],
                table=table_of(rows, session, place.section, place.table),
                round=waiting[0],
                **seated(place, pairs),
            )
        if len(waiting) == 1:
            rows.change(Session.objects.get(pk=session.pk), schedule_known=True)

    payload = {
        "session": session.pk,
        "deal_set": deal_set,
        "drawn": digest(repr(list(placements)).encode()),
    }
    return perform_in_event(EventAct.SCHEDULE, context, event, write, payload)


def _require_new(session: Session, boards: Iterable[Board], numbers: set[int]) -> None:
    """Raise Fault where boards of a drawn round have a table in the session already."""
    keys = [row.pk for row in boards if row.number in numbers]
    there = Playing.objects.filter(round__session=session, board__in=keys)
    if found := there.select_related("board").first():
        raise Fault("board_at_table", board=found.board.number)
