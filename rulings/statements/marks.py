"""What a statement shows of the claimer's thoughts, beside the plays it names.

Serves Laws 68B, 70C, 70D1 and 71 (normal-play rules N3, N4, N10): suits in which a
trick is conceded, cards he knows to be losers, cards he takes for good, suits he
believes to be out. What follows from it for normal play is `rulings.solver`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.statements.steps import SideHand, StatedStep, Verb


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a statement; suits and cards as the words named them.

    `conceded` are the suits of conceded tricks, `lost_to` the cards that are said to
    win them, `losers` cards and suits he gives up
    or throws away, `good` what he calls good, `gone` suits of which he thinks that
    none is out, `gone_cards` cards he thinks were played, `counted` the suits whose
    tricks he counted, `refused` those in which he will take no finesse and `finessed`
    those in which he takes one. `drawn` says that trumps will be drawn, `trump_out`
    that he spoke of one still out.
    """

    conceded: frozenset[Suit] = frozenset()
    lost_to: frozenset[Card] = frozenset()
    loser_cards: frozenset[Card] = frozenset()
    loser_suits: frozenset[Suit] = frozenset()
    good_cards: frozenset[Card] = frozenset()
    good_suits: frozenset[Suit] = frozenset()
    good_places: frozenset[SideHand] = frozenset()
    all_good: bool = False
    gone: frozenset[Suit] = frozenset()
    gone_cards: frozenset[Card] = frozenset()
    counted: frozenset[Suit] = frozenset()
    refused: frozenset[Suit] = frozenset()
    finessed: frozenset[Suit] = frozenset()
    drawn: bool = False
    trump_out: bool = False
    in_order: bool = True
    names_winners: bool = False

    def covers_trump(self, trump: Suit | None) -> bool:
        """Say whether these words speak of a trump that is out (70C1).

        It will be drawn or finessed, or takes a trick, or is said to be still out.
        """
        if self.drawn or self.trump_out:
            return True
        return trump is not None and trump in self.conceded | self.finessed

    def losers(
        self, held: Iterable[Card], dummy: Iterable[Card] = ()
    ) -> frozenset[Card]:
        """Return the cards that these words show to be known losers (N3).

        Named ones; and where he went through his winners by name, what he left out.
        `held` are the cards of the claimer's own hand.
        """
        by_place = {SideHand.HAND: frozenset(held), SideHand.DUMMY: frozenset(dummy)}
        every = by_place[SideHand.HAND] | by_place[SideHand.DUMMY]
        named = {card for card in every if card.suit in self.loser_suits}
        named |= self.loser_cards & every
        if self.names_winners and not self.all_good:
            suits = self.good_suits | self.counted
            good = {card for card in every if card.suit in suits} | self.good_cards
            for place in self.good_places:
                good |= by_place[place]
            named |= every - good
        return frozenset(named) - self.good_cards


def marks_of(steps: Iterable[StatedStep]) -> Marks:
    """Return what some steps show of the claimer's thoughts."""
    stated = tuple(steps)

    def suits(*acts: Verb) -> frozenset[Suit]:
        return frozenset(
            step.suit for step in stated if step.act in acts and step.suit is not None
        )

    def cards(*acts: Verb) -> frozenset[Card]:
        return frozenset(
            step.card for step in stated if step.act in acts and step.card is not None
        )

    acts = {step.act for step in stated}
    whole = any(step == StatedStep(Verb.GOOD) for step in stated)
    return Marks(
        conceded=suits(Verb.GIVE_UP) | {card.suit for card in cards(Verb.LOSE_TO)},
        lost_to=cards(Verb.LOSE_TO),
        loser_cards=cards(Verb.LOSER, Verb.DISCARD),
        loser_suits=suits(Verb.LOSER, Verb.DISCARD),
        good_cards=cards(Verb.GOOD, Verb.PLAY),
        good_suits=suits(Verb.GOOD),
        good_places=frozenset(
            step.place
            for step in stated
            if step.act is Verb.GOOD and step.place is not None
        ),
        all_good=whole,
        gone=suits(Verb.GONE),
        gone_cards=cards(Verb.GONE),
        counted=suits(Verb.COUNT, Verb.CASH, Verb.RUN),
        refused=_refused(stated),
        finessed=suits(Verb.FINESSE) | {card.suit for card in cards(Verb.FINESSE)},
        drawn=Verb.DRAW in acts,
        trump_out=Verb.OUT in acts,
        in_order=Verb.NO_ORDER not in acts,
        names_winners=bool(acts & {Verb.GOOD, Verb.COUNT}) and Verb.MINE not in acts,
    )


def _refused(steps: tuple[StatedStep, ...]) -> frozenset[Suit]:
    """Return the suits of refused finesses; every suit where none is named."""
    refusals = [step.suit for step in steps if step.act is Verb.NO_FINESSE]
    return frozenset(Suit) if None in refusals else frozenset(filter(None, refusals))
