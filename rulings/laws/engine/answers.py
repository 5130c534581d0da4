"""Answers and values handed in to a walk: what they may be, and what is still needed.

A choice that a step does not offer, or a value out of bounds, is refused with the step,
what was given and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulings.laws.engine.flow import OPEN, SYSTEM, Flow, RecordSpec, Step, ValueSpec
from rulings.laws.errors import NotOffered, WrongValue
from rulings.laws.expressions import Value

GivenAnswer: TypeAlias = str | Mapping[str, Any]

# Calls in their one spelling.
_BID = re.compile(r"[1-7][CDHSN]")
_CALL = re.compile(r"[1-7][CDHSN]|P|XX?")


@dataclass(frozen=True, slots=True)
class Need:
    """A value that a rule wants and nobody has given: its key and the question."""

    key: str
    kind: str
    question: str
    step: str
    options: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


def need(
    spec: ValueSpec, step: Step, question: str = "", limit: int | None = None
) -> Need:
    """Return the need of a step for a value, with a question of its own if given.

    `limit` lowers the greatest number it can be.
    """
    highs = [high for high in (spec.high, limit) if high is not None]
    return Need(
        key=spec.key,
        kind=spec.kind,
        question=question or spec.question,
        step=step.id,
        options=spec.options,
        low=spec.low,
        high=min(highs, default=None),
    )


def read_answer(
    flow: Flow, step_id: str, answer: GivenAnswer
) -> tuple[str, dict[str, Any]]:
    """Return the choice and the values stored with it after checking both."""
    step = flow.steps.get(step_id)
    if step is None:
        raise NotOffered(step_id, answer, ())
    extra = dict(answer) if isinstance(answer, Mapping) else {}
    value = extra.pop("choice", None) if isinstance(answer, Mapping) else answer
    if step.actor == SYSTEM:
        raise NotOffered(step_id, value, ())
    if value != OPEN or not step.may_stay_open:
        if not isinstance(value, str) or value not in step.offered:
            raise NotOffered(step_id, value, step.offered)
        for spec in step.records:
            _check_record(spec, step_id, value, extra.get(spec.name))
        beside = {s.name for s in step.records if s.choices and value not in s.choices}
        extra = {name: given for name, given in extra.items() if name not in beside}
    return str(value), extra


def check_value(spec: ValueSpec, value: object) -> None:
    """Refuse a fact or solver result that its table does not allow; None is allowed."""
    if value is None or value == spec.assumed:
        return
    if not _fits(spec, value):
        raise WrongValue(f"{spec.key} is {value!r}; it must be {_wanted(spec)}")


def plain(value: object) -> Value:
    """Return a recorded value as rules see it; None for lists and tables."""
    return value if isinstance(value, (bool, int, str)) else None


def number(value: object) -> int | None:
    """Return a whole number, None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _check_record(spec: RecordSpec, step: str, choice: str, value: object) -> None:
    here = f"{step}.{spec.name}"
    if value is None:
        if spec.required and (not spec.choices or choice in spec.choices):
            raise WrongValue(f"{here} is missing: {choice} needs it")
    elif not _fits(spec, value):
        raise WrongValue(f"{here} is {value!r}; it must be {_wanted(spec)}")


def _fits(spec: RecordSpec | ValueSpec, value: object) -> bool:
    match spec.kind:
        case "bool":
            return isinstance(value, bool)
        case "int":
            if (count := number(value)) is None:
                return False
            low = spec.low is None or spec.low <= count
            return low and (spec.high is None or count <= spec.high)
        case "choice":
            return value in spec.options
        case "call" | "bid":
            form = _CALL if spec.kind == "call" else _BID
            return isinstance(value, str) and form.fullmatch(value) is not None
        case _:
            return True


def _wanted(spec: RecordSpec | ValueSpec) -> str:
    match spec.kind:
        case "bool":
            return "true or false"
        case "int":
            return f"a whole number from {spec.low} to {spec.high}"
        case "call":
            return "a call such as 2H, 3N, P, X or XX"
        case "bid":
            return "a bid from 1C to 7N, such as 2H or 3N"
        case _:
            return "one of " + ", ".join(spec.options)
