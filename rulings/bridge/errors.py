"""The two ways in which bridge input can be wrong: unreadable, or not allowed.

What people may read is an English template with named parameters, so that a page can
translate it before it fills it in. `{seat}` is the English word for a seat.
"""

from __future__ import annotations

from enum import StrEnum


class Unreadable(StrEnum):
    """What a text was to be: the template of the sentence that refuses it."""

    CARD = (
        "“{text}” is not a card: give suit letter and rank, for example SA or HT for "
        "the ten of hearts."
    )
    SUIT = "“{text}” is not a suit: give S, H, D or C."
    STRAIN = "“{text}” is not a strain: give S, H, D, C or N."
    SEAT = "“{text}” is not a seat: give N, E, S or W."
    HAND = "“{text}” is not a hand: give four suits with dots, like AK.Q3..T."
    RANK = "“{letter}” in the hand “{text}” is not a rank: give A, K, Q, J, T, 9 to 2."
    HAND_REPEATS = "The hand “{text}” names a card twice."
    HAND_LENGTH = "{seat} has {count} cards instead of 13."
    DEAL = "“{text}” is not a deal: give N: and four hands."
    DEAL_REPEATS = "Two hands hold the same card; missing from the deck: {cards}."
    CONTRACT = (
        "“{text}” is not a contract: give level, strain and declarer, for example "
        "4HX S."
    )
    RESULT = (
        "“{text}” is not a result: give contract, declarer and =, +1 or -1, for "
        "example 4HX S -1, or PASS."
    )
    RESULT_TRICKS = "“{text}” makes {tricks} tricks: a board has 0 to 13."
    VULNERABILITY = "“{text}” is not a vulnerability: give none, NS, EW or both."
    CALL = "“{text}” is not a call: give P, X, XX or a bid like 1C or 3N."
    AUCTION = "“{text}” is not an auction: give dealer, colon, calls."
    TRICK = "“{text}” is not a trick: give leader and cards, like S:HJ,H6."
    TRICK_CARDS = "“{text}” is not a trick: give at most four different cards."
    POSITION = (
        "“{text}” is not a position: give strain, trick, tricks won and N: with four "
        "hands."
    )
    TRICKS_WON = "“{text}” does not say the tricks won: give for example 4-0."


class Unplayable(StrEnum):
    """Why a card may not be played: the template of the sentence."""

    NOT_HELD = "{seat} does not hold {card}."
    NOT_HELD_AT_TRICK = "Trick {trick}: {seat} does not hold {card}."
    MUST_FOLLOW = "{seat} must follow suit and cannot play {card}."
    NOT_PLAYED = "{card} is still in a hand: it was not played."
    PLAYED_BY_ANOTHER = "{card} was played by another seat than {seat}."


class ParseError(ValueError):
    """Text that cannot be read: says what was given and what would be right."""

    def __init__(self, template: str, **given: object) -> None:
        """Keep the template beside its parameters; without parameters it is plain."""
        super().__init__(template.format(**given) if given else template)
        self.template, self.params = str(template), given


class IllegalPlay(ValueError):
    """A card that may not be played now: says which card, by whom and why not."""

    def __init__(self, template: str, **given: object) -> None:
        """Keep the template beside its parameters; without parameters it is plain."""
        super().__init__(template.format(**given) if given else template)
        self.template, self.params = str(template), given
