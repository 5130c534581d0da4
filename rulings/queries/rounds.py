"""When a round was over at a table: as recorded, never as planned (Laws 8B, 69A).

At a table that still plays the round goes on, whatever its plan says.
"""

from __future__ import annotations

from datetime import datetime

from rulings.models import Playing
from rulings.permissions.embargo import session_ended_at


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


def _call_in_later_round(playing: Playing) -> datetime | None:
    later = Playing.objects.filter(
        table=playing.table_id, round__order__gt=playing.round.order
    ).values_list("called_ns_at", "called_ew_at")
    over = playing.play_ended_at
    calls = (at for both in later for at in both if at is not None)
    return min((at for at in calls if over is None or at > over), default=None)
