"""Questions of the exam for directors, and their answers as they were solved.

The questions are facts: cards, the claim with its stated steps, what was known. The
answers are made by `./td manage exam_answers` and kept beside them, so that no page
solves anything. A published ruling is asked only where the solver agrees with it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulings.bridge.positions import Position
from rulings.laws.datafiles import DATA
from rulings.solver.inputs import Settings, SolverClaim, normal_settings
from rulings.solver.types import Adjudication

FOLDER = DATA / "exam"
QUESTIONS, ANSWERS = FOLDER / "questions.toml", FOLDER / "answers.json"

LAWS = ("70A", "70C", "70D1", "70D2", "70E1", "70E2", "71")
"""The Laws that a candidate chooses from."""

WORLD = "WBF"
KEPT = ("line", "explanation", "double_dummy", "certain")
"""What is kept of a result: what its explanation shows."""


@dataclass(frozen=True, slots=True)
class ExamQuestion:
    """One question: the claim at its position, and the answer.

    `steps` are what was said, in the text forms of steps; `laws` all that count as
    right; `source` names who published the ruling, "" for a position of our own, and
    `filled` says that small cards it leaves out were filled in. `solved` holds what
    `KEPT` names.
    """

    id: str
    position: Position
    claim: SolverClaim
    steps: tuple[str, ...]
    laws: tuple[str, ...]
    objection: str
    profile: str
    tricks: int
    source: str
    url: str
    filled: bool
    solved: Mapping[str, Any]

    @property
    def settings(self) -> Settings:
        """Return how normal play is measured: by whose regulations."""
        return normal_settings(self.profile)


@cache
def exam_questions() -> dict[str, ExamQuestion]:
    """Return every question by its id, in the order of the file."""
    answers = json.loads(ANSWERS.read_text("utf-8"))
    return {row["id"]: read_question(row, answers[row["id"]]) for row in raw_rows()}


def raw_rows() -> list[dict[str, Any]]:
    """Return the questions as they are written."""
    rows: list[dict[str, Any]] = tomllib.loads(QUESTIONS.read_text("utf-8"))["question"]
    return rows


def read_question(row: Mapping[str, Any], solved: Mapping[str, Any]) -> ExamQuestion:
    """Return one question; KeyError or ParseError where it is none."""
    given = dict(row["claim"])
    steps = given.pop("statement", [])
    if steps:
        given["statement"] = {"steps": steps, "not_understood": []}
    return ExamQuestion(
        row["id"],
        Position.parse(row["position"]),
        SolverClaim.from_json(given),
        tuple(steps),
        tuple(row["laws"]),
        row.get("objection", ""),
        row.get("profile", WORLD),
        solved.get("award", -1),
        row.get("source", ""),
        row.get("url", ""),
        row.get("filled", False),
        solved,
    )


def answer_of(found: Adjudication, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is kept of an answer.

    Raises ValueError where there is no single number, another one was ruled, or the
    line wins another one, as where a squeeze that nobody stated would be needed.
    """
    if found.award is None or found.low != found.high:
        raise ValueError(f"{row['id']}: {found.low} to {found.high} tricks, not one")
    if row.get("ruled", found.award) != found.award:
        raise ValueError(f"{row['id']}: {found.award} tricks, ruled {row['ruled']}")
    won = sum(trick.to_claimer for trick in found.line)
    if won != found.award:
        raise ValueError(f"{row['id']}: {found.award} tricks, the line wins {won}")
    whole = found.to_json()
    return {"award": found.award} | {name: whole[name] for name in KEPT}


def written(answers: Mapping[str, Any]) -> str:
    """Return the file of the answers: one question a line, the same each time."""
    rows = (
        f"{json.dumps(name)}: {json.dumps(answers[name], sort_keys=True)}"
        for name in answers
    )
    return "{\n" + ",\n".join(rows) + "\n}\n"


def write_answers(answers: Mapping[str, Any], path: Path = ANSWERS) -> bool:
    """Write the file where it changes; return whether it did."""
    text = written(answers)
    if path.exists() and path.read_text("utf-8") == text:
        return False
    path.write_text(text, "utf-8")
    return True
