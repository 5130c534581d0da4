"""Two similar claims side by side: the cards of each, and what differs, in words.

Read from the questions to the solver, whose patterns found them alike: a fact that
differs there has a value in each. Of values with several parts those are marked that
only one of the two claims has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.laws.regulations import parameters
from rulings.presenters.diagrams import DiagramView, diagram_of
from rulings.presenters.sentences import sentence_words, step_words
from rulings.presenters.table.strip import pending_words
from rulings.presenters.table.words import CLASSES
from rulings.presenters.words import seat_name, strain_name, suit_name
from rulings.queries.case.solving import SolverInput
from rulings.solver.inputs import Idea, PlayAt, RuffHeight
from rulings.solver.types import idea_sentence

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

REGULATIONS = {
    "suit_order": "suit_order",
    "last_trump_lead_normal": "safety_check_with_high_trump",
    "low_lead_in_conceded_suit": "low_lead_in_conceded_suit",
    "ruff_height": "ruff_height",
    "false_claim": "false_claim",
    "plan_share": "plan_share",
}
"""What a regulation lets the solver do, by the name of the regulation."""

FACE_VALUE = frozenset({"cards"})
"""Facts that the diagrams show."""

Parts = tuple[str, ...]
"""A value of a fact in words: one, or several of which some may be the other's too."""


@dataclass(frozen=True, slots=True)
class ValuePart:
    """A part of a value in words; `only` where other parts are shared, but not this."""

    words: str
    only: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact with its value in this claim and in the other."""

    fact: str
    mine: tuple[ValuePart, ...]
    other: tuple[ValuePart, ...]


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
    """Return the facts that differ with both values; those of the cards are drawn.

    In other names of suits and seats no part of a value is another's by its words.
    """
    found = []
    for name in names:
        if name in FACE_VALUE:
            continue
        one, two = READ[name](mine), READ[name](other)
        shared = {*one} & {*two} if mine.position == other.position else set[str]()
        row = Difference(_row_name(name), _marked(one, shared), _marked(two, shared))
        if row not in found:
            found.append(row)
    return found


def _row_name(name: str) -> str:
    """Return a fact as its row names it: a regulation by what it is about."""
    if name in REGULATIONS:
        return _(parameters()[REGULATIONS[name]].label)
    return fact_name(name)


def _marked(parts: Parts, shared: set[str]) -> tuple[ValuePart, ...]:
    """Return a value of which a part is marked that the other lacks, if not all are."""
    told = parts or (_("none"),)
    return tuple(
        ValuePart(words, only=bool(shared) and words not in shared) for words in told
    )


def _statement(asked: SolverInput) -> Parts:
    said = asked.claim.statement
    if said is None:
        return (_("no play named"),)
    told = [step_words(str(one)) for one in said.steps]
    told += [_("words that were not understood")] if said.unread else []
    return tuple(told) or (_("no play named"),)


def _aware(asked: SolverInput) -> Parts:
    aware = asked.claim.aware_of_trump
    if aware is None:
        return (_("not decided"),)
    return (_("known") if aware else _("forgotten"),)


def _cards(name: str) -> Callable[[SolverInput], Parts]:
    def read(asked: SolverInput) -> Parts:
        cards: Iterable[Card] = getattr(asked.claim, name)
        return tuple(map(str, sorted(cards)))

    return read


def _placed(name: str) -> Callable[[SolverInput], Parts]:
    def read(asked: SolverInput) -> Parts:
        pairs: Iterable[tuple[Seat, Card | Suit]] = getattr(asked.claim, name)
        return tuple(
            f"{seat_name(seat)} {suit_name(one) if isinstance(one, Suit) else one}"
            for seat, one in sorted(pairs)
        )

    return read


def _tricks(asked: SolverInput) -> Parts:
    values = {"n": asked.claim.tricks, "left": asked.position.left}
    return (_("%(n)d of %(left)d") % values,)


def _switched(plays: str, ideas: str) -> Callable[[SolverInput], Parts]:
    """Return how the plays and the kinds of play that a director switched are read."""

    def read(asked: SolverInput) -> Parts:
        at: Iterable[PlayAt] = getattr(asked.settings, plays)
        kinds: Iterable[Idea] = getattr(asked.settings, ideas)
        told = [sentence_words(idea_sentence(one)) for one in sorted(kinds)]
        return (*told, *(_play_words(one, asked) for one in sorted(at)))

    return read


def _play_words(play: PlayAt, asked: SolverInput) -> str:
    """Return a play at its moment: South plays HK after SA S2."""
    hands = asked.position.hands
    holder = next((seat for seat in Seat if play.card in hands[seat]), None)
    values = {
        "seat": "" if holder is None else seat_name(holder),
        "card": play.card,
        "played": " ".join(map(str, play.played)),
    }
    if not play.played:
        return _("%(seat)s plays %(card)s at once") % values
    return _("%(seat)s plays %(card)s after %(played)s") % values


def _regulation(name: str) -> Callable[[SolverInput], Parts]:
    """Return how a setting is read in the words of its regulation."""

    def read(asked: SolverInput) -> Parts:
        value = getattr(asked.settings, name)
        if value is RuffHeight.ANY:
            return (_("any trump"),)
        if isinstance(value, bool):
            value = "normal" if value else "not_normal"
        return (_(parameters()[REGULATIONS[name]].said(value)),)

    return read


READ: dict[str, Callable[[SolverInput], Parts]] = {
    "trump": lambda asked: (strain_name(asked.position.strain),),
    "turn": lambda asked: (seat_name(asked.position.turn),),
    "claimer": lambda asked: (seat_name(asked.claim.claimer),),
    "declarer": lambda asked: (seat_name(asked.claim.declarer),),
    "tricks": _tricks,
    "statement": _statement,
    "aware_of_trump": _aware,
    "conceded": lambda asked: tuple(map(suit_name, sorted(asked.claim.conceded))),
    "reclaimed": lambda asked: (str(asked.claim.reclaimed),),
    "miscounted": lambda asked: (_("yes") if asked.claim.miscounted else _("no"),),
    "pending": lambda asked: tuple(pending_words(asked.claim.pending)),
    "edition": lambda asked: (asked.settings.edition,),
    "player_class": lambda asked: (str(CLASSES[asked.settings.player_class]),),
    **{name: _cards(name) for name in ("forgotten", "losers", "counted")},
    **{name: _placed(name) for name in ("show_outs", "locations", "spots")},
    **dict.fromkeys(("strikes", "never"), _switched("strikes", "never")),
    **dict.fromkeys(("allowances", "let_in"), _switched("allowances", "let_in")),
    **{name: _regulation(name) for name in REGULATIONS},
}
"""How the value of a fact is read from a question, and said."""
