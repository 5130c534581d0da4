"""The steps a statement of claim is made of, in the field's words (Law 68C).

Each step has a text form that parses back to itself and a sentence for the
record. What a step makes a player do is in `play`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from rulings.bridge import cards as deck
from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.statements.sentences import Sentence, sentence


class Verb(StrEnum):
    """What a step says will be done."""

    DRAW = "draw trumps"
    CASH = "cash"
    RUN = "run"
    PLAY = "play"
    LEAD = "lead"
    RUFF = "ruff"
    CROSSRUFF = "crossruff"
    FINESSE = "finesse"
    DISCARD = "discard"
    GIVE_UP = "give up a trick"
    LOSE_TO = "lose to"
    CROSS = "cross to"
    SQUEEZE = "squeeze"
    COUNT = "tricks in"
    LOSER = "loser"
    GONE = "none out"
    BREAKS = "break"
    OUT = "a trump is still out"
    CONDITION = "the claim is conditional"
    NO_FINESSE = "no finesse"
    GOOD = "the rest are good"
    MINE = "the rest are mine"
    ORDER = "in that order"
    NO_ORDER = "not an order"


class SideHand(StrEnum):
    """One of the two hands of the claiming side; a defender has only his own."""

    HAND = "hand"
    DUMMY = "dummy"


@dataclass(frozen=True, slots=True)
class StatedStep:
    """One step. Only the fields its act uses are set; `str` gives the text form."""

    act: Verb
    suit: Suit | None = None
    card: Card | None = None
    place: SideHand | None = None
    count: int | None = None
    until_gone: bool = False
    from_the_top: bool = False
    high: bool = False
    against: Seat | None = None
    on_suit: Suit | None = None

    def __str__(self) -> str:
        """Return the text form, which `parse_step` reads back."""
        if self.act in _OWN_FORMS:
            return _OWN_FORMS[self.act](self)
        words = [str(self.act)]
        if self.act is Verb.DISCARD:
            words += [_suit_or_card(self), "on", _plural(self.on_suit)]
            return " ".join(words)
        if self.act is Verb.LEAD:
            return f"lead {_plural(self.suit)} to {self.card or self.place}"
        if self.act is Verb.CROSS:
            words.append(str(self.place))
            words += [] if self.suit is None else ["in", _plural(self.suit)]
            return " ".join(words)
        if self.suit is not None or self.card is not None:
            words.append(_suit_or_card(self))
        return " ".join(words + _tail(self))

    @property
    def names_a_play(self) -> bool:
        """Say whether the step tells what will be played, not only what is thought."""
        if self.act in _THOUGHTS:
            return False
        return self.act not in {Verb.SQUEEZE, Verb.MINE, Verb.NO_ORDER}

    def sentence(self) -> Sentence:
        """Return the step as a sentence for the record."""
        template, names = _template(self)
        params = {name: getattr(self, name) for name in names}
        given = {name: value for name, value in params.items() if value is not None}
        for name in ("count", "place", "against", "card", "suit"):
            variant = _VARIANTS.get((self.act, name))
            value = getattr(self, name)
            if variant is not None and value is not None:
                template += variant
                key = "seat" if name == "against" else name
                given[key] = value
        for flag, words in _FLAGS.items():
            if getattr(self, flag):
                template += words
        return sentence(template, **given)


_THOUGHTS = frozenset(
    {Verb.COUNT, Verb.LOSER, Verb.GONE, Verb.NO_FINESSE, Verb.GOOD}
    | {Verb.BREAKS, Verb.CONDITION, Verb.OUT}
)
"""Acts that say what the claimer thinks or counts, and name no play."""


def _plural(suit: Suit | None) -> str:
    return "" if suit is None else suit.name.lower()


def _good(step: StatedStep) -> str:
    if step.place is not None:
        return f"{step.place} is good"
    if step.card is not None:
        return f"{step.card} is good"
    return f"{_plural(step.suit)} are good" if step.suit is not None else str(step.act)


def _loser(step: StatedStep) -> str:
    if step.card is not None:
        return f"{step.card} is a loser"
    return f"{_plural(step.suit)} are losers"


def _in_suit(words: str, step: StatedStep) -> str:
    return words if step.suit is None else f"{words} in {_plural(step.suit)}"


_OWN_FORMS: dict[Verb, Callable[[StatedStep], str]] = {
    Verb.COUNT: lambda step: f"{step.count} tricks in {_plural(step.suit)}",
    Verb.LOSER: _loser,
    Verb.GONE: lambda step: f"no {_plural(step.suit)} are out",
    Verb.BREAKS: lambda step: f"{_plural(step.suit)} break",
    Verb.NO_FINESSE: lambda step: _in_suit("no finesse", step),
    Verb.GIVE_UP: lambda step: _in_suit("give up a trick", step),
    Verb.GOOD: _good,
}
"""Text forms that are not the act's words and then its parts."""


