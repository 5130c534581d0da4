"""The Play section of PBN, put into playing order.

The standard writes each trick in columns of fixed seats; programs also write it in
the order of play, or leave gaps. Who holds a card decides who played it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import CARDS_IN_A_TRICK, Trick
from rulings.importers.drafts import CARDS, Draft
from rulings.importers.faults import BoardRefused, Flaw
from rulings.importers.pbn.games import Game, TagValue

ORNAMENT = re.compile(r"=\d*=|\$\d*|[!?]+")
"""What may stand at a card or call: a reference to a note, a code, a mark."""

Cell = tuple[Card | None, int]
"""A card or a gap, and its line."""

Rows = list[list[Cell]]

Holders = dict[Card, Seat]
"""Who was dealt each card."""


@dataclass(slots=True)
class OrderedPlay:
    """Cards in playing order; `gap` is the first card behind a hole."""

    play: list[tuple[Card, int]] = field(default_factory=list)
    gap: tuple[Card, int] | None = None


def read_play(game: Game, draft: Draft) -> None:
    """Put the Play section of a game into the draft, in playing order."""
    section = game.tags.get("Play")
    if section is None:
        return
    cells = _cells(section, draft)
    first = next((cell for cell in cells if cell[0] is not None), None)
    if first is None:
        return
    deal = draft.deal()
    if deal is None:
        raise BoardRefused(Flaw.PLAY_WITHOUT_DEAL, first[1], str(first[0]))
    if draft.contract is None:
        raise BoardRefused(Flaw.PLAY_WITHOUT_CONTRACT, first[1], str(first[0]))
    holders = {card: seat for seat in Seat for card in deal[seat].cards}
    ordered = _best(cells, holders, draft.contract, section.text.strip().upper())
    draft.play = ordered.play
    if ordered.gap is not None:
        draft.play_has_gap = True
        card, line = ordered.gap
        draft.remark(Flaw.PLAY_HOLE, line, str(card))


def _cells(section: TagValue, draft: Draft) -> list[Cell]:
    cells: list[Cell] = []
    seen: set[Card] = set()
    for word, line in section.words:
        bare = ORNAMENT.sub("", word)
        if bare == "*":
            break
        if "+" in bare and not draft.play_has_gap:
            # The plus stands for the card that somebody was thinking about.
            draft.play_has_gap = True
            draft.remark(Flaw.PLAY_GOES_ON, line, word)
        if bare.startswith("^"):
            draft.remark(Flaw.IRREGULARITY, line, word)
        elif bare and not bare.strip("-+"):
            cells += [(None, line)] * len(bare)
        elif bare:
            card = CARDS.get(bare.upper().replace("10", "T"))
            if card is None:
                raise BoardRefused(Flaw.PLAY_UNREADABLE, line, word)
            if card in seen:
                raise BoardRefused(Flaw.CARD_PLAYED_TWICE, line, str(card))
            seen.add(card)
            cells.append((card, line))
    return cells


def _best(
    cells: list[Cell], holders: Holders, contract: Contract, tag: str
) -> OrderedPlay:
    """Return the play by rows of four; by lines where those cannot be tricks."""
    by_four = [cells[n : n + 4] for n in range(0, len(cells), CARDS_IN_A_TRICK)]
    try:
        return _ordered(by_four, holders, contract, tag)
    except BoardRefused:
        by_line = _by_line(cells)
        if by_line == by_four:
            raise
        return _ordered(by_line, holders, contract, tag)


def _by_line(cells: list[Cell]) -> Rows:
    rows: Rows = []
    line = 0
    for cell in cells:
        if cell[1] != line or len(rows[-1]) == CARDS_IN_A_TRICK:
            rows.append([])
            line = cell[1]
        rows[-1].append(cell)
    return rows


def _ordered(rows: Rows, holders: Holders, contract: Contract, tag: str) -> OrderedPlay:
    found = OrderedPlay()
    leader = _opening_leader(rows[0], holders, contract, tag)
    for row in rows:
        by_seat = _by_seat(row, holders)
        trick = Trick(leader)
        while not trick.complete and trick.turn in by_seat and found.gap is None:
            card, line = by_seat.pop(trick.turn)
            found.play.append((card, line))
            trick = Trick(leader, (*trick.cards, card))
        if by_seat and found.gap is None:
            found.gap = min(by_seat.values(), key=lambda played: played[1])
        if not trick.complete:
            # Nothing can follow an unfinished trick: a card in a later row is a gap.
            leader = trick.turn
            found = _closed(found, rows[rows.index(row) + 1 :])
            break
        leader = trick.winner(contract.strain)
    return found


def _closed(found: OrderedPlay, later: Rows) -> OrderedPlay:
    if found.gap is None:
        found.gap = next(
            ((card, line) for row in later for card, line in row if card is not None),
            None,
        )
    return found


def _opening_leader(
    row: list[Cell], holders: Holders, contract: Contract, tag: str
) -> Seat:
    """Return who led: the tag's seat, unless the first card says otherwise."""
    said = Seat.parse(tag) if tag in {"N", "E", "S", "W"} else contract.opening_leader
    first = row[0][0]
    if first is None or holders[first] is said:
        return said
    played = [holders[card] for card, _ in row if card is not None]
    return said if said in played and contract.opening_leader is said else played[0]


def _by_seat(row: list[Cell], holders: Holders) -> dict[Seat, tuple[Card, int]]:
    by_seat: dict[Seat, tuple[Card, int]] = {}
    for card, line in row:
        if card is None:
            continue
        seat = holders[card]
        if seat in by_seat:
            raise BoardRefused(
                Flaw.TWO_FROM_ONE_HAND, line, f"{by_seat[seat][0]}, {card}"
            )
        by_seat[seat] = (card, line)
    return by_seat
