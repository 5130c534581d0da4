"""The chief's live page: figures, the list by state, one case peeked at, deadlines."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.models import Event
from rulings.permissions import BLIND, Actor
from rulings.presenters.live.figures import (
    blocks_of,
    figures_of,
    rulings_of,
    slip_words,
)
from rulings.presenters.live.filters import WORTH, choices_of, narrowed
from rulings.presenters.live.peek import Peek, peek_of
from rulings.presenters.live.rows import group_views, in_order
from rulings.presenters.live.similar import pair_view
from rulings.presenters.live.timeline import timeline_of
from rulings.presenters.live.workload import hearings_of, workload_of
from rulings.presenters.sentences import lacking
from rulings.queries.chief import CaseRow, Group, Live, solver_silent_since
from rulings.queries.table.consulted import answered_in
from rulings.workflow.notify.notices import failed_notices

PAIRS = 4
"""Pairs of similar claims that are shown beside the list."""


ANSWERED = 5
"""Cases with answers of those consulted that are shown beside the list."""


def live_page(
    event: Event,
    found: Live,
    shown: Live,
    listed: Sequence[CaseRow],
    peek: Peek | None,
) -> dict[str, object]:
    """Return what stands on the page: of the cases `shown` those that are listed.

    All else is of every case.
    """
    return {
        "live": found,
        "groups": group_views(shown, listed),
        "workload": workload_of(found),
        "hearings": hearings_of(found),
        "figures": figures_of(found),
        "peek": peek,
        "peeked_id": peek.case.pk if peek else None,
        "timeline": timeline_of(found),
        "pairs": [pair_view(pair) for pair in found.pairs[:PAIRS]],
        "more_pairs": max(len(found.pairs) - PAIRS, 0),
        "consulted": answered_in(
            row.case
            for row in found.rows
            if not row.barred and not getattr(row.case, BLIND, False)
        )[:ANSWERED],
        "unlinked": found.unlinked,
        "silent_since": solver_silent_since(found.at),
        "lacking": lacking(),
        "unsent": failed_notices(event),
    }


def peeked(actor: Actor, found: Live, wanted: str) -> Peek | None:
    """Return the case asked for, or the first that asks for the chief."""
    rows = [row for row in found.rows if str(row.case.pk) == wanted]
    rows += [row for row in found.rows if row.asks_chief]
    for group in (Group.PLAYER, Group.APPEAL, Group.RULING):
        rows += found.of(group)
    return peek_of(actor, rows[0]) if rows else None


__all__ = [
    "WORTH",
    "Peek",
    "blocks_of",
    "choices_of",
    "in_order",
    "live_page",
    "narrowed",
    "peeked",
    "rulings_of",
    "slip_words",
]
