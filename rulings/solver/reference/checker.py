"""Checks a stored proposal by the plain rules: legal, stated, normal, counted, worst.

Serves `verify --proposals` (Laws 70 and 71). Imports nothing of the search. What a
check may not do for its size it leaves out and says so in `Checked.left_out`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs import (
    PlayAt,
    Settings,
    SolverClaim,
    SuitOrder,
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
from rulings.solver.reference.layouts import ClaimersKnowledge, RealMoment
from rulings.solver.reference.rules import PlainRules
from rulings.solver.reference.state_keys import StateKeys, SwitchedPlaces
from rulings.solver.reference.state_keys import SuitPlace as Spot
from rulings.statements.play import moment as words
from rulings.statements.play import obeying as script
from rulings.statements.play.obeying import START, Progress
from rulings.statements.steps import SideHand

FEW = 5
"""Cards each up to which every line is gone through."""

Stored = Mapping[str, Any]
CheckState = tuple[RealMoment, int, Progress | None]
"""A moment, the tricks the claim still needs, and how far the words have come."""


@dataclass(slots=True)
class Checked:
    """What a check found: faults, and what it left out with the reason."""

    faults: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def check(
    position: Position, claim: SolverClaim, settings: Settings, stored: Stored
) -> Checked:
    """Return what is wrong with a stored result for a claim."""
    claim = claim.as_cards_lie(position)
    checked = Checked()
    checked.faults += _orderly(stored, position, claim)
    cards, faults = _line(stored, position, claim)
    checked.faults += faults
    if faults or stored["award"] is None or not cards:
        checked.left_out.append("no settled line to replay")
        return checked
    if claim.pending or claim.spots:
        why = "restrictions pending" if claim.pending else "small cards not known"
        checked.left_out.append(f"certainty and normal plays: {why}")
        return checked
    if position.left > FEW:
        checked.left_out.append("certainty and normal plays: more than five cards each")
        return checked
    known = ClaimersKnowledge(position, claim)
    counted = known.certain(known.start(position, claim, frozenset()))
    span = stored["certain"]
    if not span["low"] <= counted <= span["high"]:
        checked.faults.append(f"certain is {counted}, stored {span}")
    checked.faults += _normal_and_worst(
        _Ruled(position, claim, settings, known, counted), stored, cards
    )
    return checked


def _orderly(stored: Stored, position: Position, claim: SolverClaim) -> list[str]:
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
    award = stored["award"] or 0
    for scenario in stored.get("ladder", ()):
        tricks = scenario["award"]
        if scenario["key"] == "even_breaks" and not (
            max(least, award) <= tricks["low"] <= tricks["high"] <= best
        ):
            faults.append("even breaks give less than the award, or more than the best")
    return faults


def _line(
    stored: Stored, position: Position, claim: SolverClaim
) -> tuple[list[Card], list[str]]:
    """Return the cards of the line after those on the table, and its faults."""
    written = [card for trick in stored["line"] for card in trick["cards"]]
    if not written:
        return [], []  # none was searched out, not even the cards on the table
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
    shown = stored.get("by_squeeze") or stored["award"]
    if cards and stored["award"] is not None and won != shown:
        return cards, [f"the line gives {won} tricks, the award is {stored['award']}"]
    return cards, []


class _Ruled:
    """The plain rules with the words of one claim."""

    def __init__(
        self,
        position: Position,
        claim: SolverClaim,
        settings: Settings,
        known: ClaimersKnowledge,
        certain: int,
    ) -> None:
        self.position, self.claim, self.settings = position, claim, settings
        self.known = known
        self.steps = () if claim.statement is None else claim.statement.steps
        self.customs = PlainRules(
            known,
            settings,
            known_losers(position, claim),
            conceded_suits(position, claim),
            is_bare(claim) and certain > claim.tricks,
            refused_suits(claim),
        )
        self.keys = StateKeys(
            known,
            known_losers(position, claim),
            frozenset(step.card for step in self.steps if step.card is not None),
            settings.suit_order is SuitOrder.TOP_DOWN_SPOTS,
            frozenset(c for i in settings.never | settings.let_in for c in i.cards),
        )
        self.marks: dict[Hashable, SwitchedPlaces] = {}

    def start(self, forgotten: frozenset[Card], tricks: int) -> CheckState:
        """Return where play begins under a hypothesis, with the switches laid out."""
        moment = self.known.start(self.position, self.claim, forgotten)
        beyond = max(0, tricks - self.claim.tricks)
        self.customs = replace(self.customs, beyond=beyond)
        spent = script.is_spent(self.steps, START)
        state = moment, tricks, None if spent else START
        self.marks = {}
        for play in sorted(self.settings.strikes):
            for places, found in self._marked(state, play):
                places.struck |= found
        for play in sorted(self.settings.allowances):
            for places, found in self._marked(state, play):
                places.let_in |= found
        return state

    def _marked(
        self, state: CheckState, play: PlayAt
    ) -> Iterator[tuple[SwitchedPlaces, set[Spot]]]:
        """Give the places of a position that a switch names, if play comes to it."""
        for card in play.played:
            if card not in state[0].legal():
                return
            then = state[2]
            if self._of_the_side(state[0]):
                stated, further = self.stated(state[0], then)
                then = further if stated and card in stated else then
            state = self.after(state, card, then)
        moment, _, said = state
        if self._of_the_side(moment) and play.card in moment.legal():
            places = self.marks.setdefault(self.keys.key(*state), SwitchedPlaces())
            yield places, self.keys.places(moment, play.card, said)

    def _of_the_side(self, moment: RealMoment) -> bool:
        return not (moment.seat - self.known.claimer) % 2

    def plays(self, state: CheckState) -> list[tuple[Card, CheckState]]:
        """Return the cards that may be played at a state, with what follows."""
        moment, need, progress = state
        if not self._of_the_side(moment):
            return [
                (card, self.after(state, card, progress)) for card in moment.legal()
            ]
        stated, then = self.stated(moment, progress)
        later = script.named_later(self.steps, progress) if progress else frozenset()
        cards = self.customs.normal(moment, need, stated, later)
        if self.settings.never and stated is None:
            cards = self._instead(moment, need, cards)
        cards = self._switched(state, cards)
        return [
            (
                card,
                self.after(
                    state, card, then if stated and card in stated else progress
                ),
            )
            for card in cards
        ]

    def _instead(self, moment: RealMoment, need: int, cards: list[Card]) -> list[Card]:
        """Return other sound cards where kinds of play rule every normal one out."""
        meant = self.keys.meant(moment, self.settings.never)

        def is_meant(card: Card) -> bool:
            return self.keys.place(moment, card) in meant

        if not all(map(is_meant, cards)):
            return cards
        others = [card for card in moment.legal() if not is_meant(card)]
        if moment.seat in self.known.mine:
            others = self.customs.sound(moment, need, others)
        return others or cards

    def _switched(self, state: CheckState, cards: list[Card]) -> list[Card]:
        """Return the normal cards without those struck, with those let in."""
        settings, moment = self.settings, state[0]
        marks = self.marks.get(self.keys.key(*state)) if self.marks else None
        if marks is None and not settings.never and not settings.let_in:
            return cards
        marks = marks or SwitchedPlaces()
        struck = marks.struck | self.keys.meant(moment, settings.never)
        added = marks.let_in | self.keys.meant(moment, settings.let_in)
        at = {
            card: (suit, place)
            for suit in Suit
            for place, card in enumerate(self.keys.left(moment, suit))
        }
        kept = [card for card in cards if at[card] not in struck] or cards
        let_in = [card for card in moment.legal() if at[card] in added]
        return kept + [card for card in let_in if card not in kept]

    def after(
        self, state: CheckState, card: Card, progress: Progress | None
    ) -> CheckState:
        moment, won = self.known.after(state[0], card)
        in_trick = bool(moment.table)
        if progress and script.is_spent(self.steps, progress, in_trick=in_trick):
            progress = None
        return moment, max(0, state[1] - won), progress

    def stated(
        self, moment: RealMoment, progress: Progress | None
    ) -> tuple[list[Card] | None, Progress | None]:
        """Return the cards the words ask for now, and how far they then have come."""
        if progress is None:
            return None, None
        found = script.obeying(self.steps, progress, self._seen(moment))
        return (None, progress) if found is None else (list(found[1]), found[0])

    def _seen(self, moment: RealMoment) -> words.Moment:
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
        second = (moment.leader + 1) % 4
        held = {c.suit for seat in known.hidden for c in moment.hands[seat]}
        return words.Moment(
            SideHand.HAND if moment.seat == known.claimer else SideHand.DUMMY,
            legal,
            frozenset(card for seat in other for card in moment.hands[seat]),
            known.trump,
            moment.led,
            not (moment.seat - moment.leader) % 2,
            frozenset(beats),
            frozenset(c for c in own if c not in out and not _above(c, out)),
            any(card.suit is known.trump for card in out),
            Seat(second),
            dict(moment.table)[best] if best in other else None,
            out,
            frozenset(suit for suit in held if (second, suit) in moment.shown),
            begun=bool(self.position.trick.cards)
            and moment.tricks == self.position.left,
            side_wins=bool(moment.table) and not (best - known.claimer) % 2,
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
    for hypothesis in _hypotheses(ruled, stored):
        for tricks in range(ruled.claim.tricks, max(award, ruled.claim.tricks) + 1):
            state = ruled.start(hypothesis, tricks)
            faults = _not_normal(ruled, state, cards)
            if not faults and _fewest(ruled, state, {}) < award:
                faults = ["a normal line gives fewer tricks than the award"]
            if not faults:
                return []
            found = found or faults
    return found


def _not_normal(ruled: _Ruled, state: CheckState, cards: list[Card]) -> list[str]:
    for played, card in enumerate(cards):
        options = dict(ruled.plays(state))
        moment, _, said = state
        equals = ruled.keys.equals(moment, card, said)
        same = next((one for one in (card, *equals) if one in options), None)
        if same is None:
            return [f"{card} is not normal after {played} cards"]
        state = ruled.after(state, card, options[same][2])
    return []


def _fewest(ruled: _Ruled, state: CheckState, found: dict[CheckState, int]) -> int:
    """Return the fewest tricks over normal lines, each line gone through."""
    moment = state[0]
    if not any(moment.hands):
        return 0
    if state not in found:
        found[state] = min(
            _won(ruled, moment, card) + _fewest(ruled, after, found)
            for card, after in ruled.plays(state)
        )
    return found[state]


def _won(ruled: _Ruled, moment: RealMoment, card: Card) -> int:
    return ruled.known.after(moment, card)[1]


def _hypotheses(ruled: _Ruled, stored: Stored) -> list[frozenset[Card]]:
    """Return the hypotheses whose award this may be, the stored mistakes first."""
    position, claim = ruled.position, ruled.claim
    named = list(parts_of(named_forgotten(position, claim)))
    sets = [
        frozenset(Card.parse(card) for card in scenario["cards"])
        for scenario in stored.get("ladder", ())
        if scenario["key"] == "forgotten"
        and scenario["award"]["low"] == stored["award"]
    ]
    if claim.aware_of_trump is not False:
        return sets + named
    out = trumps_out(position, claim) & unseen_cards(position, claim)
    out = without_known(position, claim, out)
    return [part | out for part in named] + sets + named
