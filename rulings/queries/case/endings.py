"""What an outcome of the flow comes to: a ruling, an assigned score, or no more."""

from __future__ import annotations

from rulings.laws.engine.flow import Outcome
from rulings.models import Case
from rulings.queries.case.hearing import complete
from rulings.states import State

RULINGS = frozenset(
    {
        "ruled",
        "agreement_withdrawn",
        "agreement_stands",
        "concession_cancelled",
        "concession_stands",
        "irregularity_scored",
        "too_late",
    }
)
"""Effects that change or confirm a score, told with the right of appeal (Law 83)."""

FOR_BOTH = "adjusted_for_both"
"""The effect after a director's error: neither side has offended (Law 82C)."""

ASSIGNS = frozenset({"adjusted_score", FOR_BOTH})
"""The effects of an outcome that gives the board an assigned score."""

READY = frozenset({State.FROZEN, State.RESERVED})


def is_closing(outcome: Outcome) -> bool:
    """Say whether an outcome ends the case without a ruling."""
    return outcome.effect not in RULINGS and outcome.effect not in {"agreed", *ASSIGNS}


def is_ready(case: Case) -> bool:
    """Say whether a ruling can be made: frozen, or complete and about to freeze."""
    state = State(case.state)
    return state in READY or (state is State.CONTESTED and complete(case))
