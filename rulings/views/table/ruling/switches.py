"""Plays struck from the line or let in by the director, each with a reason.

Each tap is an entry of the record; the claim is solved anew at once.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import ClassVar

from rulings.forms.acts import ActForm
from rulings.forms.table.switches import ALLOW_REASONS, STRIKE_REASONS, SwitchForm
from rulings.models import Case
from rulings.permissions import Sight
from rulings.presenters.moment.line import drawn_line, on_line
from rulings.presenters.moment.switches import left_out_views
from rulings.presenters.table import Tile, options
from rulings.queries.table.proposal import Proposed, proposed, switches_of
from rulings.states import Act
from rulings.views.screens import Tap
from rulings.workflow.errors import Fault
from rulings.workflow.solving.propose import allow, strike


def reasons() -> dict[str, list[Tile]]:
    """Return the reasons as buttons."""
    return {
        "allow_reasons": options(ALLOW_REASONS.items(), ""),
        "strike_reasons": options(STRIKE_REASONS.items(), ""),
    }


class _Switch(Tap):
    """A switch of a play, which is offered: on the line, left out, or switched."""

    sight, leads_to = Sight.DRAFT, "proposal"
    reasons: ClassVar[Mapping[str, object]]
    struck: ClassVar[bool]

    def make_form(self, data: object) -> SwitchForm:
        """Return the form, with the reasons for this switch."""
        return SwitchForm(data, self.reasons, self.case.version)

    def play_of(self, form: ActForm) -> str:
        """Return the play; raise Fault where it is not offered.

        A form sent twice finds its play switched, and gets its first receipt again.
        """
        play = str(form.cleaned_data["play"])
        switched = ((one.play, one.struck) for one in switches_of(self.case))
        if (play, self.struck) in switched:
            return play
        found = proposed(self.case)
        if play not in self.offered(found):
            raise Fault("play_off_line")
        return play

    def offered(self, found: Proposed) -> AbstractSet[str]:
        """Return the plays that can be switched so."""
        raise NotImplementedError

    def act(self, form: ActForm) -> object:
        """Switch it."""
        assert isinstance(form, SwitchForm)  # noqa: S101 - made above
        verb = strike if self.struck else allow
        context, play = form.context(self.request.actor), self.play_of(form)
        return verb(context, self.case.pk, play, form.why)


class Strike(_Switch):
    """A play of the line or a kind of play ruled out, or that taken back."""

    acts = (Act.STRIKE,)
    reasons, struck = STRIKE_REASONS, True

    def offered(self, found: Proposed) -> AbstractSet[str]:
        """Return the plays on the line, and the kinds of play."""
        if found.result is None:
            return frozenset()
        ideas = (idea["id"] for idea in found.result.get("ideas", ()) if not idea["on"])
        return on_line(self.sheet, drawn_line(found.result)).union(ideas)


class Allow(_Switch):
    """A play let in that was left out, or left out again."""

    acts = (Act.ALLOW,)
    reasons, struck = ALLOW_REASONS, False

    def offered(self, found: Proposed) -> AbstractSet[str]:
        """Return the plays that were left out."""
        return frozenset(play.id for play in left_out_views(found))


def striking(case: Case) -> SwitchForm:
    """Return a form for a reason to rule a play out; a page holds several."""
    auto_id = f"{uuid.uuid4().hex[:8]}_%s"
    return SwitchForm(None, STRIKE_REASONS, case.version, auto_id)


strike_play = Strike.as_view()
allow_play = Allow.as_view()
