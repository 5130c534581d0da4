"""Questions as texts in, one flat row each out: for positions that stream in by lines.

A question holds position, claim and settings, as a job of the solver has it. Imported
where a batch is solved: in a child of a worker, or on a node of a cluster.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rulings.bridge.positions import Position
from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.tools.batch import FIELDS, Row, row_of


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
        return unanswered("failed", f"No proposal came of it: {type(error).__name__}.")
    return row_of(claim, result)


def rows_of_questions(questions: Sequence[str]) -> list[Row]:
    """Return the rows of some questions, in their order."""
    return [row_of_question(one) for one in questions]
