"""A claim without a number of tricks: all that are left, or one to settle (Law 68A).

It is for all of them as long as neither words nor cards showed a loser; else the
director settles the number with the claimer, before anyone comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulings.models import Claim
from rulings.statements.steps import Act, parse_step

LOSING = frozenset({Act.GIVE_UP, Act.LOSE_TO, Act.LOSER})
"""Steps that leave a trick to the other side."""


def losers_stated(steps: Iterable[str]) -> tuple[str, ...]:
    """Return the steps of a statement that leave a trick to the other side."""
    return tuple(step for step in steps if parse_step(step).act in LOSING)


def needs_number(claim: Claim, steps: Iterable[str]) -> bool:
    """Say whether no number was said or settled, and the words showed a loser."""
    return is_unsettled(claim) and bool(losers_stated(steps))


def falls_short(claim: Claim, solver: Mapping[str, Any]) -> bool:
    """Say whether no number was said or settled, and the cards show a loser.

    They do where not even the best play, with all cards in sight, wins every trick.
    """
    best = solver.get("best_normal")
    if best is None or claim.tricks_left is None:
        return False
    return is_unsettled(claim) and int(best) < claim.tricks_left


def is_unsettled(claim: Claim) -> bool:
    """Say whether the claimer said no number and none was settled with him."""
    return not claim.number_said and claim.tricks_claimed is None
