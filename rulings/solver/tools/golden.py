"""Cases with a known outcome, written as TOML, and the signature over all of them.

A case holds position, claim, settings and what is expected; the signature hashes
every award and every line, so that a change of behaviour cannot go unseen.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from rulings.bridge.positions import Position
from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.types import Adjudication, LineTrick
from rulings.statements.statement import UNREAD

ALWAYS = {"edition", "profile", "suit_order", "strikes", "allowances"}
"""Settings that stand in every file; others where they are not the usual."""


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """One case: its name, the input, and the outcome it must have."""

    name: str
    position: Position
    claim: SolverClaim
    settings: Settings
    expected: Mapping[str, Any]
    ruling: tuple[int, int] | None

    def solve(self) -> Adjudication:
        """Return what the solver says now."""
        return adjudicate(self.position, self.claim, self.settings)


def read_case(path: Path) -> GoldenCase:
    """Return a case from its file; raise KeyError or ParseError when it is not one."""
    data = tomllib.loads(path.read_text("utf-8"))
    names = [field.name for field in fields(Settings)]
    settings = {name: data[name] for name in names if name in data}
    ruling = data.get("ruling")
    return GoldenCase(
        path.stem,
        Position.parse(data["position"]),
        _claim(data["claim"]),
        Settings.from_json({"edition": data["edition"]} | settings),
        data["expected"],
        None if ruling is None else (ruling[0], ruling[-1]),
    )


def _claim(data: Mapping[str, Any]) -> SolverClaim:
    """Return the claim; the steps of its statement stand for the words."""
    fields = dict(data)
    if "statement" in fields:
        unread = [[UNREAD.start, UNREAD.text]] if fields.get("unread") else []
        fields["statement"] = {"steps": fields["statement"], "not_understood": unread}
    return SolverClaim.from_json(fields)


def read_cases(folder: Path) -> list[GoldenCase]:
    """Return all cases of a folder, by name."""
    return [read_case(path) for path in sorted(folder.glob("*.toml"))]


def written(
    position: Position, claim: SolverClaim, settings: Settings, found: Adjudication
) -> list[str]:
    """Return the lines of a file that `read_case` reads back, with today's outcome."""
    usual = Settings().to_json()
    fields = {
        key: value
        for key, value in settings.to_json().items()
        if key in ALWAYS or value != usual.get(key)
    }
    fields["position"] = str(position)
    return [
        *_lines(fields),
        "",
        "[claim]",
        *_lines(_claim_fields(claim)),
        "",
        "[expected]",
        *_lines(_outcome(found)),
    ]


def _claim_fields(claim: SolverClaim) -> dict[str, object]:
    """Return what a claim holds; the steps of its statement stand for the words."""
    fields = {key: value for key, value in claim.to_json().items() if value}
    fields["tricks"] = claim.tricks
    if claim.aware_of_trump is not None:
        fields["aware_of_trump"] = claim.aware_of_trump
    if claim.statement is not None:
        fields["statement"] = [str(step) for step in claim.statement.steps]
        fields |= {"unread": True} if claim.statement.not_understood else {}
    return fields


def _outcome(found: Adjudication) -> dict[str, object]:
    numbers = {
        "award": found.award,
        "low": found.low,
        "high": found.high,
        "certain": found.certain.value,
        "double_dummy": found.double_dummy.value,
        "any_play": found.any_play.value,
    }
    return {key: value for key, value in numbers.items() if value is not None} | {
        "questions": [one.id for one in found.questions],
        "line": line_text(found.line),
    }


def _lines(fields: Mapping[str, object]) -> list[str]:
    """Return values as lines of TOML; JSON writes numbers, texts and lists alike."""
    return [f"{key} = {json.dumps(value)}" for key, value in fields.items()]


def line_text(line: Iterable[LineTrick]) -> list[str]:
    """Return a line as text: one trick a row, each card with its tag."""
    return [
        f"{trick.cards[0].seat}: "
        + " ".join(f"{card.card}/{card.tag}" for card in trick.cards)
        + f" -> {trick.winner}"
        for trick in line
    ]


def signature(results: Iterable[tuple[str, Adjudication]]) -> str:
    """Return the hash over all awards and lines."""
    rows = [
        f"{name} {found.award} {found.low}-{found.high} {line_text(found.line)}"
        for name, found in sorted(results, key=lambda pair: pair[0])
    ]
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]
