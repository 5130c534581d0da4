"""What others did after a page was opened: on its case (R4), in its event at all."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import DateTimeField, UUIDField

from rulings.models import SITE_CHAIN, Case, Entry
from rulings.permissions import Actor
from rulings.states import Act


@dataclass(frozen=True, slots=True)
class Deed:
    """One act on a case: what, when, by whom; "" where it was no member of staff.

    `own` says that it was the reader's, as in a second tab.
    """

    act: str
    at: datetime
    by: str
    own: bool = False


def mark_of(actor: Actor, chain: uuid.UUID | None) -> str:
    """Return a mark that stays as long as nothing changes for a reader, in one query.

    An entry of the event changes it, for a pass one of its own cases; a window that has
    closed, a round that has begun or ended; and each minute, as pages count in minutes.
    """
    at, table_pass, pair, words = actor.at, actor.table_pass, None, EVENT_MARK
    if table_pass is not None and chain is None:
        chain, pair = table_pass.session.event_id, table_pass.contestant_id
        words = PAIR_MARK
    ids, times = UUIDField(), DateTimeField()
    known = {
        "chain": ids.get_db_prep_value(chain or SITE_CHAIN, connection),
        "pair": ids.get_db_prep_value(pair, connection),
        "at": times.get_db_prep_value(at, connection),
    }
    with connection.cursor() as cursor:
        cursor.execute(words, known)
        found = cursor.fetchone()
    return ".".join(map(str, [*found, f"{at:%d%H%M}"]))


ROUNDS = """
    (SELECT COUNT(*) FROM rulings_round JOIN rulings_session
     ON rulings_session.id = session_id
     WHERE event_id = %(chain)s AND starts_at <= %(at)s),
    (SELECT COUNT(*) FROM rulings_round JOIN rulings_session
     ON rulings_session.id = session_id
     WHERE event_id = %(chain)s AND ends_at <= %(at)s)
"""
EVENT_MARK = f"""
    SELECT
    (SELECT seq FROM rulings_head WHERE chain = %(chain)s),
    (SELECT COUNT(*) FROM rulings_window JOIN rulings_case
     ON rulings_case.id = case_id
     WHERE event_id = %(chain)s AND closes_at < %(at)s),
    {ROUNDS}
"""  # noqa: S608 - only words of this module
PAIR_MARK = f"""
    WITH own AS (
        SELECT rulings_case.id FROM rulings_case JOIN rulings_playing
        ON rulings_playing.id = playing_id
        WHERE ns_id = %(pair)s OR ew_id = %(pair)s
        OR ns_partner_id = %(pair)s OR ew_partner_id = %(pair)s
    ) SELECT
    (SELECT MAX(seq) FROM rulings_entry WHERE case_id IN (SELECT id FROM own)),
    (SELECT COUNT(*) FROM rulings_window
     WHERE closes_at < %(at)s AND case_id IN (SELECT id FROM own)),
    {ROUNDS}
"""  # noqa: S608 - only words of this module
"""The marks as the database reads them. Put together by the ORM at each look they took
half of the time of a look at a page that has not changed."""


def acts_since(case: Case, version: int, reader: Actor) -> list[Deed]:
    """Return the acts on a case after a version, oldest first.

    A pass reads none: what staff did and who it was is not for players.
    """
    if reader.user is None:
        return []
    rows = Entry.objects.filter(chain=case.event_id, case_id=case.pk).order_by("seq")
    contents = [(row, json.loads(bytes(row.data))) for row in rows]
    later = [
        (row, content)
        for row, content in contents
        if content["version"][1] > max(version, content["version"][0])
    ]
    staff = [
        content["actor"]["id"]
        for _, content in later
        if content["actor"]["kind"] == "user"
    ]
    names = {str(user.pk): user for user in User.objects.filter(pk__in=staff)}
    return [
        Deed(
            row.act,
            row.at,
            _name(content, names),
            content["actor"]["kind"] == "user" and content["actor"]["id"] == reader.id,
        )
        for row, content in later
    ]


def newest_deed(case: Case, act: Act) -> Deed | None:
    """Return when somebody of the staff did an act on a case last, and who; for staff.

    Two queries.
    """
    rows = Entry.objects.filter(chain=case.event_id, case_id=case.pk, act=act)
    row = rows.order_by("-seq").first()
    if row is None:
        return None
    content = json.loads(bytes(row.data))
    found = User.objects.filter(pk=content["actor"]["id"])
    names = {str(user.pk): user for user in found}
    return Deed(row.act, row.at, _name(content, names))


def _name(content: dict[str, dict[str, str]], names: dict[str, User]) -> str:
    user = names.get(content["actor"]["id"])
    if content["actor"]["kind"] != "user" or user is None:
        return ""
    return user.get_full_name() or user.get_username().capitalize()
