"""The results of an event as they are given out, and what changed since the last time.

An export is an entry of the log. What changed since is read from the entries behind it:
results entered or brought in, rulings announced. No card is read for a list.
"""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulings.bridge.comparisons import Scoring, decimal_text
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import Deal
from rulings.bridge.results import result_text
from rulings.bridge.seats import Side
from rulings.importers.usebio.writer import (
    ListedPair,
    ResultList,
    TravellerLine,
)
from rulings.models import SEATED, Entry, Event, Playing, Ruling, Session
from rulings.permissions import EventAct
from rulings.queries.desk import LEFT_IN, Barred, contestant_rows
from rulings.queries.scoring.boards import (
    Gains,
    TableScore,
    gains,
    shares_of,
    table_scores,
)
from rulings.queries.scoring.standings import with_own_averages

RESULT_COLUMNS = {"contract", "tricks", "score"}
HEADINGS = (
    *("session", "section", "round", "table", "board", "deal_set", "ns", "ew"),
    *("result", "ns_points", "ew_points", "assigned"),
)
"""The columns of a list of results; `result` is as scorers type it."""

TOP = 2
"""Matchpoints for each table that can be beaten."""


@dataclass(frozen=True, slots=True)
class GivenOut:
    """A result, and whether it changed since the last export."""

    scores: TableScore
    changed: bool

    @property
    def playing(self) -> Playing:
        """Return the board at its table."""
        return self.scores.playing


def last_export(event: Event) -> Entry | None:
    """Return the entry of the last export of results, or None."""
    rows = Entry.objects.filter(chain=event.pk, act=EventAct.EXPORT_SCORES.value)
    return rows.order_by("-seq").first()


def results_of(event: Event, barred: Barred, since: int | None) -> list[GivenOut]:
    """Return every board that has a result or a ruling, in playing order.

    A board whose result the reader may not see is left out. `since` is the number of
    the log's entry behind which a change counts; without one everything is new.
    """
    rows = (
        Playing.objects.filter(LEFT_IN, board__event=event)
        .select_related("board", "table__section", "round__session", *SEATED)
        .order_by(
            "round__session__order",
            "round__order",
            "table__section__letter",
            "table__number",
            "board__number",
        )
    )
    changed = None if since is None else changed_since(event, since)
    return [
        GivenOut(one, changed is None or one.playing.pk in changed)
        for one in table_scores(row for row in rows if not barred(row))
        if one.playing.tricks is not None or one.now[Side.NS] is not None
    ]


def changed_since(event: Event, seq: int) -> set[uuid.UUID]:
    """Return the boards at tables whose result an entry behind `seq` has set."""
    playings: set[uuid.UUID] = set()
    rulings: set[uuid.UUID] = set()
    later = Entry.objects.filter(chain=event.pk, seq__gt=seq).values_list("data")
    for (data,) in later.iterator():
        for table, row_id, values in json.loads(bytes(data))["rows"]:
            if not values:
                continue
            if table == "playing" and RESULT_COLUMNS & values.keys():
                playings.add(uuid.UUID(row_id))
            elif table == "ruling" and {"announced_at", "current"} & values.keys():
                rulings.add(uuid.UUID(row_id))
    announced = Ruling.objects.filter(pk__in=rulings, announced_at__isnull=False)
    return playings | set(announced.values_list("case__playing_id", flat=True))


def list_rows(results: Iterable[GivenOut]) -> Iterator[list[object]]:
    """Yield results under their headings, as they are read back."""
    yield list(HEADINGS)
    for one in results:
        playing = one.playing
        points = None if _assigned(one) else playing.score
        yield [
            playing.round.session.order,
            playing.table.section.letter,
            playing.round.order,
            playing.table.number,
            playing.board.number,
            playing.board.deal_set,
            playing.ns_numbers,
            playing.ew_numbers,
            _result(one),
            "" if points is None else max(points, 0),
            "" if points is None else max(-points, 0),
            _assigned_text(one),
        ]


def _assigned(one: GivenOut) -> Sequence[dict[str, object]]:
    ruling = one.scores.ruling
    return ruling.assigned if ruling is not None else ()


