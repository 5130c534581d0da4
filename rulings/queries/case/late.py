"""Which law a wish falls under, found from the instants that were recorded.

The flow itself says so: it is walked as if the wish were taken up, with the windows as
they stood when it was filed (Laws 68 to 71, 79). A director confirms; nobody chooses.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rulings.laws.periods import on_time
from rulings.laws.references import Source
from rulings.models import Case, Objection, Window
from rulings.queries.case.derived import Answers, is_board_over, names_one, said_by
from rulings.queries.case.flow import CaseWalk, walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.case.situation import raises_claimer, said_or_received
from rulings.states import IN_FORCE, RESULT_KNOWN, State


@dataclass(frozen=True, slots=True)
class LawFound:
    """The law of a wish: its clauses, the step at which the flow will stand, why.

    `step` is "" where the flow ends at once, in `outcome`. `windows` are those that
    the law was read from, as they stood at `put_at`.
    """

    laws: tuple[Source, ...]
    step: str
    outcome: str
    question: str
    put_at: datetime
    windows: tuple[tuple[Window, bool], ...]


def law_of_wish(case: Case, wish: Objection, at: datetime) -> LawFound | None:
    """Return the law a wish falls under; None once a ruling has been announced.

    Against a ruling there is review and appeal (Law 92), not another flow.
    """
    if case.state in IN_FORCE:
        return None
    walked = walk_case(case, at, more=assumed(case, wish), about=wish)
    return _found(case, wish, walked)


def has_own_page(case: Case, wish: Objection) -> bool:
    """Say whether a director deals with a wish by itself: no ruling to come answers it.

    A doubt of a claim that is not ruled on yet is part of that case.
    """
    known = RESULT_KNOWN | {State.CLOSED, State.CANCELLED}
    return wish.waits and (case.state in known or wish.wish != Objection.Wish.DOUBT)


def assumed(case: Case, wish: Objection) -> Answers:
    """Return the answers that taking a wish up would give by itself.

    Whether an irregularity comes first is asked later; the law found is that after.
    """
    points = flow_of(case).points
    none = {} if names_one(wish) else points.reply("no_irregularity")
    if is_board_over(case):
        return {**points.reply("board_over"), **said_by(wish, points), **none}
    if case.state == State.CALLED:
        doubt = "own_concession" if raises_claimer(case, wish) else "doubted"
        return {**points.reply(doubt), **none}
    return none


def _found(case: Case, wish: Objection, walked: CaseWalk) -> LawFound:
    put = said_or_received(wish)
    outcome, stands = walked.walk.outcome, walked.stands
    step = walked.flow.steps.get(stands)
    rows = Window.objects.filter(case=case, opens_at__lte=put).order_by("closes_at")
    closed = tuple(
        (row, on_time(put, row.closes_at))
        for row in rows
        if row.purpose in {Window.Purpose.AGREEMENT, Window.Purpose.CORRECTION}
    )
    if outcome is not None:
        return LawFound(outcome.refs, "", outcome.id, outcome.meaning, put, closed)
    refs = step.refs if step is not None else ()
    question = step.question if step is not None else ""
    return LawFound(refs, stands, "", question, put, closed)
