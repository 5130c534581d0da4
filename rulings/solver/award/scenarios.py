"""The scenarios of a proposal: the award under other assumptions, beside the number.

Serves Laws 70 and 71: one more hypothesis, one more lapse, or even breaks counted on
(70E1). They never change the award; the class of player says which careless ones are
looked at.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from rulings.bridge.cards import Card
from rulings.solver.award.by_hypothesis import (
    Awarded,
    Awards,
    Hypotheses,
    worst_of,
)
from rulings.solver.hypotheses import Certainty, ClaimerView, guaranteed, view_of
from rulings.solver.inputs import Exhausted, NodeBudget, PlayerClass
from rulings.solver.kernel.breaks import suits_of
from rulings.solver.lines import Lapse
from rulings.solver.types import Scenario, Span, said

WARNED: dict[PlayerClass, tuple[Lapse, ...]] = {
    PlayerClass.BEGINNER: (Lapse.ORDER, Lapse.RUFF),
    PlayerClass.CLUB: (Lapse.ORDER,),
    PlayerClass.ADVANCED: (),
    PlayerClass.EXPERT: (),
}
"""Which careless scenarios a director is warned of, by class of player."""

_LAWS = {Lapse.ORDER: "70E2", Lapse.RUFF: "70"}

CERTAIN = 0.5
"""The part of the positions for what is certain if the suits break."""


def fixed_scenarios(awards: Awards, award: Span) -> tuple[Scenario, ...]:
    """Return the scenarios that were searched anyway: claimed, certain, award."""
    claimed = awards.claim.tricks
    return (
        Scenario("claimed", "70A", said("scenario_claimed"), Span(claimed, claimed)),
        Scenario("certain", "70D1", said("scenario_certain"), awards.bounds.certain),
        Scenario("award", "70A", said("scenario_award"), award),
    )


def after_award(
    found: tuple[Scenario, ...], scenario: Scenario
) -> tuple[Scenario, ...]:
    """Return the scenarios with one more behind that of the award."""
    at = 1 + [one.key for one in found].index("award")
    return (*found[:at], scenario, *found[at:])


def forgotten_scenarios(found: tuple[Awarded, ...]) -> tuple[Scenario, ...]:
    """Return a scenario for each hypothesis searched, with the cards it leaves out."""
    return tuple(
        Scenario(
            "forgotten",
            "70D1",
            said("scenario_forgotten", cards=_names(one.forgotten)),
            one.award,
            tuple(sorted(one.forgotten)),
        )
        for one in found
        if one.forgotten
    )


def not_aware_scenario(unaware: Awarded) -> Scenario:
    """Return the scenario of a claimer who is not aware of the trumps out."""
    cards = tuple(sorted(unaware.forgotten))
    return Scenario(
        "not_aware", "70C", said("scenario_not_aware"), unaware.award, cards
    )


def careless_scenarios(
    awards: Awards, award: Span, budget: NodeBudget
) -> tuple[Scenario, ...]:
    """Return the warnings for a class of player: free order, free height of a ruff."""
    lapses = WARNED[awards.settings.player_class]
    return tuple(
        Scenario(
            f"free_{lapse}",
            _LAWS[lapse],
            said(f"scenario_free_{lapse}"),
            with_lapse(awards, award, lapse, budget),
            warning=True,
        )
        for lapse in lapses
    )


def with_lapse(awards: Awards, award: Span, lapse: Lapse, budget: NodeBudget) -> Span:
    """Return the award if one kind of carelessness counted as normal too.

    Asked downward: a warning is a line that costs a trick, and such a line is found
    sooner than it is proven that there is none.
    """
    low, high = awards.bounds.any_play.low, award.high
    if low == high:
        return award
    lines = awards.lines(frozenset(), lapses=frozenset({lapse}))
    with budget.lend(budget.left // 3) as part, suppress(Exhausted):
        lines.budget = awards.search.budget = part
        lines.mark()
        while high > low and lines.below(lines.root, high - 1):
            high -= 1
        low = high
    return Span(low, high)


def any_play_scenario(least: Span) -> Scenario:
    """Return the last scenario: any legal play of all four hands."""
    return Scenario("any_play", "70", said("scenario_any_play"), least)


def _names(cards: frozenset[Card]) -> str:
    return " ".join(str(card) for card in sorted(cards))


def even_breaks_scenario(
    awards: Awards, award: Span, budget: NodeBudget
) -> Scenario | None:
    """Return the scenario of one who counts on even breaks, with nothing forgotten.

    None where no suit breaks, or where it makes no difference to the award: worse than
    that it never is, for he need not count on them.
    """
    view = view_of(awards.position, awards.claim, breaks=True)
    if not view.sides.breaks:
        return None
    found = _award(_counting(awards, view, budget), budget)
    span = Span(max(award.low, found.low), max(award.high, found.high))
    if span == award:
        return None
    suits = " ".join(suit.letter for suit in suits_of(view.sides.breaks))
    return Scenario(
        "even_breaks", "70E1", said("scenario_even_breaks", suits=suits), span
    )


def _counting(awards: Awards, view: ClaimerView, budget: NodeBudget) -> Awards:
    """Return the searches of a claimer who counts on the breaks, what is certain first.

    Who knows more is certain of no less.
    """
    search = Certainty(view.sides, budget)
    asked = awards.claim.tricks, awards.bounds.double_dummy.high
    with budget.lend(int(CERTAIN * budget.left)) as part:
        certain = guaranteed(search, view.node(), asked, part)
    certain = Span(max(certain.low, awards.bounds.certain.low), certain.high)
    bounds = replace(awards.bounds, certain=certain)
    return replace(awards, search=search, bounds=bounds, on_breaks=True)


def _award(awards: Awards, budget: NodeBudget) -> Span:
    """Return the worst normal line of a claimer who forgets nothing."""
    hypotheses = Hypotheses(
        awards,
        frozenset(),
        frozenset(),
        lambda part: budget.lend(int(part * budget.left)),
        lambda _low, _high: None,
        may_forget_trump=False,
    )
    return worst_of(hypotheses.counted()).award
