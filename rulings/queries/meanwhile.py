"""What others did on a case after a page of it was opened (R4)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from rulings.models import Case, Entry
from rulings.permissions import Actor


@dataclass(frozen=True, slots=True)
class Deed:
    """One act on a case: what, when, by whom; "" where it was no member of staff.

    `own` says that it was the reader's, as in a second tab.
    """

    act: str
    at: datetime
    by: str
    own: bool = False


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
