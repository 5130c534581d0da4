"""Checks a stored proposal by the plain rules: legal, stated, normal, counted, worst.

Serves `verify --proposals` (Laws 70 and 71). Imports nothing of the search. What a
check may not do for its size it leaves out and says so in `Checked.left_out`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulings.bridge.cards import Card
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.claims import script
from rulings.claims.script import START, Progress
from rulings.claims.steps import Place
from rulings.solver.beliefs import (
    conceded_suits,
    is_bare,
    known_losers,
    named_forgotten,
    parts_of,
    refused_suits,
    trumps_out,
    unseen_cards,
    without_known,
)
from rulings.solver.claim import Claim
from rulings.solver.customs import Customs
from rulings.solver.plain import Known, Moment
from rulings.solver.settings import Settings

FEW = 5
"""Cards each up to which every line is gone through."""

Stored = Mapping[str, Any]
State = tuple[Moment, int, Progress | None]
"""A moment, the tricks the claim still needs, and how far the words have come."""


@dataclass(slots=True)
class Checked:
    """What a check found: faults, and what it left out with the reason."""

    faults: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def check(
    position: Position, claim: Claim, settings: Settings, stored: Stored
) -> Checked:
    """Return what is wrong with a stored result for a claim."""
    checked = Checked()
    checked.faults += _orderly(stored, position, claim)
    cards, faults = _line(stored, position, claim)
    checked.faults += faults
    if faults or stored["award"] is None or not cards:
        checked.left_out.append("no settled line to replay")
        return checked
    if position.left > FEW:
        checked.left_out.append("certainty and normal plays: more than five cards each")
        return checked
    known = Known(position, claim)
    counted = known.certain(known.start(position, claim, frozenset()))
    span = stored["certain"]
    if not span["low"] <= counted <= span["high"]:
        checked.faults.append(f"certain is {counted}, stored {span}")
    checked.faults += _normal_and_worst(
        _Ruled(position, claim, settings, known, counted), stored, cards
    )
    return checked


def _orderly(stored: Stored, position: Position, claim: Claim) -> list[str]:
    """Return breaches of the order any play <= award <= double dummy."""
    faults = []
    if stored["left"] != position.left or stored["claimed"] != claim.tricks:
        faults.append("tricks left or claimed are not those of the claim")
    low, high = stored["low"], stored["high"]
    if not 0 <= low <= high <= position.left:
        faults.append(f"the range {low} to {high} is none")
    if low < stored["any_play"]["low"] or high > stored["double_dummy"]["high"]:
        faults.append("the range leaves the bounds of any play and double dummy")
    return faults + _beside(stored)


def _beside(stored: Stored) -> list[str]:
    """Return breaches of order in what is shown beside the number, where it is."""
    faults = []
    least, best = stored["any_play"]["low"], stored["double_dummy"]["high"]
    span, share = stored.get("as_stated"), stored.get("lines_won")
    if span and not least <= span["low"] <= span["high"] <= best:
        faults.append("the line as stated leaves those bounds")
    if share and not 0 <= share["won"] <= share["lines"]:
        faults.append("more lines win a trick back than there are")
    return faults


def _line(
    stored: Stored, position: Position, claim: Claim
) -> tuple[list[Card], list[str]]:
    """Return the cards of the line after those on the table, and its faults."""
    written = [card for trick in stored["line"] for card in trick["cards"]]
    if stored["award"] is None and not written:
        return [], []  # a range has no line yet, not even of the cards on the table
    cards = [Card.parse(card["card"]) for card in written]
    begun = list(position.trick.cards)
    if cards[: len(begun)] != begun:
        return [], ["the line does not begin with the cards on the table"]
    cards = cards[len(begun) :]
    won, now = 0, position
    try:
        for card in cards:
            now = now.play(card)
            if not now.trick.cards:
                won += now.turn.side is claim.side
    except IllegalPlay as error:
        return [], [f"the line is not legal: {error}"]
    if cards and any(now.hands):
        return [], ["the line ends before the last trick"]
    if cards and stored["award"] is not None and won != stored["award"]:
        return cards, [f"the line gives {won} tricks, the award is {stored['award']}"]
    return cards, []


class _Ruled:
    """The plain rules with the words of one claim."""

    def __init__(
        self,
        position: Position,
        claim: Claim,
        settings: Settings,
        known: Known,
        certain: int,
    ) -> None:
        self.position, self.claim, self.settings = position, claim, settings
        self.known = known
        self.steps = () if claim.statement is None else claim.statement.steps
        self.customs = Customs(
            known,
            settings,
            known_losers(position, claim),
            conceded_suits(position, claim),
            is_bare(claim) and certain > claim.tricks,
            refused_suits(claim),
        )

    def start(self, forgotten: frozenset[Card], tricks: int) -> State:
        moment = self.known.start(self.position, self.claim, forgotten)
        spent = script.is_spent(self.steps, START)
        return moment, tricks, None if spent else START

    def plays(self, state: State, path: tuple[Card, ...]) -> list[tuple[Card, State]]:
        """Return the cards that may be played at a state, with what follows."""
        moment, need, progress = state
        if (moment.seat - self.known.claimer) % 2:
            return [
                (card, self.after(state, card, progress)) for card in moment.legal()
            ]
        stated, then = self.stated(moment, progress)
        cards = self.customs.normal(moment, need, stated)
        struck = {p.card for p in self.settings.strikes if p.played == path}
        allowed = {p.card for p in self.settings.allowances if p.played == path}
        cards = [card for card in cards if card not in struck] or cards
        cards += [c for c in moment.legal() if c in allowed and c not in cards]
        return [
            (
                card,
                self.after(
                    state, card, then if stated and card in stated else progress
                ),
            )
            for card in cards
        ]

    def after(self, state: State, card: Card, progress: Progress | None) -> State:
        moment, won = self.known.after(state[0], card)
        in_trick = bool(moment.table)
        if progress and script.is_spent(self.steps, progress, in_trick=in_trick):
            progress = None
        return moment, max(0, state[1] - won), progress

    def stated(
        self, moment: Moment, progress: Progress | None
    ) -> tuple[list[Card] | None, Progress | None]:
        """Return the cards the words ask for now, and how far they then have come."""
        if progress is None:
            return None, None
        found = script.obeying(self.steps, progress, self._seen(moment))
        return (None, progress) if found is None else (list(found[1]), found[0])

    def _seen(self, moment: Moment) -> script.Moment:
        known = self.known
        out = known.unseen(moment)
        side = {known.claimer, known.dummy} if known.declares else {moment.seat}
        other = side - {moment.seat}
        own = frozenset(card for seat in side for card in moment.hands[seat])
        legal = tuple(moment.legal())
        winner = known.winner
        beats = {
            c for c in legal if winner((*moment.table, (moment.seat, c))) == moment.seat
        }
        best = winner(moment.table) if moment.table else moment.seat
        return script.Moment(
            Place.HAND if moment.seat == known.claimer else Place.DUMMY,
            legal,
            frozenset(card for seat in other for card in moment.hands[seat]),
            known.trump,
            moment.led,
            not (moment.seat - moment.leader) % 2,
            frozenset(beats),
            frozenset(c for c in own if c not in out and not _above(c, out)),
            any(card.suit is known.trump for card in out),
            Seat((moment.leader + 1) % 4),
            dict(moment.table)[best] if best in other else None,
        )


def _above(card: Card, out: frozenset[Card]) -> bool:
    return any(other.suit is card.suit and other > card for other in out)


def _normal_and_worst(ruled: _Ruled, stored: Stored, cards: list[Card]) -> list[str]:
    """Return faults of the line's normality, and a worse line if there is one.

    Above the claim a trick more may have been protected as if claimed: the line has
    to be normal for one of those numbers (N14).
    """
    award = stored["award"]
    found: list[str] = []
    for belief in _beliefs(ruled, stored):
        for tricks in range(ruled.claim.tricks, max(award, ruled.claim.tricks) + 1):
            state = ruled.start(belief, tricks)
            faults = _not_normal(ruled, state, cards)
            if not faults and _fewest(ruled, state, (), {}) < award:
                faults = ["a normal line gives fewer tricks than the award"]
            if not faults:
                return []
            found = found or faults
    return found


def _not_normal(ruled: _Ruled, state: State, cards: list[Card]) -> list[str]:
    path: tuple[Card, ...] = ()
    for card in cards:
        options = dict(ruled.plays(state, path))
        same = next(
            (c for c in options if c == card or _equal(state[0], c, card)), None
        )
        if same is None:
            return [f"{card} is not normal after {len(path)} cards"]
        progress = options[same][2]
        state = ruled.after(state, card, progress)
        path = (*path, card)
    return []


def _equal(moment: Moment, one: Card, other: Card) -> bool:
    """Say whether two cards of a hand have no other hand's card between them."""
    low, high = sorted((one, other))
    elsewhere = [
        c for seat, hand in enumerate(moment.hands) if seat != moment.seat for c in hand
    ]
    elsewhere += [card for _, card in moment.table if card is not None]
    same = one.suit is other.suit and {one, other} <= moment.hands[moment.seat]
    return same and not any(low < card < high for card in elsewhere)


