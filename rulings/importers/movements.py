"""The movements of a club: Mitchell, Howell, teams, and what changes them.

Each returns the placements of a whole session. A movement that cannot be had raises
UnreadableFile with the sentence for people.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulings.importers.drafts import MAX_BOARD_NUMBER
from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.schedules import Placement

MIN_TEAMS = 3
HOWELLS = Path(__file__).with_name("howell.toml")


def mitchell(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
    share: bool = False,
) -> tuple[Placement, ...]:
    """Return a Mitchell movement: North-South stay, boards and East-West move.

    East-West pairs are numbered on from the North-South pairs. With an even number of
    tables East-West skip a table half-way, and one round fewer than tables can be
    played; or, with `share`, the first and the last table share their boards, a set
    rests half-way, and as many rounds as tables can be played.
    """
    even = tables % 2 == 0
    most = tables - 1 if even and not share else tables
    _check_rounds(tables, rounds, most)
    _check_boards(first_board, tables * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        skipped = int(even and not share and turn >= tables // 2)
        for table in range(tables):
            place = table + int(even and share and table >= tables // 2)
            ew = tables + 1 + (table - turn - skipped) % tables
            placements += _at_table(
                Placement(section, turn + 1, table + 1, 0, str(table + 1), str(ew)),
                first_board + (place + turn) % tables * boards_per_round,
                boards_per_round,
            )
    return tuple(placements)


@cache
def howells() -> dict[int, tuple[tuple[int, int, int], ...]]:
    """Return the places of round 1 by the number of tables: pair, pair, set of boards.

    The table where the last pair stays North-South is not among them.
    """
    rows = tomllib.loads(HOWELLS.read_text("utf-8"))["howell"]
    return {
        row["tables"]: tuple((ns, ew, boards) for ns, ew, boards in row["places"])
        for row in rows
    }


def howell(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return a Howell: each pair meets each other one, and the last pair stays.

    A pair follows the pair whose number is one lower; the boards move down. Of 2 and 3
    tables all play the same boards in a round.
    """
    known = howells()
    if tables not in known:
        raise UnreadableFile(
            FileFault.MOVEMENT_TABLES, least=min(known), most=max(known), tables=tables
        )
    moving = 2 * tables - 1
    _check_rounds(tables, rounds, moving)
    _check_boards(first_board, moving * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        stays = (str(moving + 1), _turned(0, turn, moving), 0)
        others = (
            (_turned(ns, turn, moving), _turned(ew, turn, moving), boards)
            for ns, ew, boards in known[tables]
        )
        for table, (ns, ew, boards) in enumerate((stays, *others), start=1):
            placements += _at_table(
                Placement(section, turn + 1, table, 0, ns, ew),
                first_board + (boards + turn) % moving * boards_per_round,
                boards_per_round,
            )
    return tuple(placements)


def _turned(pair: int, turn: int, moving: int) -> str:
    return str((pair + turn) % moving or moving)


def team_match(
    boards: int, *, rounds: int = 1, section: str = "A", first_board: int = 1
) -> tuple[Placement, ...]:
    """Return a match of two teams in two rooms, in one or more rounds of equal length.

    Table 1 is the open room, table 2 the closed one. Pairs 1 and 4 are the home team,
    2 and 3 the visitors.
    """
    if rounds < 1 or boards % rounds:
        raise UnreadableFile(FileFault.MATCH_ROUNDS, boards=boards, rounds=rounds)
    _check_boards(first_board, boards)
    length = boards // rounds
    rooms = (("1", "2"), ("3", "4"))
    placements: list[Placement] = []
    for turn in range(rounds):
        for table, (ns, ew) in enumerate(rooms, start=1):
            placements += _at_table(
                Placement(section, turn + 1, table, 0, ns, ew),
                first_board + turn * length,
                length,
            )
    return tuple(placements)


def round_robin(
    teams: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return matches of teams, each against each other one, in two rooms a match.

    Team 1 sends pair 1 (North-South at home) and pair 2, team 2 pairs 3 and 4, and so
    on. All matches of a round play the same boards. Of an odd number of teams one sits
    out each round.
    """
    seats = teams + teams % 2
    if teams < MIN_TEAMS or not 1 <= rounds < seats:
        raise UnreadableFile(
            FileFault.MOVEMENT_TEAMS, teams=teams, most=seats - 1, rounds=rounds
        )
    _check_boards(first_board, rounds * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        matches = [match for match in _matches(seats, turn) if max(match) <= teams]
        for place, (home, away) in enumerate(matches):
            rooms = ((2 * home - 1, 2 * away), (2 * away - 1, 2 * home))
            for table, (ns, ew) in enumerate(rooms, start=2 * place + 1):
                placements += _at_table(
                    Placement(section, turn + 1, table, 0, str(ns), str(ew)),
                    first_board + turn * boards_per_round,
                    boards_per_round,
                )
    return tuple(placements)


def _matches(seats: int, turn: int) -> list[tuple[int, int]]:
    """Return who meets whom in a round: the last one stays, the others turn."""
    ring = [(place + turn) % (seats - 1) + 1 for place in range(seats - 1)]
    others = [(ring[n], ring[-n]) for n in range(1, seats // 2)]
    return [(ring[0], seats), *others]


@dataclass(frozen=True, slots=True)
class MovementSummary:
    """What a movement asks of the pairs, for whoever looks at it before it is added.

    `meetings` is how often the same two pairs meet at most, `shared` the tables that
    play a board in the same round, `sitting_out` the rounds in which a pair has no
    table.
    """

    rounds: int
    boards: int
    meetings: int
    shared: tuple[str, ...]
    sitting_out: Mapping[str, tuple[int, ...]]


def summary_of(placements: Iterable[Placement]) -> MovementSummary:
    """Return what a movement asks of its pairs, counted from its placements."""
    found = tuple(placements)
    rounds = sorted({one.round for one in found})
    met = Counter(
        frozenset((ns, ew))
        for _round, ns, ew in {(one.round, one.ns, one.ew) for one in found}
    )
    at_board: dict[tuple[int, int], set[tuple[str, int]]] = defaultdict(set)
    seated: dict[str, set[int]] = defaultdict(set)
    for one in found:
        at_board[one.round, one.board].add((one.section, one.table))
        seated[one.ns].add(one.round)
        seated[one.ew].add(one.round)
    shared = {
        table for tables in at_board.values() if len(tables) > 1 for table in tables
    }
    out = {
        pair: tuple(number for number in rounds if number not in at)
        for pair, at in seated.items()
        if len(at) < len(rounds)
    }
    return MovementSummary(
        rounds=len(rounds),
        boards=len({one.board for one in found}),
        meetings=max(met.values(), default=0),
        shared=tuple(f"{section}{table}" for section, table in sorted(shared)),
        sitting_out=dict(sorted(out.items(), key=lambda row: (len(row[0]), row[0]))),
    )


def arrow_switched(placements: Iterable[Placement], last: int) -> tuple[Placement, ...]:
    """Turn the tables of the last rounds: North-South sit East-West."""
    found = tuple(placements)
    turned = {one.round for one in found}
    for number in sorted(turned)[: len(turned) - last]:
        turned.discard(number)
    return tuple(
        replace(one, ns=one.ew, ew=one.ns) if one.round in turned else one
        for one in found
    )


def without_pair(placements: Iterable[Placement], pair: str) -> tuple[Placement, ...]:
    """Leave out a pair that is missing: whoever meets it sits out."""
    return tuple(one for one in placements if pair not in {one.ns, one.ew})


def _at_table(match: Placement, first: int, boards: int) -> Iterable[Placement]:
    return (replace(match, board=board) for board in range(first, first + boards))


def _check_rounds(tables: int, rounds: int, most: int) -> None:
    if tables < 1 or not 1 <= rounds <= most:
        raise UnreadableFile(
            FileFault.MOVEMENT_ROUNDS, tables=tables, most=most, rounds=rounds
        )


def _check_boards(first: int, boards: int) -> None:
    if boards < 1 or first < 1 or first + boards - 1 > MAX_BOARD_NUMBER:
        raise UnreadableFile(
            FileFault.MOVEMENT_BOARDS,
            boards=boards,
            first=first,
            limit=MAX_BOARD_NUMBER,
        )
