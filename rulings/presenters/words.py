"""Names of cards, seats and contracts in the reader's language.

A rank is stored as T and shown as 10; letters of ranks, suits and seats come from the
language file. Nothing here makes markup.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, pgettext, pgettext_lazy

from rulings.bridge.cards import Card, Strain, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side

SYMBOLS = {
    Suit.SPADES: "\u2660\ufe0e",
    Suit.HEARTS: "\u2665\ufe0e",
    Suit.DIAMONDS: "\u2666\ufe0e",
    Suit.CLUBS: "\u2663\ufe0e",
}
"""Suit symbols; the selector keeps phones from drawing them as emoji."""

_SUITS = {
    Suit.SPADES: pgettext_lazy("suit", "spades"),
    Suit.HEARTS: pgettext_lazy("suit", "hearts"),
    Suit.DIAMONDS: pgettext_lazy("suit", "diamonds"),
    Suit.CLUBS: pgettext_lazy("suit", "clubs"),
}
_SUITS_ONE = {
    Suit.SPADES: pgettext_lazy("suit of one", "spade"),
    Suit.HEARTS: pgettext_lazy("suit of one", "heart"),
    Suit.DIAMONDS: pgettext_lazy("suit of one", "diamond"),
    Suit.CLUBS: pgettext_lazy("suit of one", "club"),
}
_SUIT_LETTERS = {
    Suit.SPADES: pgettext_lazy("suit letter", "S"),
    Suit.HEARTS: pgettext_lazy("suit letter", "H"),
    Suit.DIAMONDS: pgettext_lazy("suit letter", "D"),
    Suit.CLUBS: pgettext_lazy("suit letter", "C"),
}
_RANKS = {
    11: pgettext_lazy("rank", "jack"),
    12: pgettext_lazy("rank", "queen"),
    13: pgettext_lazy("rank", "king"),
    14: pgettext_lazy("rank", "ace"),
}
_RANK_LETTERS = {
    11: pgettext_lazy("rank letter", "J"),
    12: pgettext_lazy("rank letter", "Q"),
    13: pgettext_lazy("rank letter", "K"),
    14: pgettext_lazy("rank letter", "A"),
}
_SEATS = {
    Seat.NORTH: pgettext_lazy("seat", "North"),
    Seat.EAST: pgettext_lazy("seat", "East"),
    Seat.SOUTH: pgettext_lazy("seat", "South"),
    Seat.WEST: pgettext_lazy("seat", "West"),
}
_SEAT_LETTERS = {
    Seat.NORTH: pgettext_lazy("seat letter", "N"),
    Seat.EAST: pgettext_lazy("seat letter", "E"),
    Seat.SOUTH: pgettext_lazy("seat letter", "S"),
    Seat.WEST: pgettext_lazy("seat letter", "W"),
}
_DOUBLED = {
    0: "",
    1: pgettext_lazy("contract", "doubled"),
    2: pgettext_lazy("contract", "redoubled"),
}

_CALLS = {
    "P": pgettext_lazy("call", "pass"),
    "X": pgettext_lazy("call", "double"),
    "XX": pgettext_lazy("call", "redouble"),
}


def suit_name(suit: Suit) -> str:
    """Return spades, hearts, diamonds or clubs."""
    return str(_SUITS[suit])


def suit_letter(suit: Suit) -> str:
    """Return the letter that stands beside the symbol."""
    return str(_SUIT_LETTERS[suit])


def rank_letter(card: Card) -> str:
    """Return A, K, Q, J or the number; ten is 10."""
    return str(_RANK_LETTERS.get(card.rank, card.rank))


def card_name(card: Card) -> str:
    """Return the full name, for example jack of hearts."""
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _RANKS.get(card.rank, card.rank),
        "suit": suit_name(card.suit),
    }


def seat_name(seat: Seat) -> str:
    """Return North, East, South or West."""
    return str(_SEATS[seat])


def seat_letter(seat: Seat) -> str:
    """Return the letter of a seat."""
    return str(_SEAT_LETTERS[seat])


def side_name(side: Side) -> str:
    """Return North–South or East–West."""
    if side is Side.NS:
        return pgettext("side", "North–South")
    return pgettext("side", "East–West")


def strain_name(strain: Strain) -> str:
    """Return the trump suit's name, or no trump."""
    return (
        pgettext("strain", "no trump")
        if strain.suit is None
        else suit_name(strain.suit)
    )


def call_words(call: str) -> str:
    """Return a call as it is spoken: 1 heart, pass, double."""
    if not call[:1].isdigit():
        return str(_CALLS.get(call, call))
    strain = Strain.parse(call[1:])
    if strain.suit is None or call[0] != "1":
        return f"{call[0]} {strain_name(strain)}"
    return f"1 {_SUITS_ONE[strain.suit]}"


def call_sign(call: str) -> str:
    """Return a call in short: level and symbol, or the word."""
    if not call[:1].isdigit():
        return call_words(call)
    suit = Strain.parse(call[1:]).suit
    sign = pgettext("strain letter", "NT") if suit is None else SYMBOLS[suit]
    return f"{call[0]}{sign}"


def doubled_word(contract: Contract) -> str:
    """Return doubled, redoubled or nothing."""
    return str(_DOUBLED[contract.doubled])


def call_name(contract: Contract) -> str:
    """Return the contract in words without its declarer: 5 hearts doubled."""
    words = (str(contract.level), strain_name(contract.strain), doubled_word(contract))
    return " ".join(word for word in words if word)


def contract_name(contract: Contract) -> str:
    """Return the contract in words: 5 hearts by South."""
    return gettext("%(call)s by %(seat)s") % {
        "call": call_name(contract),
        "seat": seat_name(contract.declarer),
    }


def one_of(words: Sequence[str]) -> str:
    """Return words as a choice: "a", "a or b", "a, b or c"; empty without any."""
    return gettext(" or ").join(filter(None, (", ".join(words[:-1]), *words[-1:])))
