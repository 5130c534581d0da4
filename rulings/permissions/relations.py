"""How somebody stands to a case or an event: the letters of model.md section 3.

D director, D- one who plays or may still play the board, C and C- chief likewise,
S scorer, R reviewer on the panel, A administrator, P pass of a side of the case,
P0 pass of another contestant, O who holds a link to the case, W worker, X shell; KD,
KC, KS, KA are keys of programs in the role of director, chief, scorer, administrator.
"""

from __future__ import annotations

import uuid
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from rulings.clock import keep_reading, with_clock
from rulings.models import (
    ApiKey,
    Appeal,
    Case,
    Event,
    Notice,
    Opinion,
    Participant,
    Pass,
    Playing,
    Role,
)
from rulings.permissions.actors import Actor
from rulings.permissions.embargo import (
    embargo_lifted,
    may_still_play,
    pass_serves,
    plays_board,
)

Letters = frozenset[str]
NOBODY: Letters = frozenset()
_LETTER = {
    Role.Name.DIRECTOR: "D",
    Role.Name.CHIEF: "C",
    Role.Name.SCORER: "S",
    Role.Name.ADMINISTRATOR: "A",
}
_WORD = {
    "C": "chief",
    "C-": "playing chief",
    "D": "director",
    "D-": "playing director",
    "S": "scorer",
    "R": "reviewer",
    "A": "administrator",
    "P": "player",
    "P0": "player",
    "O": "consulted",
    "KD": "program (director)",
    "KC": "program (chief)",
    "KS": "program (scorer)",
    "KA": "program (administrator)",
    "W": "worker",
    "X": "shell",
}


ROLES_READ = "roles_read"
"""Where an account that was read with its roles keeps them for looks."""


UNREAD = "unread_notices"
"""Where an account keeps how many notices it had not read when it was read."""


def unread_by(user: str) -> Coalesce:
    """Return the count of the unread notices of the user whom a column names."""
    rows = Notice.objects.filter(user=OuterRef(user), read_at__isnull=True)
    counted = rows.order_by().values("user").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0)


def unread_of(user: User | None) -> int:
    """Return how many notices somebody has not read; read with his roles, if any."""
    known: int | None = getattr(user, UNREAD, None)
    if user is None or known is not None:
        return known or 0
    return Notice.objects.filter(user=user, read_at__isnull=True).count()


def account_with_roles(number: int) -> User | None:
    """Return an account with its roles, read at once; None where it has none.

    Each role tells whether he `plays` in its event. The clock comes with them, and how
    many notices he has not read.
    """
    held = _held(number).select_related("user").annotate(**{UNREAD: unread_by("user")})
    rows = list(with_clock(held))
    if not rows:
        return None
    keep_reading(rows[0], on=rows[0].user)
    setattr(rows[0].user, ROLES_READ, rows)
    setattr(rows[0].user, UNREAD, getattr(rows[0], UNREAD))
    return rows[0].user


def _held(number: int) -> QuerySet[Role]:
    """Return somebody's roles, each with whether he `plays` in its event."""
    plays = Participant.objects.filter(event=OuterRef("event"), user=OuterRef("user"))
    return Role.objects.filter(user=number).annotate(plays=Exists(plays))


def roles_now(actor: Actor) -> list[Role]:
    """Return the roles somebody holds in any event at the instant he acts."""
    user = actor.user
    if user is None:
        return []
    return actor.once("roles", lambda: _read_roles(actor, user))


def _read_roles(actor: Actor, user: User) -> list[Role]:
    """Return the roles in force: as read with the account for a look, else anew."""
    read: list[Role] | None = getattr(user, ROLES_READ, None)
    if read is None or not actor.looks:
        read = list(_held(user.pk))
    return [
        row
        for row in read
        if row.since <= actor.at and (row.until is None or actor.at < row.until)
    ]


def roles_of(actor: Actor, event_id: uuid.UUID) -> list[Role]:
    """Return the roles somebody holds in an event at the instant he acts."""
    return [role for role in roles_now(actor) if role.event_id == event_id]


def letters_in_event(
    actor: Actor,
    event_id: uuid.UUID,
    section_id: uuid.UUID | None = None,
    *,
    whole: bool = False,
) -> Letters:
    """Return the letters of somebody anywhere in an event, or in one section of it.

    With `whole` a role that is given for some sections only does not count.
    """
    if actor.kind in {"worker", "shell"}:
        return frozenset({"W" if actor.kind == "worker" else "X"})
    if actor.api_key is not None:
        return _key_letters(actor.api_key, actor, event_id)
    if actor.table_pass is not None:
        mine = pass_is_open(actor.table_pass, actor)
        ours = actor.table_pass.session.event_id == event_id
        return frozenset({"P0"}) if mine and ours else NOBODY
    roles = roles_of(actor, event_id)
    return _role_letters(actor, roles, section_id, whole=whole)


def _role_letters(
    actor: Actor,
    roles: list[Role],
    section_id: uuid.UUID | None,
    *,
    whole: bool = False,
) -> Letters:
    found = {
        _LETTER[Role.Name(role.role)]
        for role in roles
        if role.role in _LETTER
        and (not role.sections or _within(role, section_id, whole=whole))
    }
    if actor.user is not None and actor.user.is_superuser:
        found.add("A")
    return frozenset(found)


def _key_letters(api_key: ApiKey, actor: Actor, event_id: uuid.UUID) -> Letters:
    """Return the letter of a key, which is none of the letters that people have."""
    if api_key.event_id != event_id or not key_is_open(api_key, actor):
        return NOBODY
    return frozenset({"K" + _LETTER[Role.Name(api_key.role)]})


