"""What others did after a page was opened: on its case (R4), in its event at all."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Func, IntegerField, Model, Q, QuerySet, Subquery

from rulings.models import SITE_CHAIN, Case, Entry, Head, Round, Window
from rulings.permissions import Actor

AnyModel = TypeVar("AnyModel", bound=Model)


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
    at, table_pass = actor.at, actor.table_pass
    windows = Window.objects.filter(closes_at__lt=at)
    counts: dict[str, QuerySet[Any, Any]]
    if table_pass is not None and chain is None:
        chain, mine = table_pass.session.event_id, table_pass.contestant_id
        cases = Case.objects.filter(Q(playing__ns=mine) | Q(playing__ew=mine))
        entries = Entry.objects.filter(case_id__in=cases.values("pk"))
        counts = {"seq": _of(entries, "MAX", "seq")}
        counts["closed"] = _of(windows.filter(case__in=cases))
    else:
        chain = chain or SITE_CHAIN
        counts = {"seq": _of(Head.objects.filter(chain=chain), "MAX", "seq")}
        counts["closed"] = _of(windows.filter(case__event=chain))
    rounds = Round.objects.filter(session__event=chain)
    counts["begun"] = _of(rounds.filter(starts_at__lte=at))
    counts["ended"] = _of(rounds.filter(ends_at__lte=at))
    row = (
        Head.objects.filter(chain=chain)
        .values_list(*(Subquery(rows) for rows in counts.values()))
        .first()
    )
    return ".".join(map(str, [*(row or ()), f"{at:%d%H%M}"]))


def _of(
    rows: QuerySet[AnyModel], function: str = "COUNT", field: str = "pk"
) -> QuerySet[AnyModel, Any]:
    """Return one number about some rows, for a subquery."""
    number = Func(field, function=function, output_field=IntegerField())
    return rows.order_by().values(number=number)


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


def _name(content: dict[str, dict[str, str]], names: dict[str, User]) -> str:
    user = names.get(content["actor"]["id"])
    if content["actor"]["kind"] != "user" or user is None:
        return ""
    return user.get_full_name() or user.get_username().capitalize()
