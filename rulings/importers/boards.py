"""A board as read from a record: deal, auction, contract, play and total.

Names stand apart from everything else (`names`) and belong in no log (R19).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rulings.bridge import records
from rulings.bridge.auctions import Auction
from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import FULL_HAND, Deal
from rulings.bridge.seats import Seat
from rulings.importers.faults import BoardProblem


class Room(StrEnum):
    """Where a board of a team match was played."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ImportedBoard:
    """One board of one table. `play` holds the cards in playing order.

    `tricks_declarer` is the total of declarer's side as recorded, or as all 52 cards
    show it. `claimed` says that play stopped early and a total is recorded;
    `play_has_gap` that cards are missing or still to come, so that the end of `play` is
    no claim. `pairs` are North-South and East-West by number, as a list of results has
    them. `source` names the file inside an archive. `remarks` are faults that did
    not cost the board.
    """

    board: int | None
    room: Room | None
    dealer: Seat | None
    vulnerability: Vulnerability | None
    deal: Deal | None
    auction: Auction | None = None
    contract: Contract | None = None
    passed_out: bool = False
    play: tuple[Card, ...] = ()
    tricks_declarer: int | None = None
    claimed: bool = False
    play_has_gap: bool = False
    lines: tuple[int, int] = (1, 1)
    source: str = ""
    pairs: tuple[str, str] | None = None
    remarks: tuple[BoardProblem, ...] = ()
    names: Mapping[Seat, str] = field(default_factory=dict, repr=False)

    @property
    def declarer(self) -> Seat | None:
        """Return declarer, or None without a contract."""
        return self.contract.declarer if self.contract else None

    @property
    def leader(self) -> Seat | None:
        """Return who made the opening lead, or should make it (Law 41A)."""
        if self.play and self.deal:
            return self.deal.holder(self.play[0])
        return self.contract.opening_leader if self.contract else None

    @property
    def total_was_changed(self) -> bool:
        """Say whether the total stands although play neither gives nor claims it."""
        replay = self.replay()
        if replay is None or not self.play or self.claimed or self.play_has_gap:
            return False
        if self.contract is None or len(replay.tricks) < FULL_HAND:
            return True
        return replay.position.won_by(self.contract.declarer.side) != (
            self.tricks_declarer
        )

    def replay(self) -> records.Replay | None:
        """Return what the play leads to, or None without deal or contract."""
        if self.deal is None or self.contract is None or self.leader is None:
            return None
        return records.replay(self.deal, self.contract.strain, self.leader, self.play)
