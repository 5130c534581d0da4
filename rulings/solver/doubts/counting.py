"""What a claimer had counted who claims more than can be won: the question (N21).

Serves Law 70A. He may have counted a trick too many, or thought a card gone. Until
the director says which there is no single number, only that of each answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.solver.award import Awarded, Awards
from rulings.solver.doubts.questions import (
    Trumps,
    award_with_fact,
    most_valuable_first,
)
from rulings.solver.inputs import NodeBudget, SolverClaim, unseen_cards
from rulings.solver.types import Question, QuestionAnswer, Span, said

QUESTION = "what_counted"
MOST = 3
"""Mistakes offered as an answer of their own; the others go by their cards."""


@dataclass(frozen=True, slots=True)
class Miscount:
    """The awards for each mistake a false claim may rest on.

    `without` is the number of one who made none, but counted wrongly.
    """

    mistaken: tuple[Awarded, ...]
    without: Span


def counting_first(
    asked: tuple[Question, ...],
    awards: Awards,
    trumps: Trumps,
    miscount: Miscount,
    budget: NodeBudget,
) -> tuple[Question, ...]:
    """Return the questions with that on what was counted, where it moves the number."""
    mistaken = [
        one
        for one in sorted(miscount.mistaken, key=_by_cost)
        if one.forgotten and one.award.low < miscount.without.low
    ]
    if not mistaken and miscount.without == trumps.shown:
        return asked
    out = trumps.out
    answers = [QuestionAnswer(_too_many(awards), miscount.without)]
    for one in mistaken[:MOST]:
        forgotten = awards.claim.forgotten | one.forgotten
        with budget.lend(budget.left // 2) as part:
            named = award_with_fact(awards.with_facts(forgotten=forgotten), out, part)
        cards = tuple(str(card) for card in sorted(one.forgotten))
        answers.append(QuestionAnswer("gone", named.shown, cards))
    answers.append(QuestionAnswer("other", trumps.shown))
    question = Question(QUESTION, "70A", said("counted_question"), tuple(answers))
    return most_valuable_first([question, *asked])


def _by_cost(found: Awarded) -> tuple[int, list[Card]]:
    return found.award.low, sorted(found.forgotten)


def _too_many(awards: Awards) -> str:
    """Return the answer of one who forgot nothing, by what he then counted wrongly."""
    tops = top_tricks(awards.position, awards.claim)
    return "out_of_reach" if tops >= awards.claim.tricks else "too_many"


def top_tricks(position: Position, claim: SolverClaim) -> int:
    """Return the winners of the hands that he sees, whether or not he can reach them.

    Of each suit the cards above all that are out, at most as many as its longer
    holding has; all of that where none is out.
    """
    seats = (claim.claimer, claim.dummy) if claim.by_declarer else (claim.claimer,)
    table = dict(position.trick.plays())
    out = unseen_cards(position, claim)
    tricks = 0
    for suit in Suit:
        above = max((c.rank for c in out if c.suit is suit), default=0)
        hands = [
            [
                card
                for card in (*position.hands[seat], *filter(None, [table.get(seat)]))
                if card.suit is suit
            ]
            for seat in seats
        ]
        high = sum(card.rank > above for hand in hands for card in hand)
        longest = max(len(hand) for hand in hands)
        tricks += longest if above == 0 else min(high, longest)
    return tricks
