"""The facts that would change the number, each with the number either way.

Serves Laws 70C, 70B, 70D1 and 70E1. Only a fact whose answers differ is asked; the
one that moves the number most stands first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulings.bridge.cards import Card
from rulings.solver.award import Awarded, Awards, Hypotheses, worst_of
from rulings.solver.inputs import (
    NodeBudget,
    SolverClaim,
    mentions_trumps,
    named_forgotten,
)
from rulings.solver.types import Question, QuestionAnswer, Settling, Span, said
from rulings.statements.steps import StatedStep, Verb

_LEADS = {
    Verb.DRAW,
    Verb.CASH,
    Verb.RUN,
    Verb.PLAY,
    Verb.LEAD,
    Verb.RUFF,
    Verb.FINESSE,
    Verb.CROSS,
}


@dataclass(frozen=True, slots=True)
class Trumps:
    """The trumps out, those of which it is asked, and the award either way.

    `shown` is the number as it stands: both awards while it is open which.
    """

    out: frozenset[Card]
    asked: frozenset[Card]
    either: tuple[Awarded, Awarded]
    shown: Span


def open_questions(
    awards: Awards,
    chosen: Awarded,
    location: Question | None,
    trumps: Trumps,
    budget: NodeBudget,
) -> tuple[Question, ...]:
    """Return what would change the number, the most valuable first.

    `location` is the question on one, asked beforehand.
    """
    asked: list[Question] = []
    aware, unaware = trumps.either
    shown = trumps.shown
    if trumps.asked:
        asked.append(trump_question(trumps.asked, aware.award, unaware.award))
    cards = chosen.forgotten - trumps.out - awards.claim.forgotten
    out = trumps.out
    if cards:
        asked.append(forgotten_question(awards, shown, cards, out, budget))
    if order := order_question(awards, shown, out, budget):
        asked.append(order)
    if location is not None:
        asked.append(location)
    return most_valuable_first(asked)


def trump_question(cards: frozenset[Card], aware: Span, unaware: Span) -> Question:
    """Return the question whether he knew of the trumps still out (Law 70C)."""
    return Question(
        "aware_of_trump",
        "70C",
        said("trump_question", cards=_names(cards)),
        (QuestionAnswer("aware", aware), QuestionAnswer("not_aware", unaware)),
    )


def forgotten_question(
    awards: Awards,
    shown: Span,
    cards: frozenset[Card],
    out: frozenset[Card],
    budget: NodeBudget,
) -> Question:
    """Return the question whether he did leave some cards out of count (70D1).

    `out` are the trumps out, of which it is not asked here. Each number is what the
    solve of the claim with that answer finds.
    """
    claim = awards.claim
    left_out = shown
    if not named_forgotten(awards.position, claim):
        named = awards.with_facts(forgotten=claim.forgotten | cards)
        left_out = award_with_fact(named, out, budget).shown
    informed = awards.with_facts(counted=claim.counted | cards)
    counted = award_with_fact(informed, out, budget).shown
    return Question(
        "forgotten",
        "70D1",
        said("forgotten_question", cards=_names(cards)),
        (QuestionAnswer("forgotten", left_out), QuestionAnswer("counted", counted)),
        tuple(str(card) for card in sorted(cards)),
    )


@dataclass(frozen=True, slots=True)
class FactAward:
    """The award of a claim with a further fact, and the number then shown.

    That has every award while it is open whether a trump was forgotten, or what a
    false claim had counted.
    """

    award: Span
    shown: Span


def award_with_fact(
    informed: Awards, out: frozenset[Card], budget: NodeBudget
) -> FactAward:
    """Return the award of a claim with a further fact, over all it may then rest on."""
    whole, claim = budget.left, informed.claim
    hypotheses = Hypotheses(
        informed,
        out,
        named_forgotten(informed.position, claim),
        lambda part: budget.lend(int(whole * part)),
        lambda _low, _high: None,
        may_forget_trump=False,
    )
    found = hypotheses.counted()
    aware = worst_of(found).award
    low = min((one.award.low for one in hypotheses.mistaken()), default=aware.low)
    is_said = claim.aware_of_trump or mentions_trumps(informed.position, claim)
    if not out or (is_said and claim.aware_of_trump is not False):
        return FactAward(aware, _from(low, aware))
    unaware = worst_of(hypotheses.unaware(found)).award
    if claim.aware_of_trump is False:
        return FactAward(unaware, _from(low, unaware))
    return FactAward(aware, _from(low, _either(aware, unaware)))


def order_question(
    awards: Awards, shown: Span, out: frozenset[Card], budget: NodeBudget
) -> Question | None:
    """Return the question whether the words were an order; None where it is moot."""
    statement, steps = awards.claim.statement, awards.steps
    leads = [step for step in steps if step.act in _LEADS]
    settled = {Verb.ORDER, Verb.NO_ORDER}
    if statement is None or not leads or any(s.act in settled for s in steps):
        return None
    count = replace(statement, steps=(*steps, StatedStep(Verb.NO_ORDER)))
    free = award_with_fact(awards.with_facts(statement=count), out, budget).shown
    return Question(
        "stated_order",
        "70B",
        said("order_question"),
        (QuestionAnswer("order", shown), QuestionAnswer("not_an_order", free)),
    )


def weighed(
    awards: Awards,
    shown: Span,
    settles: tuple[Settling, ...],
    out: frozenset[Card],
    budget: NodeBudget,
) -> tuple[tuple[Settling, ...], Question | None]:
    """Return locations, each with whether it moves the number once it is proven.

    With them comes the question on the first that does; None where none does.
    """
    found: list[Settling] = []
    asked: Question | None = None
    for one in settles:
        with budget.lend(budget.left // 2) as part:
            proven = with_location(awards, one, out, part)
        question = location_question(awards.claim, shown, one, proven.shown)
        moves = _moves(question) > 0
        found.append(replace(one, moves=moves, award=proven.award))
        asked = asked or (question if moves else None)
    return tuple(found), asked


def with_location(
    awards: Awards, settling: Settling, out: frozenset[Card], budget: NodeBudget
) -> FactAward:
    """Return the award of a claim with some locations proven.

    Who is told more is certain of more, and may then be given more (N14).
    """
    informed = awards.with_facts(
        locations=awards.claim.locations | frozenset(settling.held)
    )
    with budget.lend(budget.left // 4) as part:
        informed = informed.certain_anew(part)
    return award_with_fact(informed, out, budget)


def location_question(
    claim: SolverClaim, shown: Span, settling: Settling, proven: Span
) -> Question:
    """Return the question whether some cards are proven to lie where they do.

    Which of two opponents holds one card is Law 70E1's; more is a doubtful point.
    """
    of_an_opponent = claim.by_declarer and len(settling.held) == 1
    return Question(
        "location",
        "70E1" if of_an_opponent else "70D1",
        said("location_question", **_holdings(settling)),
        (QuestionAnswer("not_proven", shown), QuestionAnswer("proven", proven)),
        tuple(f"{seat}:{card}" for seat, card in settling.held),
    )


def most_valuable_first(questions: list[Question]) -> tuple[Question, ...]:
    """Return the questions whose answers differ, the widest difference first.

    One on an outstanding trump stands first whatever it moves, then one on what was
    counted: without these there is no proposal.
    """
    asked = [question for question in questions if _moves(question) > 0]
    open_ = ("aware_of_trump", "what_counted")

    def place(question: Question) -> tuple[int, int]:
        first = open_.index(question.id) if question.id in open_ else len(open_)
        return first, -_moves(question)

    return tuple(sorted(asked, key=place))


def _moves(question: Question) -> int:
    lows = [answer.award.low for answer in question.answers]
    highs = [answer.award.high for answer in question.answers]
    return max(max(lows) - min(lows), max(highs) - min(highs))


def _either(one: Span, other: Span) -> Span:
    """Return the bounds of two numbers of which either may be."""
    return Span(min(one.low, other.low), max(one.high, other.high))


def _from(low: int, span: Span) -> Span:
    """Return a number that some mistake may bring down to `low`."""
    return Span(min(low, span.low), span.high)


def _holdings(settling: Settling) -> dict[str, object]:
    held = " ".join(f"{seat.letter}:{card}" for seat, card in settling.held)
    return {"cards": held}


def _names(cards: frozenset[Card]) -> str:
    return " ".join(str(card) for card in sorted(cards))
