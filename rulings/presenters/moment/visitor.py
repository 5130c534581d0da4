"""What the public page shows of an answer beside the moment: place, link, picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.presenters.moment import BenchView, VerdictView
from rulings.presenters.words import contract_name, rank_letter, seat_name
from rulings.queries.table.sheet import Sheet

OURS = ("shown_contract", "shown_vulnerable")
"""What the page adds to what was typed: it stands in no link."""

LATEST = 10
"""Seconds after which every page that waits has looked again."""

LINE = 70
"""So many letters of words stand in a line of the picture."""


def fragment_of(given: Mapping[str, str]) -> str:
    """Return the whole question as the fragment of a link; no server ever sees it."""
    return urlencode({name: text for name, text in given.items() if name not in OURS})


@dataclass(frozen=True, slots=True)
class ChosenAnswer:
    """An answer that a visitor has tapped, and where it stands."""

    at: str
    row: VerdictView


def chosen_of(benches: Sequence[BenchView], at: str) -> ChosenAnswer | None:
    """Return the answer at a place, as "1.2": question and answer, counted from 1."""
    question, _dot, answer = at.partition(".")
    for number, bench in enumerate(benches, 1):
        for place, row in enumerate(bench.rows, 1):
            if (question, answer) == (str(number), str(place)):
                return ChosenAnswer(at, row)
    return None


def seconds_between(place: int) -> int:
    """Return after how many seconds a page looks again: later far behind."""
    return min(LATEST, 1 + (place - 1) // 5)


def place_words(place: int) -> str:
    """Return how many questions are answered before this one."""
    before = place - 1
    if not before:
        return _("Yours is being answered now.")
    words = ngettext(
        "%(n)d question is answered before yours.",
        "%(n)d questions are answered before yours.",
        before,
    )
    return words % {"n": before}


@dataclass(frozen=True, slots=True)
class PictureSuit:
    """A suit of a hand in the picture: its sign, its colour and its cards."""

    sign: str
    colour: str
    cards: str
    y: int


@dataclass(frozen=True, slots=True)
class PictureHand:
    """A hand of the picture, where it stands."""

    name: str
    x: int
    y: int
    suits: tuple[PictureSuit, ...]


@dataclass(frozen=True, slots=True)
class PictureView:
    """The picture to post: the hands, the claim, and the answer."""

    title: str
    words: tuple[tuple[str, int], ...]
    hands: tuple[PictureHand, ...]
    heading: str
    rows: tuple[tuple[str, str, int], ...]


SIGNS = {"S": ("♠", "#12231c"), "H": ("♥", "#b3261e"), "D": ("♦", "#a85400")}
SIGNS["C"] = ("♣", "#1b6b3a")
PLACES = {
    Seat.NORTH: (320, 150),
    Seat.WEST: (60, 280),
    Seat.EAST: (580, 280),
    Seat.SOUTH: (320, 410),
}


def picture_of(sheet: Sheet, bench: BenchView) -> PictureView:
    """Return the picture of a claim with the answer of a bench."""
    claimer = "" if sheet.claimer is None else seat_name(sheet.claimer)
    values = {
        "contract": "" if sheet.contract is None else contract_name(sheet.contract),
        "seat": claimer,
        "n": sheet.claimed,
        "left": sheet.left,
    }
    title = _("%(contract)s: %(seat)s claims %(n)s of %(left)s") % values
    said = "".join(sheet.texts.values())
    rows = tuple(
        (row.words, f"{row.number} {row.result} {row.points}".strip(), 590 + 34 * at)
        for at, row in enumerate(bench.rows)
    )
    return PictureView(title, _wrapped(said), _hands(sheet), bench.heading, rows)


def _hands(sheet: Sheet) -> tuple[PictureHand, ...]:
    if sheet.cards is None:
        return ()
    return tuple(
        PictureHand(
            seat_name(seat),
            *PLACES[seat],
            tuple(
                PictureSuit(
                    *SIGNS[suit_letter],
                    " ".join(map(rank_letter, cards)) or "–",
                    PLACES[seat][1] + 26 * (at + 1),
                )
                for at, (suit_letter, cards) in enumerate(_suits(sheet, seat))
            ),
        )
        for seat in PLACES
    )


def _suits(sheet: Sheet, seat: Seat) -> list[tuple[str, tuple[Card, ...]]]:
    """Return the suits of a hand by letter, with the cards still in it."""
    cards = sheet.cards
    return (
        [] if cards is None else [(s.letter, cards.hands[seat].suit(s)) for s in Suit]
    )


def _wrapped(text: str) -> tuple[tuple[str, int], ...]:
    """Return words in at most three lines of the picture, quoted."""
    lines: list[str] = [""]
    for word in (f"“{text}”" if text else _("Nothing was said.")).split():
        if lines[-1] and len(lines[-1]) + len(word) >= LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return tuple((line, 84 + 24 * at) for at, line in enumerate(lines[:3]))
