"""Kinds of play in words, as a director names them: "South leads hearts before SK".

English templates with named parameters; screens translate the template.
"""

from __future__ import annotations

from rulings.bridge.cards import Card
from rulings.solver.inputs import Idea, Manner
from rulings.statements.sentences import Sentence, sentence

_IDEAS: dict[tuple[Manner, bool, str], str] = {
    (Manner.LEAD, False, "before"): "{seat} leads {suit} before {card_2}",
    (Manner.LEAD, True, "before"): "{seat} leads {card} before {card_2}",
    (Manner.LEAD, False, "trump"): "{seat} leads {suit} while a trump is out",
    (Manner.LEAD, False, "last"): "{seat} leads {suit} while {card_2} is out",
    (Manner.FOLLOW, True, "before"): "{seat} plays {card} before {card_2}",
    (Manner.FOLLOW, True, ""): "{seat} plays {card} to a lead of {suit}",
    (Manner.DISCARD, True, ""): "{seat} throws {card}",
    (Manner.DISCARD, False, ""): "{seat} throws {suit}",
    (Manner.RUFF, True, ""): "{seat} ruffs with {card}",
    (Manner.RUFF, False, ""): "{seat} ruffs",
}
"""Kinds of play: how, whether one card, and until when; `last` names the trump out."""


def has_words(idea: Idea) -> bool:
    """Say whether a kind of play is one of those that can be put into words."""
    return len(idea.hands) == 1 and _kind(idea) in _IDEAS


def idea_sentence(idea: Idea, out: frozenset[Card] = frozenset()) -> Sentence:
    """Return a kind of play in words, `out` the trumps out then, where known.

    One without words is its text form.
    """
    how, of_card, until = _kind(idea)
    if not has_words(idea):
        return sentence("{idea}", idea=idea)
    card = idea.before
    if idea.trump_out and len(out) == 1:
        until, (card,) = "last", out
    template = _IDEAS[how, of_card, until]
    words = {
        "seat": idea.hands[0],
        "suit": idea.suit,
        "card": idea.card,
        "card_2": card,
    }
    params = {name: word for name, word in words.items() if f"{{{name}}}" in template}
    return sentence(template, **params)


def _kind(idea: Idea) -> tuple[Manner, bool, str]:
    until = "trump" if idea.trump_out else "" if idea.before is None else "before"
    return idea.manner, idea.card is not None, until


def templates() -> tuple[str, ...]:
    """Return every template of this module, for the translators."""
    return tuple(_IDEAS.values())
