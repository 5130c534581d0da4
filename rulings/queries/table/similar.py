"""Claims like one another: the same cards in other names, or the same board.

Found by the pattern kept with each question to the solver; an index, so that it takes
no longer among many cases. Claims of another event are shown once that is closed, and
without names.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice

from django.db.models import F, Q, QuerySet

from rulings.models import Answer, Case, CasePattern, Event, Fact, Ruling, Statement
from rulings.permissions import Actor, open_opinions, visible
from rulings.queries.at_once import read_at_once
from rulings.queries.case.rows import IN_ORDER, rows_of, texts_with, with_texts
from rulings.queries.staff import guards_of
from rulings.solver.inputs import Pattern
from rulings.states import State

MOST = 12
"""Similar claims that are shown beside one."""

OPENED = 40
"""Claims that are opened for them: some are hidden from the reader, or not ruled on."""

READ = 200
"""Pairs of claims that are looked through, the newest first."""

LOOKED = 2 * READ
"""Questions that are read for them; a case may have several."""


BEING_RULED = frozenset({State.CONTESTED, State.FROZEN, State.RESERVED})
"""States in which a director has still to rule on a claim."""


class Kinship(StrEnum):
    """How the numbers of two similar claims stand to each other."""

    OPEN = "open"
    SAME = "same"
    EXPLAINED = "explained"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class Similar:
    """A claim like another, its newest ruling, and the facts in which they differ.

    `words` are those of the claim; "" where it is of another event, whose names and
    words are not shown.
    """

    case: Case
    ruling: Ruling | None
    differs: tuple[str, ...]
    elsewhere: bool = False
    words: str = ""

    @property
    def tricks(self) -> int | None:
        """Return the tricks ruled to the claiming side; None before a ruling."""
        return None if self.ruling is None else self.ruling.tricks_claimer


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two similar claims of one event."""

    one: Similar
    other: Similar

    @property
    def kinship(self) -> Kinship:
        """Return how their numbers stand to each other."""
        return kinship(self.one.tricks, self.other.tricks, self.other.differs)


def kinship(mine: int | None, other: int | None, differs: Sequence[str]) -> Kinship:
    """Return how two numbers stand to each other, and whether facts explain it."""
    if mine is None or other is None:
        return Kinship.OPEN
    if mine == other:
        return Kinship.SAME
    return Kinship.EXPLAINED if differs else Kinship.UNEXPLAINED


def similar_to(actor: Actor, case: Case) -> list[Similar]:
    """Return the claims like that of a case, those of its event first.

    Only what the reader may see: no board that he plays.
    """
    own = _pattern_of(case)
    if own is None:
        return []
    found = _newest(*_alike(case, own))
    found.pop(case.pk, None)
    # The same cards before the same board, each the newest first.
    nearest = sorted(found, key=lambda pk: found[pk].cards != own.cards)
    cases = _shown(actor, case, nearest[:OPENED])
    rulings, said = _rulings_and_words(cases)
    rows = [
        Similar(
            one,
            rulings.get(one.pk),
            own.differs_from(found[one.pk]),
            elsewhere=one.event_id != case.event_id,
            words="" if one.event_id != case.event_id else said.get(one.pk, ""),
        )
        for one in cases
        if _is_ruled_on(one, rulings)
    ]
    rows.sort(key=lambda row: (row.elsewhere, "cards" in row.differs))
    return rows[:MOST]


def pairs_of(
    cases: Iterable[Case], rulings: Mapping[uuid.UUID, Ruling]
) -> list[SimilarPair]:
    """Return the similar claims among cases two by two, the unexplained ones first.

    A pair is listed whose numbers differ, or of which one is not ruled yet.
    """
    held = {case.pk: case for case in cases if _is_ruled_on(case, rulings)}
    kept = {pk: _pattern_of(case) for pk, case in held.items()}
    found = {pk: pattern for pk, pattern in kept.items() if pattern is not None}
    groups: dict[object, list[uuid.UUID]] = defaultdict(list)
    for pk, pattern in found.items():
        groups[pattern.cards].append(pk)
        groups[held[pk].playing.board_id].append(pk)
    every = (two for group in groups.values() for two in combinations(group, 2))
    twos = dict.fromkeys(islice(every, READ))
    pairs = [
        SimilarPair(
            Similar(held[one], rulings.get(one), ()),
            Similar(
                held[other], rulings.get(other), found[one].differs_from(found[other])
            ),
        )
        for one, other in twos
    ]
    order = (Kinship.UNEXPLAINED, Kinship.EXPLAINED, Kinship.OPEN)
    return sorted(
        (pair for pair in pairs if pair.kinship in order),
        key=lambda pair: (order.index(pair.kinship), pair.other.case.called_at),
    )


