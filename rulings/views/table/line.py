"""The worst normal line as rows, replay steps and a diagram at any trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.queries.table.sheet import Sheet
from rulings.views.drawing import (
    DiagramView,
    LineRow,
    Reason,
    ReplayView,
    line_row,
    replay_of,
    side_short,
)
from rulings.views.drawing.sentences import sentence_words
from rulings.views.drawing.words import seat_name
from rulings.views.table.board import plain_diagram

KINDS = {"guess": "normal"}
"""A guess that goes wrong is a normal play: tags know four kinds."""

Stored = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LineView:
    """The line as drawn: rows, replay, the diagram of one trick and its words."""

    rows: list[LineRow]
    replay: ReplayView
    diagram: DiagramView
    words: str
    side: str


def line_view(sheet: Sheet, tricks: Sequence[Stored], current: int) -> LineView | None:
    """Return the line with one trick in hand; None without cards or a line."""
    if sheet.cards is None or sheet.claimer is None or not tricks:
        return None
    current = min(max(current, 1), len(tricks))
    rows = [
        line_row(
            stored["number"],
            _trick(stored),
            strain=sheet.cards.strain,
            side=sheet.claimer.side,
            reasons=_reasons(stored),
            current=stored["number"] == current,
        )
        for stored in tricks
    ]
    shown = tricks[current - 1]
    return LineView(
        rows,
        replay_of(rows, current=current, url=lambda number: f"?t={number}#line"),
        plain_diagram(sheet, _at(sheet.cards, tricks, current)),
        _words(shown, len(tricks)),
        side_short(sheet.claimer.side),
    )


def _trick(stored: Stored) -> Trick:
    plays = stored["cards"]
    leader = Seat.parse(plays[0]["seat"])
    return Trick(leader, tuple(Card.parse(play["card"]) for play in plays))


def _reasons(stored: Stored) -> list[Reason]:
    """Return why each card of the claiming side, or each forced one, was played."""
    found = []
    for play in stored["cards"]:
        kind = KINDS.get(play["tag"], play["tag"])
        if play["reason"] is None:
            continue
        sentence = sentence_words(play["reason"]["sentence"])
        found.append(Reason(kind, f"{play['card']}: {sentence}", play["reason"]["law"]))
    if not found:
        kind = KINDS.get(stored["cards"][0]["tag"], stored["cards"][0]["tag"])
        words = {"forced": _("no choice"), "free": _("the other side chooses")}
        found.append(Reason(kind, words.get(kind, "")))
    return found


def _at(start: Position, tricks: Sequence[Stored], current: int) -> Position:
    """Return the position of a trick with its four cards on the table."""
    hands = list(start.hands)
    for stored in tricks[:current]:
        for play in stored["cards"]:
            seat = Seat.parse(play["seat"])
            hands[seat] = hands[seat].without(Card.parse(play["card"]))
    return Position(
        tuple(hands),  # type: ignore[arg-type]  # four seats
        start.strain,
        _trick(tricks[current - 1]),
        start.won,
    )


def _words(stored: Stored, count: int) -> str:
    values = {
        "number": stored["number"],
        "count": count,
        "leader": seat_name(Seat.parse(stored["cards"][0]["seat"])),
        "winner": seat_name(Seat.parse(stored["winner"])),
    }
    return (
        _("Trick %(number)d of %(count)d: %(leader)s leads, %(winner)s wins.") % values
    )
