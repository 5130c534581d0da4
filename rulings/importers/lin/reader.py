"""LIN records of online and vugraph tables, and links to a hand viewer.

A board holds what `lin_tables` gives it; the fourth hand is computed, opponents' and
commentators' texts are left out. A total stands in `mc` only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.bridge.auctions import DOUBLE, PASS, REDOUBLE, Auction, parse_call
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard, Room
from rulings.importers.drafts import (
    CARDS,
    MOST_CALLS,
    Draft,
    board_number,
    hand_of,
    small_number,
)
from rulings.importers.faults import BoardProblem, BoardRefused, Flaw
from rulings.importers.lin.links import record_text
from rulings.importers.lin.tables import ROOM_BOARD, LinTable, tables
from rulings.importers.text import holds, text_of

_SNIFF = re.compile(
    r"(?:^|[|?&;]|lin=)[ \t]*(?:md|qx|vg|pn|st|mb|pc|ah|sv)(?:\||%7C|%257C)"
    r"|handviewer\.html?\?(?:[^\"'<>\n]{0,400}[&;])?[nsew]=",
    re.IGNORECASE | re.MULTILINE,
)
_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and names; the dealer's digit counts it from 1."""
_NUMBER = re.compile(r"\d+")
_CALL = re.compile(
    r"\s*(PASS|REDBL|RDBL|DBL|XX|[1-7]\s*(?:NT|[CDHSN])|[PXDR])[!?*]*\s*", re.IGNORECASE
)
_CARD = re.compile(r"\s*([SHDC](?:10|[AKQJT2-9]))[!?]*\s*", re.IGNORECASE)
_HAND = re.compile(r"([SHDC])([AKQJT2-9]*)")
_RESULT = re.compile(
    r"([1-7])(NT|[CDHSN])([NESW])(X{0,2})(=|[+-]\d{1,2}|)", re.IGNORECASE
)
_VULNERABILITY = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.BOTH,
}
PASSED_OUT = "PASS"
_SHORT_CALLS = {"D": DOUBLE, "R": REDOUBLE, "P": PASS}


def sniff(data: bytes) -> bool:
    """Say whether the bytes look like LIN or a link to a hand viewer."""
    return holds(_SNIFF, data)


def read(data: bytes) -> Iterator[ImportedBoard | BoardProblem]:
    """Yield each table as a board or as the problem that cost it.

    Raises UnreadableFile for data that is no text.
    """
    for table in tables(record_text(text_of(data))):
        yield read_table(table)


def read_table(table: LinTable) -> ImportedBoard | BoardProblem:
    """Return a table as a board, or the problem that cost it."""
    draft = Draft((table.line, table.last_line))
    try:
        _read_number(table, draft)
        draft.names = {
            seat: name
            for seat, name in zip(_ORDER, table.players, strict=False)
            if name
        }
        _read_hands(table, draft)
        _read_vulnerability(table, draft)
        draft.settle_number()
        _read_auction(table, draft)
        if draft.auction is None:
            _read_head_contract(table.result, draft)
        draft.settle_auction()
        _read_play(table, draft)
        _read_total(table, draft)
        draft.require_content()
        return draft.finish()
    except BoardRefused as refused:
        return refused.problem(draft.board)


def _read_number(table: LinTable, draft: Draft) -> None:
    match = ROOM_BOARD.match(table.room_board)
    if match and match[1]:
        draft.room = Room.CLOSED if match[1].lower() == "c" else Room.OPEN
    title = table.first("ah")
    number = _NUMBER.search(title[0]) if title else None
    if title and number:
        text, line = number[0], title[1]
    elif match:
        text, line = match[2], table.line
    else:
        return
    draft.board = board_number(text)
    if draft.board is None:
        draft.remark(Flaw.BOARD_NUMBER, line, text)


