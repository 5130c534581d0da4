"""How far calls of units are here, as the units show it at their tables."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator

from rulings.importers.bridgemate.reader import CallStatus, UnitCall
from rulings.models import Case, Entry, Event, KeyUse
from rulings.states import State

IN_HAND = frozenset({State.CONTESTED, State.FROZEN, State.RULED})
"""A director is at it; nothing has been announced."""


def status_of(case: Case) -> CallStatus:
    """Return what a unit shows of a case's call."""
    state = State(case.state)
    if state is State.RESERVED:
        return CallStatus.DEFERRED
    if state is State.CALLED and case.director_id is None:
        return CallStatus.LAUNCHED
    if state is State.CALLED or state in IN_HAND:
        return CallStatus.IN_PROGRESS
    return CallStatus.RESOLVED


def to_tell(
    event: Event, calls: Iterable[tuple[uuid.UUID, UnitCall]]
) -> Iterator[tuple[UnitCall, CallStatus]]:
    """Yield the calls whose unit shows something else than how far they are here.

    A call is known by the key of the act that filed it. What a unit has as resolved
    stays so, and a call that nobody has taken is told of by nothing.
    """
    by_key = dict(calls)
    seqs = dict(
        KeyUse.objects.filter(chain=event.pk, key__in=by_key).values_list("seq", "key")
    )
    entries = Entry.objects.filter(chain=event.pk, seq__in=seqs, case_id__isnull=False)
    filed = dict(entries.values_list("seq", "case_id"))
    cases = Case.objects.in_bulk(filed.values())
    for seq, case_id in filed.items():
        call, case = by_key[seqs[seq]], cases.get(case_id)
        status = status_of(case) if case is not None else CallStatus.RESOLVED
        shown = {CallStatus.RESOLVED, status}
        if status is not CallStatus.LAUNCHED and call.status not in shown:
            yield call, status
