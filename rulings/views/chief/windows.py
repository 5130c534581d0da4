"""Longer windows and early ends: what the chief does to the players' time."""

from __future__ import annotations

from django.http import HttpResponse

from rulings.forms.chief import SessionTimesForm, WindowForm
from rulings.models import Session, Window
from rulings.permissions import EventAct, letters_in_case
from rulings.presenters.clocks import ClockView
from rulings.presenters.results import window_clock, window_views
from rulings.states import Act
from rulings.views.common import found, see_other
from rulings.views.screens import ChiefScreen, EventScreen
from rulings.workflow.errors import Fault
from rulings.workflow.event.ends import (
    close_session_early,
    extend_session,
    open_windows_of,
)
from rulings.workflow.windows import close_window_early, extend_window, waived


class Windows(ChiefScreen[WindowForm]):
    """The windows of a case; extend one, or close one that both sides gave up."""

    acts = (Act.EXTEND, Act.CLOSE_EARLY)
    right = Act.EXTEND
    template = "chief/windows.html"
    about: tuple[str, str] | None = None
    """What was sent: the act, and the purpose of its window."""

    def make_form(self, data: object) -> WindowForm:
        """Return the form that was sent, of one window."""
        sent = self.request.POST
        do = "close" if sent.get("do") == "close" else "extend"
        rows = Window.objects.filter(case=self.case)
        window = rows.filter(purpose=sent.get("purpose", "")).first()
        if window is None:
            raise Fault("page_too_old")
        self.about = (do, window.purpose)
        return WindowForm(data, do, window)

    def context(self) -> dict[str, object]:
        """Return the windows, with the forms of what can be done to each."""
        rows = window_views(self.case, self.request.actor.at)
        return {
            "rows": [
                {
                    "clock": row.clock,
                    "extend": self._form("extend", row.window, shown=row.can_extend),
                    "close": self._form("close", row.window, shown=row.can_close),
                }
                for row in rows
            ]
        }

    def _form(self, do: str, window: Window, *, shown: bool) -> WindowForm | None:
        """Return a form for a window: the one refused, a fresh one, or none."""
        if self.about == (do, window.purpose):
            return self.form
        return WindowForm(None, do, window) if shown else None

    def act(self, form: WindowForm) -> object:
        """Extend or close the window."""
        given, context = form.cleaned_data, form.context(self.request.actor)
        purpose, reason = Window.Purpose(given["purpose"]), given["reason"]
        if given["do"] == "close":
            return close_window_early(context, self.case.pk, purpose, reason)
        return extend_window(context, self.case.pk, purpose, given["minutes"], reason)


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
        close = sent is not None and "minutes" not in sent.fields
        return {
            "session": self.session,
            "given_up": [self.shown(row) for row in rows if waived(row)],
            "open": [self.shown(row) for row in rows if not waived(row)],
            "extend": SessionTimesForm(None, "extend") if close else sent,
            "close": sent if close else SessionTimesForm(None, "close"),
        }

    def shown(self, row: Window) -> tuple[Window, ClockView, bool]:
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


windows, session_end = Windows.as_view(), SessionEnd.as_view()
