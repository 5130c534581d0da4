"""The worst normal line: its rows, its replay, and one trick with the law beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.presenters import DiagramView, LineRow, side_short
from rulings.presenters.moment import TrickView
from rulings.presenters.stored import (
    Stored,
    StoredCard,
    line_rows,
    plain_words,
    played_before,
    position_at,
    stored_cards,
)
from rulings.presenters.table import plain_diagram
from rulings.presenters.words import seat_name
from rulings.queries.table.sheet import Sheet
from rulings.solver.inputs import PlayAt


@dataclass(frozen=True, slots=True)
class PlayLine:
    """One card of the trick in hand: whose, its tag, why, and how to strike it.

    `strike` is the play as a strike names it, "" where there was no choice.
    """

    seat: str
    card: Card
    kind: str
    words: str
    law: str
    strike: str = ""


@dataclass(frozen=True, slots=True)
class LineView:
    """The line as drawn: its tricks, one of them with its diagram, cards and words.

    `back` and `on` are the addresses one card back and one on.
    """

    rows: list[LineRow]
    tricks: list[TrickView]
    back: str
    on: str
    diagram: DiagramView
    words: str
    side: str
    plays: list[PlayLine]


def drawn_line(result: Stored) -> Sequence[Stored]:
    """Return the line that shows how tricks are lost: that of the worse answer."""
    return result.get("losing") or result["line"]  # type: ignore[no-any-return]  # JSON


def turning_of(result: Stored) -> tuple[int, str]:
    """Return the trick at which a claim turns, and the card: "" where none is known.

    A result stored before there were turning points has its first trick lost.
    """
    turning = result.get("turning")
    if turning:
        return int(turning["trick"]), str(turning["card"])
    return first_lost(drawn_line(result)), ""


def line_view(
    sheet: Sheet,
    tricks: Sequence[Stored],
    current: int,
    cards: int = 0,
    turning: tuple[int, str] = (0, ""),
) -> LineView | None:
    """Return the line with one trick in hand; None without cards or a line.

    The trick lies whole, or its first `cards` cards do. `turning` is the trick at which
    the claim turns, and its card.
    """
    if sheet.cards is None or sheet.claimer is None or not tricks:
        return None
    stops = _stops(sheet.cards, tricks)
    current = min(max(current, 1), len(tricks))
    whole = len(tricks[current - 1]["cards"])
    stop = (current, cards) if (current, cards) in stops else (current, whole)
    at = stops.index(stop)
    near = stops[max(at - 1, 0)], stops[min(at + 1, len(stops) - 1)]
    lit = [Card.parse(turning[1])] if turning[1] and current == turning[0] else ()
    rows = line_rows(tricks, sheet.cards.strain, sheet.claimer.side, current)
    plays = _plays(sheet, tricks, current)[: stop[1]]
    return LineView(
        rows,
        _tricks(tricks, current, turning),
        _address(tricks, near[0]),
        _address(tricks, near[1]),
        plain_diagram(sheet, position_at(sheet.cards, tricks, *stop), lit),
        _words(tricks, *stop),
        side_short(sheet.claimer.side),
        plays,
    )


def _tricks(
    tricks: Sequence[Stored], current: int, turning: tuple[int, str]
) -> list[TrickView]:
    """Return the tricks of the line, each with the card that was led."""
    number, lit = turning
    steps = {current - 1: "back", current + 1: "on"}
    return [
        TrickView(
            at,
            f"?t={at}",
            Card.parse(one["cards"][0]["card"]),
            lost=not one["to_claimer"],
            turns=bool(lit) and at == number,
            current=at == current,
            step=steps.get(at, ""),
        )
        for at, one in enumerate(tricks, 1)
    ]


def _stops(start: Position, tricks: Sequence[Stored]) -> list[tuple[int, int]]:
    """Return every trick with each number of its cards on the table, from the claim.

    A card that lay there at the claim is never taken back.
    """
    return [
        (number, cards)
        for number, stored in enumerate(tricks, 1)
        for cards in range(
            max(len(start.trick.cards), 1) if number == 1 else 1,
            len(stored["cards"]) + 1,
        )
    ]


def _address(tricks: Sequence[Stored], stop: tuple[int, int]) -> str:
    number, cards = stop
    whole = cards == len(tricks[number - 1]["cards"])
    return f"?t={number}" if whole else f"?t={number}&c={cards}"


def first_lost(tricks: Sequence[Stored]) -> int:
    """Return the first trick that the claiming side loses, else the first of all."""
    return next((row["number"] for row in tricks if not row["to_claimer"]), 1)


def on_line(sheet: Sheet, tricks: Sequence[Stored]) -> frozenset[str]:
    """Return every play of the line that can be struck, as a strike names it."""
    if sheet.cards is None or sheet.claimer is None:
        return frozenset()
    numbers = range(1, len(tricks) + 1)
    found = (play for at in numbers for play in _plays(sheet, tricks, at))
    return frozenset(play.strike for play in found if play.strike)


def _plays(sheet: Sheet, tricks: Sequence[Stored], number: int) -> list[PlayLine]:
    """Return the cards of one trick with what may be said of each."""
    if sheet.cards is None:
        return []
    start = sheet.cards
    before = [Card.parse(code) for code in played_before(start, tricks, number)]
    lying = len(start.trick.cards) if number == 1 else 0
    plays = []
    for at, one in enumerate(stored_cards(tricks[number - 1])):
        strike = str(PlayAt(tuple(before), one.card)) if one.strikable else ""
        plays.append(_play(one, strike, lies=at < lying))
        if at >= lying:
            before.append(one.card)
    return plays


def _play(one: StoredCard, strike: str, *, lies: bool) -> PlayLine:
    words = _("on the table at the claim") if lies else plain_words(one.kind)
    return PlayLine(
        seat_name(one.seat), one.card, one.kind, one.words or words, one.law, strike
    )


def _words(tricks: Sequence[Stored], number: int, played: int) -> str:
    """Return what the trick in hand is, or which of its cards was played last."""
    stored, count = tricks[number - 1], len(tricks)
    cards = stored_cards(stored)
    if played < len(cards):
        seat = seat_name(cards[played - 1].seat)
        values = {"number": number, "count": count, "card": played, "seat": seat}
        return _("Trick %(number)d of %(count)d, card %(card)d: %(seat)s.") % values
    winner = next(one for one in cards if str(one.seat) == stored["winner"])
    names = {
        "number": number,
        "count": count,
        "leader": seat_name(cards[0].seat),
        "winner": seat_name(winner.seat),
    }
    return (
        _("Trick %(number)d of %(count)d: %(leader)s leads, %(winner)s wins.") % names
    )
