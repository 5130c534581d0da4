"""A position from what somebody pastes: a link, LIN, PBN, or four hands (Law 70B3).

Whole boards go through the importers; hands that are shorter are read here, for no
record of boards holds them. What is wrong is said with what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from django.utils.translation import gettext as _

from rulings.bridge.cards import Suit
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND, Deal, Hand
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import UnreadableFile
from rulings.importers.formats import read_bytes

MOST = 20_000
"""So many letters may be pasted: a board with its play has fewer than 2,000."""

SHOWN = 60
"""So many letters of what cannot be read are shown."""

_HANDS = re.compile(
    r"([NESW])\s*:\s*((?:[AKQJT0-9.\-]+\s+){3}[AKQJT0-9.\-]+)", re.IGNORECASE
)
_PARTS = re.compile(r"[?&;]([nesw])=([^&\s\"'<>]+)", re.IGNORECASE)
_TAG = re.compile(r"\[(\w+)\s+\"([^\"]*)\"\]")
_RECORD = re.compile(r"lin=|md\||handviewer|\[Deal", re.IGNORECASE)
_SUITS = "SHDC"


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text gives: four hands, or a whole board with its play.

    Of the rest whatever it says: contract, vulnerability, who is to lead.
    """

    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    board: ImportedBoard | None = None
    contract: Contract | None = None
    vulnerable: Vulnerability | None = None

    @property
    def deal(self) -> Deal | None:
        """Return the whole deal, where all 52 cards are known."""
        if self.board is not None:
            return self.board.deal
        if all(len(hand) == FULL_HAND for hand in self.hands.values()):
            return Deal(tuple(self.hands[seat] for seat in Seat))  # type: ignore[arg-type]  # four seats
        return None


def read_pasted(text: str) -> Pasted:
    """Return what a text gives; raise ParseError saying what would be right."""
    text = text.strip()
    short = _short_hands(text)
    if short is not None:
        return short
    if not _RECORD.search(text):
        raise ParseError(
            _(
                "“%(text)s” is no hand that can be read. Paste a link of a hand "
                "viewer, LIN, PBN, or four hands like N:AQ..85.3 J9..AK.J 74.A9..A "
                "KT...Q98."
            )
            % {"text": _start(text)}
        )
    try:
        reading = read_bytes(
            text.encode(), "pasted.lin" if "[" not in text else "a.pbn"
        )
    except UnreadableFile as error:
        template = _(error.template)
        raise ParseError(template.format(**error.params)) from error
    if not reading.boards:
        wrong = reading.problems[0]
        why = _(wrong.reason).format(text=wrong.text)
        raise ParseError(f"{why}. {_(wrong.remedy).format(text=wrong.text)}")
    board = reading.boards[0]
    if board.deal is None:
        raise ParseError(_("Two hands are missing. Give the cards of all four hands."))
    return Pasted(board=board, contract=board.contract, vulnerable=board.vulnerability)


def typed_hands(texts: Mapping[Seat, str]) -> Pasted:
    """Return four hands as typed, suits parted by dots; raise ParseError if wrong."""
    return Pasted({seat: Hand.parse(text or "...") for seat, text in texts.items()})


def _start(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"


def _short_hands(text: str) -> Pasted | None:
    """Return hands of fewer than thirteen cards; None where a text has none."""
    found = _HANDS.search(text)
    if found is not None:
        first, written = Seat.parse(found[1]), found[2].split()
        hands = {
            Seat((first + at) % len(Seat)): Hand.parse(hand)
            for at, hand in enumerate(written)
        }
    else:
        parts = {seat.upper(): hand for seat, hand in _PARTS.findall(text)}
        if len(parts) < len(Seat):
            return None
        hands = {Seat.parse(seat): _run_together(hand) for seat, hand in parts.items()}
    if all(len(hand) == FULL_HAND for hand in hands.values()) and _RECORD.search(text):
        return None
    tags = {name.lower(): value for name, value in _TAG.findall(text)}
    return Pasted(hands, None, _contract(tags), _vulnerable(tags))


def _run_together(text: str) -> Hand:
    """Return a hand of a link, as sAQhK5d-c9; raise ParseError on anything else."""
    suits = dict.fromkeys(_SUITS, "")
    suit = ""
    for letter in unquote(text).upper().replace("10", "T"):
        if letter in suits:
            suit = letter
        elif suit:
            suits[suit] += letter
        else:
            raise ParseError(_("“%s” is no hand: give sAQhK5dc9.") % _start(text))
    return Hand.parse(".".join(suits[one.letter] for one in Suit))


def _contract(tags: Mapping[str, str]) -> Contract | None:
    written = f"{tags.get('contract', '')} {tags.get('declarer', '')}".upper()
    try:
        return Contract.parse(written)
    except ParseError:
        return None


def _vulnerable(tags: Mapping[str, str]) -> Vulnerability | None:
    try:
        return Vulnerability.parse(tags.get("vulnerable", "?"))
    except ParseError:
        return None
