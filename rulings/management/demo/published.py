"""The published rulings of the demo: cards and words as facts, in our own telling.

Where a source gives the ending alone, the deal and the play up to it are made up so
that the whole board is legal; the cards at the claim are the source's.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

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


def _read(name: str, values: dict[str, object]) -> DemoRuling:
    steps = values.get("steps", [])
    answers = values.get("answers", {})
    entered = values.get("values", {})
    claimed = values.get("claimed")
    assert isinstance(steps, list)  # noqa: S101 - our own file
    assert isinstance(answers, dict)  # noqa: S101 - our own file
    assert isinstance(entered, dict)  # noqa: S101 - our own file
    return DemoRuling(
        name=name,
        board=int(str(values["board"])),
        deal=Deal.parse(str(values["deal"])),
        contract=Contract.parse(str(values["contract"])),
        play=parse_cards(str(values["play"])),
        claimer=str(values["claimer"]),
        claimed=None if claimed is None else int(str(claimed)),
        words=str(values.get("words", "")),
        steps=tuple(map(str, steps)),
        answers={str(step): str(choice) for step, choice in answers.items()},
        values={str(key): bool(value) for key, value in entered.items()},
        objection=str(values["objection"]),
        objector=str(values["objector"]),
        reason=str(values["reason"]),
        source=str(values["source"]),
    )
