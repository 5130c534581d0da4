"""Whether somebody has named an irregularity: a revoke, a wrong number of cards.

Where nobody has, the question is answered by that and listed so; where somebody has,
by whatever screen and at whatever moment, it is asked (Laws 61 to 67, 13, 14).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q

from rulings.laws.engine.points import Points
from rulings.models import Answer, Case, Entry, Objection
from rulings.states import Act

NAMES_ONE = frozenset({"revoke", "card_count", "irregularity"})
"""Reason codes of wishes that name an irregularity."""

UNREAD = frozenset({"", "other"})
"""Reason codes that leave open what the words of a wish are about."""

DROPPED = (Objection.Resolution.REFUSED, Objection.Resolution.WITHDRAWN)
FACTS = ("facts.revok", "facts.irregularity", "revoke", "irregularity")
"""How the keys of facts begin that tell of one."""


def names_one(row: Objection) -> bool:
    """Say whether the reason of a wish names an irregularity."""
    return row.reason_code in NAMES_ONE


def naming_wishes(case: Case) -> list[Objection]:
    """Return the wishes that name an irregularity, or may: not those dropped.

    Words without a reason that tells what they are about may name one, and only a
    person reads them.
    """
    may_name = Q(reason_code__in=UNREAD) & ~Q(words="")
    rows = Objection.objects.filter(Q(reason_code__in=NAMES_ONE) | may_name, case=case)
    return list(rows.exclude(admitted=False).exclude(resolution__in=DROPPED))


def is_named(case: Case, facts: Mapping[str, Any]) -> bool:
    """Say whether a wish or a fact of a case names an irregularity, or may.

    `facts` are the values taken down on the case, by key.
    """
    return any(key.startswith(FACTS) for key in facts) or bool(naming_wishes(case))


def only_one(points: Points, given: Mapping[str, Any]) -> bool:
    """Say whether a director's answer puts nothing but an irregularity in question."""
    choices = {
        step: said.get("choice") if isinstance(said, Mapping) else said
        for step, said in given.items()
    }
    names = ("only_irregularity", "revoke_reported")
    return any(points.is_given(name, choices) for name in names)


def outdated(case: Case, points: Points, given: Mapping[str, Any]) -> bool:
    """Say whether "no irregularity" was answered before somebody named one."""
    step = points.at("irregularity")
    said = given.get(step) or {}
    if not points.is_given("no_irregularity", {step: said.get("choice")}):
        return False
    wishes = naming_wishes(case)
    if not wishes:
        return False
    answered_at = _answered_at(Answer.objects.get(case=case, step=step))
    return answered_at is None or any(wish.received_at > answered_at for wish in wishes)


def _answered_at(row: Answer) -> datetime | None:
    """Return when an answer was last given, by an entry that nobody has undone."""
    acts = (Act.ANSWER.value, Act.UNDO.value)
    undone: set[int] = set()
    for entry in Entry.objects.filter(case_id=row.case_id, act__in=acts).order_by(
        "-seq"
    ):
        content = json.loads(bytes(entry.data))
        undone |= set(content["inputs"].get("undoes", ()))
        if entry.seq not in undone and _answers(content, row):
            return entry.at
    return None


def _answers(content: Mapping[str, Any], row: Answer) -> bool:
    """Say whether an entry gives an answer, and does not only set it aside."""
    if content["act"] != Act.ANSWER:
        return False
    return row.step in content["inputs"].get("steps", ()) or any(
        (table, row_id) == ("answer", str(row.pk)) and "choice" in (values or {})
        for table, row_id, values in content["rows"]
    )
