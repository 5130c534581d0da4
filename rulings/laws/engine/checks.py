"""The checks a flow passes when it is loaded; each fault names the file and the key.

Unknown jumps, dead ends, names that nothing gives, answers a rule can never see,
notices and effects that do not exist. Circles and parts nobody reaches are in `reach`.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rulings.laws import periods
from rulings.laws.engine.flow import (
    EFFECTS,
    INPUTS,
    SYSTEM,
    Choice,
    Flow,
    Outcome,
    Step,
)
from rulings.laws.engine.points import NEEDS_THEM, missing_points
from rulings.laws.engine.reach import with_reach
from rulings.laws.errors import FlowError
from rulings.laws.expressions import Expression
from rulings.laws.regulations import parameters

ACTORS = (
    *(SYSTEM, "director", "claimer", "opponents"),
    *("chief", "reviewer", "offender", "lho"),
)

FlowFault: TypeAlias = tuple[str, str]


def checked(flow: Flow, file: str) -> Flow:
    """Return the flow with its reach filled in; FlowError at the first fault.

    `file` holds the common part of the flow.
    """
    for key, problem in _faults(flow):
        raise FlowError(file, key, problem)
    return with_reach(flow, file)


def _faults(flow: Flow) -> Iterator[FlowFault]:
    yield from _head_faults(flow)
    yield from _value_faults(flow)
    for name, term in flow.terms.items():
        yield from _bad_names(flow, f"terms.{name}", term, before=name)
    for name, step in flow.steps.items():
        for key, problem in _step_faults(flow, step):
            yield f"steps.{name}.{key}", problem
    for name, outcome in flow.outcomes.items():
        for key, problem in _outcome_faults(flow, outcome):
            yield f"outcomes.{name}.{key}", problem
    yield from _point_faults(flow)


def _head_faults(flow: Flow) -> Iterator[FlowFault]:
    if not flow.entries:
        yield "flow.entries", "missing: a flow begins somewhere"
    for entry in flow.entries:
        if entry not in flow.steps:
            yield "flow.entries", f"there is no step {entry}"
    for entry in flow.starts:
        if entry not in flow.entries:
            yield f"flow.starts.{entry}", "is no entry of the flow"
    for name in flow.inputs:
        if name not in INPUTS:
            yield "flow.inputs", f"no input {name}; there are {_listed(INPUTS)}"


def _point_faults(flow: Flow) -> Iterator[FlowFault]:
    """Yield names that lead nowhere, and those that a flow of claims leaves out."""
    held = {*flow.steps, *flow.outcomes, *flow.notices}
    for name, ids in flow.points.ids.items():
        for one in ids:
            if one not in held:
                yield f"points.{name}", f"there is no step, outcome or notice {one}"
    for name, reply in flow.points.replies.items():
        for step_id, value in reply.items():
            step = flow.steps.get(step_id)
            if step is None or value not in step.offered:
                yield f"replies.{name}", f"{step_id} offers no choice {value}"
    if NEEDS_THEM in flow.inputs:
        yield from missing_points(flow.points)


def _value_faults(flow: Flow) -> Iterator[FlowFault]:
    for spec in flow.values.values():
        if spec.limit is not None:
            yield from _bad_names(flow, f"{spec.key}.limit", spec.limit)
    for name, made in flow.computed.items():
        for source in made.of:
            if source not in flow.values:
                yield f"computed.{name}.of", f"nothing gives {source}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _outcome_faults(flow: Flow, outcome: Outcome) -> Iterator[FlowFault]:
    if outcome.effect not in EFFECTS:
        yield "effect", f"no effect {outcome.effect!r}; there are {_listed(EFFECTS)}"
    for use in outcome.notices:
        yield from _bad_notices(flow, "notices", (use.id,))
        if use.when is not None:
            yield from _bad_names(flow, "notices", use.when)
    for step_id in outcome.follow_ups:
        if step_id not in flow.entries:
            yield "follow_ups", f"{step_id} is no entry of the flow"
    if outcome.final is not None:
        yield from _bad_names(flow, "final", outcome.final)


def _step_faults(flow: Flow, step: Step) -> Iterator[FlowFault]:
    if step.actor not in ACTORS:
        yield "actor", f"no actor {step.actor!r}; there are {', '.join(ACTORS)}"
    if not step.choices:
        yield "choices", "a dead end: there is no way out"
    if len(set(step.offered)) != len(step.offered):
        yield "choices", "a value is offered twice"
    for way in step.exits:
        if way not in flow.steps and way not in flow.outcomes:
            yield "next", f"there is no step or outcome {way}"
    yield from _text_faults(flow, step)
    yield from _rule_faults(flow, step)
    for check in step.checks:
        yield from _bad_names(flow, "checks", check.holds)
    for choice in step.choices:
        yield from _choice_faults(flow, choice)


def _text_faults(flow: Flow, step: Step) -> Iterator[FlowFault]:
    texts = [step.question, step.why, step.gist, *(note.text for note in step.notes)]
    for choice in step.choices:
        texts += [choice.label, choice.hint]
    for text in texts:
        for _, name, _, _ in string.Formatter().parse(text):
            if name is not None and name not in flow.placeholders:
                yield "question", f"nothing fills {{{name}}}"
    for record in step.records:
        for value in record.choices:
            if value not in step.offered:
                yield f"records.{record.name}", f"{value} is no choice of the step"


def _choice_faults(flow: Flow, choice: Choice) -> Iterator[FlowFault]:
    here = f"choices.{choice.value}"
    yield from _bad_notices(flow, f"{here}.notices", choice.notices)
    if choice.when is not None:
        yield from _bad_names(flow, f"{here}.when", choice.when)
    for setting in choice.sets:
        if isinstance(setting.value, Expression):
            yield from _bad_names(flow, f"{here}.sets.{setting.name}", setting.value)


def _bad_notices(flow: Flow, key: str, names: tuple[str, ...]) -> Iterator[FlowFault]:
    for name in names:
        if name not in flow.notices:
            yield key, f"there is no notice {name}"


def _rule_faults(flow: Flow, step: Step) -> Iterator[FlowFault]:
    if (step.actor == SYSTEM) is not bool(step.rules):
        yield "rules", "go with a system step, and only with one"
    if step.actor == SYSTEM and step.when_open:
        yield "when_open", "a system step asks nothing that could stay open"
    if step.rules and not step.stops and step.rules[-1].when.text != "True":
        yield "rules", 'a dead end: the last rule must be when = "True"'
    for key, rules in (("rules", step.rules), ("fixed", step.fixed)):
        for rule in rules:
            if rule.choice not in step.offered:
                yield key, f"{rule.choice} is no choice of the step"
            yield from _bad_names(flow, key, rule.when)
    ruled = {rule.choice for rule in step.rules}
    if step.actor == SYSTEM and (idle := [v for v in step.offered if v not in ruled]):
        yield "choices", f"no rule leads to {', '.join(idle)}"


def _bad_names(
    flow: Flow, key: str, expression: Expression, before: str = ""
) -> Iterator[FlowFault]:
    """Yield the names nothing gives, and texts that a name can never equal.

    A term may use only the terms that stand before it, so no term runs in a circle.
    """
    earlier = list(flow.terms)
    if before:
        earlier = earlier[: earlier.index(before)]
    for name in expression.names:
        if _options(flow, name, earlier) is None:
            yield key, f"nothing gives {name}"
    for name, text in expression.compared():
        options = _options(flow, name, earlier)
        if options and text not in options:
            yield key, f"{name} is never {text!r}; it is one of {', '.join(options)}"


def _options(flow: Flow, name: str, terms: list[str]) -> tuple[str, ...] | None:
    """Return the texts a name can have, empty if any; None if there is no such name."""
    part, _, rest = name.partition(".")
    match part:
        case "facts" | "solver":
            spec = flow.values.get(name)
            return None if spec is None else spec.options
        case "reg":
            parameter = parameters().get(rest)
            return None if parameter is None else parameter.options
        case "provision":
            provision = flow.edition.provisions.get(rest)
            return None if provision is None else provision.options
        case "answer":
            step = flow.steps.get(rest)
            return None if step is None else step.offered
        case "record":
            return _recorded(flow).get(rest)
        case "windows":
            return () if rest in periods.WINDOWS else None
        case "computed":
            made = flow.computed.get(rest)
            return None if made is None else made.options
        case "term":
            return () if rest in terms else None
        case _:
            return None


def _recorded(flow: Flow) -> dict[str, tuple[str, ...]]:
    """Return what the walk can record, with the texts where only fixed ones are set."""
    fixed: dict[str, set[str]] = {}
    free: set[str] = set()
    for step in flow.steps.values():
        free |= {record.name for record in step.records}
        for setting in (s for choice in step.choices for s in choice.sets):
            if isinstance(setting.value, str):
                fixed.setdefault(setting.name, set()).add(setting.value)
            else:
                free.add(setting.name)
    names = {name: tuple(sorted(texts)) for name, texts in fixed.items()}
    return names | dict.fromkeys(free, ())
