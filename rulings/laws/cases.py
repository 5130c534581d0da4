"""Written flow cases: situations with the path and outcome they must have.

A case leaves out what is false or unknown; what silence means stands with each value in
the flow. Serves the golden cases and any file of the form flow-case/1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulings.bridge.errors import ParseError
from rulings.laws import references
from rulings.laws.editions import editions
from rulings.laws.engine.flow import Flow
from rulings.laws.engine.loading import flows, load_flow
from rulings.laws.engine.paths import Walk
from rulings.laws.engine.walk import walk
from rulings.laws.errors import NotHeld
from rulings.laws.regulations import from_values

SCHEMA = "flow-case/1"
AGREES, DIFFERS, NOT_HELD = "agrees", "differs", "not held"
_NUMBERS = ("tricks_to_claimer", "final_tricks_to_claimer")
_LISTS = ("path", "laws", "notices")
_COMPARED = frozenset({*_NUMBERS, *_LISTS, "outcome", "records"})
_NOTHING = "nothing is expected: give at least expect.path or expect.outcome"


@dataclass(frozen=True, slots=True)
class CaseVerdict:
    """What became of a case: its walk, and the first difference if there is one.

    `beside` are expectations of a name that nothing compares.
    """

    id: str
    status: str
    difference: str
    walk: Walk | None
    beside: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """The ids of the steps visited."""
        return () if self.walk is None else self.walk.ids

    @property
    def outcome(self) -> str:
        """The id of the outcome, else what the walk waits for."""
        if self.walk is None:
            return ""
        if self.walk.outcome is not None:
            return self.walk.outcome.id
        if self.walk.at is not None:
            return f"waits at {self.walk.at.id}"
        return "needs " + ", ".join(need.key for need in self.walk.missing)

    @property
    def laws(self) -> tuple[str, ...]:
        """The references of the path and the outcome."""
        return () if self.walk is None else tuple(map(str, self.walk.references))


def read_cases(text: str) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]]:
    """Return the default regulation and the cases; ParseError if it holds no cases."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"no JSON: {error}") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise ParseError(
            f"no file of flow cases: {_schema(data)}; its schema must be {SCHEMA}"
        )
    cases = data.get("cases")
    if not isinstance(cases, list) or not all(isinstance(c, dict) for c in cases):
        raise ParseError("no file of flow cases: cases must be a list of tables")
    return _table(data, "default_regulation"), cases


def _schema(data: object) -> str:
    """Return what some JSON gives as its schema, cut short, as half a sentence."""
    if not isinstance(data, dict):
        return "it holds no table that could name a schema"
    if "schema" not in data:
        return "it names no schema"
    given = json.dumps(data["schema"], ensure_ascii=False)
    return f"its schema is given as {given[:80]}"


def run_case(case: Mapping[str, Any], default: Mapping[str, Any]) -> CaseVerdict:
    """Walk a case and compare it with what it expects.

    A case whose flow or edition has no data here is "not held"; a case that cannot be
    read or walked differs. Neither raises.
    """
    name = str(case.get("id", "?"))
    try:
        expect = _expected(case)
        walked = walk_case(case, default)
    except NotHeld as error:
        return CaseVerdict(name, NOT_HELD, str(error), None)
    except (ParseError, KeyError, TypeError, AttributeError) as error:
        problem = f"{type(error).__name__}: {error}"
        return CaseVerdict(name, DIFFERS, problem, None)
    compared = {key: value for key, value in expect.items() if key in _COMPARED}
    difference = next(_differences(walked, compared), "") if compared else _NOTHING
    status = DIFFERS if difference else AGREES
    beside = tuple(sorted(expect.keys() - compared.keys()))
    return CaseVerdict(name, status, difference, walked, beside)


