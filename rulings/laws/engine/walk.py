"""Walking a flow: answers, facts and solver results in, the path and its end out.

A pure function of its arguments: the same answers give the same walk in whatever order
they were given, and an answer that is changed leaves all others as they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulings.laws import expressions, periods
from rulings.laws.engine.answers import (
    GivenAnswer,
    Need,
    check_value,
    need,
    number,
    plain,
    read_answer,
)
from rulings.laws.engine.flow import (
    OPEN,
    SYSTEM,
    Choice,
    Computed,
    Flow,
    FlowNotice,
    Outcome,
    Step,
    ValueSpec,
)
from rulings.laws.engine.paths import Visited, Walk
from rulings.laws.errors import NotOffered, WrongValue
from rulings.laws.expressions import Evaluated, Expression, Scalar, Unknown
from rulings.laws.regulations import Regulations


def walk(
    flow: Flow,
    *,
    facts: Mapping[str, Any],
    answers: Mapping[str, GivenAnswer],
    regulation: Regulations,
    solver: Mapping[str, Any] | None = None,
    entry: str = "",
    stop_at_open: bool = False,
) -> Walk:
    """Walk a flow from an entry (its first) as far as the answers and values lead.

    A question left open with the answer "open" is passed, so that a proposal can be
    looked at, and asked again before anything is settled; with `stop_at_open` the walk
    waits at it. NotOffered names step, answer and choices; WrongValue a value that
    cannot be.
    """
    begins = entry or flow.entries[0]
    if begins not in flow.entries:
        raise NotOffered("entry", begins, flow.entries)
    given = {"facts": facts, "solver": solver or {}}
    walker = _Walker(flow, begins, given, answers, regulation)
    return walker.run(stop_at_open=stop_at_open)


class _Missing(Exception):
    """Raised inside the walk when a rule needs values that are not there."""

    def __init__(self, needs: tuple[Need, ...]) -> None:
        self.needs = needs
        super().__init__(", ".join(need.key for need in needs))


class _Walker:
    """The state of one walk; made, run once and thrown away."""

    def __init__(
        self,
        flow: Flow,
        entry: str,
        given: Mapping[str, Mapping[str, Any]],
        answers: Mapping[str, GivenAnswer],
        regulation: Regulations,
    ) -> None:
        self.flow = flow
        self.entry = entry
        self.given = given
        self.answers = {key: read_answer(flow, key, a) for key, a in answers.items()}
        self.regulation = regulation
        self.windows = periods.windows_of(given["facts"], regulation)
        self.path: list[Visited] = []
        self.opened: list[Step] = []
        self.records: dict[str, Any] = {}
        for spec in flow.values.values():
            check_value(spec, self._handed_in(spec.key))

    def run(self, *, stop_at_open: bool) -> Walk:
        here = self.entry
        while here in self.flow.steps:
            step = self.flow.steps[here]
            if step.settles and self.opened:
                return self._result(at=self.opened[0])
            try:
                way = self._pass(step, stop_at_open=stop_at_open)
            except _Missing as missing:
                return self._result(missing=missing.needs, stands=step.id)
            if way is None:
                return self._result(at=step)
            here = way
        return self._result(outcome=self.flow.outcomes[here])

    def _pass(self, step: Step, *, stop_at_open: bool) -> str | None:
        """Go through a step and return where it leads, None when it waits."""
        ruled = self._ruled(step)
        if ruled is not None:
            by = "rule" if step.actor == SYSTEM else "fixed"
            return self._choose(step, ruled, by, {})
        answer = self.answers.get(step.id)
        if answer is None:
            return None
        value, extra = answer
        if value == OPEN:
            if stop_at_open:
                return None
            self.opened.append(step)
            self.path.append(Visited(step, None, OPEN, step.refs, (), extra))
            return step.when_open
        choice = step.choice(value)
        if choice.when is not None and not self._true(choice.when, step):
            offered = (c for c in step.choices if c is not choice)
            raise NotOffered(step.id, value, tuple(c.value for c in offered))
        way = self._choose(step, choice, "answer", extra)
        self._check(step)
        return way

    def _check(self, step: Step) -> None:
        """Refuse an answer whose values cannot be; what is unknown is let be."""
        for check in step.checks:
            if expressions.evaluate(check.holds, self._lookup) is False:
                raise WrongValue(check.says)

    def _ruled(self, step: Step) -> Choice | None:
        """Return the choice that a rule makes; a system step has no other way."""
        for rule in step.rules or step.fixed:
            if self._true(rule.when, step):
                return step.choice(rule.choice)
        if step.actor == SYSTEM:
            raise _Missing((need(step.needs[0], step, step.stops),))
        return None

    def _choose(
        self, step: Step, choice: Choice, by: str, extra: Mapping[str, Any]
    ) -> str:
        values = dict(extra)
        self.records.update(extra)
        for setting in choice.sets:
            value: Evaluated | Scalar
            if isinstance(setting.value, Expression):
                value = expressions.evaluate(setting.value, self._lookup)
            else:
                value = setting.value
            if isinstance(value, Unknown) and not setting.optional:
                raise _Missing(self._needs(value, step))
            if isinstance(value, Unknown) or (value is None and setting.optional):
                continue
            values[setting.name] = self.records[setting.name] = value
        notices = tuple(self.flow.notices[name] for name in choice.notices)
        self.path.append(Visited(step, choice, by, step.refs, notices, values))
        return choice.next

    def _true(self, condition: Expression, step: Step) -> bool:
        value = expressions.evaluate(condition, self._lookup)
        if isinstance(value, Unknown):
            raise _Missing(self._needs(value, step))
        return bool(value)

    def _needs(self, unknown: Unknown, step: Step) -> tuple[Need, ...]:
        specs = (self.flow.values[key] for key in unknown.keys)
        return tuple(need(spec, step, limit=self._limit(spec)) for spec in specs)

    def _limit(self, spec: ValueSpec) -> int | None:
        if spec.limit is None:
            return None
        value = expressions.evaluate(spec.limit, self._lookup)
        return None if isinstance(value, Unknown) else number(value)

    def _lookup(self, name: str) -> Evaluated:
        part, _, rest = name.partition(".")
        match part:
            case "facts" | "solver":
                return self._entered(self.flow.values[name], rest)
            case "reg":
                return self.regulation[rest]
            case "provision":
                return self.flow.edition.provision(rest)
            case "answer":
                visits = (v.value for v in self.path if v.step.id == rest)
                return next(visits, None)
            case "record":
                return plain(self.records.get(rest))
            case "windows":
                return self.windows[rest]
            case "computed":
                return self._computed(self.flow.computed[rest])
            case _:
                return expressions.evaluate(self.flow.terms[rest], self._lookup)

    def _computed(self, made: Computed) -> Evaluated:
        """Return what a function makes of values; nothing of a value left out."""
        given = [self._lookup(name) for name in made.of]
        unknown = [value for value in given if isinstance(value, Unknown)]
        if unknown:
            return Unknown(tuple(dict.fromkeys(k for u in unknown for k in u.keys)))
        return None if None in given else made.function(*given)

    def _entered(self, spec: ValueSpec, name: str) -> Evaluated:
        """Return a value recorded on the way, handed in, or meant by its absence."""
        value = self.records.get(name) if spec.recorded else None
        if value is None:
            value = self._handed_in(spec.key)
        if value is None:
            value = spec.absent
        if value is None:
            return None if spec.optional else Unknown((spec.key,))
        return plain(value)

    def _handed_in(self, key: str) -> object:
        """Return a value handed in, under its dotted name or in tables within."""
        part, _, name = key.partition(".")
        table: Any = self.given[part]
        if name in table:
            return table[name]
        for piece in name.split("."):
            table = table.get(piece) if isinstance(table, Mapping) else None
        return table

    def _result(
        self,
        *,
        at: Step | None = None,
        missing: tuple[Need, ...] = (),
        stands: str = "",
        outcome: Outcome | None = None,
    ) -> Walk:
        stands = at.id if at is not None else stands
        ahead = self.flow.reach.get(stands, frozenset())
        answered = {v.step.id for v in self.path if v.by in ("answer", OPEN)}
        reach = self.flow.reach[self.entry]
        waiting = {key for key in self.answers if key in reach} - answered
        notices = [notice for visited in self.path for notice in visited.notices]
        references = [ref for visited in self.path for ref in visited.refs]
        if outcome is not None:
            notices += self._shown(outcome)
            references += outcome.refs
        visited_ids = {v.step.id for v in self.path} - {stands}
        kept = (waiting & ahead) - visited_ids
        return Walk(
            points=self.flow.points,
            path=tuple(self.path),
            at=at,
            missing=missing,
            outcome=outcome,
            open=tuple(self.opened),
            pending=tuple(sorted(kept)),
            unused=tuple(sorted(waiting - kept)),
            notices=tuple(dict.fromkeys(notices)),
            references=tuple(dict.fromkeys(references)),
            records=dict(self.records),
            tricks_to_claimer=number(self.records.get("tricks_to_claimer")),
            final_tricks=self._final(outcome),
        )

    def _shown(self, outcome: Outcome) -> list[FlowNotice]:
        return [
            self.flow.notices[use.id]
            for use in outcome.notices
            if use.when is None or expressions.evaluate(use.when, self._lookup) is True
        ]

    def _final(self, outcome: Outcome | None) -> int | None:
        if outcome is None or outcome.final is None:
            return None
        value = expressions.evaluate(outcome.final, self._lookup)
        return None if isinstance(value, Unknown) else number(value)
