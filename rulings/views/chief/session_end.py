"""The times of a session before a prize-giving: extended for all, or ended early."""

from __future__ import annotations

from django.http import HttpResponse

from rulings.forms.chief import SessionTimesForm
from rulings.models import Session, Window
from rulings.permissions import EventAct, letters_in_case
from rulings.presenters.results import window_clock
from rulings.views.common import found, see_other
from rulings.views.lists import list_page
from rulings.views.screens import EventScreen
from rulings.workflow.event.ends import (
    close_session_early,
    extend_session,
    given_up_in,
    open_windows_of,
)


class SessionEnd(EventScreen[SessionTimesForm]):
    """The times of a session before a prize-giving: more, or an early end."""

    acts = opens = (EventAct.EXTEND_SESSION, EventAct.CLOSE_SESSION)
    template, form_class = "chief/session_end.html", SessionTimesForm
    session: Session

    def enter(self) -> HttpResponse | None:
        """Find the session of the event."""
        away = super().enter()
        rows = Session.objects.filter(event=self.event)
        self.session = found(self.request, rows, self.kwargs["session_id"])
        return away

    def make_form(self, data: object) -> SessionTimesForm:
        """Return the form that was sent."""
        close = self.request.POST.get("do") == "close"
        return SessionTimesForm(data, "close" if close else "extend")

    def context(self) -> dict[str, object]:
        """Return the open times: those given up by everybody, and the others."""
        at, sent = self.request.actor.at, self.form
        rows = open_windows_of(self.session, at)
        given_up = given_up_in(self.session, at)
        running = [row for row in rows if row not in given_up]
        asked = self.request.GET
        lists = {
            "given_up": list_page(asked, given_up, _window_words, name="up_"),
            "open": list_page(asked, running, _window_words),
        }
        close = sent is not None and "minutes" not in sent.fields
        return {
            "session": self.session,
            **lists,
            "up_views": [self.shown(row) for row in lists["given_up"].rows],
            "open_views": [self.shown(row) for row in lists["open"].rows],
            "anything": bool(rows),
            "may_end": bool(given_up),
            "extend": SessionTimesForm(None, "extend") if close else sent,
            "close": sent if close else SessionTimesForm(None, "close"),
        }

    def shown(self, row: Window) -> tuple[Window, object, bool]:
        """Return a time, its clock, and whether its own page is for this reader.

        It is not for a chief who plays the board.
        """
        actor = self.request.actor
        opens = "C" in letters_in_case(actor, row.case)
        return row, window_clock(row, actor.at), opens

    def act(self, form: SessionTimesForm) -> object:
        """Extend the times, or end those given up."""
        given, context = form.cleaned_data, form.context(self.request.actor)
        if given["do"] == "close":
            return close_session_early(
                context, self.event, self.session, reason=given["reason"]
            )
        return extend_session(
            context,
            self.event,
            self.session,
            minutes=given["minutes"],
            reason=given["reason"],
        )

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Show the times as they are now."""
        return see_other("session_end", self.event.pk, self.session.pk)


def _window_words(row: Window) -> str:
    playing = row.case.playing
    return f"{playing.table.name} {playing.board.number}"


session_end = SessionEnd.as_view()
