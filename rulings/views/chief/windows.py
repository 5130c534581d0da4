"""Longer windows and early ends: what the chief does to the players' time in a case."""

from __future__ import annotations

from rulings.forms.chief import WindowForm
from rulings.models import Window
from rulings.presenters.results import window_views
from rulings.states import Act
from rulings.views.screens import ChiefScreen
from rulings.workflow.errors import Fault
from rulings.workflow.windows import close_window_early, extend_window


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


windows = Windows.as_view()
