"""A line as it stands in a stored proposal: its rows, and each card with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _

from rulings.bridge.cards import Card, Strain
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick
from rulings.presenters.lines import CardReason, LineRow, line_row
from rulings.presenters.sentences import sentence_words

Stored = Mapping[str, Any]
KINDS = {"guess": "normal"}
"""A guess that goes wrong is a normal play: tags know four kinds."""


@dataclass(frozen=True, slots=True)
class StoredCard:
    """One card of a stored trick: who plays it, of which kind, and why."""

    seat: Seat
    card: Card
    kind: str
    words: str
    law: str
    rule: str

    @property
    def strikable(self) -> bool:
        """Say whether a rule of normal play chose the card, and not the director."""
        return self.rule not in {"", "allowance"}


def line_rows(
    tricks: Iterable[Stored], strain: Strain, side: Side, current: int = 0
) -> list[LineRow]:
    """Return the tricks of a stored line with the reason of each card that has one."""
    return [
        line_row(
            stored["number"],
            stored_trick(stored),
            strain=strain,
            side=side,
            reasons=stored_reasons(stored),
            current=stored["number"] == current,
        )
        for stored in tricks
    ]


def stored_trick(stored: Stored) -> Trick:
    """Return one stored trick in playing order."""
    plays = stored["cards"]
    leader = Seat.parse(plays[0]["seat"])
    return Trick(leader, tuple(Card.parse(play["card"]) for play in plays))


def stored_cards(stored: Stored) -> list[StoredCard]:
    """Return the cards of a stored trick in playing order."""
    return [_card(play) for play in stored["cards"]]


def _card(play: Stored) -> StoredCard:
    reason, tag = play["reason"], str(play["tag"])
    return StoredCard(
        Seat.parse(play["seat"]),
        Card.parse(play["card"]),
        KINDS.get(tag, tag),
        "" if reason is None else sentence_words(reason["sentence"]),
        "" if reason is None else reason["law"],
        "" if reason is None else reason["rule"],
    )


def stored_reasons(stored: Stored) -> list[CardReason]:
    """Return why cards of a trick were played, cards with one reason together.

    One word where no rule names any.
    """
    together: dict[tuple[str, str, str], list[str]] = {}
    cards = stored_cards(stored)
    for one in cards:
        if one.words:
            together.setdefault((one.kind, one.words, one.law), []).append(
                str(one.card)
            )
    if together:
        return [
            CardReason(kind, f"{' '.join(codes)}: {words}", law)
            for (kind, words, law), codes in together.items()
        ]
    return [CardReason(cards[0].kind, plain_words(cards[0].kind))]


def plain_words(kind: str) -> str:
    """Return a few words for a card that no rule chose."""
    return {"forced": _("no choice"), "free": _("the other side chooses")}.get(kind, "")


def position_at(
    start: Position, tricks: Sequence[Stored], number: int, played: int | None = None
) -> Position:
    """Return the position of a trick with its cards on the table.

    All that are stored, or the first `played` of them.
    """
    hands = list(start.hands)
    trick = stored_trick(tricks[number - 1])
    table = Trick(trick.leader, trick.cards[:played])
    before = (stored_trick(stored).plays() for stored in tricks[: number - 1])
    for seat, card in (*chain.from_iterable(before), *table.plays()):
        hands[seat] = hands[seat].without(card)
    return Position(
        tuple(hands),  # type: ignore[arg-type]  # four seats
        start.strain,
        table,
        start.won,
    )


def played_before(start: Position, tricks: Sequence[Stored], number: int) -> list[str]:
    """Return the cards played since the claim before a trick of the line.

    Cards that lay on the table at the claim are not among them.
    """
    played = [
        play["card"] for stored in tricks[: number - 1] for play in stored["cards"]
    ]
    return played[len(start.trick.cards) :]
