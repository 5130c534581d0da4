"""When a round was over at a table: as recorded, never as planned (Laws 8B, 69A).

At a table that still plays the round goes on, whatever its plan says.
"""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from rulings.models import Playing, Round
from rulings.permissions.embargo import TO_COME, session_ended_at


def round_end_at(playing: Playing) -> datetime | None:
    """Return when the round of a board was over at its table; None while it goes on.

    The first recorded of: a call there on a board of a later round, the end of the
    round, the end of the session.
    """
    ends = (
        _call_in_later_round(playing),
        playing.round.ended_at,
        session_ended_at(playing.round.session),
    )
    return min((end for end in ends if end is not None), default=None)


def finished_if_over(playing_id: uuid.UUID, values: dict[str, Any]) -> dict[str, Any]:
    """Return earlier columns of a board, finished where its round or session is over.

    The end of a round changes no board that an agreement has finished before. When
    that agreement falls, nothing else would take the board out of play.
    """
    if values.get("status") not in TO_COME:
        return values
    round_ = Round.objects.select_related("session").get(playings=playing_id)
    if round_.ended_at is None and session_ended_at(round_.session) is None:
        return values
    return {**values, "status": Playing.Status.FINISHED.value}


def _call_in_later_round(playing: Playing) -> datetime | None:
    later = Playing.objects.filter(
        table=playing.table_id, round__order__gt=playing.round.order
    ).values_list("called_ns_at", "called_ew_at")
    over = playing.play_ended_at
    calls = (at for both in later for at in both if at is not None)
    return min((at for at in calls if over is None or at > over), default=None)
