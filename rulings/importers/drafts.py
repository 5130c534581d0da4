"""What a format found about one board, checked and made an ImportedBoard.

Every format fills a `Draft`; the rules of a sound board stand here once: 52 cards,
the seats that held the cards played (Law 44), a total the play allows (Law 68).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rulings.bridge import records
from rulings.bridge.auctions import DOUBLE, PASS, REDOUBLE, Auction, bid_order
from rulings.bridge.cards import FULL_DECK, Card
from rulings.bridge.contracts import (
    Contract,
    Vulnerability,
    dealer_of,
    vulnerability_of,
)
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.hands import FULL_HAND, Deal, Hand
from rulings.bridge.seats import Seat, Side
from rulings.importers.boards import ImportedBoard, Room
from rulings.importers.faults import BoardProblem, BoardRefused, Flaw, problem

MAX_BOARD_NUMBER = 999

CARDS = {str(card): card for card in FULL_DECK}
"""Every card by its text: a lookup is many times faster than a new value."""


def board_number(text: str) -> int | None:
    """Return a board number from 1 to 999, or None for any other text."""
    number = small_number(text)
    return number if number and number <= MAX_BOARD_NUMBER else None


def tricks_of(text: str) -> int | None:
    """Return a number of tricks from 0 to 13, or None for any other text."""
    number = small_number(text)
    return number if number is not None and number <= FULL_HAND else None


def small_number(text: str) -> int | None:
    """Return a plain number of at most six digits."""
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None


def hand_of(suits: Iterable[tuple[str, str]], line: int, written: str) -> Hand:
    """Return a hand written as suits with their ranks.

    Raises BoardRefused for a letter that is no rank and for a card named twice.
    """
    cards: set[Card] = set()
    for suit, ranks in suits:
        for letter in ranks:
            card = CARDS.get(suit + letter)
            if card is None:
                raise BoardRefused(Flaw.DEAL_UNREADABLE, line, written)
            if card in cards:
                raise BoardRefused(Flaw.CARD_IN_TWO_HANDS, line, str(card))
            cards.add(card)
    return Hand(frozenset(cards))


@dataclass(slots=True)
class Draft:
    """What a record says of one board, as far as it could be read."""

    lines: tuple[int, int]
    board: int | None = None
    room: Room | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    hands: dict[Seat, Hand] = field(default_factory=dict)
    hands_at: tuple[int, str] = (0, "")
    whole_deal: Deal | None = None
    auction: Auction | None = None
    auction_line: int = 0
    contract: Contract | None = None
    passed_out: bool = False
    play: list[tuple[Card, int]] = field(default_factory=list)
    play_has_gap: bool = False
    total: int | None = None
    total_line: int = 0
    total_adjusted: bool = False
    names: dict[Seat, str] = field(default_factory=dict)
    remarks: list[tuple[Flaw, int, str]] = field(default_factory=list)

    def remark(self, fault: Flaw, line: int, text: str) -> None:
        """Note a fault that does not cost the board."""
        self.remarks.append((fault, line, text))

    def remark_once(self, fault: Flaw, line: int, text: str) -> None:
        """Note a fault unless it is noted already."""
        if (fault, line, text) not in self.remarks:
            self.remark(fault, line, text)

    def take_total(self, total: int | None, line: int, text: str) -> None:
        """Take declarer's tricks, or note that this is no number of tricks.

        With play any number is taken, and the check of the play refuses a total that is
        too high: without a total it would look as if nobody had claimed.
        """
        self.total_line = line
        if total is not None and (self.play or 0 <= total <= FULL_HAND):
            self.total = total
        else:
            self.remark(Flaw.TOTAL_UNREADABLE, line, text)

    def settle_number(self) -> None:
        """Fill in the dealer and vulnerability of the board number (Law 2)."""
        if self.board is None:
            return
        if self.dealer is None:
            self.dealer = dealer_of(self.board)
        if self.vulnerability is None:
            self.vulnerability = vulnerability_of(self.board)

    def deal(self) -> Deal | None:
        """Return the deal, the fourth hand computed; None when hands are missing.

        Raises Refused for a hand without 13 cards or a card in two places.
        """
        if self.whole_deal is None:
            self.whole_deal = self._make_deal()
        return self.whole_deal

    def _make_deal(self) -> Deal | None:
        line, text = self.hands_at
        for seat, hand in self.hands.items():
            if len(hand) != FULL_HAND:
                raise BoardRefused(Flaw.HAND_SIZE, line, f"{seat}:{hand}")
        seen: set[Card] = set()
        for hand in self.hands.values():
            for card in hand:
                if card in seen:
                    raise BoardRefused(Flaw.CARD_IN_TWO_HANDS, line, str(card))
                seen.add(card)
        if len(self.hands) < len(Seat) - 1:
            if text:
                self.remark_once(Flaw.HANDS_MISSING, line, text)
            return None
        rest = Hand(FULL_DECK - seen)
        return Deal(tuple(self.hands.get(seat, rest) for seat in Seat))  # type: ignore[arg-type]  # four seats, so four hands

    def settle_auction(self) -> None:
        """Check the auction against the contract; the contract is believed.

        An auction that leads elsewhere is dropped with a remark. Where no contract is
        recorded, that of a finished auction is taken.
        """
        auction = self.auction
        if auction is None:
            return
        if self.contract is None and not self.passed_out:
            if auction.closed:
                self.contract = auction.contract()
                self.passed_out = self.contract is None
        elif not auction.closed or auction.contract() != self.contract:
            self.remark(
                Flaw.AUCTION_CONTRACT, self.auction_line, str(self.contract or PASS)
            )
            self.auction = None
            return
        wrong = illegal_call(auction)
        if wrong is not None:
            self.remark(Flaw.AUCTION_ILLEGAL, self.auction_line, wrong)

    def require_content(self) -> None:
        """Raise Refused when there are neither hands nor a contract nor play."""
        if not (self.hands or self.contract or self.passed_out or self.play):
            raise BoardRefused(Flaw.NO_DEAL, self.lines[0], "")

    def finish(self) -> ImportedBoard:
        """Return the board; raise Refused when its parts contradict one another."""
        deal = self.deal()
        claimed = False
        if self.play:
            claimed = self._check_play(deal)
        elif self.contract is None:
            self.total = None
        return ImportedBoard(
            board=self.board,
            room=self.room,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            deal=deal,
            auction=self.auction,
            contract=self.contract,
            passed_out=self.passed_out,
            play=tuple(card for card, _ in self.play),
            tricks_declarer=self.total,
            claimed=claimed,
            play_has_gap=self.play_has_gap,
            lines=self.lines,
            remarks=self.reports(),
            names=dict(self.names),
        )

    def reports(self) -> tuple[BoardProblem, ...]:
        """Return the remarks as reports."""
        return tuple(
            problem(fault, self.board, line, text) for fault, line, text in self.remarks
        )

    def _check_play(self, deal: Deal | None) -> bool:
        first, line = self.play[0]
        if deal is None:
            raise BoardRefused(Flaw.PLAY_WITHOUT_DEAL, line, str(first))
        if self.contract is None:
            raise BoardRefused(Flaw.PLAY_WITHOUT_CONTRACT, line, str(first))
        leader = deal.holder(first)
        if leader is not self.contract.opening_leader:
            self.remark(Flaw.OPENING_LEADER, line, f"{leader}: {first}")
        replay = _replayed(deal, self.contract, leader, self.play)
        for trick, seat, card in replay.revokes:
            # The first card of each trick says where it stands in the record.
            at = self.play[len(Seat) * (trick - 1)][1]
            self.remark(Flaw.REVOKE, at, f"trick {trick}, {seat}: {card}")
        return self._check_total(replay, self.contract.declarer.side)

    def _check_total(self, replay: records.Replay, side: Side) -> bool:
        won, left = replay.position.won_by(side), FULL_HAND - len(replay.tricks)
        if left == 0 and self.total is None:
            self.total = won
        if self.total is None or self.total_adjusted:
            return False
        if not self.play_has_gap and not won <= self.total <= won + left:
            raise BoardRefused(
                Flaw.TOTAL_IMPOSSIBLE,
                self.total_line,
                f"{self.total} where {won} were won and {left} left",
            )
        return left > 0 and not self.play_has_gap


def _replayed(
    deal: Deal, contract: Contract, leader: Seat, play: list[tuple[Card, int]]
) -> records.Replay:
    cards = [card for card, _ in play]
    seen: set[Card] = set()
    for card, line in play:
        if card in seen:
            raise BoardRefused(Flaw.CARD_PLAYED_TWICE, line, str(card))
        seen.add(card)
    try:
        return records.replay(deal, contract.strain, leader, cards)
    except IllegalPlay:
        wrong = _first_not_held(deal, contract, leader, cards)
        raise BoardRefused(
            Flaw.CARD_NOT_HELD, play[wrong][1], str(cards[wrong])
        ) from None


def _first_not_held(
    deal: Deal, contract: Contract, leader: Seat, cards: list[Card]
) -> int:
    for length in range(1, len(cards)):
        try:
            records.replay(deal, contract.strain, leader, cards[:length])
        except IllegalPlay:
            return length - 1
    return len(cards) - 1


MOST_CALLS = 319
"""No auction is longer: three passes, and two doubles and nine calls to each bid."""


def illegal_call(auction: Auction) -> str | None:
    """Return the first call that was not allowed, or None when all were.

    The calls are in the one spelling of `rulings.bridge.auctions`.
    """
    last: tuple[int, str] | None = None
    doubled = ""
    for at, call in enumerate(auction.calls):
        if Auction(auction.dealer, auction.calls[:at]).closed:
            return call
        if call == PASS:
            continue
        if call in {DOUBLE, REDOUBLE}:
            if not _may_double(call, at, last, doubled):
                return call
            doubled = call
        elif last is not None and bid_order(call) <= bid_order(last[1]):
            return call
        else:
            last, doubled = (at, call), ""
    return None


def _may_double(call: str, at: int, last: tuple[int, str] | None, doubled: str) -> bool:
    """Say whether the side that did not bid doubles, or that which did redoubles."""
    if last is None:
        return False
    same_side = (at - last[0]) % 2 == 0
    if call == DOUBLE:
        return not same_side and not doubled
    return same_side and doubled == DOUBLE
