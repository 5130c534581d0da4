"""What units name by numbers: a table in a round, and what stands there."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from rulings.models import Board, Case, Event, KeyUse, Playing, Ruling, Slip
from rulings.queries.programs import BoardKey, playings_at, slips_for_programs
from rulings.states import State

SETTLED = {State.AGREED, State.CLOSED, State.CANCELLED}
"""States in which a board has the result of its table, unless a ruling stands."""


def played_next(
    event: Event, session: int, section: str, table: int, number: int
) -> Playing | None:
    """Return the board that a table has in hand in a round: its first without result.

    Once all have one it is the last of them. None where nothing is played there.
    """
    rows = Playing.objects.filter(
        board__event=event,
        round__session__order=session,
        round__order=number,
        table__section__letter=section,
        table__number=table,
    ).exclude(status=Playing.Status.CANCELLED)
    found = list(rows.select_related("board", "table").order_by("board__number"))
    unplayed = [row for row in found if row.tricks is None]
    return next(iter(unplayed or found[-1:]), None)


def waiting_call(playing: Playing) -> Case | None:
    """Return the call that waits at the table of a board in its round, or None."""
    rows = Case.objects.filter(
        playing__table=playing.table_id,
        playing__round=playing.round_id,
        state=State.CALLED,
    )
    return rows.order_by("called_at").first()


def is_filed(event: Event, key: uuid.UUID) -> bool:
    """Say whether somebody has done the act of a key in an event."""
    return KeyUse.objects.filter(chain=event.pk, key=key).exists()


def board_there(event: Event, place: BoardKey) -> Playing | str:
    """Return the board at a table, or a sentence why there is none."""
    found = playings_at(event, place)
    where = f"board {place.board} at table {place.section}{place.table}"
    if not found:
        return f"{where} is not in the schedule of session {place.session}"
    if len(found) > 1:
        return f"{where} is in several deal sets"
    return found[0]


def is_ruled(playing: Playing) -> bool:
    """Say whether an announced ruling gives a board at a table its score."""
    rows = Ruling.objects.filter(case__playing=playing, current=True)
    return rows.filter(announced_at__isnull=False).exists()


def has_open_case(playing: Playing) -> bool:
    """Say whether a case on a board at a table has no end yet."""
    return playing.cases.exclude(state__in=SETTLED).exists()


def deal_sets_of(event: Event, session: int, section: str, number: int) -> list[str]:
    """Return the deal sets of a board number in a section of a session."""
    rows = Board.objects.filter(
        event=event,
        number=number,
        playings__round__session__order=session,
        playings__table__section__letter=section,
    )
    return sorted(set(rows.values_list("deal_set", flat=True)))


def waiting_slips(event: Event, session: int) -> list[list[Slip]]:
    """Return the slips of a session that nobody has taken, a list for each case."""
    rows = slips_for_programs(event, waiting=True).filter(
        ruling__case__playing__round__session__order=session
    )
    by_case: dict[uuid.UUID, list[Slip]] = {}
    for row in rows.select_related(
        "ruling__case__playing__board",
        "ruling__case__playing__table__section",
        "ruling__case__playing__round__session",
        "ruling__case__playing__ns",
        "ruling__case__playing__ew",
    ):
        by_case.setdefault(row.ruling.case_id, []).append(row)
    return list(by_case.values())


def numbers_of(playing: Playing) -> tuple[int, int] | None:
    """Return the numbers of both pairs; None of individuals or where one is missing."""
    if playing.ns_partner_id or playing.ew_partner_id:
        return None
    pairs: Sequence[int] = [one.number for one in (playing.ns, playing.ew) if one]
    return (pairs[0], pairs[1]) if len(pairs) == 2 else None  # noqa: PLR2004 - two sides
