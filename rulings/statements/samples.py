"""One step of every wording: the texts translators need, and tests go through."""

from __future__ import annotations

from itertools import product

from rulings.statements.steps import parse_step

SAMPLES: tuple[str, ...] = (
    "draw trumps",
    "draw trumps 1 rounds",
    "draw trumps 2 rounds",
    "draw trumps until they are gone",
    *(
        f"cash spades{count}{top}{place}"
        for count, top, place in product(
            ("", " 1", " 2"), ("", " from the top"), ("", " in dummy")
        )
    ),
    "run spades",
    "play SA",
    "lead spades to SA",
    "lead spades to dummy",
    *(
        f"ruff spades{place}{high}"
        for place, high in product(("", " in dummy"), ("", " high"))
    ),
    *(
        f"ruff{place}{high}"
        for place, high in product(("", " in dummy"), ("", " high"))
    ),
    "crossruff",
    "finesse SJ",
    "finesse SJ against West",
    "finesse spades",
    "finesse spades against West",
    "no finesse",
    "no finesse in spades",
    *(f"discard{count} spades on hearts" for count in ("", " 1", " 2")),
    "discard SA on hearts",
    "give up a trick",
    "give up a trick in spades",
    "lose to SA",
    "cross to dummy",
    "cross to dummy in spades",
    "squeeze",
    "3 tricks in spades",
    "SA is a loser",
    "spades are losers",
    "no spades are out",
    "SA is gone",
    "West has no spades",
    "SA is onside",
    "SA is with West",
    "spades break",
    "a trump is still out",
    "the claim is conditional",
    "if spades break",
    "if spades break 3-2",
    "if spades do not break",
    "if spades do not break 3-2",
    "if SQ drops",
    "if SQ does not drop",
    "if the finesse works",
    "if the finesse fails",
    "if SK is onside",
    "if SK is offside",
    "if SK is with West",
    "if SK is not with West",
    *(f"if both follow to spades{count}" for count in ("", " 1 rounds", " 2 rounds")),
    "otherwise",
    "in any case",
    "SA is good",
    "spades are good",
    "dummy is good",
    "the rest are good",
    "the rest are mine",
    "in that order",
    "not an order",
)


def templates() -> tuple[str, ...]:
    """Return every template a step's sentence can have."""
    found = (parse_step(text).sentence().template for text in SAMPLES)
    return tuple(dict.fromkeys(found))
