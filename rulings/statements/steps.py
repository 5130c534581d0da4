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
    VOID = "a hand has none of a suit"
    LIES = "a card lies well"
    CONDITION = "the claim is conditional"
    IF_BREAKS = "if a suit breaks"
    IF_BAD_BREAK = "if a suit does not break"
    IF_DROPS = "if a card drops"
    IF_STAYS = "if a card does not drop"
    IF_WORKS = "if the finesse works"
    IF_FAILS = "if the finesse fails"
    IF_LIES = "if a card lies well"
    IF_LIES_BADLY = "if a card lies badly"
    IF_FOLLOW = "if all follow"
    ELSE = "otherwise"
    ALWAYS = "in any case"
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
    split: str | None = None
    holder: Seat | None = None

    def __str__(self) -> str:
        """Return the text form, which `parse_step` reads back."""
        given = ((name, getattr(self, name)) for name in _READ)
        parts = {n: part for n, part in given if part is not None and part is not False}
        forms = _FORMS[self.act]
        form = next(one for one in forms if parts.keys() >= {*_NEEDED.findall(one)})
        kept = _OPTIONAL.sub(
            lambda part: part[1] if parts.keys() >= {*_NAME.findall(part[1])} else "",
            form,
        )
        return _NAME.sub(lambda name: _written(name[1], parts[name[1]]), kept)

    @property
    def names_a_play(self) -> bool:
        """Say whether the step names a play, not only a thought."""
        if self.act in _THOUGHTS:
            return False
        return self.act not in {Verb.SQUEEZE, Verb.MINE, Verb.NO_ORDER}

    def sentence(self) -> Sentence:
        """Return the step as a sentence for the record."""
        template, names = _template(self)
        params = {name: getattr(self, name) for name in names}
        given = {name: value for name, value in params.items() if value is not None}
        for name in _VARYING:
            variant = _VARIANTS.get((self.act, name))
            value = getattr(self, name)
            if name == "count" and value == 1 and self.act in _ONCE:
                template += _ONCE[self.act]
            elif variant is not None and value is not None:
                template += variant
                key = "seat" if name in _SEATS else name
                given[key] = value
        for flag, words in _FLAGS.items():
            if getattr(self, flag):
                template += words
        return sentence(template, **given)


MOST_NUMBERED = 4
"""So many discards may have a number that is minded."""


def numbered_discards(steps: tuple[StatedStep, ...]) -> tuple[int, ...]:
    """Return the places of the discards whose number is said: the first of many."""
    said = [
        at
        for at, step in enumerate(steps)
        if step.act is Verb.DISCARD and step.count is not None
    ]
    return tuple(said[:MOST_NUMBERED])


_THOUGHTS = frozenset(
    {Verb.COUNT, Verb.LOSER, Verb.GONE, Verb.NO_FINESSE, Verb.GOOD}
    | {Verb.BREAKS, Verb.CONDITION, Verb.OUT, Verb.ELSE, Verb.ALWAYS}
    | {Verb.VOID, Verb.LIES, Verb.IF_FOLLOW}
    | {Verb.IF_BREAKS, Verb.IF_BAD_BREAK, Verb.IF_DROPS, Verb.IF_STAYS}
    | {Verb.IF_WORKS, Verb.IF_FAILS, Verb.IF_LIES, Verb.IF_LIES_BADLY}
)
"""Acts that say what the claimer thinks or counts, and name no play."""


