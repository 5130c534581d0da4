"""What the desks share: the tabs of a page, the way back, lists in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.forms.acts import FindForm
from rulings.forms.typed import whole
from rulings.permissions import EVENT_RIGHTS, EventAct, letters_in_event
from rulings.views.common import see_other
from rulings.views.screens import EventScreen, Filled

PER_PAGE = 40
"""Rows of a list on a page; a list of more has a search and pages."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """One page of the rows that were looked for, and the search."""

    rows: tuple[Row, ...]
    total: int
    number: int
    pages: int
    q: str
    search: FindForm | None


def list_page(
    asked: Mapping[str, str],
    rows: Iterable[Row],
    words: Callable[[Row], str],
    *keeps: str,
) -> ListPage[Row]:
    """Return the page asked for (`q`, `page`); `keeps` are other parameters kept.

    A search looks for each of its words in the words of a row.
    """
    listed, q = list(rows), asked.get("q", "").strip()[:80]
    parts = q.casefold().split()
    found = [
        row
        for row in listed
        if not parts or all(part in words(row).casefold() for part in parts)
    ]
    pages = max(1, -(-len(found) // PER_PAGE))
    number = min(max(whole(asked.get("page", "")) or 1, 1), pages)
    kept = {name: asked[name] for name in keeps if asked.get(name)}
    needed = q or len(listed) > PER_PAGE
    return ListPage(
        tuple(found[(number - 1) * PER_PAGE : number * PER_PAGE]),
        len(found),
        number,
        pages,
        q,
        FindForm(q, kept) if needed else None,
    )


class DeskScreen(EventScreen[Filled]):
    """A page of a desk, under one of its tabs."""

    tab: ClassVar[str]
    """The tab, by its route: an act leads back there."""

    def frame(self) -> dict[str, object]:
        """Return what every desk shows: the event, its tabs by right."""
        letters = letters_in_event(self.request.actor, self.event.pk)
        tabs = [
            (name, words, reverse(name, args=(self.event.pk,)))
            for name, words, acts in (
                ("first_steps", _("First steps"), (EventAct.SCHEDULE,)),
                ("scores", _("Scores"), (EventAct.ENTER_SCORE,)),
                ("schedule", _("Schedule"), (EventAct.SCHEDULE, EventAct.END_ROUND)),
                ("passes", _("Slips"), (EventAct.ISSUE_PASS,)),
                ("import_files", _("Files"), (EventAct.IMPORT,)),
                ("roles", _("People"), (EventAct.GIVE_ROLE,)),
                ("keys", _("Programs"), (EventAct.ISSUE_KEY,)),
                ("laws", _("Laws"), (EventAct.REGULATION,)),
            )
            if any(letters & EVENT_RIGHTS[act] for act in acts)
        ]
        return {
            **super().frame(),
            "here": self.tab,
            "tabs": tabs,
            "is_chief": bool(letters & EVENT_RIGHTS[EventAct.OUTAGE]),
        }

    def after(self, done: Any) -> HttpResponse:  # noqa: ANN401, ARG002 - what the screen's own act returned
        """Go back to the tab."""
        return see_other(self.tab, self.event.pk)