def _is_ruled_on(case: Case, rulings: Mapping[uuid.UUID, Ruling]) -> bool:
    """Say whether tricks are ruled or to be ruled: none are where both sides agreed.

    A score assigned instead is no number of tricks to be compared.
    """
    if case.pk not in rulings:
        return case.state in BEING_RULED
    given = rulings[case.pk].tricks_claimer is not None
    return given and case.state != State.CANCELLED


def _pattern_of(case: Case) -> Pattern | None:
    """Return the pattern of a case's newest question; None where it has none."""
    rows = rows_of(case, CasePattern)
    return Pattern(rows[-1].cards, rows[-1].ways) if rows else None


def _alike(
    case: Case, own: Pattern
) -> tuple[QuerySet[CasePattern], QuerySet[CasePattern]]:
    """Return the questions about the same board of the event, and of the same cards.

    Two, as each has an index to begin with; of both at once a database reads all cases.
    """
    board = Q(
        proposal__case__event=case.event_id,
        proposal__case__playing__board=case.playing.board_id,
    )
    here = Q(proposal__case__event=case.event_id)
    over = Q(
        proposal__case__event__phase__in=(Event.Phase.CLOSED, Event.Phase.ARCHIVED),
        proposal__case__state=State.CLOSED,
    )
    rows = CasePattern.objects.all()
    return rows.filter(board), rows.filter(here | over, cards=own.cards)


def _newest(*asked: QuerySet[CasePattern]) -> dict[uuid.UUID, Pattern]:
    """Return the newest question of each case, the newest case first.

    No more are read than `LOOKED`: where few cards are left, very many are alike.
    """
    columns = "of", "at", "cards", "ways"
    one, *others = [
        rows.annotate(of=F("proposal__case"), at=F("proposal__queued_at"))
        .order_by()
        .values_list(*columns)
        for rows in asked
    ]
    rows = one.union(*others, all=True).order_by("-at")
    found: dict[uuid.UUID, Pattern] = {}
    for case_id, _at, cards, ways in rows[:LOOKED]:
        found.setdefault(case_id, Pattern(cards, ways))
    return found


def _shown(actor: Actor, case: Case, ids: list[uuid.UUID]) -> list[Case]:
    """Return those of the cases that the reader may see, in their order."""
    every = Case.objects.filter(pk__in=ids)
    asked = open_opinions(actor.at).filter(user=actor.user)
    seen = visible(actor, every).filter(event=case.event_id)
    seen = seen.exclude(pk__in=asked.values("case"))
    rows = (
        every.filter(Q(pk__in=seen.values("pk")) | ~Q(event=case.event_id))
        .select_related("playing__board", "playing__table__section", "director")
        .select_related("claim", "event", "position")
    )
    guards = guards_of(case.event_id, actor.at, actor.user)
    user_id = actor.user.pk if actor.user else None
    free = [
        row
        for row in rows
        if row.event_id != case.event_id or not guards.barred(user_id, row.playing)
    ]
    return sorted(free, key=lambda row: ids.index(row.pk))


def _rulings_and_words(
    cases: list[Case],
) -> tuple[dict[uuid.UUID, Ruling], dict[uuid.UUID, str]]:
    """Return the newest ruling of each case, and the words of its claim.

    With them come the rows on which the question to the solver rests.
    """
    if not cases:
        return {}, {}
    claimed = Statement.Layer.CLAIM
    tables = (Answer, Fact, Ruling, Statement)
    parts = [with_texts(table, case__in=cases) for table in tables[:-1]]
    parts.append(with_texts(Statement, case__in=cases, layer=claimed))
    read = dict(zip(tables, read_at_once(parts), strict=True))
    for case in cases:
        case.kept = {table: [] for table in IN_ORDER}
        for table, rows in read.items():
            case.kept[table] = [row for row in rows if row.case_id == case.pk]
    rulings, statements = read[Ruling], read[Statement]
    texts = texts_with(statements)
    said = {row.case_id: texts.get(row.words, "") for row in statements}
    return {row.case_id: row for row in rulings}, said
