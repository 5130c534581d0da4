"""What the desks share: the tabs of a page and the way back."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.permissions import EVENT_RIGHTS, EventAct, letters_in_event
from rulings.views.common import see_other
from rulings.views.screens import EventScreen, Filled


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