def _fewest(
    ruled: _Ruled, state: State, path: tuple[Card, ...], found: dict[object, int]
) -> int:
    """Return the fewest tricks over normal lines, each line gone through."""
    moment = state[0]
    if not any(moment.hands):
        return 0
    marked = ruled.settings.strikes or ruled.settings.allowances
    key = (state, path) if marked else state
    if key not in found:
        found[key] = min(
            _won(ruled, moment, card) + _fewest(ruled, after, (*path, card), found)
            for card, after in ruled.plays(state, path)
        )
    return found[key]


def _won(ruled: _Ruled, moment: Moment, card: Card) -> int:
    return ruled.known.after(moment, card)[1]


def _beliefs(ruled: _Ruled, stored: Stored) -> list[frozenset[Card]]:
    """Return the beliefs whose award this may be, the stored mistakes first."""
    position, claim = ruled.position, ruled.claim
    named = parts_of(named_forgotten(position, claim))
    if claim.aware_of_trump is False:
        out = trumps_out(position, claim) & unseen_cards(position, claim)
        out = without_known(position, claim, out)
        return [part | out for part in named] + list(named)
    sets = [
        frozenset(Card.parse(card) for card in rung["cards"])
        for rung in stored.get("ladder", ())
        if rung["key"] == "forgotten" and rung["award"]["low"] == stored["award"]
    ]
    return sets + list(named)
