"""What the facts of a printed case say that a claimer had lost from mind.

Serves `score_rulings` (Laws 70C and 70D1): cards said to be forgotten, and the cards
above those he is said to have thought good. Trumps are the awareness answer's
business and are left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulings.bridge.cards import RANK_OF, Card, Suit
from rulings.bridge.positions import Position
from rulings.solver.inputs.beliefs import unseen_cards
from rulings.solver.inputs.claim import Claim

_CLAUSE = re.compile(r"[.;,:()]|\bbut\b|\bwhile\b|\bwhereas\b")
_THINKS = re.compile(r"\b(think|thinks|thought|believ\w+|belief|assum\w+|suppos\w+)\b")
_GONE = re.compile(
    r"\b(forg[eo]t\w*|overlook\w*|unaware|not aware|lost count|already|gone|"
    r"exhausted|drawn|no \w+ (?:is|are|was|were|left|out|remain\w*)|none)\b"
)
_GOOD = re.compile(r"\b(good|high|winners?|masters?|boss|top|established|stands?)\b")
_RANKS = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "ten": "T",
    "nine": "9",
    "eight": "8",
    "seven": "7",
    "six": "6",
    "five": "5",
    "four": "4",
    "three": "3",
    "two": "2",
}
_RANK = "|".join([*_RANKS, "10", "[2-9]"])
_SUIT = "spade|heart|diamond|club"
_CODED = re.compile(r"\b([SHDC])(10|[AKQJT2-9])\b")
_SUIT_RANK = re.compile(rf"\b({_SUIT})s? ({_RANK})\b")
_RANK_SUIT = re.compile(rf"\b({_RANK}) of ({_SUIT})s\b")
_BARE_RANK = re.compile(rf"\b({_RANK})\b")
_WHOLE_SUIT = re.compile(rf"\b({_SUIT})s\b")


@dataclass(frozen=True, slots=True)
class _Told:
    """The text of a case with the cards it may speak of."""

    text: str
    unseen: frozenset[Card]
    own: tuple[Card, ...]
    leads: tuple[Card, ...]


def forgotten_in(text: str, position: Position, claim: Claim) -> frozenset[Card]:
    """Return the side cards that a case's facts say the claimer did not count."""
    seats = {claim.claimer, claim.dummy} if claim.by_declarer else {claim.claimer}
    told = _Told(
        text,
        unseen_cards(position, claim),
        tuple(card for seat in sorted(seats) for card in position.hands[seat]),
        tuple(position.hands[position.turn]) if position.turn in seats else (),
    )
    found: set[Card] = set()
    for clause in _CLAUSE.split(text):
        low = clause.lower()
        if _GONE.search(low) and not _is_of_trumps(low):
            found |= _gone(clause, told)
        elif _THINKS.search(low) and _GOOD.search(low):
            found |= _above_the_good(clause, told)
    return frozenset(found)


def _is_of_trumps(clause: str) -> bool:
    return "trump" in clause and not _cards_named(clause)


def _gone(clause: str, told: _Told) -> set[Card]:
    """Return the unseen cards a clause says are gone or out of mind."""
    named = _cards_named(clause) & told.unseen
    if named or not _speaks_of_belief(clause):
        return named if _speaks_of_belief(clause) else set()
    suits = [Suit.parse(word[0]) for word in _WHOLE_SUIT.findall(clause.lower())]
    ranks = [_rank(word) for word in _BARE_RANK.findall(clause.lower())]
    if ranks:
        alike = {c for c in told.unseen if c.rank in ranks}
        alike = {c for c in alike if not suits or c.suit in suits}
        coded = alike & _cards_named(told.text)
        return coded or (alike if len(alike) == len(ranks) else set())
    if not suits and re.search(r"\bsuit\b", clause.lower()) and told.leads:
        suits = [max(Suit, key=lambda s: sum(c.suit is s for c in told.leads))]
    return {card for card in told.unseen if card.suit in suits}


def _speaks_of_belief(clause: str) -> bool:
    low = clause.lower()
    forgets = re.search(r"\b(forg[eo]t\w*|overlook\w*|unaware|not aware|lost)\b", low)
    return bool(forgets or _THINKS.search(low))


def _above_the_good(clause: str, told: _Told) -> set[Card]:
    """Return the unseen cards above those of his side that he thought good."""
    low = clause.lower()
    named = _cards_named(clause)
    whole = _WHOLE_SUIT.findall(_RANK_SUIT.sub("", low))
    suits = {Suit.parse(word[0]) for word in whole}
    good = [c for c in told.own if c in named or c.suit in suits]
    return {
        card
        for card in told.unseen
        if any(card.suit is low_card.suit and card > low_card for low_card in good)
    }


def _cards_named(text: str) -> set[Card]:
    """Return the cards a text names by suit and rank."""
    low = text.lower()
    found = {Card.parse(s + r.replace("10", "T")) for s, r in _CODED.findall(text)}
    found |= {Card(Suit.parse(s[0]), _rank(r)) for s, r in _SUIT_RANK.findall(low)}
    found |= {Card(Suit.parse(s[0]), _rank(r)) for r, s in _RANK_SUIT.findall(low)}
    return found


def _rank(word: str) -> int:
    return RANK_OF[_RANKS.get(word, word.replace("10", "T"))]
