"""A reading as JSON and back: how it leaves the process that parsed a file.

Names of players are left out: they stay in the file itself (R19).
"""

from __future__ import annotations

from collections.abc import Mapping
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
        "board": found.board,
        "line": found.line,
        "text": found.text,
        "fault": found.fault.kind,
        "source": found.source,
    }


def _as_problem(row: Json) -> BoardProblem:
    fault = Flaw[str(row["fault"]).upper()]
    return BoardProblem(row["board"], row["line"], row["text"], fault, row["source"])


def _board(found: ImportedBoard) -> Json:
    return {
        "board": found.board,
        "room": found.room,
        "dealer": None if found.dealer is None else str(found.dealer),
        "vulnerability": found.vulnerability,
        "deal": None if found.deal is None else str(found.deal),
        "auction": None if found.auction is None else str(found.auction),
        "contract": None if found.contract is None else str(found.contract),
        "passed_out": found.passed_out,
        "play": " ".join(str(card) for card in found.play),
        "tricks_declarer": found.tricks_declarer,
        "claimed": found.claimed,
        "play_has_gap": found.play_has_gap,
        "lines": list(found.lines),
        "source": found.source,
        "remarks": [_problem(remark) for remark in found.remarks],
    }


def _as_board(row: Json) -> ImportedBoard:
    first, last = row["lines"]
    return ImportedBoard(
        board=row["board"],
        room=None if row["room"] is None else Room(row["room"]),
        dealer=None if row["dealer"] is None else Seat.parse(row["dealer"]),
        vulnerability=row["vulnerability"] and Vulnerability(row["vulnerability"]),
        deal=row["deal"] and Deal.parse(row["deal"]),
        auction=row["auction"] and Auction.parse(row["auction"]),
        contract=row["contract"] and Contract.parse(row["contract"]),
        passed_out=row["passed_out"],
        play=tuple(parse_cards(row["play"])),
        tricks_declarer=row["tricks_declarer"],
        claimed=row["claimed"],
        play_has_gap=row["play_has_gap"],
        lines=(first, last),
        source=row["source"],
        remarks=tuple(_as_problem(remark) for remark in row["remarks"]),
    )
