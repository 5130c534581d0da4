"""Two similar claims side by side: the cards of each, and what differs, in words.

Read from the questions to the solver, whose patterns found them alike: a fact that
differs there has a value in each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.presenters.diagrams import DiagramView, diagram_of
from rulings.presenters.sentences import step_words
from rulings.presenters.table.words import CLASSES
from rulings.presenters.words import seat_name, strain_name, suit_name
from rulings.queries.case.solving import SolverInput

FACT_WORDS = {
    "cards": gettext_lazy("the cards left"),
    "trump": gettext_lazy("the trump suit"),
    "turn": gettext_lazy("who leads"),
    "claimer": gettext_lazy("who claimed"),
    "declarer": gettext_lazy("who is declarer"),
    "tricks": gettext_lazy("the tricks claimed"),
    "statement": gettext_lazy("the words"),
    "aware_of_trump": gettext_lazy("whether the trump was known"),
    "forgotten": gettext_lazy("what was forgotten"),
    "show_outs": gettext_lazy("who had shown out"),
    "locations": gettext_lazy("the cards proven with a hand"),
    "losers": gettext_lazy("the losers that the claimer knew of"),
    "conceded": gettext_lazy("the suit conceded"),
    "reclaimed": gettext_lazy("the tricks asked back"),
    "counted": gettext_lazy("what was counted"),
    "miscounted": gettext_lazy("whether tricks were miscounted"),
    "pending": gettext_lazy("penalty cards and lead restrictions"),
    "spots": gettext_lazy("low cards that nobody knows"),
    "edition": gettext_lazy("the edition of the Laws"),
    "player_class": gettext_lazy("the class of player"),
    "strikes": gettext_lazy("the plays that the director ruled out"),
    "never": gettext_lazy("the plays that the director ruled out"),
    "allowances": gettext_lazy("the plays that the director allowed"),
    "let_in": gettext_lazy("the plays that the director allowed"),
}
"""Facts of a pattern in words; any other is one of the regulations."""


FACE_VALUE = frozenset({"cards"})
"""Facts that the diagrams show."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact with its value in this claim and in the other."""

    fact: str
    mine: str
    other: str


def fact_name(name: str) -> str:
    """Return a fact of a pattern in words."""
    return str(FACT_WORDS.get(name) or _("the regulations"))


def claim_diagram(asked: SolverInput) -> DiagramView:
    """Return the cards of a claim, with who plays them."""
    claim = asked.claim
    roles = {claim.dummy: _("dummy"), claim.declarer: _("declarer")}
    return diagram_of(asked.position, roles=roles)


def claimed_words(asked: SolverInput) -> str:
    """Return what was claimed in which trump suit: spades; South claims 3 of 4."""
    claim = asked.claim
    values = {
        "strain": strain_name(asked.position.strain),
        "seat": seat_name(claim.claimer),
        "n": claim.tricks,
        "left": asked.position.left,
    }
    return _("%(strain)s: %(seat)s claims %(n)d of the last %(left)d tricks") % values


def differences(
    names: Iterable[str], mine: SolverInput, other: SolverInput
) -> list[Difference]:
    """Return the facts that differ with both values; those of the cards are drawn."""
    found = []
    for name in names:
        if name in FACE_VALUE:
            continue
        values = _value(name, mine), _value(name, other)
        row = Difference(fact_name(name), *values)
        if row not in found:
            found.append(row)
    return found


def _value(name: str, asked: SolverInput) -> str:
    """Return the value of a fact in words; what has no words of its own says if any."""
    if name in READ:
        return READ[name](asked)
    value = getattr(asked.claim, name, None) or getattr(asked.settings, name, None)
    return _("some") if value else _none()


def _none() -> str:
    return _("none")


def _statement(asked: SolverInput) -> str:
    said = asked.claim.statement
    if said is None:
        return _("no play named")
    told = [step_words(str(one)) for one in said.steps]
    told += [_("words that were not understood")] if said.unread else []
    return ", ".join(told) or _("no play named")


def _aware(asked: SolverInput) -> str:
    aware = asked.claim.aware_of_trump
    if aware is None:
        return _("not decided")
    return _("known") if aware else _("forgotten")


def _cards(name: str) -> Callable[[SolverInput], str]:
    def read(asked: SolverInput) -> str:
        cards: Iterable[Card] = getattr(asked.claim, name)
        return " ".join(map(str, sorted(cards))) or _none()

    return read


def _placed(name: str) -> Callable[[SolverInput], str]:
    def read(asked: SolverInput) -> str:
        pairs: Iterable[tuple[Seat, Card | Suit]] = getattr(asked.claim, name)
        told = (
            f"{seat_name(seat)} {suit_name(one) if isinstance(one, Suit) else one}"
            for seat, one in sorted(pairs)
        )
        return ", ".join(told) or _none()

    return read


def _conceded(asked: SolverInput) -> str:
    return ", ".join(map(suit_name, sorted(asked.claim.conceded))) or _none()


def _tricks(asked: SolverInput) -> str:
    values = {"n": asked.claim.tricks, "left": asked.position.left}
    return _("%(n)d of %(left)d") % values


READ: dict[str, Callable[[SolverInput], str]] = {
    "trump": lambda asked: strain_name(asked.position.strain),
    "turn": lambda asked: seat_name(asked.position.turn),
    "claimer": lambda asked: seat_name(asked.claim.claimer),
    "declarer": lambda asked: seat_name(asked.claim.declarer),
    "tricks": _tricks,
    "statement": _statement,
    "aware_of_trump": _aware,
    "conceded": _conceded,
    "reclaimed": lambda asked: str(asked.claim.reclaimed),
    "edition": lambda asked: asked.settings.edition,
    "player_class": lambda asked: str(CLASSES[asked.settings.player_class]),
    **{name: _cards(name) for name in ("forgotten", "losers", "counted")},
    **{name: _placed(name) for name in ("show_outs", "locations", "spots")},
}
"""How the value of a fact is read from a question, and said."""
