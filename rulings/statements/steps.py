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


class Act(StrEnum):
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


class Place(StrEnum):
    """One of the two hands of the claiming side; a defender has only his own."""

    HAND = "hand"
    DUMMY = "dummy"


@dataclass(frozen=True, slots=True)
class Step:
    """One step. Only the fields its act uses are set; `str` gives the text form."""

    act: Act
    suit: Suit | None = None
    card: Card | None = None
    place: Place | None = None
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
        if self.act is Act.DISCARD:
            words += [_suit_or_card(self), "on", _plural(self.on_suit)]
            return " ".join(words)
        if self.act is Act.LEAD:
            return f"lead {_plural(self.suit)} to {self.card or self.place}"
        if self.act is Act.CROSS:
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
        return self.act not in {Act.SQUEEZE, Act.MINE, Act.NO_ORDER}

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
    {Act.COUNT, Act.LOSER, Act.GONE, Act.NO_FINESSE, Act.GOOD}
    | {Act.BREAKS, Act.CONDITION, Act.OUT}
)
"""Acts that say what the claimer thinks or counts, and name no play."""


def _plural(suit: Suit | None) -> str:
    return "" if suit is None else suit.name.lower()


def _good(step: Step) -> str:
    if step.place is not None:
        return f"{step.place} is good"
    if step.card is not None:
        return f"{step.card} is good"
    return f"{_plural(step.suit)} are good" if step.suit is not None else str(step.act)


def _loser(step: Step) -> str:
    if step.card is not None:
        return f"{step.card} is a loser"
    return f"{_plural(step.suit)} are losers"


def _in_suit(words: str, step: Step) -> str:
    return words if step.suit is None else f"{words} in {_plural(step.suit)}"


_OWN_FORMS: dict[Act, Callable[[Step], str]] = {
    Act.COUNT: lambda step: f"{step.count} tricks in {_plural(step.suit)}",
    Act.LOSER: _loser,
    Act.GONE: lambda step: f"no {_plural(step.suit)} are out",
    Act.BREAKS: lambda step: f"{_plural(step.suit)} break",
    Act.NO_FINESSE: lambda step: _in_suit("no finesse", step),
    Act.GIVE_UP: lambda step: _in_suit("give up a trick", step),
    Act.GOOD: _good,
}
"""Text forms that are not the act's words and then its parts."""


def _suit_or_card(step: Step) -> str:
    return str(step.card) if step.card is not None else _plural(step.suit)


def _tail(step: Step) -> list[str]:
    words: list[str] = []
    if step.count is not None:
        words.append(str(step.count))
        if step.act is Act.DRAW:
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


_SENTENCES: dict[Act, tuple[str, tuple[str, ...]]] = {
    Act.DRAW: ("Draw trumps", ()),
    Act.CASH: ("Cash {suit}", ("suit",)),
    Act.RUN: ("Run {suit}", ("suit",)),
    Act.PLAY: ("Play {card}", ("card",)),
    Act.LEAD: ("Lead {suit}", ("suit",)),
    Act.RUFF: ("Ruff {suit}", ("suit",)),
    Act.CROSSRUFF: ("Ruff in both hands in turn", ()),
    Act.FINESSE: ("Finesse {card}", ("card",)),
    Act.COUNT: ("Counts on tricks in {suit}: {count}", ("suit", "count")),
    Act.LOSER: ("{card} is a loser", ("card",)),
    Act.GONE: ("Thinks that no {suit} are out", ("suit",)),
    Act.BREAKS: ("Counts on {suit} breaking", ("suit",)),
    Act.OUT: ("Knows that a trump is still out", ()),
    Act.CONDITION: ("Part of it hangs on a condition", ()),
    Act.NO_FINESSE: ("No finesse", ()),
    Act.DISCARD: ("On {on_suit}, discard", ("on_suit",)),
    Act.GIVE_UP: ("Give up a trick", ()),
    Act.LOSE_TO: ("Lose a trick to {card}", ("card",)),
    Act.CROSS: ("Cross to {place}", ("place",)),
    Act.SQUEEZE: ("Squeeze", ()),
    Act.GOOD: ("The rest are good", ()),
    Act.MINE: ("The rest are mine", ()),
    Act.ORDER: ("In the order given", ()),
    Act.NO_ORDER: ("A count of tricks, not an order", ()),
}

_INSTEAD: dict[tuple[Act, str], tuple[str, tuple[str, ...]]] = {
    (Act.FINESSE, "suit"): ("Finesse in {suit}", ("suit",)),
    (Act.LOSER, "suit"): ("The cards in {suit} are losers", ("suit",)),
    (Act.GOOD, "suit"): ("The cards in {suit} are good", ("suit",)),
    (Act.GOOD, "card"): ("{card} is good", ("card",)),
    (Act.GOOD, "place"): ("The cards in {place} are good", ("place",)),
}
"""What is said when a step has this part: its act has several sentences."""

