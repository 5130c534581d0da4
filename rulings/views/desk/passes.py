"""Slips for the players' phones: issue, print, revoke (R13).

Secrets are shown once, on the page that prints them, and are stored nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import segno
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rulings.forms.acts import ButtonForm, ChoiceForm
from rulings.forms.people import PassesForm
from rulings.models import Pass, Session
from rulings.permissions import EventAct
from rulings.queries.desk import ContestantRow, contestant_rows, sessions_of
from rulings.views.common import found, screen, see_other
from rulings.views.desk.common import DeskScreen
from rulings.views.screens import Filled
from rulings.workflow.event.passes import Issued, issue_passes, phones_of, revoke_pass

HALF = 4


@dataclass(frozen=True, slots=True)
class SlipView:
    """One printed slip: for whom, the square, the code in two halves."""

    row: ContestantRow
    square: SafeString
    code: str


def square_of(path: str) -> SafeString:
    """Return the QR of a page as inline SVG; it holds nothing but the address."""
    drawn = segno.make(f"{settings.TD_ADDRESS}{path}", error="m", micro=False)
    svg = drawn.svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(svg)  # noqa: S308 - drawn from an address of our own


class PassScreen(DeskScreen[Filled]):
    """Who has a slip for a session."""

    tab, template = "passes", "desk/passes.html"

    @cached_property
    def sessions(self) -> list[Session]:
        """Return the sessions of the event."""
        return sessions_of(self.event)

    @cached_property
    def chosen(self) -> Session | None:
        """Return the session that was asked for, else the last."""
        wanted = self.request.GET.get("session") or self.request.POST.get("session")
        named = [row for row in self.sessions if str(row.pk) == wanted]
        return next(iter(named or self.sessions[-1:]), None)

    @cached_property
    def rows(self) -> list[ContestantRow]:
        """Return the contestants, with their slips of the session."""
        return contestant_rows(self.event, self.chosen)

    def passes_form(self, data: object = None) -> PassesForm:
        """Return the form of new slips."""
        return PassesForm(
            data, sessions=self.sessions, chosen=self.chosen, rows=self.rows
        )

    def context(self) -> dict[str, object]:
        """Return the contestants, each with a tick and the button of the slip."""
        form = self.form if isinstance(self.form, PassesForm) else self.passes_form()
        sessions = [(row.pk, row.order) for row in self.sessions]
        slips = [row.table_pass for row in self.rows]
        buttons = [self.button(slip and slip.pk) for slip in slips]
        return {
            "form": form,
            "choice": ChoiceForm(
                "session", _("Session"), sessions, self.chosen and self.chosen.pk
            ),
            "sessions": sessions,
            "chosen": self.chosen,
            "rows": list(zip(self.rows, form["contestants"], buttons, strict=True)),
            "phones": phones_of(self.event),
        }


class Passes(PassScreen[PassesForm]):
    """The slips of a session, and new ones to be printed."""

    acts = opens = (EventAct.ISSUE_PASS,)
    form_class = PassesForm

    def make_form(self, data: object) -> PassesForm:
        """Return the form of new slips."""
        return self.passes_form(data)

    def act(self, form: PassesForm) -> list[SlipView]:
        """Issue the slips; a form sent twice shows them only once."""
        ticked = form.cleaned_data["contestants"]
        rows = [
            row for row in self.rows if not ticked or str(row.contestant.pk) in ticked
        ]
        issued = issue_passes(
            form.context(self.request.actor),
            self.event,
            form.cleaned_data["session"],
            [row.contestant for row in rows],
        )
        return [_slip(one, row) for one, row in zip(issued, rows, strict=False)]

    def after(self, done: list[SlipView]) -> HttpResponse:
        """Show the page that is printed."""
        context = {
            **self.frame(),
            "slips": done,
            "session": self.chosen,
            "address": settings.TD_ADDRESS,
            "at": self.request.actor.at,
        }
        return screen(self.request, "desk/slips.html", context)


def _slip(issued: Issued, row: ContestantRow) -> SlipView:
    code = f"{issued.code[:HALF]} {issued.code[HALF:]}"
    return SlipView(row, square_of(reverse("pass_open", args=(issued.secret,))), code)


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

    def after(self, done: Pass) -> HttpResponse:
        """Go back to the session of the slip."""
        return see_other("passes", self.event.pk, query=f"?session={done.session_id}")


passes, pass_revoke = Passes.as_view(), PassRevoke.as_view()
