"""Boards as LIN text, which `lin.read` reads back; what LIN cannot hold is named.

LIN knows a contract by its auction, or by the results in the head of a file, and has no
sign for play that goes on.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from rulings.bridge.auctions import DOUBLE, PASS, REDOUBLE, Auction
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import FULL_HAND, Deal
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard, Room

ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and names; the dealer's digit counts it from 1."""
_VULNERABLE = {
    Vulnerability.NONE: "o",
    Vulnerability.NS: "n",
    Vulnerability.EW: "e",
    Vulnerability.BOTH: "b",
}
_ROOMS = {None: "", Room.OPEN: "o", Room.CLOSED: "c"}
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}


def lin_text(boards: Iterable[ImportedBoard]) -> str:
    """Return a LIN file with the boards in their order, one a line."""
    return "".join("".join(_fields(board)) + "\n" for board in boards if _fits(board))


def lost_in_lin(board: ImportedBoard) -> tuple[str, ...]:
    """Return what of a board LIN cannot hold: auction, contract, room, total.

    Without number and hands LIN cannot hold the board at all.
    """
    if not _fits(board):
        return ("board",)
    lost = []
    if board.auction is not None and not _auction_fits(board):
        lost.append("auction")
    if _needs_head(board) and board.board is None:
        lost.append("contract")
    if board.room is not None and board.board is None:
        lost.append("room")
    if board.tricks_declarer is not None and not _total_fits(board):
        lost.append("total")
    return tuple(lost)


def _fits(board: ImportedBoard) -> bool:
    return board.board is not None or board.deal is not None


def _auction_fits(board: ImportedBoard) -> bool:
    auction = board.auction
    if auction is None or auction.dealer is not board.dealer or board.deal is None:
        return False
    known = board.contract is not None or board.passed_out
    return not known or (auction.closed and auction.contract() == board.contract)


def _needs_head(board: ImportedBoard) -> bool:
    """Say whether contract or pass must stand in the head, for no auction says it."""
    known = board.contract is not None or board.passed_out
    return known and not _auction_fits(board)


def _total_fits(board: ImportedBoard) -> bool:
    kept = board.contract is not None and not (
        _needs_head(board) and board.board is None
    )
    return kept and not board.play_has_gap and not board.total_was_changed


def _fields(board: ImportedBoard) -> Iterator[str]:
    if board.board is None:
        yield "qx||"  # a board begins here even if the one before had no hands
    else:
        if _needs_head(board):
            yield from _head(board)
        yield f"qx|{_ROOMS[board.room]}{board.board}|"
    names = ",".join(_name(board.names.get(seat, "")) for seat in ORDER)
    yield f"pn|{names}|st||"
    if not _needs_head(board):
        # A head holds for all boards that follow, and must not speak of this one.
        yield "rs||"
    if board.deal is not None:
        yield f"md|{_dealer(board.dealer)}{_hands(board.deal)}|"
    yield "rh||"
    if board.board is not None:
        yield f"ah|Board {board.board}|"
    if board.vulnerability is not None:
        yield f"sv|{_VULNERABLE[board.vulnerability]}|"
    if board.auction is not None and _auction_fits(board):
        yield from _auction(board.auction)
    yield "pg||"
    yield from _play(board)


def _head(board: ImportedBoard) -> Iterator[str]:
    yield f"vg|,,I,{board.board},{board.board},,0,,0|"
    result = "PASS"
    if board.contract is not None:
        result = _result(board.contract, board)
    yield f"rs|{',' if board.room is Room.CLOSED else ''}{result}|"


def _result(contract: Contract, board: ImportedBoard) -> str:
    doubled = "x" * contract.doubled
    total = board.tricks_declarer
    over = ""
    if total is not None and _total_fits(board):
        surplus = total - contract.tricks_needed
        over = f"{surplus:+d}" if surplus else "="
    return f"{contract.level}{contract.strain}{contract.declarer}{doubled}{over}"


def _name(name: str) -> str:
    plain = "".join(c if c.isprintable() and c not in "|," else " " for c in name)
    return html.escape(" ".join(plain.split()), quote=False)


def _dealer(dealer: Seat | None) -> str:
    return "" if dealer is None else str(ORDER.index(dealer) + 1)


def _hands(deal: Deal) -> str:
    return ",".join(
        "".join(
            suit + ranks
            for suit, ranks in zip("SHDC", str(deal[seat]).split("."), strict=True)
        )
        for seat in ORDER
    )


def _auction(auction: Auction) -> Iterator[str]:
    return (f"mb|{_CALLS.get(call, call)}|" for call in auction.calls)


def _play(board: ImportedBoard) -> Iterator[str]:
    for at, card in enumerate(board.play, start=1):
        yield f"pc|{card}|" + ("pg||" if at % len(Seat) == 0 else "")
    whole = len(board.play) == len(Seat) * FULL_HAND
    if board.tricks_declarer is not None and _total_fits(board) and not whole:
        yield f"mc|{board.tricks_declarer}|"
