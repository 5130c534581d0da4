"""PBN records: one game a board, read leniently and reported by board.

A game is a board; a game that cannot be read is a Problem. Seats of the cards played
come from who holds them, not from the columns (see `play_rows`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.bridge.auctions import PASS, Auction, parse_call
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND, Hand
from rulings.bridge.seats import Seat, Side
from rulings.importers.boards import ImportedBoard, Room
from rulings.importers.drafts import MOST_CALLS, Draft, board_number, hand_of, tricks_of
from rulings.importers.faults import BoardProblem, BoardRefused, Flaw
from rulings.importers.pbn.games import Game, games
from rulings.importers.pbn.play import ORNAMENT, read_play
from rulings.importers.text import holds, text_of

_SNIFF = re.compile(
    r"^[ \t]*\[(?:Event|Site|Date|Board|West|North|East|South|Dealer|Vulnerable|Deal|"
    r'Contract|Declarer|Result|Auction|Play|OptimumScore)\s*["\]]',
    re.MULTILINE,
)
_ABSENT = frozenset({"", "?", "-", "#"})
_PASSED = frozenset({"PASS", "PAS", "PASSED", "P", "AP"})
_CONTRACT = re.compile(r"([1-7])\s*(NT|[SHDCN])\s*(X{0,2})", re.IGNORECASE)
_SIDE_TOTAL = re.compile(r"(NS|EW)\s*(\d+)", re.IGNORECASE)
_VULNERABLE = {"love": Vulnerability.NONE, "-": Vulnerability.NONE}


def sniff(data: bytes) -> bool:
    """Say whether the bytes look like PBN."""
    return holds(_SNIFF, data)


def read(data: bytes) -> Iterator[ImportedBoard | BoardProblem]:
    """Yield each game as a board or as the problem that cost it.

    Raises UnreadableFile for data that is no text.
    """
    previous: Game | None = None
    for game in games(text_of(data)):
        borrowed = _borrow_deal(game, previous)
        yield read_game(game, borrowed_deal=borrowed)
        previous = game


def _borrow_deal(game: Game, previous: Game | None) -> bool:
    """Give another table's play of the same board the deal of the game before.

    Some programs write the deal once and only contract and play for the other table.
    """
    if previous is None or {"Board", "Deal", "Dealer"} & game.tags.keys():
        return False
    if not {"Contract", "Play"} <= game.tags.keys() or "Deal" not in previous.tags:
        return False
    for name in ("Board", "Deal", "Dealer", "Vulnerable"):
        if name in previous.tags:
            game.tags.setdefault(name, previous.tags[name])
    return True


def read_game(
    game: Game, *, borrowed_deal: bool = False
) -> ImportedBoard | BoardProblem:
    """Return a game as a board, or the problem that cost it."""
    draft = Draft((game.line, game.last_line))
    if borrowed_deal:
        draft.remark(Flaw.DEAL_BORROWED, game.line, game.text("Board"))
    try:
        _read_identity(game, draft)
        draft.hands, draft.hands_at = _read_hands(game)
        _read_auction(game, draft)
        _read_contract(game, draft)
        draft.settle_number()
        draft.settle_auction()
        _read_total(game, draft)
        read_play(game, draft)
        draft.require_content()
        return draft.finish()
    except BoardRefused as refused:
        return refused.problem(draft.board)


def _read_identity(game: Game, draft: Draft) -> None:
    for line, text in game.open_comments:
        draft.remark(Flaw.COMMENT_OPEN, line, text)
    number = game.text("Board")
    draft.board = board_number(number)
    if draft.board is None and number not in _ABSENT:
        draft.remark(Flaw.BOARD_NUMBER, game.line_of("Board"), number)
    room = game.text("Room").lower()
    draft.room = Room(room) if room in {"open", "closed"} else None
    dealer = game.text("Dealer")
    if dealer.upper() in {"N", "E", "S", "W"}:
        draft.dealer = Seat.parse(dealer)
    elif dealer not in _ABSENT:
        draft.remark(Flaw.DEALER, game.line_of("Dealer"), dealer)
    _read_vulnerability(game, draft)
    draft.names = {
        seat: name for seat in Seat if (name := game.text(seat.word)) not in _ABSENT
    }


def _read_vulnerability(game: Game, draft: Draft) -> None:
    text = game.text("Vulnerable")
    if text in _ABSENT - {"-"}:
        return
    try:
        draft.vulnerability = _VULNERABLE.get(text.lower()) or Vulnerability.parse(text)
    except ParseError:
        draft.remark(Flaw.VULNERABILITY, game.line_of("Vulnerable"), text)


def _read_hands(game: Game) -> tuple[dict[Seat, Hand], tuple[int, str]]:
    text, line = game.text("Deal"), game.line_of("Deal")
    if text in _ABSENT:
        return {}, (line, "")
    first, colon, rest = text.partition(":")
    words = rest.split()
    if first.strip().upper() not in {"N", "E", "S", "W"} or not colon:
        raise BoardRefused(Flaw.DEAL_UNREADABLE, line, text)
    if len(words) > len(Seat):
        raise BoardRefused(Flaw.DEAL_UNREADABLE, line, text)
    hands: dict[Seat, Hand] = {}
    seat = Seat.parse(first)
    for word in words:
        if word != "-":
            hands[seat] = _hand(word, line)
        seat = seat.lho
    return hands, (line, text)


def _hand(word: str, line: int) -> Hand:
    suits = word.upper().replace("10", "T").replace("-", "").split(".")
    if len(suits) != len("SHDC"):
        raise BoardRefused(Flaw.DEAL_UNREADABLE, line, word)
    return hand_of(zip("SHDC", suits, strict=True), line, word)


def _read_auction(game: Game, draft: Draft) -> None:
    section = game.tags.get("Auction")
    if section is None:
        return
    seat = section.text.strip().upper()
    dealer = Seat.parse(seat) if seat in {"N", "E", "S", "W"} else draft.dealer
    if dealer is None:
        return
    calls: list[str] = []
    for word, line in section.words:
        bare = ORNAMENT.sub("", word).upper()
        if bare in {"+", "*"}:
            break
        if bare.startswith("^"):
            draft.remark(Flaw.IRREGULARITY, line, word)
        elif bare == "-" and not calls:
            dealer = dealer.lho
        elif bare and (len(calls) >= MOST_CALLS or not _add_call(bare, calls)):
            draft.remark(Flaw.AUCTION_UNREADABLE, line, word)
            return
    if calls:
        draft.auction = Auction(dealer, tuple(calls))
        draft.auction_line = section.line
        if draft.dealer is None:
            draft.dealer = dealer


def _add_call(word: str, calls: list[str]) -> bool:
    """Add a call, or the passes that AP stands for; say whether it was one."""
    if word == "AP":
        calls += [PASS] * _passes_to_close(calls)
        return True
    try:
        calls.append(parse_call(word))
    except ParseError:
        return False
    return True


def _passes_to_close(calls: list[str]) -> int:
    needed = 3 if any(call[0].isdigit() for call in calls) else 4
    passed = 0
    while passed < len(calls) and calls[-1 - passed] == PASS:
        passed += 1
    return max(0, needed - passed)


def _read_contract(game: Game, draft: Draft) -> None:
    text = game.text("Contract").upper()
    if text in _ABSENT:
        return
    if text in _PASSED:
        draft.passed_out = True
        return
    match = _CONTRACT.fullmatch(text)
    if match is None:
        raise BoardRefused(Flaw.CONTRACT, game.line_of("Contract"), text)
    declarer = game.text("Declarer").lstrip("^").upper()
    if declarer not in {"N", "E", "S", "W"}:
        declarer = _declarer_of(draft.auction, match[0])
        if not declarer:
            raise BoardRefused(
                Flaw.DECLARER,
                game.line_of("Contract"),
                f"{text} {game.text('Declarer')}",
            )
    if game.text("Declarer").startswith("^"):
        # The caret says that declarer plays although partner bid the strain first.
        draft.remark(Flaw.IRREGULARITY, game.line_of("Declarer"), game.text("Declarer"))
    draft.contract = Contract.parse(f"{match[0].replace(' ', '')} {declarer}")


def _declarer_of(auction: Auction | None, call: str) -> str:
    contract = auction.contract() if auction is not None and auction.closed else None
    same = contract is not None and contract.call == call.replace("NT", "N")
    return contract.declarer.letter if contract is not None and same else ""


def _read_total(game: Game, draft: Draft) -> None:
    text = game.text("Result")
    draft.total_line = game.line_of("Result")
    if text.startswith("^"):
        # The caret marks a total the Director changed: it need not follow from play.
        draft.total_adjusted = True
        draft.remark(Flaw.IRREGULARITY, draft.total_line, text)
        text = text.lstrip("^").strip()
    if text in _ABSENT or draft.passed_out:
        return
    draft.total = _tricks(
        text, draft.contract.declarer.side if draft.contract else None
    )
    if draft.total is None:
        draft.remark(Flaw.TOTAL_UNREADABLE, draft.total_line, text)


def _tricks(text: str, side: Side | None) -> int | None:
    """Return declarer's tricks of "9", "NS 9", "EW 4" or "NS 9 EW 4"."""
    totals = {
        Side(found[1].upper()): tricks_of(found[2])
        for found in _SIDE_TOTAL.finditer(text)
    }
    if not totals:
        return tricks_of(text)
    if side is None or _SIDE_TOTAL.sub("", text).strip():
        return None
    if side in totals:
        return totals[side]
    theirs = totals[side.other]
    return None if theirs is None else FULL_HAND - theirs