def _read_hands(table: LinTable, draft: Draft) -> None:
    found = table.first("md")
    if found is None:
        return
    text, line = found
    digit = text.strip()[:1]
    if digit in {"1", "2", "3", "4"}:
        draft.dealer = _ORDER[int(digit) - 1]
    written = text.strip().lstrip("01234").rstrip(",").split(",")
    if len(written) > len(Seat):
        raise BoardRefused(Flaw.DEAL_UNREADABLE, line, text)
    draft.hands_at = (line, text)
    for seat, hand in zip(_ORDER, written, strict=False):
        held = hand_of(_suits(hand, line), line, hand)
        if held.cards:
            draft.hands[seat] = held


def _suits(written: str, line: int) -> Iterator[tuple[str, str]]:
    """Yield each suit of a hand with its ranks, as far as they can be read."""
    text = "".join(written.upper().replace("10", "T").split())
    at = 0
    while at < len(text):
        match = _HAND.match(text, at)
        if match is None:
            raise BoardRefused(Flaw.DEAL_UNREADABLE, line, written)
        yield match[1], match[2]
        at = match.end()


def _read_vulnerability(table: LinTable, draft: Draft) -> None:
    found = table.first("sv")
    if found is None:
        return
    text, line = found
    draft.vulnerability = _VULNERABILITY.get(text.strip().lower()[:1])
    if draft.vulnerability is None:
        draft.remark(Flaw.VULNERABILITY, line, text)


def _read_auction(table: LinTable, draft: Draft) -> None:
    calls: list[str] = []
    for name, value, line in table.fields:
        if name != "mb" or not value.strip("!?- \n\t"):
            continue
        draft.auction_line = draft.auction_line or line
        at = 0
        while at < len(value):
            match = _CALL.match(value, at)
            if match is None or len(calls) >= MOST_CALLS:
                draft.remark(Flaw.AUCTION_UNREADABLE, line, value)
                return
            calls.append(_call(match[1]))
            at = match.end()
    if calls and draft.dealer is not None:
        draft.auction = Auction(draft.dealer, tuple(calls))


def _call(text: str) -> str:
    word = "".join(text.upper().split())
    return _SHORT_CALLS.get(word) or parse_call(word.replace("REDBL", "R"))


def _read_play(table: LinTable, draft: Draft) -> None:
    for name, value, line in table.fields:
        if name != "pc":
            continue
        at = 0
        # One card more than a deck has: the check of the play finds it played twice.
        while len(draft.play) <= len(CARDS) and value[at:].strip():
            match = _CARD.match(value, at)
            if match is None:
                raise BoardRefused(Flaw.PLAY_UNREADABLE, line, value)
            name_of_card = match[1].upper().replace("10", "T")
            draft.play.append((CARDS[name_of_card], line))
            at = match.end()


def _read_total(table: LinTable, draft: Draft) -> None:
    found = table.first("mc")
    if found is not None:
        text, line = found
        draft.take_total(small_number(text.strip()), line, text)
    elif table.result:
        total = _head_total(table.result, draft.contract)
        if total is not None:
            draft.take_total(total, table.line, table.result)


def _read_head_contract(result: str, draft: Draft) -> None:
    """Take the contract of the file's head, where the table has no auction."""
    draft.passed_out = result.upper() == PASSED_OUT
    match = _RESULT.fullmatch(result)
    if match is not None:
        draft.contract = _result_contract(match)


def _result_contract(match: re.Match[str]) -> Contract:
    level, strain, declarer, doubled, _ = match.groups()
    return Contract.parse(f"{level}{strain}{doubled} {declarer}".upper())


def _head_total(result: str, contract: Contract | None) -> int | None:
    """Return the tricks of a result like 4HSx-1, if it is of the same contract."""
    match = _RESULT.fullmatch(result)
    if match is None or not match[5] or _result_contract(match) != contract:
        return None
    return contract.tricks_needed + (0 if match[5] == "=" else int(match[5]))
