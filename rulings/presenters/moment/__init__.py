"""The moment of a ruling as drawn: the answers as rows, the tricks, the one step on.

Every answer keeps its number, whichever of them is in force.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card


@dataclass(frozen=True, slots=True)
class VerdictView:
    """One answer with its tricks, and what they are on the score.

    `pips` are the classes of one mark for each trick. `made` says that the result
    names the contract: 5 hearts makes. `default` says that it is in force though nobody
    chose it.
    """

    name: str
    value: str
    words: str
    more: str
    low: int
    high: int
    pips: tuple[str, ...]
    result: str = ""
    points: str = ""
    made: bool = False
    pressed: bool = False
    default: bool = False

    @property
    def number(self) -> str:
        """Return the tricks, or the range in which they lie."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"

    @property
    def is_open(self) -> bool:
        """Say whether this is a range and no number."""
        return self.low != self.high


@dataclass(frozen=True, slots=True)
class BenchView:
    """A fact with its answers, all in sight; `about` names the cards, as sent back.

    `given` says that the director gave the answer that is pressed. `other` is a
    further answer, small below the rows: its name, value and words.
    """

    id: str
    law: str
    heading: str
    rows: tuple[VerdictView, ...]
    about: str = ""
    given: bool = False
    numbers: tuple[VerdictView, ...] = ()
    """Each number of a range, to be chosen by hand."""
    other: tuple[str, str, str] | None = None

    @property
    def pressed(self) -> VerdictView | None:
        """Return the answer in force."""
        return next((row for row in self.rows if row.pressed), None)


@dataclass(frozen=True, slots=True)
class TrickView:
    """One trick of the line: the card led, won or lost, and whether it turns there."""

    number: int
    url: str
    card: Card
    lost: bool
    turns: bool = False
    current: bool = False
    step: str = ""
    """`back` and `on` for the neighbours of the trick in hand: keys follow them."""


@dataclass(frozen=True, slots=True)
class NextView:
    """The main button: what it does, in words that say so.

    `kind` is accept, choose, first, read_back, counting or by_hand.
    """

    kind: str
    words: str
    more: str = ""
