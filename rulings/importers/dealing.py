"""Hand records of dealing machines and dealing programs: deals and nothing else.

Nine forms: BER, BHG, BRI, CDS, CSV, DGE, DLM, DUP and RZD. Each says where in the file
a record begins and who holds which card of it. Dealer and vulnerability are those of
the board number (Law 2) unless the form has its own; where a form has no numbers, the
boards count from 1.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Vulnerability, dealer_of
from rulings.bridge.hands import FULL_HAND, Hand
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.importers.drafts import CARDS, Draft, board_number
from rulings.importers.faults import BoardProblem, BoardRefused, Flaw
from rulings.importers.text import MAX_BYTES

RANKS = "AKQJT98765432"
DECK = tuple(CARDS[suit.name[0] + rank] for suit in Suit for rank in RANKS)
"""The 52 cards as all these forms count them: spades first, from the ace down."""
SEATS = tuple(Seat)
BLOCK = 128
"""Bytes of a record of BRI and of DGE; what is left over is filled up."""
DUP_BLOCK = 156
CDS_BLOCK, RZD_BLOCK, RZD_HEAD = 14, 13, 13
SNIFFED = 3
"""So many records are looked at to know a form; one of them must be sound."""

Held = Sequence[tuple[Seat, Card]]


@dataclass(frozen=True, slots=True)
class Record:
    """One deal of a file: where it stands, counted from 1, its number, its content."""

    place: int
    board: int | None
    content: bytes
    dealer: str = ""
    vulnerability: str = ""
    check: int | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """How a file falls into records, and who holds which card of a record.

    `records` returns none where the file has another form; `held` raises LookupError
    or ValueError for a content that has no cards to read.
    """

    records: Callable[[bytes], Sequence[Record]]
    held: Callable[[Record], Held]

    def sniff(self, data: bytes) -> bool:
        """Say whether the bytes have this form."""
        if len(data) > MAX_BYTES:
            return False
        return any(self._is_sound(one) for one in self.records(data)[:SNIFFED])

    def read(self, data: bytes) -> Iterator[ImportedBoard | BoardProblem]:
        """Yield each record as a board or as the problem that cost it."""
        for record in self.records(data):
            yield self._board(record)

    def _is_sound(self, record: Record) -> bool:
        try:
            held = self.held(record)
        except (LookupError, ValueError):
            return False
        counts = [sum(seat is one for seat, _ in held) for one in SEATS]
        return counts == [FULL_HAND] * 4 and len({card for _, card in held}) == len(
            DECK
        )

    def _board(self, record: Record) -> ImportedBoard | BoardProblem:
        draft = Draft((record.place, record.place), board=record.board)
        text = record.content.decode("latin-1").strip(" \0")
        try:
            try:
                held = self.held(record)
            except (LookupError, ValueError):
                raise BoardRefused(
                    Flaw.DEAL_UNREADABLE, record.place, text or "–"
                ) from None
            draft.hands = {
                seat: Hand(frozenset(card for one, card in held if one is seat))
                for seat in SEATS
            }
            draft.hands_at = (record.place, text)
            _read_head(record, draft)
            draft.settle_number()
            draft.require_content()
            return draft.finish()
        except BoardRefused as refused:
            return refused.problem(draft.board)


def _read_head(record: Record, draft: Draft) -> None:
    """Take dealer, vulnerability and check number where the form has them."""
    if record.dealer:
        draft.dealer = Seat.parse(record.dealer)
    if record.vulnerability:
        draft.vulnerability = Vulnerability.parse(record.vulnerability)
    if record.check not in {None, _check_number(record)}:
        draft.remark(Flaw.CHECK_NUMBER, record.place, str(record.check))


# --- where a record begins -------------------------------------------------------


def _blocks(size: int, pattern: bytes) -> Callable[[bytes], Sequence[Record]]:
    """Return a reader of records of one size that begin in a certain way."""
    begins = re.compile(pattern)

    def records(data: bytes) -> Sequence[Record]:
        if not data or len(data) % size or not begins.match(data):
            return []
        contents = [data[at : at + size] for at in range(0, len(data), size)]
        return [Record(n, n, one) for n, one in enumerate(contents, 1)]

    return records


def _dup_records(data: bytes) -> Sequence[Record]:
    """Read the lowest number of the set, which stands behind each deal of DUP."""
    found = _blocks(DUP_BLOCK, rb"[0-9 ]{78}\x06")(data)
    first = board_number(data[148:151].decode("latin-1").strip()) if found else None
    return [
        Record(one.place, one.place + (first or 1) - 1, one.content) for one in found
    ]


def _cds_records(data: bytes) -> Sequence[Record]:
    """Read the number that stands before each deal of a CDS file."""
    found = _blocks(CDS_BLOCK, rb"(?s).")(data)
    return [Record(one.place, one.content[0] or None, one.content[1:]) for one in found]


def _rzd_records(data: bytes) -> Sequence[Record]:
    """Read the head of an RZD file, which holds how many deals follow, and those."""
    body = data[RZD_HEAD:]
    count = int.from_bytes(data[:2], "little")
    if not body or data[2:RZD_HEAD].strip(b" ") or len(body) != count * RZD_BLOCK:
        return []
    return _blocks(RZD_BLOCK, rb"(?s).")(body)


def _line_records(pattern: bytes) -> Callable[[bytes], Sequence[Record]]:
    """Return a reader of one deal a line; every line must look like one."""
    line_of = re.compile(pattern)

    def records(data: bytes) -> Sequence[Record]:
        lines = data.split()
        if not all(line_of.fullmatch(line) for line in lines):
            return []
        return [Record(n, n, line) for n, line in enumerate(lines, 1)]

    return records


def _ber_records(data: bytes) -> Sequence[Record]:
    """Read deals of 52 digits, which stand in one line or in many."""
    digits = b"".join(data.split())
    if re.search(rb"[^1-4]", digits):
        return []
    return _blocks(len(DECK), rb"[1-4]")(digits)


def _dlm_records(data: bytes) -> Sequence[Record]:
    """Read the boards that a DLM file says are meant; it always holds 99."""
    if not data.lstrip().startswith(b"[Document]"):
        return []
    pairs = (line.partition("=") for line in data.decode("latin-1").splitlines())
    values = {key.strip(): value.strip() for key, _, value in pairs}
    first, last = (
        board_number(values.get(f"{end} board", "")) for end in ("From", "To")
    )
    if first is None or last is None:
        return []
    texts = [values.get(f"Board {number:02}", "") for number in range(first, last + 1)]
    return [
        Record(
            place,
            first + place - 1,
            text[:26].encode(),
            check=int(text[26:]) if text[26:].isdecimal() else None,
        )
        for place, text in enumerate(texts, 1)
    ]


def _csv_records(data: bytes) -> Sequence[Record]:
    """Read a line of 16 holdings, number, and dealer with vulnerability (`E/NS`)."""
    try:
        rows = list(csv.reader(data.decode("utf-8-sig").splitlines()))
    except (UnicodeDecodeError, csv.Error):
        return []
    found = []
    for place, row in enumerate(rows, 1):
        fits = len(row) == len(SEATS) * len(Suit) + 2
        if not fits or not re.fullmatch(r"[NESW]/(-|NS|EW|All)", row[-1]):
            return []
        dealer, _, vulnerable = row[-1].partition("/")
        vulnerable = "None" if vulnerable == "-" else vulnerable
        content = ",".join(row[:16]).encode()
        number = board_number(row[16])
        found.append(Record(place, number, content, dealer, vulnerable))
    return found


def _check_number(record: Record) -> int:
    """Return the number by which a DLM file notices a damaged board."""
    check = record.board or 0
    for letter in record.content:
        check ^= letter
    return check


# --- who holds which card ------------------------------------------------------------


def _by_seat(cards: Sequence[Card]) -> Held:
    """Give each seat in turn thirteen cards; West the rest where they are not named."""
    if len(cards) == FULL_HAND * 3:
        rest = set(DECK).difference(cards)
        cards = [*cards, *(card for card in DECK if card in rest)]
    return [(SEATS[at // FULL_HAND], card) for at, card in enumerate(cards)]


def _bri_held(record: Record) -> Held:
    """Read the cards of North, East and South as numbers from 01 to 52."""
    return _by_seat(
        [DECK[int(record.content[at : at + 2]) - 1] for at in range(0, 78, 2)]
    )


def _bhg_held(record: Record) -> Held:
    """Read four hands of letters, dealer's first: A to Z and a to z are the cards."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    cards = [DECK[letters.index(chr(sign))] for sign in record.content]
    first = dealer_of(record.place)
    return [(SEATS[(seat + first) % 4], card) for seat, card in _by_seat(cards)]