def _suit_or_card(step: StatedStep) -> str:
    return str(step.card) if step.card is not None else _plural(step.suit)


def _tail(step: StatedStep) -> list[str]:
    words: list[str] = []
    if step.count is not None:
        words.append(str(step.count))
        if step.act is Verb.DRAW:
            words.append("rounds")
    if step.until_gone:
        words.append("until they are gone")
    if step.from_the_top:
        words.append("from the top")
    if step.place is not None:
        words += ["in", str(step.place)]
    if step.high:
        words.append("high")
    if step.against is not None:
        words += ["against", step.against.word]
    return words


_SENTENCES: dict[Verb, tuple[str, tuple[str, ...]]] = {
    Verb.DRAW: ("Draw trumps", ()),
    Verb.CASH: ("Cash {suit}", ("suit",)),
    Verb.RUN: ("Run {suit}", ("suit",)),
    Verb.PLAY: ("Play {card}", ("card",)),
    Verb.LEAD: ("Lead {suit}", ("suit",)),
    Verb.RUFF: ("Ruff {suit}", ("suit",)),
    Verb.CROSSRUFF: ("Ruff in both hands in turn", ()),
    Verb.FINESSE: ("Finesse {card}", ("card",)),
    Verb.COUNT: ("Counts on tricks in {suit}: {count}", ("suit", "count")),
    Verb.LOSER: ("{card} is a loser", ("card",)),
    Verb.GONE: ("Thinks that no {suit} are out", ("suit",)),
    Verb.BREAKS: ("Counts on {suit} breaking", ("suit",)),
    Verb.OUT: ("Knows that a trump is still out", ()),
    Verb.CONDITION: ("Part of it hangs on a condition", ()),
    Verb.NO_FINESSE: ("No finesse", ()),
    Verb.DISCARD: ("On {on_suit}, discard", ("on_suit",)),
    Verb.GIVE_UP: ("Give up a trick", ()),
    Verb.LOSE_TO: ("Lose a trick to {card}", ("card",)),
    Verb.CROSS: ("Cross to {place}", ("place",)),
    Verb.SQUEEZE: ("Squeeze", ()),
    Verb.GOOD: ("The rest are good", ()),
    Verb.MINE: ("The rest are mine", ()),
    Verb.ORDER: ("In the order given", ()),
    Verb.NO_ORDER: ("A count of tricks, not an order", ()),
}

_INSTEAD: dict[tuple[Verb, str], tuple[str, tuple[str, ...]]] = {
    (Verb.FINESSE, "suit"): ("Finesse in {suit}", ("suit",)),
    (Verb.LOSER, "suit"): ("The cards in {suit} are losers", ("suit",)),
    (Verb.GOOD, "suit"): ("The cards in {suit} are good", ("suit",)),
    (Verb.GOOD, "card"): ("{card} is good", ("card",)),
    (Verb.GOOD, "place"): ("The cards in {place} are good", ("place",)),
}
"""What is said when a step has this part: its act has several sentences."""

_VARIANTS: dict[tuple[Verb, str], str] = {
    (Verb.GIVE_UP, "suit"): " in {suit}",
    (Verb.NO_FINESSE, "suit"): " in {suit}",
    (Verb.DRAW, "count"): ", {count} rounds",
    (Verb.CASH, "count"): ", {count} times",
    (Verb.CASH, "place"): " in {place}",
    (Verb.LEAD, "place"): " to {place}",
    (Verb.LEAD, "card"): " to {card}",
    (Verb.RUFF, "place"): " in {place}",
    (Verb.FINESSE, "against"): " against {seat}",
    (Verb.DISCARD, "card"): " {card}",
    (Verb.DISCARD, "suit"): " {suit}",
    (Verb.CROSS, "suit"): " in {suit}",
}

