"""Whether an appeal may be heard, and by whom, as the flow and the regulations say.

Serves Laws 92D (who must concur) and 93 (who decides what).
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Q, QuerySet

from rulings.laws.engine import load_flow, walk
from rulings.models import Appeal, Case, Ruling, Window
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import CLAIMS, regulations_of
from rulings.states import State

ABSENT = "absent"
"""The consent of a partner who is not there to be asked."""

PHONE = "phone"
"""The consent that a player has given without a director."""

PAIR = 2

SIDES = ("NS", "EW")

APPEALING = frozenset({Window.Purpose.APPEAL, Window.Purpose.FURTHER_APPEAL})
"""The windows in which a side may appeal: the first time, and once more (93C)."""

HEARD = (
    Appeal.Outcome.UPHELD,
    Appeal.Outcome.WITHOUT_MERIT,
    Appeal.Outcome.CHANGED,
)
"""How an appeal that was heard ends."""

DECIDED = (*HEARD, Appeal.Outcome.INADMISSIBLE)
"""How an appeal ends by a decision that is announced to both sides."""

UNANNOUNCED = Q(announced_at__isnull=True, decided_by__isnull=False)
"""Decided and not yet announced; older decisions were announced as they were made."""


def unannounced_decisions(case: Case) -> QuerySet[Appeal]:
    """Return the decided appeals of a case that wait to be announced, oldest first.

    Once a case is announced, none waits.
    """
    if case.state not in {State.APPEALED, State.RULED}:
        return Appeal.objects.none()
    rows = Appeal.objects.filter(UNANNOUNCED, ruling__case=case, outcome__in=DECIDED)
    return rows.order_by("decided_at")


def decisions_to_announce(case: Case) -> list[Appeal]:
    """Return `unannounced_decisions` of a case whose rows a page keeps."""
    if case.state not in {State.APPEALED, State.RULED}:
        return []
    rows = [row for row in rows_of(case, Appeal) if row.outcome in DECIDED]
    waiting = [row for row in rows if is_unannounced(row)]
    return sorted(waiting, key=lambda row: row.decided_at or row.received_at)


def is_unannounced(row: Appeal) -> bool:
    """Say whether a decision waits to be announced."""
    return row.announced_at is None and row.decided_by_id is not None


def announced_decisions(case: Case) -> list[Appeal]:
    """Return the announced decisions on the ruling in force, newest first."""
    appeals, rulings = rows_of(case, Appeal), rows_of(case, Ruling)
    return announced_among(appeals, rulings).get(case.pk, [])


def announced_by_case(
    cases: Iterable[Case] | QuerySet[Case],
) -> dict[uuid.UUID, list[Appeal]]:
    """Return `announced_decisions` of each case that has one."""
    found: dict[uuid.UUID, list[Appeal]] = defaultdict(list)
    rows = Appeal.objects.filter(ruling__case__in=cases, outcome__in=DECIDED)
    rows = rows.exclude(UNANNOUNCED).select_related("ruling", "new_ruling")
    for row in rows.order_by("-decided_at"):
        found[row.ruling.case_id].append(row)
    current = Ruling.objects.filter(case__in=list(found), current=True) if found else ()
    in_force = {row.case_id: row for row in current}
    return {case: standing(rows, in_force.get(case)) for case, rows in found.items()}


def announced_among(
    appeals: Iterable[Appeal], rulings: Iterable[Ruling]
) -> dict[uuid.UUID, list[Appeal]]:
    """Return `announced_by_case` from all appeals and rulings of some cases."""
    in_force = {row.case_id: row for row in rulings if row.current}
    found: dict[uuid.UUID, list[Appeal]] = defaultdict(list)
    known = [row for row in appeals if row.outcome in DECIDED]
    for row in sorted(
        known, key=lambda one: one.decided_at or one.received_at, reverse=True
    ):
        if not is_unannounced(row):
            found[row.ruling.case_id].append(row)
    return {case: standing(rows, in_force.get(case)) for case, rows in found.items()}


def standing(decisions: Collection[Appeal], in_force: Ruling | None) -> list[Appeal]:
    """Return the decisions that made the ruling in force or left it as it was.

    A director's later ruling rests on no decision: each side may appeal it (92A).
    """
    if in_force is None:
        return list(decisions)
    before = {
        row.new_ruling_id: row.ruling_id for row in decisions if row.new_ruling_id
    }
    line = [in_force.pk]
    while (ruling := before.get(line[-1])) is not None and ruling not in line:
        line.append(ruling)
    return [
        row
        for row in decisions
        if row.ruling_id in line or _made_at_once(in_force, row)
    ]


def decided_on(ruling: Ruling, decided: Iterable[Appeal]) -> list[Appeal]:
    """Return those decisions that made a ruling or left it as it was."""
    return [
        row
        for row in decided
        if ruling.pk == row.new_ruling_id
        or (ruling.pk == row.ruling_id and row.outcome != Appeal.Outcome.CHANGED)
        or (row.outcome == Appeal.Outcome.CHANGED and _made_at_once(ruling, row))
    ]


def _made_at_once(ruling: Ruling, appeal: Appeal) -> bool:
    """Say whether an older decision made the ruling and announced it in one act."""
    return appeal.new_ruling_id is None and ruling.decided_at == appeal.decided_at


def may_appeal_no_more(decisions: Collection[Appeal], side: str) -> bool:
    """Say whether a side has used its appeal: its own was heard, or the ruling changed.

    Only a further appeal is left, where the regulations give it a period of its own.
    """
    return any(
        row.outcome == Appeal.Outcome.CHANGED
        or (row.side == side and row.outcome in HEARD)
        for row in decisions
    )


def is_further(appeal: Appeal, decisions: Collection[Appeal]) -> bool:
    """Say whether an appeal came after its side had used its first."""
    earlier = [
        row
        for row in decisions
        if row.pk != appeal.pk and _announced_at(row) < appeal.received_at
    ]
    return may_appeal_no_more(earlier, appeal.side)


def _announced_at(row: Appeal) -> datetime:
    """Return when both sides knew a decision."""
    known = row.announced_at or row.decided_at
    assert known is not None  # noqa: S101 - only decisions are announced
    return known


def opens_further(decided: Iterable[Appeal], decisions: Collection[Appeal]) -> bool:
    """Say whether decisions allow a further appeal: heard, and on a first appeal."""
    return any(
        row.outcome in HEARD and not is_further(row, decisions) for row in decided
    )


def further_opened_at(decisions: Collection[Appeal]) -> datetime | None:
    """Return when the decision was announced from which a further appeal counts."""
    found = [_announced_at(row) for row in decisions if opens_further([row], decisions)]
    return max(found, default=None)


def serves(window: Window, decisions: Collection[Appeal], side: str) -> bool:
    """Say whether a side may still use a window, as far as appeals decide it."""
    if window.side not in {"", side}:
        return False
    if window.purpose == Window.Purpose.APPEAL:
        return not may_appeal_no_more(decisions, side)
    if window.purpose == Window.Purpose.FURTHER_APPEAL:
        done = [row for row in decisions if is_further(row, decisions)]
        return not may_appeal_no_more(done, side)
    return True


def serves_nobody(window: Window, decisions: Collection[Appeal]) -> bool:
    """Say whether neither side may still use a window."""
    return not any(serves(window, decisions, side) for side in SIDES)


def is_concurred(case: Case, concurrence: Mapping[str, str]) -> bool:
    """Say whether those who must join an appeal have done so (Law 92D).

    `concurrence` maps seats, or the captain, to how consent was given.
    """
    if not concurrence:
        return False
    flow = load_flow(CLAIMS, case.edition)
    spoken = [how for how in concurrence.values() if how != ABSENT]
    facts = {
        "windows": {"appeal_open": True},
        "appeal": {
            "event_type": case.event.kind,
            "both_partners_concur": len(spoken) >= PAIR,
            "partner_absent": bool(spoken) and ABSENT in concurrence.values(),
            "captain_concurs": "captain" in concurrence,
        },
    }
    walked = walk(
        flow,
        facts=facts,
        answers=flow.points.reply("appeals"),
        regulation=regulations_of(case),
        entry=flow.points.at("appeal"),
    )
    return walked.outcome is None


def is_dealt_with(case: Case, row: Appeal) -> bool:
    """Say whether a director knows of an appeal, so that the opponents may.

    He was told at the table, has let somebody decide whether it is heard, or prepares
    the hearing. An appeal that needs nobody to admit it shows none of that yet.
    """
    told = bool(set(row.concurrence.values()) - {PHONE, ABSENT})
    prepared = bool(row.panel or row.hearing_at or row.room)
    if told or prepared or row.outcome or row.admissible is False:
        return True
    by_itself = not row.late_ms and is_concurred(case, row.concurrence)
    return row.admissible is True and not by_itself


def absent_concurs(case: Case) -> bool:
    """Say whether a partner who is not there counts as agreeing in the edition."""
    flow = load_flow(CLAIMS, case.edition)
    return flow.edition.provision("absent_partner_concurs") is True


def deciding_letters(case: Case, point: Appeal.Point) -> frozenset[str]:
    """Return who decides a point: the chief the law, the panel the judgement.

    Where the regulations name the director as the only review, he decides both (93A).
    """
    if point == Appeal.Point.LAW:
        return frozenset({"C"})
    alone = regulations_of(case)["review_body"] == "director"
    return frozenset({"C", "R"} if alone else {"R"})