_SENTENCES: dict[Verb, tuple[str, tuple[str, ...]]] = {
    Verb.DRAW: ("Draw trumps", ()),
    Verb.CASH: ("Cash {suit}", ("suit",)),
    Verb.RUN: ("Run {suit}", ("suit",)),
    Verb.PLAY: ("Play {card}", ("card",)),
    Verb.LEAD: ("Lead {suit}", ("suit",)),
    Verb.RUFF: ("Ruff", ()),
    Verb.CROSSRUFF: ("Ruff in both hands in turn", ()),
    Verb.FINESSE: ("Finesse {card}", ("card",)),
    Verb.COUNT: ("Counts on tricks in {suit}: {count}", ("suit", "count")),
    Verb.LOSER: ("{card} is a loser", ("card",)),
    Verb.GONE: ("Thinks that no {suit} are out", ("suit",)),
    Verb.BREAKS: ("Counts on {suit} breaking", ("suit",)),
    Verb.OUT: ("Knows that a trump is still out", ()),
    Verb.VOID: ("Thinks that {seat} has no {suit}", ("suit",)),
    Verb.LIES: ("Thinks that {card} is onside", ("card",)),
    Verb.CONDITION: ("Part of it hangs on a condition", ()),
    Verb.IF_BREAKS: ("If {suit} break", ("suit",)),
    Verb.IF_BAD_BREAK: ("If {suit} do not break", ("suit",)),
    Verb.IF_DROPS: ("If {card} drops", ("card",)),
    Verb.IF_STAYS: ("If {card} does not drop", ("card",)),
    Verb.IF_WORKS: ("If the finesse works", ()),
    Verb.IF_FAILS: ("If the finesse fails", ()),
    Verb.IF_LIES: ("If {card} is onside", ("card",)),
    Verb.IF_LIES_BADLY: ("If {card} is offside", ("card",)),
    Verb.IF_FOLLOW: ("If both follow in {suit}", ("suit",)),
    Verb.ELSE: ("Otherwise", ()),
    Verb.ALWAYS: ("In any case", ()),
    Verb.NO_FINESSE: ("No finesse", ()),
    Verb.DISCARD: ("On {on_suit}, discard {card}", ("on_suit", "card")),
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
    (Verb.RUFF, "suit"): ("Ruff {suit}", ("suit",)),
    (Verb.FINESSE, "suit"): ("Finesse in {suit}", ("suit",)),
    (Verb.DISCARD, "suit"): ("On {on_suit}, discard {suit}", ("on_suit", "suit")),
    (Verb.LOSER, "suit"): ("The cards in {suit} are losers", ("suit",)),
    (Verb.GOOD, "suit"): ("The cards in {suit} are good", ("suit",)),
    (Verb.GOOD, "card"): ("{card} is good", ("card",)),
    (Verb.GOOD, "place"): ("The cards in {place} are good", ("place",)),
    (Verb.GONE, "card"): ("Thinks that {card} has gone", ("card",)),
    (Verb.LIES, "holder"): ("Thinks that {seat} has {card}", ("card",)),
    (Verb.IF_LIES, "holder"): ("If {seat} has {card}", ("card",)),
    (Verb.IF_LIES_BADLY, "holder"): ("If {seat} does not have {card}", ("card",)),
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
    (Verb.DISCARD, "count"): ", {count} cards",
    (Verb.CROSS, "suit"): " in {suit}",
    (Verb.IF_BREAKS, "split"): " {split}",
    (Verb.IF_BAD_BREAK, "split"): " {split}",
    (Verb.VOID, "holder"): "",
    (Verb.LIES, "holder"): "",
    (Verb.IF_FOLLOW, "count"): ", {count} rounds",
    (Verb.IF_LIES, "holder"): "",
    (Verb.IF_LIES_BADLY, "holder"): "",
}

_VARYING = ("count", "place", "against", "card", "suit", "split", "holder")
_SEATS = frozenset({"against", "holder"})

_ONCE = {
    Verb.DRAW: ", one round",
    Verb.CASH: ", once",
    Verb.DISCARD: ", one card",
    Verb.IF_FOLLOW: ", one round",
}
"""What stands for a count of one."""

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


