"""Cases with a known outcome, written as TOML, and the signature over all of them.

A case holds position, claim, settings and what is expected; the signature hashes
every award and every line, so that a change of behaviour cannot go unseen.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.claims.statement import Statement
from rulings.solver.adjudication import Adjudication, LineTrick
from rulings.solver.claim import Claim
from rulings.solver.proposal import adjudicate
from rulings.solver.settings import PlayAt, Settings


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """One case: its name, the input, and the outcome it must have."""

    name: str
    position: Position
    claim: Claim
    settings: Settings
    expected: Mapping[str, Any]
    ruling: tuple[int, int] | None

    def solve(self) -> Adjudication:
        """Return what the solver says now."""
        return adjudicate(self.position, self.claim, self.settings)


def read_case(path: Path) -> GoldenCase:
    """Return a case from its file; raise KeyError or ParseError when it is not one."""
    data = tomllib.loads(path.read_text("utf-8"))
    claim = data["claim"]
    settings = Settings.from_json(
        {
            "profile": data.get("profile", "WBF"),
            "edition": data["edition"],
            "suit_order": data.get("suit_order", "top_down"),
            "strikes": [str(PlayAt.parse(play)) for play in data.get("strikes", [])],
            "allowances": list(data.get("allowances", [])),
        }
    )
    shown = [pair.split(":") for pair in claim.get("show_outs", [])]
    located = [pair.split(":") for pair in claim.get("locations", [])]
    ruling = data.get("ruling")
    return GoldenCase(
        path.stem,
        Position.parse(data["position"]),
        Claim(
            Seat.parse(claim["claimer"]),
            Seat.parse(claim["declarer"]),
            claim["tricks"],
            Statement.parse("; ".join(claim.get("statement", []))),
            claim.get("aware_of_trump"),
            frozenset(Card.parse(card) for card in claim.get("forgotten", [])),
            frozenset((Seat.parse(s), Suit.parse(x)) for s, x in shown),
            frozenset((Seat.parse(s), Card.parse(c)) for s, c in located),
            counted=frozenset(Card.parse(card) for card in claim.get("counted", [])),
        ),
        settings,
        data["expected"],
        None if ruling is None else (ruling[0], ruling[-1]),
    )


def read_cases(folder: Path) -> list[GoldenCase]:
    """Return all cases of a folder, by name."""
    return [read_case(path) for path in sorted(folder.glob("*.toml"))]


def line_text(line: Iterable[LineTrick]) -> list[str]:
    """Return a line as text: one trick a row, each card with its tag."""
    return [
        f"{trick.cards[0].seat}: "
        + " ".join(f"{card.card}/{card.tag}" for card in trick.cards)
        + f" -> {trick.winner}"
        for trick in line
    ]


def signature(results: Iterable[tuple[str, Adjudication]]) -> str:
    """Return the hash over all awards and lines."""
    rows = [
        f"{name} {found.award} {found.low}-{found.high} {line_text(found.line)}"
        for name, found in sorted(results, key=lambda pair: pair[0])
    ]
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]
