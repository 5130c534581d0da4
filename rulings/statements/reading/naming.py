"""The suits, cards, places and numbers of a phrase, and what its words lean on."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lark import Token, Tree

from rulings.bridge.cards import RANK_OF, RANKS, Card, Suit
from rulings.bridge.seats import Seat
from rulings.statements.reading.context import Context, UnclearError, finessed
from rulings.statements.reading.vocabulary.language import (
    LOSERS,
    SEATED,
    TRUMP_CARDS,
    UNLESS,
)
from rulings.statements.steps import SideHand

Phrase = Tree[Token]
SUITS = {"SUIT", "SUITS", "OF_SUIT", "BY_SUIT", "COLOUR"}
TRUMPS = {"TRUMPS", "OF_TRUMPS", "BY_TRUMPS"}
"""Notions that name a suit, and the trump suit, alone or by an ending."""

NAMED = {"suit", "high_suit", "them", "card", "onto_cards"}
"""Parts of a phrase that name a suit or a card."""

_MEANT = {"THEM", "THE_SUIT"}
"""Notions that mean a suit named before."""

THEIRS = {"lose_to", "all_but", "if_drops", "if_not_drops", "partners", "gone_card"}
"""Phrases whose card is one of the other side."""

AGAINST = {"impasse", "offside"}
"""Phrases whose card is the one that a finesse is taken against."""

PLACED = {"if_lies", "if_not_lies", "lies"}
"""Phrases that ask where a card of the other side lies."""


@dataclass(slots=True)
class Parts:
    """The suits, cards, places and numbers of a phrase, in their order.

    `how_many` are the cards of each suit that are named: one of "a heart", None of
    "hearts" and of losers without a number.
    """

    context: Context
    suits: list[Suit] = field(default_factory=list)
    how_many: list[int | None] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    places: list[SideHand] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    named: list[Suit | Card] = field(default_factory=list)
    names_trumps: bool = True
    rank: str = ""
    ranked: list[Suit] = field(default_factory=list)
    is_theirs: bool = False
    is_against: bool = False
    is_gone: bool = False
    is_partners: bool = False
    is_placed: bool = False
    many_trumps: bool = False
    many_losers: bool = False
    number: int | None = None
    split: str | None = None
    unless: bool = False

    def read(self, phrase: Phrase) -> Parts:
        """Look through a phrase once; its suits stand before its cards' suits."""
        self.is_theirs = phrase.data in THEIRS
        self.is_placed = phrase.data in PLACED
        self.is_partners = phrase.data == "partners"
        self.is_gone = phrase.data == "gone_card"
        self.is_against = phrase.data in AGAINST or self.is_placed
        self.names_trumps = phrase.data not in {"draw", "bare_trumps"}
        tokens = list(phrase.scan_values(lambda _: True))
        self.is_against &= not any(t.type in {"BY_CARD", "BY_RANK"} for t in tokens)
        in_cards = {
            id(token)
            for part in phrase.find_pred(_is_card)
            for token in part.scan_values(lambda _: True)
        }
        for token in tokens:
            self._token(token, in_cards=id(token) in in_cards)
            self._manner(token)
        self._cards([token for token in tokens if id(token) in in_cards])
        suits, cards = iter(self.suits), iter(self.cards)
        self.named = [
            next(suits) if part.data in {"suit", "high_suit", "them"} else next(cards)
            for part in phrase.children
            if isinstance(part, Tree) and part.data in NAMED
        ]
        return self

    def _token(self, token: Token, *, in_cards: bool) -> None:
        self.kinds.add(token.type)
        if token.type in {"NUMBER", "DIGITS"}:
            self.numbers.append(max(1, min(int(token), len(RANKS))))
            self.number = self.numbers[-1]
        elif token.type in SEATED and token:
            self.seats.append(Seat.parse(token))
        elif token.type == "RANKS":
            self.rank, self.ranked = token[0], [Suit.parse(s) for s in token[1:]]
        elif token.type in {"HAND", "DUMMY"}:
            self.places.append(SideHand(token.type.lower()))
        elif token.type in _MEANT:
            meant = self.context.them if token.type == "THEM" else self.context.spoken
            if meant is None:
                raise UnclearError(token)
            self._suit(meant, token)
        elif token.type in SUITS:
            for letter in token:
                self._suit(Suit.parse(letter), token)
        elif token.type in TRUMPS and not in_cards and self.names_trumps:
            self._suit(self.trump(token), token)
            self.many_trumps = any(word in token for word in TRUMP_CARDS)

    def _suit(self, suit: Suit, token: Token) -> None:
        self.suits.append(suit)
        self.how_many.append(self.number or (1 if token.type == "SUIT" else None))
        self.number = None

    def _manner(self, token: Token) -> None:
        """Note how many losers are meant, how a suit breaks, what is denied."""
        if token.type == "LOSER":
            self.many_losers = str(token).endswith(LOSERS)
            if self.many_losers and not self.numbers and self.how_many:
                self.how_many[-1] = None
        elif token.type == "IF":
            self.unless = str(token) in UNLESS
        elif token.type in {"BREAK", "SPLIT"}:
            found = re.search(r"\d-\d", token)
            self.split = None if found is None else found[0]

    def trump(self, word: str) -> Suit:
        """Return the trump suit; raise AmbiguousStatement where it is not known."""
        return self.context.trump_named(word)

    def _cards(self, tokens: list[Token]) -> None:
        """Take cards; ranks without a suit take that of the next card, or the last.

        "Trump" names the suit of the ranks before it, else of the one behind it.
        """
        ranks: list[str] = []
        named: Suit | None = None
        for token in tokens:
            if token.type in {"RANK", "BY_RANK"} and named is None:
                ranks.append(str(token))
                continue
            if token.type in {"RANK", "BY_RANK"}:
                found = [Card.parse(f"{named}{token}")]
            elif token.type in {"CARD", "BY_CARD"}:
                found = [Card.parse(code) for code in token.split()]
            elif token.type == "TRUMP_RUN":
                trump = self.trump("trumps")
                found = [Card.parse(f"{trump}{rank}") for rank in token.split()]
            elif token.type == "TRUMPS":
                found = []
                named = None if ranks else self.trump(token)
                self._ranked(ranks[:-1], self.trump(token))
                if ranks:  # "the ace of trumps" is that card, whoever holds it
                    self.cards.append(Card.parse(f"{self.trump(token)}{ranks[-1]}"))
                ranks = []
                continue
            else:
                continue
            named = None
            if found and self.cards and self._of_the_last(ranks, found[0]):
                # "The queen of spades, ace, king and the ace of hearts".
                self._ranked(ranks, self.cards[-1].suit)
                ranks = []
            if found:
                ranks = self._told_apart(ranks)
                ranks = [rank for rank in ranks if rank != str(found[0])[1]]
                self._ranked(ranks, found[0].suit)
            ranks = []
            self.cards += found
        self._bare(ranks)

    def _of_the_last(self, ranks: list[str], card: Card) -> bool:
        """Say whether ranks before a card are of the suit named before them."""
        held = {str(one) for one in self.context.held}
        last = {f"{self.cards[-1].suit}{r}" for r in ranks} - held
        other = {f"{card.suit}{r}" for r in ranks} & held
        return str(card)[1] in ranks or bool(ranks and not last and not other)

    def _told_apart(self, ranks: list[str]) -> list[str]:
        """Take ranks that are named once more ("then the ace, and the ace, king of").

        They are of the suit of the last card named. Returns the ranks behind them.
        """
        other = max((n for n in range(len(ranks)) if ranks[n] in ranks[:n]), default=0)
        suit = self.cards[-1].suit if self.cards else self.context.suit
        if other and suit is None:
            raise UnclearError(ranks)
        if suit is not None:
            self._ranked(ranks[:other], suit)
        return ranks[other:]

    def _bare(self, ranks: list[str]) -> None:
        """Take the cards that ranks mean which no suit follows."""
        if shared := self._shared_suit(ranks):
            self.cards += [Card.parse(f"{shared}{rank}") for rank in ranks]
            return
        for rank in ranks:
            self.cards.append(self._alone(rank))

    def _shared_suit(self, ranks: list[str]) -> Suit | None:
        """Return the only suit of which the side holds all of several ranks."""
        named = self.suits or self.cards or self.is_theirs or self.is_against
        if named or len(set(ranks)) <= 1:
            return None
        held = {str(card) for card in self.context.held}
        suits = [s for s in Suit if held.issuperset(f"{s}{rank}" for rank in ranks)]
        if len(suits) > 1:
            suits = [suit for suit in suits if suit not in self.context.run]
        return suits[0] if len(suits) == 1 else None

    def _ranked(self, ranks: list[str], suit: Suit) -> None:
        """Take cards of a suit; one not held is the only one held of its rank."""
        for rank in ranks:
            card = Card.parse(f"{suit}{rank}")
            held = self._held(rank)
            is_his = card in held or self.is_theirs or self.is_against
            self.cards.append(card if is_his or len(held) != 1 else held[0])

    def _held(self, rank: str) -> list[Card]:
        return [card for card in self.context.held if str(card)[1] == rank]

    def _alone(self, rank: str) -> Card:
        """Return the card a bare rank means: of a suit named, or the only one held."""
        if self.suits and not self.kinds & {"ON", "GOES_ON"}:
            return Card.parse(f"{self.suits[0]}{rank}")
        held = self._held(rank)
        if self._is_counted() and len(held) > 1:
            held = [card for card in held if card.suit not in self.context.several]
        if self.cards and "TO" in self.kinds:  # "the king of spades to the ace"
            return Card.parse(f"{self.cards[-1].suit}{rank}")
        if self.cards:
            self._ranked([rank], self.cards[-1].suit)
            return self.cards.pop()
        if self.is_partners and len(held) == 1:
            return held[0]
        if self.context.held and (self.is_theirs or self.is_against):
            return self._their(rank) if self.is_theirs else self._finessed(rank)
        if len(held) == 1:
            return held[0]
        if self.context.held and len(held) != 1 and self.kinds & {"HOOK"}:
            return self._finessed(rank)
        crosses = len(held) > 1 and "CROSS" in self.kinds
        counted = len(held) > 1 and self._is_counted()
        if self.context.suit is None or counted or crosses:
            return self._in_no_suit_run(held)
        return Card.parse(f"{self.context.suit}{rank}")

    def _in_no_suit_run(self, held: list[Card]) -> Card:
        """Return the only card that is of no suit that is run or drawn as a whole.

        "I take the ace, draw trumps and run the clubs": neither of those aces.
        """
        held = [card for card in held if card.suit not in self.context.run]
        if len(held) != 1 or self.kinds.isdisjoint({"PLAY", "CROSS"}):
            raise UnclearError(held)
        return held[0]

    def _is_counted(self) -> bool:
        """Say of "three spades and the ace" that that of spades is one of the three."""
        return self.context.suit in self.context.several

    def _finessed(self, rank: str) -> Card:
        """Return the card of a rank that a finesse can be taken against."""
        suits = finessed(self.context.held, RANK_OF[rank])
        if self.context.suit in suits:
            suits = [self.context.suit]
        if self.is_placed and not suits:
            return self._their(rank)
        own = self._held(rank)
        if not suits and len(own) == 1 and not self.is_placed:
            return own[0]
        if len(suits) != 1:
            raise UnclearError(rank)
        return Card(suits[0], RANK_OF[rank])

    def own(self, cards: list[Card]) -> list[Card]:
        """Return cards the side plays; raise UnclearError where it holds not all."""
        if not self.context.may_play(cards):
            raise UnclearError(cards)
        return cards

    def to_finesse(self) -> Card:
        """Return the card a finesse is taken with: of several, the one to be covered.

        Raises UnclearError for an ace, and where it may be one or another.
        """
        held = self.context.held
        found = [
            card for card in self.own(self.cards) if card.rank != max(RANK_OF.values())
        ]
        if len(self.cards) > 1:
            found = [c for c in found if c.rank >= RANK_OF["T"]]
            found = [c for c in found if Card(c.suit, c.rank + 1) not in held]
        if len(found) != 1:
            raise UnclearError(self.cards)
        return found[0]

    def _their(self, rank: str) -> Card:
        """Return the card of a rank that the side does not hold, of the suit named.

        Else the only one in a suit of which the side has cards left.
        """
        cards = [Card.parse(f"{suit}{rank}") for suit in Suit]
        theirs = [card for card in cards if card not in self.context.held]
        of_suit = [card for card in theirs if card.suit is self.context.suit]
        suits = {card.suit for card in self.context.held}
        met = [card for card in theirs if card.suit in suits]
        near = [card for card in met if self.is_gone and self._is_above_one(card)]
        for only in (theirs, of_suit, met, near):
            if len(only) == 1:
                return only[0]
        raise UnclearError(rank)

    def _is_above_one(self, card: Card) -> bool:
        """Say whether the side holds the card just below ("the queen has gone")."""
        return Card(card.suit, card.rank - 1) in self.context.held

    def of_a_rank(self, *, lost: bool) -> list[Card]:
        """Return all cards of a rank that are held, or that are lost, if so many are.

        Raises UnclearError where the cards held leave open which are meant.
        """
        if "SIDE" in self.kinds:
            self.ranked = [s for s in self.ranked if s is not self.context.trump]
        cards = (Card.parse(f"{suit}{self.rank}") for suit in sorted(self.ranked))
        held = [card for card in cards if card in self.context.held]
        met = {card.suit for card in self.context.held}
        others = [
            card
            for suit in self.ranked
            if (card := Card.parse(f"{suit}{self.rank}")) not in held and suit in met
        ]
        if lost and self.count is not None and len(others) > self.count:
            # A suit of which the side has none left loses no trick.
            met = {card.suit for card in self.context.held}
            others = [card for card in others if card.suit in met]
        found = others if lost else held
        if lost and self.count is not None and len(found) > self.count:
            suits = {card.suit for card in self.context.held}
            found = [card for card in found if card.suit in suits]
        for counted in (self.context.several, self.context.counted):
            # "Two aces and three clubs": the ace of clubs is one of the three.
            if self.count is not None and len(found) > self.count:
                found = [card for card in found if card.suit not in counted]
        if not self.context.held or len(found) != (self.count or max(2, len(found))):
            raise UnclearError(self.rank)
        return found

    @property
    def suit(self) -> Suit:
        """Return the suit named, by itself or by a card."""
        return self.suits[0] if self.suits else self.cards[0].suit

    @property
    def suit_spoken_of(self) -> Suit:
        """Return the suit named here, or the one named before ("if they break")."""
        suit = self.suits[0] if self.suits else self.context.spoken
        if suit is None:
            raise UnclearError(self.kinds)
        return suit

    @property
    def place(self) -> SideHand | None:
        """Return the hand named, if any."""
        return self.places[0] if self.places else None

    @property
    def count(self) -> int | None:
        """Return the number named, if any."""
        return self.numbers[0] if self.numbers else None

    @property
    def times(self) -> int:
        """Return how many times something is said to be done: once if nothing is."""
        return self.count or (2 if "TWICE" in self.kinds else 1)

    @property
    def against(self) -> Seat | None:
        """Return the opponent named, if any."""
        return self.seats[0] if self.seats else None


def _is_card(part: Phrase) -> bool:
    return part.data in {"card", "by_card", "tool_trump"}
