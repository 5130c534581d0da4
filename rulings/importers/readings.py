"""A reading as JSON and back: how it leaves the process that parsed a file.

Names of players are left out: they stay in the file itself (R19).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import parse_cards
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import Deal
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard, Room
from rulings.importers.faults import BoardProblem, Flaw
from rulings.importers.formats import Reading

Json = dict[str, Any]


def reading_to_json(reading: Reading) -> Json:
    """Return a reading as JSON, which `reading_from_json` reads back."""
    return {
        "format": reading.format,
        "found": [
            _problem(one) if isinstance(one, BoardProblem) else _board(one)
            for one in reading.found
        ],
    }


def reading_from_json(data: Mapping[str, Any]) -> Reading:
    """Return the reading; raise ValueError or LookupError for anything else."""
    found = tuple(
        _as_problem(row) if "fault" in row else _as_board(row) for row in data["found"]
    )
    return Reading(str(data["format"]), found)


def _problem(found: BoardProblem) -> Json:
    return {
        name: getattr(found, name) for name in ("board", "line", "text", "source")
    } | {"fault": found.fault.kind}


def _as_problem(row: Json) -> BoardProblem:
    return BoardProblem(**row | {"fault": Flaw[str(row["fault"]).upper()]})


_PLAIN = (
    *("board", "passed_out", "tricks_declarer", "claimed", "play_has_gap", "lines"),
    "source",
)
_PARSED: Mapping[str, Callable[[str], object]] = {
    "room": Room,
    "dealer": Seat.parse,
    "vulnerability": Vulnerability,
    "deal": Deal.parse,
    "auction": Auction.parse,
    "contract": Contract.parse,
}
"""Values that are written as their text form, or as null."""


def _board(found: ImportedBoard) -> Json:
    texts = {name: getattr(found, name) for name in _PARSED}
    return {
        **{name: getattr(found, name) for name in _PLAIN},
        **{name: None if one is None else str(one) for name, one in texts.items()},
        "play": " ".join(str(card) for card in found.play),
        "pairs": found.pairs,
        "remarks": [_problem(remark) for remark in found.remarks],
    }


def _pairs(given: list[str] | None) -> tuple[str, str] | None:
    """Return the pairs of a line of results; a file read earlier has none."""
    if given is None:
        return None
    ns, ew = given
    return str(ns), str(ew)


def _as_board(row: Json) -> ImportedBoard:
    first, last = row["lines"]
    values: Json = {name: row[name] for name in _PLAIN}
    for name, parse in _PARSED.items():
        values[name] = None if row[name] is None else parse(row[name])
    values |= {
        "lines": (first, last),
        "play": tuple(parse_cards(row["play"])),
        "pairs": _pairs(row.get("pairs")),
        "remarks": tuple(_as_problem(remark) for remark in row["remarks"]),
    }
    return ImportedBoard(**values)
