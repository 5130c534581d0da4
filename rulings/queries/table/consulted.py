"""Who was consulted on a case, and what came of it: opinions, polls, answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rulings.models import Case, Opinion, PollPeer, Ruling
from rulings.permissions import Actor, may, open_opinions
from rulings.queries.case.rows import answers_of, rows_of, texts_with
from rulings.queries.case.rules import flow_of
from rulings.queries.staff import guards_of
from rulings.queries.words import texts_of
from rulings.states import Act, State, possible

ASKED_AS_FACTS = ("intake", "reaction", "irregularity", "revoke_shown", "played_on")
"""The points of the flow at which a director says what happened, and judges nothing."""


def answered_facts(case: Case) -> dict[str, str]:
    """Return what was answered as a fact, by step: who is consulted sees it."""
    wanted = flow_of(case).points.among(*ASKED_AS_FACTS)
    return {row.step: row.choice for row in answers_of(case) if row.step in wanted}


def tricks_to_divide(case: Case) -> int:
    """Return the tricks left at the claim, 0 while none is taken down."""
    claim = getattr(case, "claim", None)
    return (claim and claim.tricks_left) or 0


def opinions_of(case: Case) -> list[Opinion]:
    """Return the opinions asked for on a case, the newest first."""
    rows = Opinion.objects.filter(case=case).select_related("by", "user")
    return list(rows.order_by("-asked_at"))


def own_opinion(actor: Actor, case: Case) -> Opinion | None:
    """Return the opinion that somebody has still to give on a case."""
    rows = open_opinions(actor.at).filter(case=case, user=actor.user)
    return rows.select_related("by").first()


def texts_of_opinions(
    opinions: Iterable[Opinion], ruling: Ruling | None
) -> dict[str, str]:
    """Return names, reasons and the reasons of a ruling, by commitment."""
    marks = [mark for row in opinions for mark in (row.whom, row.reasons)]
    return {**texts_of(marks), **texts_with([ruling] if ruling else [])}


def newest_ruling(case: Case) -> Ruling | None:
    """Return the newest ruling of a case, announced or not."""
    return next(reversed(rows_of(case, Ruling)), None)


@dataclass(frozen=True, slots=True)
class Answered:
    """A case of which others have said something: opinions given, answers of peers."""

    case: Case
    opinions: int
    answers: int
    last_at: datetime


def answered_in(cases: Iterable[Case]) -> list[Answered]:
    """Return the cases with answers of those who were consulted, the newest first."""
    rows = []
    for case in cases:
        given = [row for row in rows_of(case, Opinion) if row.given_at is not None]
        heard = [row for row in rows_of(case, PollPeer) if row.answered_at is not None]
        times = [row.given_at for row in given] + [row.answered_at for row in heard]
        known = [time for time in times if time is not None]
        if known:
            rows.append(Answered(case, len(given), len(heard), max(known)))
    return sorted(rows, key=lambda one: one.last_at, reverse=True)


def free_to_opine(case: Case, actor: Actor) -> dict[int, str]:
    """Return the directors of an event who can be asked for an opinion, by account.

    Without those who play the board, have ruled, have the case, or have been asked.
    """
    waits = open_opinions(actor.at).filter(case=case).values_list("user", flat=True)
    out: set[int | None] = {row.by_id for row in rows_of(case, Ruling)}
    out |= {*waits, case.director_id, actor.user.pk if actor.user else None}
    free = guards_of(case.event_id, actor.at).free_to_rule(case.playing)
    return {pk: name for pk, name in free.items() if pk not in out}


def consults(actor: Actor, case: Case) -> bool:
    """Say whether somebody may ask others about a case as it stands."""
    stands = Act.ASK_OPINION in possible(State(case.state))
    ready = getattr(case, "claim", None) and getattr(case, "position", None)
    return bool(ready) and stands and may(actor, Act.ASK_OPINION, case)