_VARIANTS: dict[tuple[Act, str], str] = {
    (Act.GIVE_UP, "suit"): " in {suit}",
    (Act.NO_FINESSE, "suit"): " in {suit}",
    (Act.DRAW, "count"): ", {count} rounds",
    (Act.CASH, "count"): ", {count} times",
    (Act.CASH, "place"): " in {place}",
    (Act.LEAD, "place"): " to {place}",
    (Act.LEAD, "card"): " to {card}",
    (Act.RUFF, "place"): " in {place}",
    (Act.FINESSE, "against"): " against {seat}",
    (Act.DISCARD, "card"): " {card}",
    (Act.DISCARD, "suit"): " {suit}",
    (Act.CROSS, "suit"): " in {suit}",
}

_FLAGS = {
    "until_gone": " until they are gone",
    "from_the_top": " from the top",
    "high": " high",
}


def _template(step: Step) -> tuple[str, tuple[str, ...]]:
    for (act, name), found in _INSTEAD.items():
        if act is step.act and getattr(step, name) is not None:
            return found
    return _SENTENCES[step.act]


_SUIT = r"(?P<suit>spades?|hearts?|diamonds?|clubs?|[shdc])"
_CARD = r"(?P<card>[shdc](?:10|[akqjt2-9]))"
_PLACE = r"(?P<place>hand|dummy)"
_PATTERNS: tuple[tuple[Act, re.Pattern[str]], ...] = tuple(
    (act, re.compile(pattern))
    for act, pattern in (
        (
            Act.DRAW,
            (
                r"draw trumps(?: (?P<count>\d+) rounds?"
                r"| (?P<until_gone>until they are gone))?"
            ),
        ),
        (
            Act.CASH,
            (
                rf"cash {_SUIT}(?: (?P<count>\d+))?"
                rf"(?: (?P<from_the_top>from the top))?(?: in {_PLACE})?"
            ),
        ),
        (Act.RUN, rf"run {_SUIT}"),
        (Act.PLAY, rf"play {_CARD}"),
        (Act.LEAD, rf"lead {_SUIT} to (?:{_CARD}|{_PLACE})"),
        (Act.RUFF, rf"ruff {_SUIT}(?: in {_PLACE})?(?: (?P<high>high))?"),
        (Act.CROSSRUFF, "crossruff"),
        (
            Act.FINESSE,
            (
                rf"finesse (?:{_CARD}|{_SUIT})"
                r"(?: against (?P<against>north|east|south|west|[nesw]))?"
            ),
        ),
        (
            Act.DISCARD,
            (
                rf"discard (?:{_CARD}|{_SUIT}) on "
                r"(?P<on_suit>spades?|hearts?|diamonds?|clubs?|[shdc])"
            ),
        ),
        (Act.GIVE_UP, rf"give up a trick(?: in {_SUIT})?"),
        (Act.LOSE_TO, rf"lose to {_CARD}"),
        (Act.CROSS, rf"cross to {_PLACE}(?: in {_SUIT})?"),
        (Act.SQUEEZE, "squeeze"),
        (Act.COUNT, rf"(?P<count>\d+) tricks? in {_SUIT}"),
        (Act.LOSER, rf"{_CARD} is a loser|{_SUIT} are losers"),
        (Act.GONE, rf"no {_SUIT} are out"),
        (Act.BREAKS, rf"{_SUIT} break"),
        (Act.OUT, "a trump is still out"),
        (Act.CONDITION, "the claim is conditional"),
        (Act.NO_FINESSE, rf"no finesse(?: in {_SUIT})?"),
        (
            Act.GOOD,
            rf"the rest are good|{_CARD} is good|{_PLACE} is good|{_SUIT} are good",
        ),
        (Act.MINE, "the rest are mine"),
        (Act.ORDER, "in that order"),
        (Act.NO_ORDER, "not an order"),
    )
)


def _value(name: str, text: str) -> object:
    if name in {"suit", "on_suit"}:
        return Suit.parse(text[0])
    if name == "card":
        return Card.parse(text)
    if name == "place":
        return Place(text)
    if name == "against":
        return Seat.parse(text[0])
    if name == "count":
        return int(text)
    return True


def parse_step(text: str) -> Step:
    """Read the text form of a step; raise ParseError on anything else."""
    written = " ".join(text.lower().split())
    for act, pattern in _PATTERNS:
        match = pattern.fullmatch(written)
        if match is not None:
            found = {n: t for n, t in match.groupdict().items() if t is not None}
            step = Step(act, **{n: _value(n, t) for n, t in found.items()})  # type: ignore[arg-type]  # each name has its type in _value
            if step.count is not None and not 1 <= step.count <= len(deck.RANKS):
                raise ParseError(f"{text!r}: give a number from 1 to 13")
            return step
    raise ParseError(
        f"{text!r} is not a step: give for example 'draw trumps', "
        "'cash clubs from the top' or 'ruff hearts in dummy'"
    )
