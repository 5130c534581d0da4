"""Boards as PBN text, which `pbn.read` reads back as the same boards.

One game a board, with the tags the standard asks for, in its order. Whether names are
written is decided by whoever fills them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.bridge.auctions import PASS, Auction
from rulings.bridge.contracts import Vulnerability
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.importers.boards import ImportedBoard

HEAD = "% PBN 2.1\n% EXPORT\n"
CALLS_A_LINE = 4
UNFINISHED = "+"
"""Stands for the card to come, where cards are missing or the play goes on."""
_VULNERABLE = {
    None: "",
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "All",
}
_NOT_CARRIED = frozenset({"", "?", "-"})


def pbn_text(boards: Iterable[ImportedBoard], event: str = "") -> str:
    """Return a PBN file with the boards in their order."""
    games = ("\n".join(_game(board, event)) for board in boards)
    return HEAD + "".join(f"\n{game}\n" for game in games)


def _game(board: ImportedBoard, event: str) -> Iterator[str]:
    yield _tag("Event", event)
    yield from ('[Site ""]', '[Date ""]')
    if board.board is not None:
        yield f'[Board "{board.board}"]'
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH):
        yield _tag(seat.word, board.names.get(seat, ""))
    yield f'[Dealer "{board.dealer if board.dealer is not None else ""}"]'
    yield f'[Vulnerable "{_VULNERABLE[board.vulnerability]}"]'
    if board.deal is not None:
        yield f'[Deal "{board.deal}"]'
    yield '[Scoring ""]'
    yield f'[Declarer "{board.declarer if board.declarer is not None else ""}"]'
    yield f'[Contract "{_contract(board)}"]'
    yield f'[Result "{_result(board)}"]'
    if board.room is not None:
        yield f'[Room "{board.room.value.title()}"]'
    if board.auction is not None:
        yield from _auction(board.auction)
    if board.play or board.play_has_gap:
        yield from _play(board)


def _tag(name: str, value: str) -> str:
    """Return a tag; a value that the format would take for a sign is left empty."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    if plain in _NOT_CARRIED or plain.startswith("#"):
        plain = ""
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _contract(board: ImportedBoard) -> str:
    if board.passed_out:
        return "Pass"
    return board.contract.call.replace("N", "NT") if board.contract else ""


def _result(board: ImportedBoard) -> str:
    """Return declarer's tricks; with a caret where they do not follow from the play."""
    if board.tricks_declarer is None or board.contract is None:
        return ""
    return f"{'^' if board.total_was_changed else ''}{board.tricks_declarer}"


def _auction(auction: Auction) -> Iterator[str]:
    yield f'[Auction "{auction.dealer}"]'
    words = ["Pass" if call == PASS else _bid(call) for call in auction.calls]
    for at in range(0, len(words), CALLS_A_LINE):
        yield " ".join(words[at : at + CALLS_A_LINE])


def _bid(call: str) -> str:
    return call.replace("N", "NT")


def _play(board: ImportedBoard) -> Iterator[str]:
    leader, replay = board.leader, board.replay()
    if leader is None or replay is None:
        yield from ('[Play ""]', UNFINISHED)
        return
    yield f'[Play "{leader}"]'
    begun = replay.position.trick
    yield from (_row(trick, leader) for trick in replay.tricks)
    if board.play_has_gap:
        yield _row(begun, leader, next_sign=UNFINISHED)
        return
    if begun.cards:
        yield _row(begun, leader)
    if len(replay.tricks) < FULL_HAND:
        yield "*"


def _row(trick: Trick, first: Seat, next_sign: str = "-") -> str:
    """Return a trick in the columns of the seats from the opening leader on."""
    shown = {seat: str(card) for seat, card in trick.plays()}
    shown.setdefault(trick.turn, next_sign)
    seats = [Seat((first + n) % len(Seat)) for n in range(len(Seat))]
    return " ".join(shown.get(seat, "-") for seat in seats)