_FLAGS = {
    "until_gone": " until they are gone",
    "from_the_top": " from the top",
    "high": " high",
}


def _template(step: StatedStep) -> tuple[str, tuple[str, ...]]:
    for (act, name), found in _INSTEAD.items():
        if act is step.act and getattr(step, name) is not None:
            return found
    return _SENTENCES[step.act]


_SUIT = r"(?P<suit>spades?|hearts?|diamonds?|clubs?|[shdc])"
_CARD = r"(?P<card>[shdc](?:10|[akqjt2-9]))"
_PLACE = r"(?P<place>hand|dummy)"
_PATTERNS: tuple[tuple[Verb, re.Pattern[str]], ...] = tuple(
    (act, re.compile(pattern))
    for act, pattern in (
        (
            Verb.DRAW,
            (
                r"draw trumps(?: (?P<count>\d+) rounds?"
                r"| (?P<until_gone>until they are gone))?"
            ),
        ),
        (
            Verb.CASH,
            (
                rf"cash {_SUIT}(?: (?P<count>\d+))?"
                rf"(?: (?P<from_the_top>from the top))?(?: in {_PLACE})?"
            ),
        ),
        (Verb.RUN, rf"run {_SUIT}"),
        (Verb.PLAY, rf"play {_CARD}"),
        (Verb.LEAD, rf"lead {_SUIT} to (?:{_CARD}|{_PLACE})"),
        (Verb.RUFF, rf"ruff {_SUIT}(?: in {_PLACE})?(?: (?P<high>high))?"),
        (Verb.CROSSRUFF, "crossruff"),
        (
            Verb.FINESSE,
            (
                rf"finesse (?:{_CARD}|{_SUIT})"
                r"(?: against (?P<against>north|east|south|west|[nesw]))?"
            ),
        ),
        (
            Verb.DISCARD,
            (
                rf"discard (?:{_CARD}|{_SUIT}) on "
                r"(?P<on_suit>spades?|hearts?|diamonds?|clubs?|[shdc])"
            ),
        ),
        (Verb.GIVE_UP, rf"give up a trick(?: in {_SUIT})?"),
        (Verb.LOSE_TO, rf"lose to {_CARD}"),
        (Verb.CROSS, rf"cross to {_PLACE}(?: in {_SUIT})?"),
        (Verb.SQUEEZE, "squeeze"),
        (Verb.COUNT, rf"(?P<count>\d+) tricks? in {_SUIT}"),
        (Verb.LOSER, rf"{_CARD} is a loser|{_SUIT} are losers"),
        (Verb.GONE, rf"no {_SUIT} are out"),
        (Verb.BREAKS, rf"{_SUIT} break"),
        (Verb.OUT, "a trump is still out"),
        (Verb.CONDITION, "the claim is conditional"),
        (Verb.NO_FINESSE, rf"no finesse(?: in {_SUIT})?"),
        (
            Verb.GOOD,
            rf"the rest are good|{_CARD} is good|{_PLACE} is good|{_SUIT} are good",
        ),
        (Verb.MINE, "the rest are mine"),
        (Verb.ORDER, "in that order"),
        (Verb.NO_ORDER, "not an order"),
    )
)


def _value(name: str, text: str) -> object:
    if name in {"suit", "on_suit"}:
        return Suit.parse(text[0])
    if name == "card":
        return Card.parse(text)
    if name == "place":
        return SideHand(text)
    if name == "against":
        return Seat.parse(text[0])
    if name == "count":
        return int(text)
    return True


def parse_step(text: str) -> StatedStep:
    """Read the text form of a step; raise ParseError on anything else."""
    written = " ".join(text.lower().split())
    for act, pattern in _PATTERNS:
        match = pattern.fullmatch(written)
        if match is not None:
            found = {n: t for n, t in match.groupdict().items() if t is not None}
            step = StatedStep(act, **{n: _value(n, t) for n, t in found.items()})  # type: ignore[arg-type]  # each name has its type in _value
            if step.count is not None and not 1 <= step.count <= len(deck.RANKS):
                raise ParseError(f"{text!r}: give a number from 1 to 13")
            return step
    raise ParseError(
        f"{text!r} is not a step: give for example 'draw trumps', "
        "'cash clubs from the top' or 'ruff hearts in dummy'"
    )
