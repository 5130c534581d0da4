"""What others did after a page was opened: on its case (R4), in its event at all."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Func, IntegerField, Model, OuterRef, QuerySet, Subquery

from rulings.models import Case, Entry, Head, Round, Window
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


def mark_of(event_id: uuid.UUID, at: datetime) -> str:
    """Return a mark that stays as long as nothing changes in an event, in one query.

    An entry changes it, a window that has closed, a round that has begun or ended, and
    each minute, as pages count in minutes.
    """
    rounds = Round.objects.filter(session__event=OuterRef("chain"))
    counts = {
        "closed": _count(
            Window.objects.filter(case__event=OuterRef("chain"), closes_at__lt=at)
        ),
        "begun": _count(rounds.filter(starts_at__lte=at)),
        "ended": _count(rounds.filter(ends_at__lte=at)),
    }
    found = Head.objects.filter(chain=event_id).annotate(
        **{name: Subquery(rows) for name, rows in counts.items()}
    )
    row = found.values_list("seq", *counts).first() or ()
    return ".".join(map(str, [*row, f"{at:%d%H%M}"]))


def _count(rows: QuerySet[AnyModel]) -> QuerySet[AnyModel, Any]:
    """Return how many rows there are, for a subquery."""
    count = Func("pk", function="COUNT", output_field=IntegerField())
    return rows.order_by().values(all=count)


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
