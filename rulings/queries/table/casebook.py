"""The casebook of the site: final rulings that a chief director has taken in.

Anybody may read it. A case is shown as long as the ruling that was taken in is in
force; a ruling corrected since is not published until it is taken in again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from rulings.models import (
    Case,
    CasebookCase,
    Participant,
    Person,
    Private,
    Result,
    Role,
    Ruling,
)
from rulings.queries.case.final import is_final
from rulings.queries.case.rows import keep_rows
from rulings.solver.types import Cause
from rulings.states import State

SHORTEST = 3
"""Letters of a part of a name that is looked for: shorter ones are in many words."""

SEATS = frozenset({"North", "East", "South", "West"})
"""Parts of names that mean a seat in a text about bridge."""

_WORD = re.compile(r"\w+")

_PLACE = (
    "event",
    "director",
    "playing__board",
    "playing__table__section",
    "playing__round__session",
    "playing__ns",
    "playing__ew",
    "claim",
    "position",
)
_CASE = tuple(f"case__{name}" for name in _PLACE)


def casebook_cases() -> QuerySet[CasebookCase]:
    """Return the cases that are shown, the newest first."""
    return CasebookCase.objects.filter(
        shown=True, ruling__current=True, case__state=State.ANNOUNCED
    ).order_by("-number")


def searched(law: str, cause: str, words: str) -> QuerySet[CasebookCase]:
    """Return the cases under a Law, of a cause, with each of some words; "" for all."""
    rows = casebook_cases().select_related(
        "ruling", "case__claim", "case__playing__board"
    )
    if law:
        rows = rows.filter(laws__contains=law)
    if cause:
        rows = rows.filter(cause=cause)
    for word in words.split():
        texts = [OuterRef(name) for name in ("said", "objection", "reasons")]
        published = Private.objects.filter(pk__in=texts, text__icontains=word)
        rows = rows.filter(
            Exists(published)
            | Q(laws__icontains=word)
            | Q(case__playing__contract__icontains=word)
        )
    return rows


def laws_and_causes() -> tuple[list[str], list[Cause]]:
    """Return which Laws and causes the cases have, each once, in one query."""
    rows = list(casebook_cases().values_list("laws", "cause").distinct())
    laws = {law for listed, _cause in rows for law in listed.split(", ") if law}
    causes = {Cause(cause) for _laws, cause in rows if cause}
    return sorted(laws), sorted(causes)


def casebook_case(number: int) -> CasebookCase | None:
    """Return one of the cases with all that its page shows; for a page that reads."""
    rows = casebook_cases().select_related("ruling", *_CASE)
    row = rows.filter(number=number).first()
    if row is not None:
        keep_rows(row.case)
    return row


def exam_cases(choices: Sequence[str]) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Return the cases that can be asked: tricks ruled, and its Laws that are chosen.

    Only claims with their cards and a number of tricks among those that were left.
    """
    rows = casebook_cases().filter(
        case__kind=Case.Kind.CLAIM,
        case__position__isnull=False,
        ruling__tricks_claimer__gte=0,
        ruling__tricks_claimer__lte=F("case__claim__tricks_left"),
    )
    found = {}
    for number, tricks, listed in rows.values_list(
        "number", "ruling__tricks_claimer", "laws"
    ):
        laws = tuple(
            choice
            for choice in choices
            if any(law.startswith(choice) for law in listed.split(", "))
        )
        if laws:
            found[number] = (tricks or 0, laws)
    return found


def entered_of(case: Case) -> CasebookCase | None:
    """Return what was taken in of a case, shown or not."""
    return CasebookCase.objects.filter(case=case).first()


def may_enter(case: Case, at: datetime) -> bool:
    """Say whether nothing can change the ruling that would be published."""
    return is_final(case, at)


def cause_of(ruling: Ruling) -> str:
    """Return why the claim failed as the proposal explains it, "" without one."""
    mark = ruling.proposal.result_hash if ruling.proposal else ""
    row = Result.objects.filter(result_hash=mark).first() if mark else None
    found = json.loads(bytes(row.data)).get("cause", "") if row else ""
    return "" if found == Cause.NONE else str(found)


def named_in(case: Case, text: str) -> list[str]:
    """Return the names of the event that stand in a text, each once.

    A name of several words however it is written; a single one, or a part of a name,
    only with its capital, since many names are words as well.
    """
    plain, words = text.casefold(), set(_WORD.findall(text))
    found: dict[str, None] = {}
    for name in _names(case):
        parts = [
            part
            for part in _WORD.findall(name)
            if len(part) >= SHORTEST and part[0].isalpha() and part not in SEATS
        ]
        if " " in name and _stands_in(name.casefold(), plain):
            found[name] = None
        elif single := [part for part in parts if _capital(part) & words]:
            found |= dict.fromkeys(single)
    if _stands_in(case.event.name.casefold(), plain):
        found[case.event.name] = None
    return list(found)


def _stands_in(name: str, text: str) -> bool:
    """Say whether a name stands in a text as words of its own."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _capital(part: str) -> set[str]:
    return {part.capitalize(), part.upper()}


def _names(case: Case) -> Iterator[str]:
    """Yield the names of players and staff of the event of a case."""
    players = Participant.objects.filter(event=case.event_id)
    people = Person.objects.filter(participant__in=players.values("pk"))
    yield from filter(None, people.values_list("name", flat=True))
    for role in Role.objects.filter(event=case.event_id).select_related("user"):
        user = role.user
        yield from filter(None, (user.get_full_name(), user.get_username()))
