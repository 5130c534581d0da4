"""Questions as texts in, one flat row each out: for positions that stream in by lines.

A question holds position, claim and settings, as a job of the solver has it. Imported
where a batch is solved: in a child of a worker, or on a node of a cluster.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Sequence
from pathlib import Path

from rulings.bridge.positions import Position
from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.tools.batch import FIELDS, Row, row_of

WHERE = "where"
"""In a row that broke off, for who keeps the site: the line of code."""


def unanswered(code: str, sentence: str) -> Row:
    """Return the row of a question without a proposal, and why."""
    return {**dict.fromkeys(FIELDS), "code": code, "error": sentence}


def row_of_question(question: str) -> Row:
    """Return the row of a question; one that breaks the solver costs no other."""
    given = json.loads(question)
    try:
        claim = SolverClaim.from_json(given["claim"])
        settings = Settings.from_json(given["settings"])
        result = adjudicate(Position.parse(given["position"]), claim, settings)
    except MemoryError:
        return unanswered("failed", "The search needed more memory than it may take.")
    except Exception as error:  # noqa: BLE001 - one question never costs the others
        row = unanswered("failed", f"No proposal came of it: {type(error).__name__}.")
        return {**row, WHERE: _place_of(error)}
    return row_of(claim, result)


def _place_of(error: Exception) -> str:
    """Return the file, the line and the function in which it was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"


def rows_of_questions(questions: Sequence[str]) -> list[Row]:
    """Return the rows of some questions, in their order."""
    return [row_of_question(one) for one in questions]
