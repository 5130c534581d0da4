"""How far a case has come in a flow: the steps visited and what they led to.

Plain values; `walk` makes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulings.laws.engine.answers import Need
from rulings.laws.engine.flow import OPEN, Choice, FlowNotice, Outcome, Step
from rulings.laws.engine.points import Points
from rulings.laws.references import Source


@dataclass(frozen=True, slots=True)
class Visited:
    """A step of the path: the choice, who made it, and the values stored with it.

    `by` is "answer", "rule", "fixed" (the edition leaves no choice) or "open".
    """

    step: Step
    choice: Choice | None
    by: str
    refs: tuple[Source, ...]
    notices: tuple[FlowNotice, ...]
    values: Mapping[str, Any]

    @property
    def value(self) -> str:
        """The value of the choice, or "open"."""
        return OPEN if self.choice is None else self.choice.value


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a case has come in a flow.

    Exactly one of `at`, `missing` and `outcome` is there. `open` are questions left
    open, `pending` answers kept for steps that may still come, `unused` answers that
    no longer apply. Answers to steps that the entry never leads to are in neither.
    """

    points: Points
    path: tuple[Visited, ...]
    at: Step | None
    missing: tuple[Need, ...]
    outcome: Outcome | None
    open: tuple[Step, ...]
    pending: tuple[str, ...]
    unused: tuple[str, ...]
    notices: tuple[FlowNotice, ...]
    references: tuple[Source, ...]
    records: Mapping[str, Any]
    tricks_to_claimer: int | None
    final_tricks: int | None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the steps visited, in order."""
        return tuple(visited.step.id for visited in self.path)

    def visited(self, step_id: str) -> Visited | None:
        """Return the visit to a step, None if the path does not touch it."""
        return next((v for v in self.path if v.step.id == step_id), None)

    def passed(self, point: str) -> Visited | None:
        """Return the visit to a named point of the flow, None without one."""
        return self.visited(self.points.at(point))
