"""Every sentence the solver can say, with its rule and its Law, in one place.

English templates with named parameters; screens translate the template. Suits and
seats are letters, cards are suit and rank, numbers are tricks of the claiming side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.solver.types.adjudication import Reason, Span, Status
from rulings.solver.types.explained import EXPLAINED
from rulings.solver.types.stands import STANDS
from rulings.statements.sentences import Sentence, sentence

_REASONS: dict[str, tuple[str, str, str]] = {
    **EXPLAINED,
    **STANDS,
    "stated": ("N2", "70B", "The statement names this play."),
    "keeps": ("N1", "70D1", "Keeps the sure tricks: {tricks}."),
    "keeps_enough": (
        "N1",
        "70D1",
        "Keeps the tricks that the claim needs: {tricks}. Any order is normal.",
    ),
    "needs_nothing": (
        "N1",
        "70D1",
        "The tricks claimed are in; any further play is normal.",
    ),
    "trump_forgotten": (
        "N9",
        "70C",
        "With the trumps forgotten, this card looks safe. Tricks in sight: {tricks}.",
    ),
    "card_forgotten": (
        "N10",
        "70D1",
        "With {cards} forgotten, this card looks safe. Tricks in sight: {tricks}.",
    ),
    "guess": (
        "N1",
        "70D1",
        "Sure tricks: {tricks}. Beyond them this is a guess.",
    ),
    "guess_wrong": (
        "N1",
        "70D1",
        "Sure tricks: {tricks}. Beyond them this is a guess, and it goes wrong.",
    ),
    "out_of_reach": (
        "N1",
        "70A",
        "The claim cannot be made here, whatever is played. Sure tricks: {tricks}.",
    ),
    "finesse_loses": (
        "N1",
        "70A",
        (
            "The finesse named, {card}, loses to {card_2}, and no other play makes the "
            "claim. Sure tricks: {tricks}."
        ),
    ),
    "finesse_lost": (
        "N1",
        "70A",
        (
            "The finesse named, {card}, lost to {card_2}; the claim cannot be made any "
            "more. Sure tricks: {tricks}."
        ),
    ),
    "guess_cost": (
        "N1",
        "70A",
        "A guess went wrong; the claim cannot be made any more. Sure tricks: {tricks}.",
    ),
    "trump_cost": (
        "N9",
        "70C",
        "With the trumps forgotten, the claim was lost before. Sure tricks: {tricks}.",
    ),
    "card_cost": (
        "N10",
        "70D1",
        "With {cards} forgotten, the claim was lost before. Sure tricks: {tricks}.",
    ),
    "partner": ("N13", "70D2", "Partner may choose this card; the worst counts."),
    "drops": (
        "N1",
        "70D1",
        "Leaves {keeps} sure tricks of {best}; {card} keeps all.",
    ),
    "drops_forgotten": (
        "N1",
        "70D1",
        "With those cards forgotten: {keeps} tricks of {best}; {card} keeps all.",
    ),
    "not_stated": ("N2", "70B", "The statement names {card} at this turn."),
    "below_the_top": (
        "N5",
        "70E2",
        "A suit thought good is led from the top: {card} first.",
    ),
    "wasteful": ("N8", "70", "Wastes a card; {card} does as much."),
    "struck": (
        "strike",
        "70",
        "Ruled out by the director.",
    ),
    "allowed": ("allowance", "70", "Allowed by the director as normal here."),
}


_SEVERAL = {
    "trump_unsaid": "trumps_unsaid",
    "trump_said_gone": "trumps_said_gone",
    "trump_lost_sight": "trumps_lost_sight",
    "trump_costs_nothing": "trumps_cost_nothing",
    "card_costs_nothing": "cards_cost_nothing",
    "card_left_out": "cards_left_out",
    "card_thought_gone": "cards_thought_gone",
    "trump_question": "trumps_question",
    "scenario_forgotten": "scenario_several_forgotten",
}
"""What a sentence on `cards` becomes where they are several."""


def _said_of(key: str, params: Mapping[str, object]) -> str:
    """Return the key of a sentence in the form that fits the number of its cards."""
    several = len(str(params.get("cards", "")).split()) > 1
    return _SEVERAL.get(key, key) if several else key


def reason(key: str, **params: object) -> Reason:
    """Return a reason with its rule, law and sentence."""
    rule, law, template = _REASONS[_said_of(key, params)]
    return Reason(rule, law, sentence(template, **params))


_SENTENCES: dict[str, str] = {
    "exact": "Every normal line was searched.",
    "budget": "The computation was stopped after {positions} positions; the "
    "range is proven.",
    "spots_matter": "It depends on small cards that are not known: {award} with "
    "{cards}, {best} with {cards_2}.",
    "spots_many": "Too many small cards are not known: more than {positions} ways to "
    "place them.",
    "trump_question": "Was the claimer aware of the trump still out ({cards})?",
    "trumps_question": "Was the claimer aware of the trumps still out ({cards})?",
    "forgotten_question": "Did the claimer think {cards} gone?",
    "counted_question": "What had the claimer counted?",
    "order_question": "Were the words an order of play, or a count of tricks?",
    "location_question": "Is it proven who holds these cards ({cards})?",
    "scenario_claimed": "As claimed.",
    "scenario_certain": "Sure however the cards lie, with no card forgotten.",
    "scenario_award": "This line.",
    "scenario_even_breaks": "If even breaks may be counted on: {suits}.",
    "scenario_not_aware": "If the claimer was not aware of the trumps out.",
    "scenario_forgotten": "If {cards} was thought gone.",
    "scenario_several_forgotten": "If {cards} were thought gone.",
    "scenario_free_order": "If cards thought good were led in any order.",
    "scenario_free_ruff": "If a ruff with any trump were normal.",
    "scenario_any_play": "By any legal play at all.",
    "needs_one": "Certain if {card} is proven to be with {seat}.",
    "needs_two": "Certain if {card} is proven to be with {seat} and {card_2} with "
    "{seat_2}.",
    "needs_suit": "Certain if the layout of {suit} is proven.",
    "needs_suits": "Certain if the layouts of {suit} and {suit_2} are proven.",
    "needs_all_but": "Certain if the layout of every suit but {suit} is proven.",
    "needs_layout": "Certain if the layout of every suit still out is proven.",
    "nothing_conceded": "No trick was conceded.",
    "concession_cancelled": "Every normal line wins at least {tricks}, more than the "
    "{claimed} claimed.",
    "concession_stands": "A normal line wins no more than the {claimed} claimed.",
    "concession_open": "Not settled: the tricks of the worst normal line are not "
    "known yet.",
}


def said(key: str, **params: object) -> Sentence:
    """Return a sentence that belongs to no single rule."""
    return sentence(_SENTENCES[_said_of(key, params)], **params)


def ended(spans: Iterable[Span], budget: int) -> tuple[Status, Sentence]:
    """Return whether every number is settled, and the sentence that says so."""
    if all(one.value is not None for one in spans):
        return Status.EXACT, said("exact")
    return Status.RANGE, said("budget", positions=budget)


def is_said(why: Reason, key: str) -> bool:
    """Say whether a reason is the sentence of a key, whatever its parameters."""
    return why.sentence.template == _REASONS[key][2]


def templates() -> tuple[str, ...]:
    """Return every template of this module, for the translators."""
    return (*(text for _, _, text in _REASONS.values()), *_SENTENCES.values())


def sources() -> dict[str, tuple[str, str]]:
    """Return the rule and the Law of every reason, by its key."""
    return {key: (rule, law) for key, (rule, law, _) in _REASONS.items()}