def key_is_open(api_key: ApiKey, actor: Actor) -> bool:
    """Say whether a key lets its program in at this instant."""
    return api_key.issued_at <= actor.at and (
        api_key.revoked_at is None or actor.at < api_key.revoked_at
    )


def _within(role: Role, section_id: uuid.UUID | None, *, whole: bool) -> bool:
    """Say whether a role for some sections reaches as far as is asked."""
    if section_id is None:
        return not whole
    return str(section_id) in role.sections


def pass_is_open(table_pass: Pass, actor: Actor) -> bool:
    """Say whether a pass lets its holder in at this instant (R13)."""
    return (
        table_pass.revoked_at is None
        and table_pass.opens_at is not None
        and table_pass.opens_at <= actor.at
        and (table_pass.expires_at is None or actor.at < table_pass.expires_at)
    )


def letters_in_case(actor: Actor, case: Case) -> Letters:
    """Return the letters of somebody in a case; who plays its board has no other right.

    A playing director keeps D- or C-. What he is besides (administrator, reviewer,
    scorer) gives him nothing here: the cards are the same.
    """
    if actor.table_pass is not None:
        return _pass_letters(actor, actor.table_pass, case)
    if actor.link is not None:
        return frozenset({"O"}) if link_opens(actor, case) else NOBODY
    return actor.once(("case", case.pk), lambda: _staff_letters(actor, case))


def link_opens(actor: Actor, case: Case) -> bool:
    """Say whether a link lets its holder see cards of its case now.

    A link can be handed on, so it opens as a pass does: once nobody in the whole field
    may still play the board (R11).
    """
    link = actor.link
    if link is None or link.case_id != case.pk or not link.is_open(actor.at):
        return False
    return embargo_lifted(case.playing.board, actor.at)


def _staff_letters(actor: Actor, case: Case) -> Letters:
    playing = case.playing
    section_id = playing.table.section_id
    if actor.user is None:
        return letters_in_event(actor, case.event_id, section_id)
    roles = roles_of(actor, case.event_id)
    found = _role_letters(actor, roles, section_id)
    if _on_panel(actor.user, roles, case):
        found |= {"R"}
    return _as_player(found) if found and _plays(actor, playing, roles) else found


def letters_at_table(actor: Actor, playing: Playing) -> Letters:
    """Return the letters of somebody for the score of a playing.

    A scorer may enter the board he has just played, as players do; nobody sees or
    enters a board that he has still to play.
    """
    event_id, section_id = playing.board.event_id, playing.table.section_id
    if actor.user is None:
        return letters_in_event(actor, event_id, section_id)
    roles = roles_of(actor, event_id)
    found = _role_letters(actor, roles, section_id)
    if not _plays(actor, playing, roles):
        return found
    ahead = may_still_play(actor.user, playing.board, actor.at)
    return _as_player(found) | (NOBODY if ahead else found & {"S"})


def _plays(actor: Actor, playing: Playing, roles: list[Role]) -> bool:
    user = actor.user
    if user is None or _only_directs(roles):
        return False
    return actor.once(
        ("plays", playing.pk), lambda: plays_board(user, playing, actor.at)
    )


def _only_directs(roles: list[Role]) -> bool:
    """Say whether somebody's roles show that he plays nowhere in their event."""
    return {getattr(role, "plays", True) for role in roles} == {False}


def _as_player(found: Letters) -> Letters:
    return frozenset(f"{letter}-" for letter in found & {"D", "C"})


def _pass_letters(actor: Actor, table_pass: Pass, case: Case) -> Letters:
    if not pass_is_open(table_pass, actor):
        return NOBODY
    playing = case.playing
    if table_pass.session.event_id != case.event_id:
        return NOBODY
    if not pass_serves(table_pass, playing.round.session_id, actor.at):
        return frozenset({"P0"})
    own = playing.side_of(table_pass.contestant_id)
    return frozenset({"P" if own else "P0"})


def _on_panel(user: User, roles: list[Role], case: Case) -> bool:
    if Role.Name.REVIEWER not in {role.role for role in roles}:
        return False
    mine = user.pk
    return any(
        mine in appeal.panel and mine not in appeal.advisers
        for appeal in Appeal.objects.filter(ruling__case=case)
    )


def open_opinions(at: datetime) -> QuerySet[Opinion]:
    """Return the opinions that somebody has still to give."""
    return Opinion.objects.filter(given_at=None, ended_at=None, expires_at__gt=at)


BLIND = "blind"
"""Where a case that was read for somebody says whether he was asked about it."""


def asked_of(actor: Actor) -> Exists:
    """Return the mark of cases on which somebody has still to give an opinion."""
    mine = open_opinions(actor.at).filter(
        case=OuterRef("pk"), user=actor.user.pk if actor.user else None
    )
    return Exists(mine)


def is_blind(actor: Actor, case: Case) -> bool:
    """Say whether somebody has still to give an opinion on a case.

    Until then he sees its facts only: an opinion is his own where he knows no other.
    """
    if actor.user is None:
        return False
    if actor.looks and (read := getattr(case, BLIND, None)) is not None:
        return bool(read)
    mine = open_opinions(actor.at).filter(case=case, user=actor.user)
    return actor.once((BLIND, case.pk), mine.exists)


def side_of_pass(table_pass: Pass, case: Case) -> str:
    """Return NS or EW for a pass of the case, or "" for another."""
    return case.playing.side_of(table_pass.contestant_id)


def role_word(letters: Letters) -> str:
    """Return the strongest of somebody's relations as the word for the log."""
    return next((word for letter, word in _WORD.items() if letter in letters), "nobody")


def in_event(actor: Actor, event: Event) -> bool:
    """Say whether somebody has any business in an event."""
    if actor.user is not None and actor.user.is_superuser:
        return True
    return bool(letters_in_event(actor, event.pk) or roles_of(actor, event.pk))
