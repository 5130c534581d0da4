"""What cards played after a claim tell, in words: evidence beside the number.

Only where the edition lets them be evidence (70D3 in 2007, 85A in 2017); in 1997 they
are left out of account. Cards are written as codes, which the template draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.errors import ParseError
from rulings.presenters.words import seat_name
from rulings.queries.case.flow import CaseWalk
from rulings.queries.case.solving import SolverInput
from rulings.queries.table.proposal import Proposed
from rulings.solver.explain import Fit, PlayedOn, best_play, played_on

BUDGET = 5_000
"""Positions of best play a card: the page must not wait."""

IGNORED = "ignore"


@dataclass(frozen=True, slots=True)
class PlayedOnView:
    """The law by which later play is evidence, and what it tells, in sentences."""

    law: str
    sentences: tuple[str, ...]


def played_on_view(
    walked: CaseWalk, asked: SolverInput | None, line: Iterable[Card] = ()
) -> PlayedOnView | None:
    """Return what was played after the claim; None where nothing was or it is ignored.

    `line` are the cards of the line shown, from the claim on.
    """
    step = walked.flow.steps.get(walked.flow.points.at("played_on"))
    text = "" if step is None else _noted(walked.answers.get(step.id))
    provision = walked.flow.edition.provision("evidence_use") if text else IGNORED
    if step is None or asked is None or provision == IGNORED:
        return None
    law = str(step.refs[-1])
    try:
        cards = parse_cards(text.upper())
    except ParseError:
        words = _("The cards noted after the claim cannot be read: %(text)s")
        return PlayedOnView(law, (words % {"text": text},))
    best = best_play(asked.claim, BUDGET)
    found = played_on(asked.position, asked.claim, cards, line, best)
    return PlayedOnView(
        law, tuple(_sentences(found, spoke=bool(asked.claim.statement)))
    )


def line_cards(found: Proposed) -> tuple[Card, ...]:
    """Return the cards of a proposal's line from the claim on, () without a line."""
    if found.result is None or found.asked is None:
        return ()
    cards = [Card.parse(p["card"]) for t in found.result["line"] for p in t["cards"]]
    return tuple(cards[len(found.asked.position.trick.cards) :])


def _noted(answer: object) -> str:
    """Return the cards noted with an answer, as they were typed."""
    given = answer if isinstance(answer, Mapping) else {}
    return str(given.get("post_claim_cards") or "").strip()


def _sentences(found: PlayedOn, *, spoke: bool) -> Iterable[str]:
    """Yield what the plays tell: of the words, of the claim, the tricks, the line."""
    stated = [one for one in found.plays if one.fit is Fit.STATED]
    if found.against is not None:
        yield _("%(seat)s played %(card)s, which is not what was stated.") % {
            "seat": seat_name(found.against.seat),
            "card": found.against.card,
        }
    elif stated:
        cards = ", ".join(str(one.card) for one in stated)
        yield _("These cards were played as stated: %(cards)s.") % {"cards": cards}
    elif spoke and found.plays:
        yield _("The statement says nothing about the cards that were played.")
    if found.turns is not None:
        yield _(
            "After %(card)s from %(seat)s the claim could not be made any more."
        ) % {
            "card": found.turns.card,
            "seat": seat_name(found.turns.seat),
        }
    if total := found.won + found.lost:
        yield ngettext(
            "The claiming side won %(won)d of %(n)d trick played on.",
            "The claiming side won %(won)d of %(n)d tricks played on.",
            total,
        ) % {"won": found.won, "n": total}
    if found.line and found.line == len(found.plays):
        yield _("All of them are the cards of the line shown here.")
    if found.stops is not None:
        words = _(
            "%(card)s could not be played there; what was noted after it is left out."
        )
        yield words % {"card": found.stops}
