"""A result as scorers type it: 4S N =, 3NTX W -2, PASS."""

from __future__ import annotations

import re

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.errors import ParseError, Unreadable
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.scores import score
from rulings.bridge.seats import Side

PASSED = "PASS"
_PASSES = {"P", PASSED, "PASSED", "AP"}
_TEXT = re.compile(r"(.+?)\s*(?:(=)|([+-])\s*([0-9]{1,2}))")
_MINUS = str.maketrans("−–", "--")


def parse_result(text: str) -> tuple[Contract | None, int]:
    """Return contract and declarer's tricks; None and 0 for a board passed out.

    Raises ParseError for anything else, and for tricks that no board has.
    """
    word = text.strip().upper().translate(_MINUS)
    if word in _PASSES:
        return None, 0
    match = _TEXT.fullmatch(word)
    if match is None:
        raise ParseError(Unreadable.RESULT, text=text)
    written, _, sign, number = match.groups()
    contract = Contract.parse(written)
    over = int(number or 0) * (-1 if sign == "-" else 1)
    tricks = contract.tricks_needed + over
    if not 0 <= tricks <= FULL_HAND:
        raise ParseError(Unreadable.RESULT_TRICKS, text=text, tricks=tricks)
    return contract, tricks


def result_text(contract: Contract | None, tricks: int) -> str:
    """Return a result as `parse_result` reads it back."""
    if contract is None:
        return PASSED
    over = tricks - contract.tricks_needed
    return f"{contract} {f'{over:+d}' if over else '='}"


def points_ns(contract: Contract | None, tricks: int, vulnerable: Vulnerability) -> int:
    """Return North-South's points for a result (Law 77)."""
    if contract is None:
        return 0
    side = contract.declarer.side
    points = score(contract, tricks, vulnerable=vulnerable.includes(side))
    return points if side is Side.NS else -points
