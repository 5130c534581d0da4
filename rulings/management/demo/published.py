"""The published rulings of the demo: cards and words as facts, in our own words.

Where a source gives the ending alone, the deal and the play up to it are made up so
that the whole board is legal; the cards at the claim are the source's.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.contracts import Contract, dealer_of
from rulings.bridge.hands import Deal
from rulings.management.demo.boards import bid
from rulings.workflow.event.play_records import PlayRecord

DATA = Path(__file__).with_name("published.toml")


@dataclass(frozen=True, slots=True)
class DemoRuling:
    """One published ruling, on a board of the demo."""

    name: str
    board: int
    deal: Deal
    contract: Contract
    play: tuple[Card, ...]
    claimer: str
    claimed: int | None
    words: str
    steps: tuple[str, ...]
    answers: dict[str, str]
    values: dict[str, bool]
    objection: str
    objector: str
    reason: str
    source: str

    @property
    def auction(self) -> Auction:
        """Return an auction to the contract from the board's dealer."""
        return bid(dealer_of(self.board), self.contract)

    @property
    def record(self) -> PlayRecord:
        """Return the record of the board at the table where the claim was made."""
        return PlayRecord(auction=self.auction, contract=self.contract, cards=self.play)


def published() -> dict[str, DemoRuling]:
    """Return the published rulings by name."""
    table = tomllib.loads(DATA.read_text("utf-8"))
    return {name: _read(name, values) for name, values in table.items()}


def _read(name: str, given: dict[str, Any]) -> DemoRuling:
    return DemoRuling(
        name=name,
        board=given["board"],
        deal=Deal.parse(given["deal"]),
        contract=Contract.parse(given["contract"]),
        play=parse_cards(given["play"]),
        claimer=given["claimer"],
        claimed=given.get("claimed"),
        words=given.get("words", ""),
        steps=tuple(given.get("steps", ())),
        answers=given.get("answers", {}),
        values=given.get("values", {}),
        objection=given["objection"],
        objector=given["objector"],
        reason=given["reason"],
        source=given["source"],
    )