def _ber_held(record: Record) -> Held:
    """Read a digit for each card: 1 to 4 are North to West."""
    return [
        (SEATS[sign - ord("1")], card)
        for sign, card in zip(record.content, DECK, strict=True)
    ]


def _dlm_held(record: Record) -> Held:
    """Read a letter for each two cards: a to p are the pairs of their seats."""
    values = [sign - ord("a") for sign in record.content]
    if any(not 0 <= value < len(SEATS) ** 2 for value in values):
        raise ValueError(record.content)
    seats = [SEATS[part] for value in values for part in divmod(value, len(SEATS))]
    return list(zip(seats, DECK, strict=True))


def _ranks_held(first: Seat) -> Callable[[Record], Held]:
    """Return a reader of a byte for each rank, two bits for each suit's holder.

    The bits 00 mean the first seat, the others follow it clockwise.
    """

    def held(record: Record) -> Held:
        return [
            (SEATS[(first + (byte >> shift)) % 4], CARDS[suit.name[0] + rank])
            for byte, rank in zip(record.content, RANKS, strict=True)
            for shift, suit in zip((6, 4, 2, 0), Suit, strict=True)
        ]

    return held


def _dge_held(record: Record) -> Held:
    """Read four hands whose suits begin with the signs of cp437 (6, 3, 4, 5)."""
    text = record.content.decode("latin-1").rstrip(" \0").upper()
    if not re.fullmatch(
        "(\x06[^\x03-\x06]*\x03[^\x03-\x06]*\x04[^\x03-\x06]*\x05[^\x03-\x06]*){4}",
        text,
    ):
        raise ValueError(text)
    return _holdings(re.split("[\x03-\x06]", text)[1:])


