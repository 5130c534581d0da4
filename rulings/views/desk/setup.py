"""First steps: from an empty event to the first call, one page that shows the way."""

from __future__ import annotations

from functools import cached_property

from rulings.forms.acts import ButtonForm
from rulings.permissions import EventAct, may_somewhere
from rulings.queries.setup import Setup, SetupStep, setup_of
from rulings.views.desk.common import DeskScreen

PAGES: dict[str, tuple[str, EventAct]] = {
    "event": ("laws", EventAct.REGULATION),
    "staff": ("roles", EventAct.GIVE_ROLE),
    "schedule": ("schedule", EventAct.SCHEDULE),
    "names": ("roles", EventAct.IMPORT),
    "boards": ("import_files", EventAct.IMPORT),
    "slips": ("passes", EventAct.ISSUE_PASS),
    "call": ("new_call", EventAct.START_ROUND),
}
"""The page where each step is done, and what its reader must have a right to."""


class FirstSteps(DeskScreen[ButtonForm]):
    """The steps with what is done, and the one that is next or was asked for."""

    acts = ("first steps",)
    opens = (EventAct.SCHEDULE,)
    tab, template = "first_steps", "desk/first_steps.html"
    http_method_names = ["get", "head"]

    @cached_property
    def progress(self) -> Setup:
        """Return how far the event is set up."""
        return setup_of(self.event, self.request.actor.at)

    def context(self) -> dict[str, object]:
        """Return the steps, the one shown, and where it is done."""
        now = self.progress.named(self.request.GET.get("step", ""))
        steps = self.progress.steps
        place = steps.index(now) if now else len(steps)
        return {
            "setup": self.progress,
            "now": now,
            "number": place + 1,
            "page": self._page(now),
            "before": steps[place - 1] if place else None,
            "later": steps[place + 1] if place + 1 < len(steps) else None,
            "may_repeat": may_somewhere(
                self.request.actor, EventAct.REPEAT_EVENT, self.event
            ),
        }

    def _page(self, step: SetupStep | None) -> str:
        """Return the route of a step, or nothing where somebody else must do it."""
        if step is None:
            return ""
        route, act = PAGES[step.key]
        return route if may_somewhere(self.request.actor, act, self.event) else ""


first_steps = FirstSteps.as_view()
