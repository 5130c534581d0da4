"""Walking a flow in every way it has, without knowing the facts beforehand.

The walker of the engine goes step by step. Forced, a step of the program takes each
way the edition leaves it; left to its rules, each value that a rule wants is tried.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

from rulings.laws.engine.reach import choices_left, ways_out
from rulings.laws.engine.walk import _Missing, _Walker
from rulings.laws.expressions import Unknown
from rulings.laws.regulations import law_default, parameters

# Values of numbers and calls that lead every comparison of the data both ways.
TRIED = {
    "facts.remaining": (3,),
    "facts.claimed": (2, 3),
    "facts.revoke_trick": (6, 12),
    "facts.revoke_transfer": (0, 1),
    "facts.tricks_reclaimed": (1,),
    "solver.opp_trumps": (0, 1),
    "solver.trump_tricks_lost": (0, 1),
    "solver.worst_normal": (1, 2, 3),
    "facts.last_bid": ("1S",),
    "facts.bid": ("1H", "2H"),
    "facts.replacement": ("1D", "2H", "3H", "P", "X"),
    "facts.final_replacement": ("P",),
    "facts.specifies_same": (None,),
    "solver.position_consistent": (True,),
}


def sequences(flow, entry):
    """Return how many sequences of steps the edition has from an entry."""
    ways = {name: tuple(ways_out(flow, step)) for name, step in flow.steps.items()}

    @cache
    def count(here):
        return sum(map(count, ways[here])) if here in ways else 1

    return count(entry)


class Wanted(NamedTuple):
    """A name a rule asks for; the engine's own needs know facts alone."""

    key: str


class Explorer(_Walker):
    """A walker whose facts, windows and regulation are open until a rule asks."""

    def __init__(self, flow, entry, regulation=None):
        base = regulation or law_default(flow.edition.name)
        super().__init__(flow, entry, {"facts": {}, "solver": {}}, {}, base)
        self.fixed = regulation is not None
        self.known = {}

    def _lookup(self, name):
        part, _, rest = name.partition(".")
        spec = self.flow.values.get(name)
        if spec is not None:
            found = self.records.get(rest) if spec.recorded else None
            return found if found is not None else self._tried(name)
        if part == "windows" or (part == "reg" and not self.fixed):
            return self._tried(name)
        return super()._lookup(name)

    def _tried(self, name):
        return self.known[name] if name in self.known else Unknown((name,))

    def _needs(self, unknown, _step):
        return tuple(map(Wanted, unknown.keys))

    def values(self, name):
        """Return the values that are tried for a name a rule asks for."""
        part, _, rest = name.partition(".")
        if name in TRIED:
            return TRIED[name]
        options = parameters()[rest].options if part == "reg" else ()
        if name in self.flow.values:
            options = self.flow.values[name].options
        return options or (True, False)

    def walks(self, here):
        """Yield the outcome of each way from a step, each sequence perhaps often."""
        step = self.flow.steps.get(here)
        if step is None:
            yield here
            return
        try:
            yield from self._ways(step)
        except _Missing as missing:
            name = missing.needs[0].key
            for value in self.values(name):
                self.known[name] = value
                yield from self.walks(here)
            del self.known[name]

    def _ways(self, step):
        ruled = self._ruled(step)
        choices = [ruled] if ruled is not None else self.asked(step)
        for choice in choices:
            path, records = len(self.path), dict(self.records)
            self._taken(step, choice)
            yield from self.walks(choice.next)
            del self.path[path:]
            self.records = records

    def _taken(self, step, choice):
        """Take a way; with its record where the answer needs one."""
        extra = {"tricks": 2, "reason": "x"} if choice.value == "override" else {}
        records = dict(self.records)
        try:
            self._choose(step, choice, "answer", extra)
        except _Missing:
            self.records = records
            raise

    def asked(self, step):
        """Return a choice for each way that the answers to a question lead."""
        left = [
            choice
            for choice in choices_left(self.flow, step)
            if choice.when is None or self._true(choice.when, step)
        ]
        return list({choice.next: choice for choice in reversed(left)}.values())


class Forced(Explorer):
    """An explorer in which a step of the program takes every way of its edition."""

    def _ways(self, step):
        left = choices_left(self.flow, step)
        ways = {choice.next: choice for choice in reversed(left)}
        if step.when_open:
            ways.setdefault(step.when_open, None)
        for way, choice in ways.items():
            self.path.append((step.id, choice and choice.value))
            yield from self.walks(way)
            self.path.pop()


def guided(flow, regulation, rng, met):
    """Walk once to an outcome, preferring answers that `met` has seen least."""
    entries = [entry for entry in flow.entries if flow.steps[entry].in_edition]
    here = rng.choice(entries[1:]) if rng.random() < 0.1 else entries[0]
    explorer = Explorer(flow, here, regulation)
    while here in flow.steps:
        step = flow.steps[here]
        try:
            ruled = explorer._ruled(step)
            if ruled is None:
                left = [
                    choice
                    for choice in choices_left(flow, step)
                    if choice.when is None or explorer._true(choice.when, step)
                ]
                ruled = min(left, key=lambda c: (met[step.id, c.value], rng.random()))
            explorer._taken(step, ruled)
        except _Missing as missing:
            name = missing.needs[0].key
            explorer.known[name] = rng.choice(explorer.values(name))
            continue
        met[step.id, ruled.value] += 1
        here = ruled.next
    return here


def answers_left(flow, regulation, rng, walks):
    """Return the answers on offer that none of a number of guided walks has given."""
    return ways_left(flow, offered(flow, regulation), rng, walks, regulation)


def ways_left(flow, wanted, rng, walks, regulation=None):
    """Return the choices that none of a number of guided walks has made."""
    met = Counter()
    for _ in range(walks):
        end = guided(flow, regulation, rng, met)
        assert flow.outcomes[end].in_edition
        if wanted <= met.keys():
            break
    return wanted - met.keys()


def offered(flow, regulation):
    """Return the answers that edition and regulation leave to the questions."""
    explorer = Explorer(flow, flow.entries[0], regulation)
    found = set()
    for step in flow.steps.values():
        if step.kind == "question" and step.in_edition:
            ruled = explorer._ruled(step) if step.fixed else None
            left = [
                choice
                for choice in ([ruled] if ruled else choices_left(flow, step))
                if choice.when is None or explorer._true(choice.when, step)
            ]
            found |= {(step.id, choice.value) for choice in left}
    return found
