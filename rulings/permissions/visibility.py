"""Who sees which objects, and which parts of a case (R11, R12).

Objects are only reached through `visible`: what is out of scope does not exist.
"""

from __future__ import annotations

import uuid
from enum import StrEnum
from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from rulings.models import Appeal, Case, Role, Ruling, seats_any_of
from rulings.permissions.actors import Actor
from rulings.permissions.embargo import (
    embargo_lifted,
    sessions_over,
    waits_for_the_end,
)
from rulings.permissions.relations import (
    is_blind,
    letters_in_case,
    pass_is_open,
    roles_now,
)

AnyModel = TypeVar("AnyModel", bound=Model)

_EVENT_PATH = {
    "event": "pk",
    "case": "event",
    "session": "event",
    "board": "event",
    "contestant": "event",
    "importfile": "event",
    "role": "event",
    "round": "session__event",
    "section": "session__event",
    "playing": "board__event",
    "ruling": "case__event",
    "slip": "ruling__case__event",
    "opinion": "case__event",
    "poll": "case__event",
    "objection": "case__event",
    "window": "case__event",
    "proposal": "case__event",
    "appeal": "ruling__case__event",
    "pass": "session__event",
    "apikey": "event",
    "invitation": "event",
}
"""From each model to its event; a model that is not here is visible to nobody."""


_WHOLE_EVENT = {Role.Name.CHIEF, Role.Name.ADMINISTRATOR}
_BY_SECTION = {Role.Name.DIRECTOR}


class Sight(StrEnum):
    """Parts of a case with a visibility of their own."""

    CARDS = "cards"
    DRAFT = "draft"
    RULING = "ruling"
    REASONS = "reasons"
    DOSSIER = "dossier"


_STAFF = frozenset({"D", "C", "R"})
STAFF_SIGHT: dict[Sight, frozenset[str]] = {
    Sight.CARDS: _STAFF | {"A"},
    Sight.DRAFT: frozenset({"D", "C"}),
    Sight.RULING: _STAFF | {"A", "S"},
    Sight.REASONS: _STAFF | {"A"},
    Sight.DOSSIER: _STAFF,
}


def visible(actor: Actor, rows: QuerySet[AnyModel]) -> QuerySet[AnyModel]:
    """Return those rows that exist for somebody; the others answer as not found."""
    path = _EVENT_PATH.get(str(rows.model._meta.model_name))  # noqa: SLF001 - Django's documented meta API
    if path is None or actor.kind == "anonymous":
        return rows.none()
    if actor.table_pass is not None:
        return _visible_to_pass(actor, rows)
    if actor.user is None:
        return rows.none()
    if actor.user.is_superuser:
        return rows
    roles = roles_now(actor)
    if rows.model in (Case, Ruling):
        to_case = "" if rows.model is Case else "case__"
        return rows.filter(_cases_in_scope(actor, roles, to_case))
    return rows.filter(**{f"{path}__in": {role.event_id for role in roles}})


def _cases_in_scope(actor: Actor, roles: list[Role], to_case: str) -> Q:
    """Return the cases of somebody's events and sections, or of his panels."""
    scope = Q(pk__in=())
    for role in roles:
        here = Q(**{f"{to_case}event": role.event_id})
        if role.role in _WHOLE_EVENT or (
            role.role in _BY_SECTION and not role.sections
        ):
            scope |= here
        elif role.role in _BY_SECTION:
            scope |= here & Q(
                **{f"{to_case}playing__table__section__in": role.sections}
            )
        elif role.role == Role.Name.REVIEWER:
            scope |= Q(**{f"{to_case}pk__in": _panels(actor, role)})
    return scope


def _panels(actor: Actor, role: Role) -> set[uuid.UUID]:
    mine = actor.user.pk if actor.user else None
    return {
        appeal.ruling.case_id
        for appeal in Appeal.objects.filter(
            ruling__case__event=role.event_id
        ).select_related("ruling")
        if mine in appeal.panel and mine not in appeal.advisers
    }


def cases_to_speak_in(actor: Actor) -> QuerySet[Case]:
    """Return the cases in which staff may write down what players say.

    Those a director or chief sees, and all of a scorer's event: the scorer's page of a
    case shows what its sides may know, and nothing else.
    """
    rows = Case.objects.all()
    scope = Q(pk__in=visible(actor, rows).values("pk"))
    if actor.user is not None:
        scorer = [
            role.event_id for role in roles_now(actor) if role.role == Role.Name.SCORER
        ]
        scope |= Q(event__in=scorer)
    return rows.filter(scope) if actor.user is not None else rows.none()


def _visible_to_pass(actor: Actor, rows: QuerySet[AnyModel]) -> QuerySet[AnyModel]:
    mine = actor.table_pass
    if mine is None or rows.model is not Case or not pass_is_open(mine, actor):
        return rows.none()
    event = mine.session.event
    scope = seats_any_of([mine.contestant_id], of="playing__") & Q(event=event.pk)
    if waits_for_the_end(event):
        over = sessions_over(event.pk, actor.at).values("pk")
        own = Q(playing__round__session=mine.session_id)
        scope &= own | Q(playing__round__session__in=over)
    return rows.filter(scope)


def sees(actor: Actor, what: Sight, case: Case) -> bool:
    """Say whether somebody sees a part of a case now (table of model.md section 3)."""
    letters = letters_in_case(actor, case)
    if letters & STAFF_SIGHT[what]:
        return what is Sight.CARDS or not is_blind(actor, case)
    if letters & {"P", "P0"}:
        return _pass_sees(actor, what, case, own="P" in letters)
    return False


def _pass_sees(actor: Actor, what: Sight, case: Case, *, own: bool) -> bool:
    if what is Sight.DRAFT:
        return False
    if what is Sight.RULING:
        return own and _is_announced(actor, case)
    lifted = _is_lifted(actor, case)
    if what is Sight.CARDS:
        return lifted
    return own and lifted and _is_announced(actor, case)


def _is_announced(actor: Actor, case: Case) -> bool:
    rulings = Ruling.objects.filter(case=case, announced_at__isnull=False)
    return actor.once(("announced", case.pk), rulings.exists)


def _is_lifted(actor: Actor, case: Case) -> bool:
    board = case.playing.board
    return actor.once(("lifted", board.pk), lambda: embargo_lifted(board, actor.at))


__all__ = ["STAFF_SIGHT", "Sight", "sees", "visible"]