_FORMS: dict[Verb, tuple[str, ...]] = {
    Verb.DRAW: ("draw trumps[ {count} rounds][ {until_gone}]",),
    Verb.CASH: ("cash {suit}[ {count}][ {from_the_top}][ in {place}]",),
    Verb.RUN: ("run {suit}",),
    Verb.PLAY: ("play {card}",),
    Verb.LEAD: ("lead {suit} to {card}", "lead {suit} to {place}"),
    Verb.RUFF: ("ruff {suit}[ in {place}][ {high}]", "ruff[ in {place}][ {high}]"),
    Verb.CROSSRUFF: ("crossruff",),
    Verb.FINESSE: ("finesse {card}[ {against}]", "finesse {suit}[ {against}]"),
    Verb.DISCARD: (
        *("discard {card} on {on_suit}", "discard[ {count}] {suit} on {on_suit}"),
    ),
    Verb.GIVE_UP: ("give up a trick[ in {suit}]",),
    Verb.LOSE_TO: ("lose to {card}",),
    Verb.CROSS: ("cross to {place}[ in {suit}]",),
    Verb.SQUEEZE: ("squeeze",),
    Verb.COUNT: ("{count} tricks in {suit}",),
    Verb.LOSER: ("{card} is a loser", "{suit} are losers"),
    Verb.GONE: ("{card} is gone", "no {suit} are out"),
    Verb.BREAKS: ("{suit} break",),
    Verb.OUT: ("a trump is still out",),
    Verb.VOID: ("{holder} has no {suit}",),
    Verb.LIES: ("{card} is with {holder}", "{card} is onside"),
    Verb.CONDITION: ("the claim is conditional",),
    Verb.IF_BREAKS: ("if {suit} break[ {split}]",),
    Verb.IF_BAD_BREAK: ("if {suit} do not break[ {split}]",),
    Verb.IF_DROPS: ("if {card} drops",),
    Verb.IF_STAYS: ("if {card} does not drop",),
    Verb.IF_WORKS: ("if the finesse works",),
    Verb.IF_FAILS: ("if the finesse fails",),
    Verb.IF_LIES: ("if {card} is with {holder}", "if {card} is onside"),
    Verb.IF_LIES_BADLY: ("if {card} is not with {holder}", "if {card} is offside"),
    Verb.IF_FOLLOW: ("if both follow to {suit}[ {count} rounds]",),
    Verb.ELSE: ("otherwise",),
    Verb.ALWAYS: ("in any case",),
    Verb.NO_FINESSE: ("no finesse[ in {suit}]",),
    Verb.GOOD: (
        *("{place} is good", "{card} is good", "{suit} are good"),
        "the rest are good",
    ),
    Verb.MINE: ("the rest are mine",),
    Verb.ORDER: ("in that order",),
    Verb.NO_ORDER: ("not an order",),
}
"""The text forms of a step: the first that its parts fill; brackets may be left out."""

_OPTIONAL = re.compile(r"\[([^]]*)\]")
_NAME = re.compile(r"\{(\w+)\}")
_NEEDED = re.compile(r"\{(\w+)\}(?![^\[]*\])")
_SUIT = r"spades?|hearts?|diamonds?|clubs?|[shdc]"
_READ: dict[str, tuple[str, Callable[[str], object]]] = {
    "suit": (_SUIT, lambda text: Suit.parse(text[0])),
    "on_suit": (_SUIT, lambda text: Suit.parse(text[0])),
    "card": (r"[shdc](?:10|[akqjt2-9])", Card.parse),
    "place": ("hand|dummy", SideHand),
    "count": (r"\d+", int),
    "split": (r"\d-\d", str),
    "holder": ("north|east|south|west|[nesw]", lambda text: Seat.parse(text[0])),
    "against": (
        "against (?:north|east|south|west|[nesw])",
        lambda text: Seat.parse(text.split()[1][0]),
    ),
    **{flag: (words.strip(), bool) for flag, words in _FLAGS.items()},
}
"""How each part of a step is spelled, and what is read from it."""


def _written(name: str, value: object) -> str:
    """Return a part of a step as its text form has it."""
    if name in _FLAGS:
        return _FLAGS[name].strip()
    if isinstance(value, Suit):
        return value.name.lower()
    if name == "holder" and isinstance(value, Seat):
        return value.word
    return f"against {value.word}" if isinstance(value, Seat) else str(value)


def _pattern(form: str) -> re.Pattern[str]:
    """Return what a text form looks like, one round or trick in the singular too."""
    form = _OPTIONAL.sub(r"(?:\1)?", re.sub(r"\b(round|trick)s\b", r"\1s?", form))
    return re.compile(_NAME.sub(lambda n: f"(?P<{n[1]}>{_READ[n[1]][0]})", form))


_PATTERNS = tuple(
    (verb, _pattern(form)) for verb, forms in _FORMS.items() for form in forms
)


NO_STEP = (
    "“{text}” is not a step: give for example 'draw trumps', 'cash clubs from the top' "
    "or 'ruff hearts in dummy'."
)
WRONG_COUNT = "“{text}”: give a number from 1 to 13."


def parse_step(text: str) -> StatedStep:
    """Read the text form of a step; raise ParseError on anything else."""
    written = " ".join(text.lower().split())
    for act, pattern in _PATTERNS:
        match = pattern.fullmatch(written)
        if match is not None:
            found = {n: t for n, t in match.groupdict().items() if t is not None}
            step = StatedStep(act, **{n: _READ[n][1](t) for n, t in found.items()})  # type: ignore[arg-type]  # each name has its type in _READ
            if step.count is not None and not 1 <= step.count <= len(deck.RANKS):
                raise ParseError(WRONG_COUNT, text=text)
            return step
    raise ParseError(NO_STEP, text=text)
