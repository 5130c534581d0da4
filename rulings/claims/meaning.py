"""From a phrase the grammar has recognised to the steps it means (Law 68C)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark import Token, Tree

from rulings.bridge.cards import RANK_OF, RANKS, Card, Suit
from rulings.bridge.seats import Seat
from rulings.claims import vocabulary
from rulings.claims.errors import AmbiguousStatement
from rulings.claims.steps import Act, Place, Step

Phrase = Tree[Token]


class Parts:
    """The suits, cards, places, ranks and numbers of a phrase, in their order."""

    def __init__(self, phrase: Phrase, trump: Suit | None) -> None:
        """Look through the phrase once."""
        self.trump = trump
        self.suits: list[Suit] = []
        self.cards: list[Card] = []
        self.places: list[Place] = []
        self.ranks: list[int] = []
        self.numbers: list[int] = []
        self.seats: list[Seat] = []
        for child in phrase.children:
            self._add(child)

    def _add(self, child: Phrase | Token) -> None:
        if isinstance(child, Token):
            if child.type == "NUMBER":
                self.numbers.append(_number(child))
            if child.type == "SUITS":
                self.suits.append(self._suit(child))
            if child.type == "SEAT" and child in {"west", "east", "north", "south"}:
                self.seats.append(Seat.parse(child[0]))
            return
        if child.data == "cards":
            self._several(child)
            return
        kind, tokens = child.data, list(child.scan_values(_is_token))
        if kind in {"suit", "trump_suit"}:
            self.suits.append(self._suit(tokens[0]))
        elif kind in {"card", "rank_of_suit", "suit_rank"}:
            self.cards.append(self._card(kind, tokens))
        elif kind == "place":
            self.places.append(Place.DUMMY if tokens[0].type == "DUMMY" else Place.HAND)
        elif kind == "rank":
            self.ranks.append(_rank(tokens[0]))

    def _several(self, cards: Phrase) -> None:
        """Take cards named one by one, or several ranks of one suit."""
        inner = Parts(cards, self.trump)
        self.cards += inner.cards
        self.cards += [Card(inner.suit, rank) for rank in inner.ranks]

    def _suit(self, word: Token) -> Suit:
        if word.type == "TRUMPS":
            if self.trump is None:
                raise AmbiguousStatement(
                    f"{word!s}: which suit is trumps? Give the contract first"
                )
            return self.trump
        return Suit.parse(vocabulary.SYMBOLS.get(word[0], word[0]))

    def _card(self, kind: str, tokens: list[Token]) -> Card:
        if kind == "card":
            text = tokens[0].replace("\ufe0e", "")
            return Card.parse(vocabulary.SYMBOLS.get(text[0], text[0]) + text[1:])
        if kind == "suit_rank":
            return Card(self._suit(tokens[0]), _rank(tokens[1]))
        return Card(self._suit(tokens[-1]), _rank(tokens[0]))

    @property
    def suit(self) -> Suit:
        """Return the first suit named."""
        return self.suits[0]

    @property
    def card(self) -> Card:
        """Return the first card named."""
        return self.cards[0]

    @property
    def place(self) -> Place | None:
        """Return the hand named, if any."""
        return self.places[0] if self.places else None

    @property
    def count(self) -> int:
        """Return the number named, 1 without one."""
        return self.numbers[0] if self.numbers else 1


def _is_token(_: object) -> bool:
    return True


def _number(word: str) -> int:
    if word.isdigit():
        return max(1, min(int(word), len(RANKS)))
    return vocabulary.NUMBERS.index(word)


def _rank(word: str) -> int:
    letter = vocabulary.RANK_WORDS.get(word)
    return RANK_OF[letter] if letter else max(2, min(_number(word), 10))


def steps_of(tree: Phrase, trump: Suit | None) -> Iterator[Step]:
    """Yield the steps a recognised phrase means.

    Raises AmbiguousStatement where "trumps" names a suit and none is given.
    """
    phrase = next(child for child in tree.children if isinstance(child, Tree))
    parts = Parts(phrase, trump)
    yield from _MEANINGS[phrase.data](parts)


def _simple(act: Act) -> Callable[[Parts], list[Step]]:
    return lambda _: [Step(act)]


def _suited(act: Act) -> Callable[[Parts], list[Step]]:
    return lambda parts: [Step(act, suit=parts.suit)]


def _carded(act: Act) -> Callable[[Parts], list[Step]]:
    return lambda parts: [Step(act, card=parts.card)]


def _ruffs(parts: Parts) -> list[Step]:
    step = Step(Act.RUFF, suit=parts.suit, place=parts.place)
    return [step] * parts.count


def _discard(parts: Parts) -> list[Step]:
    on_suit = parts.suits[1] if len(parts.suits) > 1 else parts.card.suit
    return [Step(Act.DISCARD, suit=parts.suit, on_suit=on_suit)]


def _discard_card(parts: Parts) -> list[Step]:
    on_suit = parts.suit if parts.suits else parts.cards[1].suit
    return [Step(Act.DISCARD, card=parts.card, on_suit=on_suit)]


def _lead_rank(parts: Parts) -> list[Step]:
    return [Step(Act.LEAD, suit=parts.suit, card=Card(parts.suit, parts.ranks[0]))]


def _lose_rank(parts: Parts) -> list[Step]:
    return [Step(Act.LOSE_TO, card=Card(parts.suit, parts.ranks[0]))]


def _cross(parts: Parts) -> list[Step]:
    suit = parts.suit if parts.suits else None
    if parts.cards:
        suit = parts.card.suit
    return [Step(Act.CROSS, suit=suit, place=parts.place)]


_MEANINGS: dict[str, Callable[[Parts], list[Step]]] = {
    "draw": _simple(Act.DRAW),
    "draw_until_gone": lambda _: [Step(Act.DRAW, until_gone=True)],
    "draw_rounds": lambda parts: [Step(Act.DRAW, count=parts.count)],
    "cash": _suited(Act.CASH),
    "cash_top": lambda parts: [Step(Act.CASH, suit=parts.suit, from_the_top=True)],
    "cash_count": lambda parts: [Step(Act.CASH, suit=parts.suit, count=parts.count)],
    "cash_place": lambda p: [Step(Act.CASH, suit=p.suit, place=p.place)],
    "run": _suited(Act.RUN),
    "play": lambda parts: [Step(Act.PLAY, card=card) for card in parts.cards],
    "lead_card": lambda p: [Step(Act.LEAD, suit=p.suit, card=p.card)],
    "lead_rank": _lead_rank,
    "lead_place": lambda p: [Step(Act.LEAD, suit=p.suit, place=p.place)],
    "ruff": _ruffs,
    "ruff_many": _ruffs,
    "ruff_high": lambda p: [Step(Act.RUFF, suit=p.suit, place=p.place, high=True)],
    "crossruff": _simple(Act.CROSSRUFF),
    "finesse": lambda p: [
        Step(Act.FINESSE, card=p.card, against=p.seats[0] if p.seats else None)
    ],
    "discard_suit": _discard,
    "discard_card": _discard_card,
    "give_up": lambda p: [Step(Act.GIVE_UP, suit=p.suit)] * p.count,
    "lose_to": _carded(Act.LOSE_TO),
    "lose_suit_to_card": _carded(Act.LOSE_TO),
    "lose_suit_to_rank": _lose_rank,
    "cross": _cross,
    "cross_card": _cross,
    "squeeze": _simple(Act.SQUEEZE),
    "good": _simple(Act.GOOD),
    "mine": _simple(Act.MINE),
    "in_order": _simple(Act.ORDER),
    "no_order": _simple(Act.NO_ORDER),
    "nothing": lambda _: [],
}
