"""What a movement asks of those who play it, and what changes a movement."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulings.importers.schedules import Placement, players_of


@dataclass(frozen=True, slots=True)
class MovementSummary:
    """What a movement asks of the pairs, for whoever looks at it before it is added.

    `meetings` is how often the same two pairs meet at most, of individuals how often
    two are opponents; `shared` the tables that play a board in the same round,
    `sitting_out` the rounds in which somebody has no table. `partners` is how often two
    individuals sit together at most, 0 where pairs play.
    """

    rounds: int
    boards: int
    meetings: int
    shared: tuple[str, ...]
    sitting_out: Mapping[str, tuple[int, ...]]
    partners: int = 0


def summary_of(placements: Iterable[Placement]) -> MovementSummary:
    """Return what a movement asks of its pairs, counted from its placements."""
    found = tuple(placements)
    rounds = sorted({one.round for one in found})
    tables = {(one.round, one.ns, one.ew) for one in found}
    met = Counter(
        frozenset((ns, ew))
        for _round, north_south, east_west in tables
        for ns in players_of(north_south)
        for ew in players_of(east_west)
    )
    together = Counter(
        side for _round, *sides in tables for side in sides if len(players_of(side)) > 1
    )
    at_board: dict[tuple[int, int], set[tuple[str, int]]] = defaultdict(set)
    seated: dict[str, set[int]] = defaultdict(set)
    for one in found:
        at_board[one.round, one.board].add((one.section, one.table))
        for player in one.players:
            seated[player].add(one.round)
    shared = {
        table for tables_ in at_board.values() if len(tables_) > 1 for table in tables_
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
        partners=max(together.values(), default=0),
    )


def arrow_switched(placements: Iterable[Placement], last: int) -> tuple[Placement, ...]:
    """Turn the tables of the last rounds: North-South sit East-West."""
    found = tuple(placements)
    rounds = {one.round for one in found}
    for number in sorted(rounds)[: len(rounds) - last]:
        rounds.discard(number)
    return tuple(
        replace(one, ns=one.ew, ew=one.ns) if one.round in rounds else one
        for one in found
    )


def without_pair(placements: Iterable[Placement], pair: str) -> tuple[Placement, ...]:
    """Leave out a pair or player that is missing: whoever would meet it sits out."""
    return tuple(one for one in placements if pair not in one.players)