def walk_case(case: Mapping[str, Any], default: Mapping[str, Any]) -> Walk:
    """Return the walk of a case under the default regulation and its own values."""
    name, edition = _name(case, "flow"), _name(case, "edition")
    flow = load_flow(name, edition)
    return walk(
        flow,
        facts=_with_assumed(flow.assumed("facts"), _facts(case, flow)),
        answers=_table(case, "answers"),
        regulation=from_values(
            {**default, **_table(case, "regulation")}, edition=edition
        ),
        solver={**flow.assumed("solver"), **_table(case, "solver")},
        entry=str(case.get("entry") or ""),
    )


def _expected(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a case expects; ParseError for a part of another form."""
    expect = dict(_table(case, "expect"))
    for name in _LISTS:
        given = expect.get(name)
        if given is None:
            expect.pop(name, None)
        elif not isinstance(given, list) or not all(isinstance(t, str) for t in given):
            raise ParseError(f"expect.{name} is {given!r}; it must be a list of texts")
    if records := _table(expect, "records", "expect."):
        return {**expect, "records": records}
    expect.pop("records", None)
    return expect


def _facts(case: Mapping[str, Any], flow: Flow) -> Mapping[str, Any]:
    """Return the facts of a case; ParseError where a part of them is no table."""
    facts = _table(case, "facts")
    inner = {key.split(".")[1] for key in flow.values if key.count(".") > 1}
    for name in sorted({"timing", "windows"} | inner):
        _table(facts, name, "facts.")
    return facts


def _name(case: Mapping[str, Any], key: str) -> str:
    """Return the flow or edition of a case; ParseError where it names none."""
    given = case.get(key)
    if isinstance(given, bool) or not isinstance(given, (str, int)) or given == "":
        held = ", ".join(flows() if key == "flow" else editions())
        raise ParseError(f"{key} is {given!r}; it must name one, held are {held}")
    return str(given)


def _table(table: Mapping[str, Any], name: str, where: str = "") -> Mapping[str, Any]:
    """Return an inner table, empty where left out; ParseError if it is no table."""
    given = table.get(name)
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise ParseError(f"{where}{name} is {given!r}; it must be a table")
    return given


def _with_assumed(
    assumed: Mapping[str, Any], facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the facts with what their absence means, dotted names for inner tables."""
    filled = dict(facts)
    for name, value in assumed.items():
        table, _, inner = name.partition(".")
        there = facts.get(table)
        if inner and isinstance(there, Mapping) and there.get(inner) is not None:
            continue
        if inner or there is None:
            filled[name] = value
    return filled


def _differences(walked: Walk, expect: Mapping[str, Any]) -> Iterator[str]:
    """Yield each point in which a walk is not as expected, the path first."""
    path = list(walked.ids)
    if path != (wanted_path := list(expect.get("path", path))):
        yield _first_step(path, wanted_path)
    outcome = None if walked.outcome is None else walked.outcome.id
    if outcome != expect.get("outcome", outcome):
        reached = outcome or "no outcome"
        yield f"outcome {reached}, expected {expect['outcome']}"
    for law in expect.get("laws", []):
        if not any(references.mentions(ref, law) for ref in walked.references):
            yield f"law {law} is not cited"
    stored = {
        **walked.records,
        "tricks_to_claimer": walked.tricks_to_claimer,
        "final_tricks_to_claimer": walked.final_tricks,
    }
    wanted = {key: expect[key] for key in _NUMBERS if key in expect}
    for key, value in {**wanted, **expect.get("records", {})}.items():
        if stored.get(key) != value:
            yield f"{key} is {stored.get(key)!r}, expected {value!r}"
    shown = {notice.id for notice in walked.notices}
    for notice in expect.get("notices", []):
        if notice not in shown:
            yield f"notice {notice} is not shown"


def _first_step(path: list[str], expected: list[str]) -> str:
    for place, (step, wanted) in enumerate(zip(path, expected, strict=False), start=1):
        if step != wanted:
            return f"step {place} is {step}, expected {wanted}"
    if len(path) < len(expected):
        return f"the path ends before {expected[len(path)]}"
    return f"the path goes on to {path[len(expected)]}"
