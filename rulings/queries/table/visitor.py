"""A question of the public page as a sheet, so that the moment's presenters show it.

There is no case: event, board and claim stand in memory alone and are never saved.
"""

from __future__ import annotations

import json
from typing import Any

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.positions import Position
from rulings.models import Board, Case, Claim, Playing, Statement, VisitorQuestion
from rulings.queries.case.rows import IN_ORDER
from rulings.queries.case.solving import SolverInput
from rulings.queries.table.proposal import Proposed
from rulings.queries.table.sheet import Sheet
from rulings.solver import Settings, SolverClaim
from rulings.states import State

WORDS = "words"
"""Under this mark the words of the only layer stand in the sheet."""


def question_of(row: VisitorQuestion) -> SolverInput:
    """Return what was asked."""
    asked = json.loads(row.question)
    return SolverInput(
        Position.parse(asked["position"]),
        SolverClaim.from_json(asked["claim"]),
        Settings.from_json(asked["settings"]),
    )


def sheet_of_visitor(row: VisitorQuestion) -> Sheet:
    """Return the sheet of a question, without a case that could be saved."""
    asked = question_of(row)
    given: dict[str, Any] = row.given
    contract = Contract.parse(given["shown_contract"])
    board = Board(number=0, dealer="N", vulnerability=given["shown_vulnerable"])
    case = Case(
        playing=Playing(board=board, contract=str(contract)),
        kind=Case.Kind.CLAIM,
        state=State.FROZEN.value,
        edition=asked.settings.edition,
    )
    case.kept = {table: [] for table in IN_ORDER}
    said = asked.claim.statement
    layers = {}
    if said is not None:
        layers[Statement.Layer.CLAIM.value] = Statement(
            layer=Statement.Layer.CLAIM,
            seat=asked.claim.claimer.letter,
            words=WORDS,
            steps=[str(step) for step in said.steps],
        )
    claim = Claim(
        claimer=asked.claim.claimer.letter,
        tricks_left=asked.position.left,
        tricks_claimed=asked.claim.tricks,
    )
    return Sheet(
        case=case,
        contract=contract,
        deal=None,
        replay=None,
        claim=claim,
        layers=layers,
        objections=(),
        agreements=(),
        cards=asked.position,
        ruling=None,
        texts={WORDS: given.get("said", "")},
    )


def vulnerable_of(row: VisitorQuestion) -> Vulnerability:
    """Return who is vulnerable, as the page takes it."""
    return Vulnerability(row.given["shown_vulnerable"])


def proposed_to_visitor(row: VisitorQuestion) -> Proposed:
    """Return how far the solver is with a question, as for a case."""
    low, high = row.low, row.high
    if row.result is not None:
        low, high = int(row.result["low"]), int(row.result["high"])
    return Proposed(
        None,
        row.result,
        low,
        high,
        askable=True,
        stale=False,
        asked=question_of(row),
    )
