"""What a wish about a board that is over says by itself (Laws 69, 71, 79B).

Who takes an agreement back says that somebody claimed and that his side agreed; who
wants a conceded trick back, that it was conceded. Neither is asked again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulings.laws.engine.points import Points
from rulings.models import Case, Objection, Playing
from rulings.states import State

_SAYS = {
    Objection.Wish.WITHDRAW_AGREEMENT: (
        "claim_on_board",
        "all_agreed",
        "agreed_too_much",
    ),
    Objection.Wish.CANCEL_CONCESSION: ("claim_on_board", "conceded_too_much"),
}


def is_board_over(case: Case) -> bool:
    """Say whether a wish on a case is a dispute of a board that is over (79B).

    It is where the case was closed, and where the wish came before any claim was taken
    down on a board that has been played.
    """
    if case.state == State.CLOSED:
        return True
    finished = case.playing.status == Playing.Status.FINISHED
    return finished and not hasattr(case, "claim")


def said_by(wish: Objection, points: Points) -> dict[str, Any]:
    """Return the answers that a wish gives by what it asks for."""
    return points.reply(*_SAYS.get(Objection.Wish(wish.wish), ()))


def regret_taken_up(case: Case) -> Objection | None:
    """Return the first such wish that a director has taken up or admitted."""
    rows = Objection.objects.filter(case=case, wish__in=_SAYS).order_by("received_at")
    return regret_among(rows)


def regret_among(rows: Iterable[Objection]) -> Objection | None:
    """Return the first of some wishes, as they came, that was such and taken up."""
    found = (row for row in rows if row.wish in _SAYS and _is_taken_up(row))
    return next(found, None)


def _is_taken_up(wish: Objection) -> bool:
    waits = wish.resolution == ""
    return wish.resolution == Objection.Resolution.CONTESTED or (
        waits and wish.admitted is True
    )