def _result(one: GivenOut) -> str:
    playing = one.playing
    if playing.tricks is None or _assigned(one):
        return ""
    contract = Contract.parse(playing.contract) if playing.contract else None
    return result_text(contract, playing.tricks)


def _assigned_text(one: GivenOut) -> str:
    """Return an assigned score in signs: 60% 4S S +1, 40% 4S S -1; NS 60%, EW 40%."""
    return ", ".join(_part(row) for row in _assigned(one))


def _part(row: dict[str, object]) -> str:
    if "side" in row:
        return f"{row['side']} {row['percent']}%"
    contract = Contract.parse(str(row["contract"])) if row["contract"] else None
    result = result_text(contract, int(str(row["tricks"])))
    side = f"{row['for_side']} " if "for_side" in row else ""
    return f"{side}{row['weight']}% {result}"


# --- USEBIO ---------------------------------------------------------------------------


def usebio_of(
    session: Session, results: Sequence[GivenOut], scoring: Scoring, *, hands: bool
) -> ResultList:
    """Return the results of a session as a list with pairs, travellers, maybe hands.

    Boards of two deal sets that share a number cannot stand in one file: the caller
    asks `sets_clash` before.
    """
    by_board: dict[uuid.UUID, list[TableScore]] = defaultdict(list)
    for one in results:
        if one.playing.round.session_id == session.pk and one.playing.ns_id:
            by_board[one.playing.board_id].append(one.scores)
    totals: dict[int, list[tuple[Fraction, int]]] = defaultdict(list)
    boards, deals = {}, {}
    for met in by_board.values():
        tables = sorted(with_own_averages(met), key=_ns_number)
        board = tables[0].playing.board
        boards[board.number] = [
            _line(table, earned, totals, TOP * (len(tables) - 1))
            for table, earned in zip(
                tables, gains(tables, scoring, with_rulings=True), strict=True
            )
        ]
        if hands and board.deal:
            deals[board.number] = Deal.parse(board.deal)
    return ResultList(
        title=session.event.name,
        on=session.event.starts_on,
        scoring=scoring,
        pairs=[
            _pair(row.contestant.number, row.names, totals, scoring)
            for row in contestant_rows(session.event)
            if row.contestant.number in totals
        ],
        boards=dict(sorted(boards.items())),
        deals=deals,
    )


def _ns_number(table: TableScore) -> int:
    return table.playing.ns.number if table.playing.ns else 0


def sets_clash(results: Iterable[GivenOut], session: Session) -> bool:
    """Say whether two deal sets of a session share a number."""
    sets: dict[int, str] = {}
    return any(
        sets.setdefault(board.number, board.deal_set) != board.deal_set
        for one in results
        if one.playing.round.session_id == session.pk
        for board in (one.playing.board,)
    )


def _line(
    table: TableScore,
    earned: Gains,
    totals: dict[int, list[tuple[Fraction, int]]],
    top: int,
) -> TravellerLine:
    playing, ruling = table.playing, table.ruling
    numbers = [pair.number if pair else 0 for pair in (playing.ns, playing.ew)]
    for number, value in zip(numbers, earned, strict=True):
        if value is not None:
            totals[number].append((value, top))
    shares = shares_of(ruling)
    weighted = ruling is not None and bool(ruling.assigned)
    return TravellerLine(
        ns=numbers[0],
        ew=numbers[1],
        contract=Contract.parse(playing.contract) if playing.contract else None,
        tricks=None if weighted else playing.tricks,
        points=None if weighted else playing.score,
        shares=(shares["NS"], shares["EW"]) if len(shares) > 1 else None,
        earned=(decimal_text(earned[0]), decimal_text(earned[1])),
    )


def _pair(
    number: int,
    names: tuple[str, ...],
    totals: dict[int, list[tuple[Fraction, int]]],
    scoring: Scoring,
) -> ListedPair:
    won = sum((value for value, _ in totals[number]), Fraction(0))
    top = sum(top for _, top in totals[number])
    percent = ""
    if scoring is Scoring.MATCHPOINTS and top:
        percent = f"{float(100 * won / top):.2f}"
    return ListedPair(number, names, decimal_text(won), percent)
