"""The numbered points of guidance as an edition has them, for readers of the laws.

Each says whether it holds, on which screen of a director it stands, and which questions
of the flow it belongs to. A point that does not hold any more is listed too.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.laws.engine import load_flow
from rulings.laws.handbook.tables import guidance

FLOW = "claims"
"""The flow that the guidance is about."""

HOLDS = {
    "yes": gettext_lazy("holds"),
    "partly": gettext_lazy("holds in part"),
    "no": gettext_lazy("does not hold"),
}
SCREENS = {
    "claim": gettext_lazy("the claim"),
    "statement": gettext_lazy("the words"),
    "objections": gettext_lazy("the objections"),
    "cards": gettext_lazy("the cards"),
    "moment": gettext_lazy("the ruling"),
    "steps": gettext_lazy("the questions of law"),
}
"""The screens of a director on which points are shown."""


@dataclass(frozen=True, slots=True)
class PointView:
    """A point of guidance; `steps` are the questions it belongs to."""

    number: str
    text: str
    holds: str
    remark: str
    screen: str
    steps: tuple[str, ...]

    @property
    def is_plain(self) -> bool:
        """Say whether the point holds as it stands."""
        return self.holds == "yes"

    @property
    def holds_words(self) -> str:
        """Return whether the point holds, in words."""
        return str(HOLDS[self.holds])


def points_of(edition: str) -> list[PointView]:
    """Return the points in an edition, in their order."""
    flow = load_flow(FLOW, edition)
    return [
        PointView(
            row.id,
            _(row.text),
            row.holds,
            _(row.remark) if row.remark else "",
            str(SCREENS[row.screen]),
            tuple(
                step.id
                for step in flow.steps.values()
                if row.id in {guide.id for guide in step.guides}
            ),
        )
        for row in guidance(edition)
    ]