def _csv_held(record: Record) -> Held:
    """Read sixteen holdings, from North's spades to West's clubs."""
    return _holdings(record.content.decode().upper().split(","))


def _holdings(texts: Sequence[str]) -> Held:
    suits = [(seat, suit) for seat in SEATS for suit in Suit]
    return [
        (seat, CARDS[suit.name[0] + rank])
        for (seat, suit), ranks in zip(suits, texts, strict=True)
        for rank in ranks.replace("10", "T")
    ]


_NUMBERS = rb"(?:0[1-9]|[1-4][0-9]|5[0-2]){39}"

FORMS = {
    "BER": Form(_ber_records, _ber_held),
    "BHG": Form(_line_records(rb"[A-Za-z]{52}"), _bhg_held),
    "BRI": Form(_blocks(BLOCK, _NUMBERS + rb"[ \0]"), _bri_held),
    "CDS": Form(_cds_records, _ranks_held(Seat.WEST)),
    "CSV": Form(_csv_records, _csv_held),
    "DGE": Form(_blocks(BLOCK, rb"\x06"), _dge_held),
    "DLM": Form(_dlm_records, _dlm_held),
    "DUP": Form(_dup_records, _bri_held),
    "RZD": Form(_rzd_records, _ranks_held(Seat.NORTH)),
}
