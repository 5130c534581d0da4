"""Slips for the players' phones: issue, print, revoke (R13).

Secrets are shown once, on the page that prints them, and are stored nowhere.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from functools import cached_property

import segno
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulings.forms.acts import ButtonForm
from rulings.forms.people import PassesForm
from rulings.models import Pass, Session
from rulings.permissions import EventAct
from rulings.permissions.embargo import session_over
from rulings.queries.desk import (
    ContestantRow,
    contestant_rows,
    pair_words,
    sessions_of,
)
from rulings.queries.sessions import first_places
from rulings.views.common import found, screen
from rulings.views.desk.common import DeskScreen
from rulings.views.lists import list_page
from rulings.views.screens import Filled
from rulings.workflow.errors import Fault
from rulings.workflow.event.passes import Issued, issue_passes, phones_of, revoke_pass

HALF = 4


@dataclass(frozen=True, slots=True)
class SlipView:
    """One printed slip: for whom, the square, the code in two halves, where."""

    row: ContestantRow
    square: SafeString
    code: str
    place: str


def square_of(path: str) -> SafeString:
    """Return the QR of a page as inline SVG; it holds nothing but the address."""
    drawn = segno.make(f"{settings.TD_ADDRESS}{path}", error="m", micro=False)
    svg = drawn.svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(svg)  # noqa: S308 - drawn from an address of our own


class PassScreen(DeskScreen[Filled]):
    """Who has a slip of the event."""

    tab, template = "passes", "desk/passes.html"

    @cached_property
    def session(self) -> Session | None:
        """Return the session that goes on or comes next, else the last."""
        sessions = sessions_of(self.event)
        at = self.request.actor.at
        to_come = [row for row in sessions if not session_over(row, at)]
        return next(iter(to_come or sessions[-1:]), None)

    @cached_property
    def places(self) -> dict[uuid.UUID, str]:
        """Return where the pairs sit first in that session."""
        return {} if self.session is None else first_places(self.session)

    @cached_property
    def rows(self) -> list[ContestantRow]:
        """Return the contestants in the order of their tables, with their slips."""
        order = {pk: place for place, pk in enumerate(self.places)}
        found = contestant_rows(self.event)
        last = len(order)
        return sorted(found, key=lambda row: order.get(row.contestant.pk, last))

    def passes_form(self, data: object = None) -> PassesForm:
        """Return the form of new slips."""
        return PassesForm(data, rows=self.rows)

    def context(self) -> dict[str, object]:
        """Return the contestants, each with a tick and the button of the slip."""
        form = self.form if isinstance(self.form, PassesForm) else self.passes_form()
        slips = [row.table_pass for row in self.rows]
        buttons = [self.button(slip and slip.pk) for slip in slips]
        places = [self.places.get(row.contestant.pk, "") for row in self.rows]
        lines = zip(self.rows, places, form["contestants"], buttons, strict=True)
        return {
            "form": form,
            "chosen": self.session,
            "rows": list_page(
                self.request.GET, lines, lambda line: f"{pair_words(line[0])} {line[1]}"
            ),
            "phones": phones_of(self.event),
        }


class Passes(PassScreen[PassesForm]):
    """The slips of the event, and new ones to be printed."""

    acts = opens = (EventAct.ISSUE_PASS,)
    form_class = PassesForm

    def make_form(self, data: object) -> PassesForm:
        """Return the form of new slips."""
        return self.passes_form(data)

    def act(self, form: PassesForm) -> list[SlipView]:
        """Issue the slips; a form sent twice shows them only once."""
        ticked = form.cleaned_data["contestants"]
        if self.session is None:
            raise Fault("no_session_yet")
        rows = {
            row.contestant.pk: row
            for row in self.rows
            if not ticked or str(row.contestant.pk) in ticked
        }
        issued = issue_passes(
            form.context(self.request.actor),
            self.event,
            self.session,
            [row.contestant for row in rows.values()],
            only_missing=not ticked,
        )
        return [self._slip(one, rows[one.contestant_id]) for one in issued]

    def _slip(self, issued: Issued, row: ContestantRow) -> SlipView:
        square = square_of(reverse("pass_open", args=(issued.secret,)))
        code = f"{issued.code[:HALF]} {issued.code[HALF:]}"
        return SlipView(row, square, code, self.places.get(row.contestant.pk, ""))

    def after(self, done: list[SlipView]) -> HttpResponse:
        """Show the page that is printed."""
        context = {
            **self.frame(),
            "slips": done,
            "address": settings.TD_ADDRESS,
            "at": self.request.actor.at,
        }
        return screen(self.request, "desk/slips.html", context)


class PassRevoke(PassScreen[ButtonForm]):
    """A slip is revoked: whoever holds it is out at the next request."""

    acts = opens = (EventAct.REVOKE_PASS,)
    http_method_names = ["post"]
    form_class = ButtonForm

    def act(self, form: ButtonForm) -> Pass:
        """Revoke the slip."""
        rows = Pass.objects.filter(session__event=self.event)
        table_pass = found(self.request, rows, self.kwargs["pass_id"])
        revoke_pass(form.context(self.request.actor), self.event, table_pass)
        return table_pass


passes, pass_revoke = Passes.as_view(), PassRevoke.as_view()
