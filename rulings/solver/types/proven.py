"""What one search proved of a claim, read back from the result that the worker stored.

Serves the questions of `law`. Results stored before something was in them lack it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulings.bridge.cards import Card
from rulings.solver.types.adjudication import PartnerPlay, Share, Span

Stored = Mapping[str, Any]
"""A result as the worker stored it: the JSON of an `Adjudication`."""

Held = tuple[str, ...]
"""Cards and who holds them, "W:SQ"."""

PARTNER = "N13"
"""The rule by which a defender's partner chooses."""


@dataclass(frozen=True, slots=True)
class TrumpResult:
    """Law 70C: the opponents' trumps and the tricks that not minding them costs.

    `won` are the tricks that they win on the worst line of one who does not mind them,
    0 where that was not looked for.
    """

    cards: tuple[Card, ...]
    aware: Span
    unaware: Span
    won: int = 0

    @property
    def cost(self) -> int | None:
        """Return the tricks that forgetting them costs, None while not proven."""
        aware, unaware = self.aware.value, self.unaware.value
        return None if aware is None or unaware is None else max(0, aware - unaware)

    @property
    def tricks_lost(self) -> int | None:
        """Return the tricks lost to them on a normal line, None while not proven (S7).

        What forgetting them costs; where that is nothing, what they win.
        """
        return None if self.cost is None else max(self.cost, self.won)


@dataclass(frozen=True, slots=True)
class Proven:
    """What one search proved of a claim, in tricks of the claiming side.

    `award` speaks of nothing forgotten while it is open whether a trump was; `answers`
    spans the answers. `located` is the award were the first location of `settles`
    proven that changes it: None where none does or that was not asked, which `asks`
    tells apart. `chosen` are the cards a defender's partner chose on the line.
    """

    claimed: int
    left: int
    award: Span
    answers: Span
    certain: Span
    any_play: Span | None
    double_dummy: Span
    settles: tuple[Held, ...] = ()
    asks: bool = False
    located: Span | None = None
    trump: TrumpResult | None = None
    as_stated: Span | None = None
    lines_won: Share | None = None
    partner: PartnerPlay | None = None
    chosen: tuple[tuple[int, Card], ...] = ()

    @classmethod
    def from_json(cls, stored: Stored) -> Proven:
        """Read a stored result; one stored before something was in it lacks it."""
        award, claimed = stored["award"], stored["claimed"]
        answers = Span(stored["low"], stored["high"])
        partner = stored.get("partner")
        return cls(
            claimed=claimed,
            left=stored.get("left", claimed),
            award=answers if award is None else Span(award, award),
            answers=answers,
            certain=_span(stored["certain"]),
            any_play=_bounds(stored, "any_play"),
            double_dummy=_span(stored["double_dummy"]),
            settles=tuple(tuple(one["held"]) for one in stored["settles"]),
            asks="questions" in stored,
            located=_located(stored),
            trump=_trump(stored["outstanding_trump"]),
            as_stated=_bounds(stored, "as_stated"),
            lines_won=_share(stored.get("lines_won")),
            partner=None if partner is None else PartnerPlay.from_json(partner),
            chosen=_chosen(stored.get("line") or ()),
        )


def _span(stored: Stored) -> Span:
    return Span(int(stored["low"]), int(stored["high"]))


def _bounds(stored: Stored, key: str) -> Span | None:
    found = stored.get(key)
    return None if found is None else _span(found)


def _share(stored: Stored | None) -> Share | None:
    return None if stored is None else Share(int(stored["lines"]), int(stored["won"]))


def _trump(stored: Stored | None) -> TrumpResult | None:
    if stored is None:
        return None
    cards = tuple(Card.parse(text) for text in stored["cards"])
    spans = _span(stored["aware_award"]), _span(stored["unaware_award"])
    return TrumpResult(cards, *spans, stored.get("lost") or 0)


def _located(stored: Stored) -> Span | None:
    """Return the award with a location proven that changes it.

    A result stored before locations had their awards tells it by its question.
    """
    spans = [
        _span(one["award"])
        for one in stored["settles"]
        if "award" in one and one["moves"]
    ]
    spans += [
        _span(answer["award"])
        for question in stored.get("questions") or ()
        if question["id"] == "location"
        for answer in question["answers"]
        if answer["key"] == "proven"
    ]
    return next(iter(spans), None)


def _chosen(line: Iterable[Stored]) -> tuple[tuple[int, Card], ...]:
    """Return the cards of a line that a defender's partner chose, with their tricks."""
    return tuple(
        (int(trick["number"]), Card.parse(card["card"]))
        for trick in line
        for card in trick["cards"]
        if card["reason"] is not None and card["reason"]["rule"] == PARTNER
    )
