"""A case from a file made a golden case: the question as it stood, the answer of today.

The director's ruling goes with it where the solver's numbers allow it. No words of a
player and no name are in it: the steps that were understood are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulings.bridge.positions import Position
from rulings.laws.engine import load_flow
from rulings.models import Board, Playing
from rulings.queries.case.rules import CLAIMS
from rulings.queries.case.solving import (
    ClaimFacts,
    ShowOuts,
    replay_of,
    solver_claim,
    solver_settings,
    stored_statement,
)
from rulings.solver import Settings, SolverClaim, adjudicate, input_hash
from rulings.solver.tools.golden import written
from rulings.solver.types import Adjudication
from rulings.statements.statement import ReadStatement
from rulings.workflow.errors import Fault
from rulings.workflow.proof.exchange import ForeignCase

Rows = list[Mapping[str, Any]]


def golden_text(case: ForeignCase) -> str:
    """Return a case as the text of a golden file, solved as the solver is today.

    Raises Invalid while claim or cards are missing, or where the case was changed.
    """
    if not case.proves_itself:
        raise Fault("case_not_proven", finding=case.findings[0])
    position, claim, settings = question_of(case)
    found = adjudicate(position, claim, settings)
    asked = input_hash(position, claim, settings)
    known = any(row["input_hash"] == asked for row in case.parts["proposals"])
    return "\n".join(
        [
            f"# {_origin(case)}",
            "# "
            + (
                "The solver was asked this question when the case was ruled."
                if known
                else "The solver was not asked exactly this when the case was ruled."
            ),
            "",
            *_ruled(case, found),
            *written(position, claim, settings, found),
            "",
        ]
    )


def question_of(case: ForeignCase) -> tuple[Position, SolverClaim, Settings]:
    """Return what the solver is asked; raise Invalid without claim or cards."""
    parts = case.parts
    if parts["claim"] is None or parts["position"] is None:
        raise Fault("case_without_cards")
    contract = parts["playing"]["contract"]
    if not contract:
        raise Fault("case_without_contract")
    position = Position.parse(parts["position"]["text"])
    facts = {row["key"]: row["value"] for row in parts["facts"] if row["value"]}
    claim = ClaimFacts(
        position,
        contract,
        parts["claim"]["claimer"],
        parts["claim"]["tricks_claimed"],
        _said(parts["statements"]),
        facts,
        {
            row["step"]: (row["choice"], row["values"])
            for row in parts["answers"]
            if not row["set_aside"]
        },
        load_flow(CLAIMS, parts["case"]["edition"]).points,
        _show_outs(parts, position),
    )
    return position, solver_claim(claim), _settings(parts, facts)


def _said(rows: Rows) -> ReadStatement | None:
    """Return what was said at the claim."""
    said = [row for row in rows if row["layer"] == "claim"]
    return stored_statement(said[0]["steps"], said[0]["words"]) if said else None


def _show_outs(parts: Mapping[str, Any], position: Position) -> ShowOuts:
    """Return the failures to follow in the record of play."""
    row = parts["playing"]
    playing = Playing(
        board=Board(deal=parts["board"]["deal"]),
        contract=row["contract"],
        play=row["play"],
    )
    replayed = replay_of(playing, position.left)
    return frozenset() if replayed is None else replayed.show_outs


def _settings(parts: Mapping[str, Any], facts: Mapping[str, Any]) -> Settings:
    """Return the settings of the last question that was asked, else those in force."""
    asked = [row["settings"] for row in parts["proposals"]]
    if asked:
        return Settings.from_json(asked[-1])
    return solver_settings(parts["regulation"], parts["case"]["edition"], facts)


def _origin(case: ForeignCase) -> str:
    head = case.parts["head"]
    return f"From a dossier: case {case.parts['case']['id']}, entry {head['seq']}."


def _ruled(case: ForeignCase, found: Adjudication) -> list[str]:
    """Return the law and the ruling, as far as the solver's numbers allow it."""
    ruling = case.ruling
    if ruling is None:
        return []
    laws, tricks = ", ".join(ruling["laws"]), ruling["tricks_claimer"]
    fits = found.low <= tricks <= found.high
    return [
        f"law = {json.dumps(laws)}",
        f"ruling = [{found.low}, {found.high}]"
        if fits
        else f"# The Director ruled {tricks}.",
    ]
