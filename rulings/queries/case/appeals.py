"""Whether an appeal may be heard, and by whom, as the flow and the regulations say.

Serves Laws 92D (who must concur) and 93 (who decides what).
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

from rulings.laws.engine import load_flow, walk
from rulings.models import Appeal, Case, Ruling, Window
from rulings.queries.case.flows import CLAIMS, regulations_of
from rulings.states import State

ABSENT = "absent"
"""How the consent of a partner stands who is not there to be asked."""

PAIR = 2

SIDES = ("NS", "EW")

APPEALING = frozenset({Window.Purpose.APPEAL, Window.Purpose.FURTHER_APPEAL})
"""The windows in which a side may appeal: the first time, and once more (93C)."""

HEARD = (
    Appeal.Outcome.UPHELD,
    Appeal.Outcome.WITHOUT_MERIT,
    Appeal.Outcome.CHANGED,
)
"""How an appeal ends that was heard."""

DECIDED = (*HEARD, Appeal.Outcome.INADMISSIBLE)
"""How an appeal ends by a decision that both sides are told."""


def untold_decisions(case: Case) -> QuerySet[Appeal]:
    """Return the appeals of a case that are decided and not told, oldest first.

    A case that stands announced has nothing untold: earlier decisions were told by the
    act that made them.
    """
    if case.state not in {State.APPEALED, State.RULED}:
        return Appeal.objects.none()
    return Appeal.objects.filter(
        ruling__case=case,
        outcome__in=DECIDED,
        announced_at__isnull=True,
        decided_by__isnull=False,
    ).order_by("decided_at")


def is_untold(row: Appeal) -> bool:
    """Say whether a decision waits to be announced; older ones were told at once."""
    return row.announced_at is None and row.decided_by_id is not None


def told_decisions(case: Case) -> list[Appeal]:
    """Return the decisions both sides know on the ruling in force, newest first."""
    return told_by_case([case]).get(case.pk, [])


def told_by_case(
    cases: Iterable[Case] | QuerySet[Case],
) -> dict[uuid.UUID, list[Appeal]]:
    """Return `told_decisions` of each case that has one."""
    told: dict[uuid.UUID, list[Appeal]] = defaultdict(list)
    rows = Appeal.objects.filter(ruling__case__in=cases, outcome__in=DECIDED)
    rows = rows.exclude(announced_at__isnull=True, decided_by__isnull=False)
    for row in rows.select_related("ruling", "new_ruling").order_by("-decided_at"):
        told[row.ruling.case_id].append(row)
    found = Ruling.objects.filter(case__in=list(told), current=True) if told else ()
    in_force = {row.case_id: row for row in found}
    return {case: standing(rows, in_force.get(case)) for case, rows in told.items()}


def standing(told: Iterable[Appeal], in_force: Ruling | None) -> list[Appeal]:
    """Return the decisions that the ruling in force comes from or left as it was.

    A director's later ruling comes from none: each side may appeal it anew (92A).
    """
    rows = list(told)
    if in_force is None:
        return rows
    before = {row.new_ruling_id: row.ruling_id for row in rows if row.new_ruling_id}
    line = [in_force.pk]
    while (ruling := before.get(line[-1])) is not None and ruling not in line:
        line.append(ruling)
    return [
        row for row in rows if row.ruling_id in line or _made_at_once(in_force, row)
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
    """Say whether a ruling came with a decision that was told by being made."""
    return appeal.new_ruling_id is None and ruling.decided_at == appeal.decided_at


def may_appeal_no_more(told: Iterable[Appeal], side: str) -> bool:
    """Say whether a side has no appeal against the ruling any more: its own was heard.

    So was the other side's where it changed the ruling. What is left is a further
    appeal, where the regulations give it a period of its own.
    """
    return any(
        row.outcome == Appeal.Outcome.CHANGED
        or (row.side == side and row.outcome in HEARD)
        for row in told
    )


def is_further(appeal: Appeal, told: Iterable[Appeal]) -> bool:
    """Say whether an appeal came when its side had none against the ruling left."""
    earlier = [
        row
        for row in told
        if row.pk != appeal.pk and _told_at(row) < appeal.received_at
    ]
    return may_appeal_no_more(earlier, appeal.side)


def _told_at(row: Appeal) -> datetime:
    """Return when both sides knew; older decisions were told by being made."""
    known = row.announced_at or row.decided_at
    assert known is not None  # noqa: S101 - only what is decided is told
    return known


def opens_further(decided: Iterable[Appeal], told: Iterable[Appeal]) -> bool:
    """Say whether decisions leave a further appeal: heard, and not one themselves."""
    before = list(told)
    return any(row.outcome in HEARD and not is_further(row, before) for row in decided)


def further_opened_at(told: Iterable[Appeal]) -> datetime | None:
    """Return when the decision was told from which a further appeal is counted."""
    known = list(told)
    found = [_told_at(row) for row in known if opens_further([row], known)]
    return max(found, default=None)


def serves(window: Window, told: Iterable[Appeal], side: str) -> bool:
    """Say whether a window is of use to a side, as far as appeals decide it."""
    if window.side not in {"", side}:
        return False
    if window.purpose == Window.Purpose.APPEAL:
        return not may_appeal_no_more(told, side)
    if window.purpose == Window.Purpose.FURTHER_APPEAL:
        known = list(told)
        done = [row for row in known if is_further(row, known)]
        return not may_appeal_no_more(done, side)
    return True


def serves_nobody(window: Window, told: Iterable[Appeal]) -> bool:
    """Say whether no side has the appeal left that a window is for."""
    known = list(told)
    return not any(serves(window, known, side) for side in SIDES)


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
