"""USEBIO 1.2: each line of a traveller as a board of two pairs, with its hands.

Only results and hands are read; matchpoints, places and master points are the scoring
program's own. Names stay in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulings.bridge.contracts import Contract, vulnerability_of
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import Hand
from rulings.bridge.results import points_ns
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.importers.drafts import Draft, board_number, hand_of, small_number
from rulings.importers.faults import BoardProblem, BoardRefused, Flaw, problem
from rulings.importers.text import holds, text_of
from rulings.importers.usebio.tree import (
    Element,
    HasEntities,
    NotWellFormed,
    tree_of,
)

_SNIFF = re.compile(r"<USEBIO[\s>]", re.IGNORECASE)
_PASSES = {"PASS", "PASSED", "P", "AP", "ALL PASS"}
_SHARES = re.compile(r"A\s*\d{2,3}\s*/?\s*\d{2,3}|A[VE+\-=/ ]*.*", re.IGNORECASE)
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")

Hands = dict[int, tuple[dict[Seat, Hand], int]]
"""The hands of a board by its number, with the line at which they stand."""


def sniff(data: bytes) -> bool:
    """Say whether the bytes look like USEBIO."""
    return holds(_SNIFF, data)


def read(data: bytes) -> Iterator[ImportedBoard | BoardProblem]:
    """Yield each line of each traveller, and each hand record without a traveller.

    Raises UnreadableFile for data that is no text.
    """
    try:
        root = tree_of(text_of(data))
    except HasEntities as refused:
        yield problem(Flaw.XML_ENTITIES, None, refused.line, refused.text)
        return
    except NotWellFormed as refused:
        yield problem(Flaw.XML_BROKEN, None, refused.line, refused.text)
        return
    hands, unread = _hands(root)
    yield from unread
    played = set()
    for board in _travellers(root):
        number = board_number(board.value("BOARD_NUMBER"))
        played.add(number)
        for line in board.all("TRAVELLER_LINE"):
            yield _read_line(line, number, hands)
    for number in sorted(hands.keys() - played):
        yield _bare(number, hands)


def _travellers(root: Element) -> Iterator[Element]:
    for event in root.all("EVENT"):
        yield from event.all("BOARD")


def _hands(root: Element) -> tuple[Hands, list[BoardProblem]]:
    """Return the hand records by board, and those that cannot be read."""
    found: Hands = {}
    problems = []
    for handset in root.all("HANDSET"):
        for board in handset.all("BOARD"):
            number = board_number(board.value("BOARD_NUMBER"))
            try:
                made = _hand_record(board, number)
            except BoardRefused as refused:
                problems.append(refused.problem(number))
            else:
                found.setdefault(number or 0, (made, board.line))
    return found, problems


def _hand_record(board: Element, number: int | None) -> dict[Seat, Hand]:
    """Return the hands of a record; raise BoardRefused where they are no deal."""
    if number is None:
        written = board.value("BOARD_NUMBER")
        raise BoardRefused(Flaw.BOARD_NUMBER, board.line, written or "–")
    made = {_seat(one): _hand(one) for one in board.all("HAND")}
    Draft((board.line, board.line), hands=made).deal()
    return made


def _seat(hand: Element) -> Seat:
    direction = hand.value("DIRECTION")
    try:
        return Seat.parse(direction[:1].upper())
    except ParseError:
        raise BoardRefused(Flaw.DEAL_UNREADABLE, hand.line, direction or "–") from None


def _hand(hand: Element) -> Hand:
    suits = [
        (
            suit[0],
            hand.value(suit).upper().replace("10", "T").strip("- ").replace(" ", ""),
        )
        for suit in _SUITS
    ]
    return hand_of(suits, hand.line, ".".join(ranks for _, ranks in suits))


def _bare(number: int, hands: Hands) -> ImportedBoard | BoardProblem:
    held, line = hands[number]
    return _finished(Draft((line, line), board=number, hands=dict(held)))


def _finished(draft: Draft) -> ImportedBoard | BoardProblem:
    try:
        draft.settle_number()
        draft.require_content()
        return draft.finish()
    except BoardRefused as refused:
        return refused.problem(draft.board)


def _read_line(
    line: Element, number: int | None, hands: Hands
) -> ImportedBoard | BoardProblem:
    """Return a line of a traveller, or the problem that cost it."""
    draft = Draft((line.line, line.line), board=number)
    if number is None:
        draft.remark(Flaw.BOARD_NUMBER, line.line, "–")
    elif number in hands:
        draft.hands = dict(hands[number][0])
    pairs = line.value("NS_PAIR_NUMBER"), line.value("EW_PAIR_NUMBER")
    try:
        _read_result(line, draft)
    except BoardRefused as refused:
        return refused.problem(number)
    made = _finished(draft)
    return replace(made, pairs=pairs) if isinstance(made, ImportedBoard) else made


def _read_result(line: Element, draft: Draft) -> None:
    """Take contract and tricks, or that all passed; raise BoardRefused for neither."""
    written = line.value("CONTRACT").upper()
    points = line.value("SCORE")
    if not written:
        fault = Flaw.ASSIGNED if _SHARES.fullmatch(points) else Flaw.CONTRACT
        raise BoardRefused(fault, line.line, points or "–")
    if written in _PASSES:
        draft.passed_out = True
    else:
        draft.contract = _contract(line, written)
        draft.take_total(
            small_number(line.value("TRICKS")), line.line, line.value("TRICKS") or "–"
        )
    _check_points(line, draft, points)


def _contract(line: Element, written: str) -> Contract:
    declarer = line.value("PLAYED_BY").upper()[:1]
    if not declarer:
        raise BoardRefused(Flaw.DECLARER, line.line, written)
    try:
        return Contract.parse(f"{written} {declarer}")
    except ParseError:
        raise BoardRefused(Flaw.CONTRACT, line.line, f"{written} {declarer}") from None


def _check_points(line: Element, draft: Draft, points: str) -> None:
    """Note points that contract and tricks do not give (Law 77)."""
    if draft.board is None or not re.fullmatch(r"[+-]?\d+", points):
        return
    tricks = 0 if draft.passed_out else draft.total
    if tricks is None:
        return
    known = points_ns(draft.contract, tricks, vulnerability_of(draft.board))
    if known != int(points):
        draft.remark(Flaw.POINTS, line.line, f"{points}, not {known}")
