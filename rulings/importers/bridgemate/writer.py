"""What is put into the Data Connector: ruled scores, and how far calls are.

Contract and tricks, or a share that its table of artificial scores knows (Law 12C2):
average plus is 60%, average 50%, average minus 40%. It has no form for other scores.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.importers.bridgemate.reader import (
    BOTH_SIDES,
    STRAINS,
    CallStatus,
    Item,
    UnitCall,
    UnitPlace,
)

SHARES = {
    (40, 40): -1,
    (40, 50): -2,
    (40, 60): -3,
    (50, 40): -4,
    (50, 50): -5,
    (50, 60): -6,
    (60, 40): -7,
    (60, 50): -8,
    (60, 60): -9,
}
"""Shares of North-South and East-West in percent, and the level that says them."""
_STRAIN = {letter: number for number, letter in STRAINS.items()}


@dataclass(frozen=True, slots=True)
class ScoreToSend:
    """What a ruling gives a board: contract and tricks, or a level for two shares."""

    contract: Contract | None
    tricks: int
    share: int = 0


def call_item(call: UnitCall, status: CallStatus) -> dict[str, object]:
    """Return the item that tells a unit how far a call is."""
    return {
        "SessionGuid": call.place.guid,
        "SectionLetters": call.place.section,
        "TableNumber": call.place.table,
        "RoundNumber": call.place.round,
        "Hour": call.hour,
        "Minute": call.minute,
        "Status": int(status),
        "ValidationMessages": None,
    }


def result_item(
    place: UnitPlace, board: int, pairs: tuple[int, int], ruled: ScoreToSend
) -> dict[str, object]:
    """Return a ruled score as an item, with the names and the order of the client."""
    contract = ruled.contract
    declares_ns = contract is None or contract.declarer.side is Side.NS
    level = ruled.share or (contract.level if contract else 0)
    return {
        "SessionGuid": place.guid,
        "SectionLetters": place.section,
        "TableNumber": place.table,
        "RoundNumber": place.round,
        "BoardNumber": board,
        "ScoringDirection": BOTH_SIDES,
        "IsDeleted": False,
        "PairNorthSouth": pairs[0],
        "PairEastWest": pairs[1],
        "DeclaringPair": pairs[0] if declares_ns else pairs[1],
        "DeclarerDirection": contract.declarer + 1 if contract else 0,
        "Level": level,
        "Denomination": _STRAIN[contract.strain.value] if contract else 0,
        "Stake": contract.doubled if contract else 0,
        "TotalTricks": ruled.tricks if contract else 0,
        "LeadCardRank": 0,
        "LeadCardSuit": 0,
        "ValidationMessages": None,
    }


def with_lead(item: dict[str, object], before: Item) -> dict[str, object]:
    """Return an item with the opening lead of the result that stood before it."""
    lead = {name: before.get(name) or 0 for name in ("LeadCardRank", "LeadCardSuit")}
    same = item["DeclarerDirection"] == before.get("DeclarerDirection")
    return item | lead if same else item


def items_text(items: Sequence[Item]) -> str:
    """Return items as the text that a request carries."""
    return json.dumps(list(items), separators=(",", ":"))
