"""What can follow a step in an edition: reach, circles, parts that nothing reaches.

A way that only the provisions of another edition open does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from rulings.laws.engine.flow import SYSTEM, Choice, Flow, Step
from rulings.laws.errors import FlowError
from rulings.laws.expressions import Evaluated, Expression, Unknown, evaluate

FlowFault: TypeAlias = tuple[str, str]


def with_reach(flow: Flow, file: str) -> Flow:
    """Return the flow with its reach filled in; FlowError for a circle or an island.

    `file` holds the common part of the flow.
    """
    _check_circles(flow, file)
    ways = {name: tuple(ways_out(flow, step)) for name, step in flow.steps.items()}
    flow = replace(flow, reach={step: _reachable(ways, step) for step in ways})
    for key, problem in _reach_faults(flow):
        raise FlowError(file, key, problem)
    return flow


def ways_out(flow: Flow, step: Step) -> Iterator[str]:
    """Yield each step and outcome that a step can lead to in its edition, once.

    A way that only another edition's provisions open is left out.
    """
    ways = [choice.next for choice in choices_left(flow, step)]
    yield from dict.fromkeys([*ways, *([step.when_open] * bool(step.when_open))])


def choices_left(flow: Flow, step: Step) -> tuple[Choice, ...]:
    """Return the choices of a step that the provisions of its edition leave open."""
    left: dict[str, Choice] = {}
    for rule in step.rules or step.fixed:
        holds = _in_edition(flow, rule.when)
        if holds is not False:
            left[rule.choice] = step.choice(rule.choice)
        if holds is True:
            return tuple(left.values())
    if step.actor != SYSTEM:
        for choice in step.choices:
            if choice.when is None or _in_edition(flow, choice.when) is not False:
                left[choice.value] = choice
    return tuple(left.values())


def _in_edition(flow: Flow, expression: Expression) -> Evaluated:
    """Return what an expression is by the edition alone, mostly Unknown."""

    def lookup(name: str) -> Evaluated:
        part, _, rest = name.partition(".")
        if part == "provision":
            return flow.edition.provision(rest)
        if part == "term":
            return _in_edition(flow, flow.terms[rest])
        return Unknown((name,))

    return evaluate(expression, lookup)


def _reach_faults(flow: Flow) -> Iterator[FlowFault]:
    """Yield what nothing reaches, and what is reached though not in the edition.

    A step that is not in the edition may only be passed by its rules.
    """
    entries = [name for name in flow.entries if flow.steps[name].in_edition]
    met = frozenset(entries).union(*(flow.reach[entry] for entry in entries))
    anywhere = met.union(*(_static(flow, entry) for entry in flow.entries))
    for name, step in flow.steps.items():
        if name not in anywhere or (step.in_edition and name not in met):
            yield f"steps.{name}", "is reached by nothing"
        if name in met and not step.in_edition and step.actor != SYSTEM:
            yield f"steps.{name}", "is asked although it is not in the edition"
    for name, outcome in flow.outcomes.items():
        if name not in anywhere or (outcome.in_edition and name not in met):
            yield f"outcomes.{name}", "is reached by nothing"
        if name in met and not outcome.in_edition:
            yield f"outcomes.{name}", "is reached although it is not in the edition"


def _check_circles(flow: Flow, file: str) -> None:
    """Refuse a way that leads back to where it began."""
    done: set[str] = set()
    for entry in flow.entries:
        way: list[tuple[str, Iterator[str]]] = [(entry, _inner(flow, entry))]
        while way:
            here, exits = way[-1]
            following = next(exits, None)
            if following is None:
                done.add(here)
                way.pop()
            elif following in (step for step, _ in way):
                circle = [step for step, _ in way]
                shown = " ".join([*circle[circle.index(following) :], following])
                raise FlowError(
                    file, f"steps.{here}.next", f"runs in a circle: {shown}"
                )
            elif following not in done:
                way.append((following, _inner(flow, following)))


def _inner(flow: Flow, step: str) -> Iterator[str]:
    return iter([way for way in flow.steps[step].exits if way in flow.steps])


def _static(flow: Flow, start: str) -> frozenset[str]:
    """Return what some edition may reach from a step."""
    return _reachable({name: s.exits for name, s in flow.steps.items()}, start)


def _reachable(ways: Mapping[str, tuple[str, ...]], start: str) -> frozenset[str]:
    """Return a step with every step and outcome that can follow it."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead += ways.get(here, ())
    return frozenset(found)
