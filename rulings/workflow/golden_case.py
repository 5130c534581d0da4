"""A case from a file made a golden case: the question as it stood, the answer of today.

The director's ruling goes with it where the solver's numbers allow it. No words of a
player and no name are in it: the steps that were understood are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.claims.statement import Statement
from rulings.claims.steps import parse_step
from rulings.laws.engine import load_flow
from rulings.models import Board, Playing
from rulings.queries.derived import is_aware
from rulings.queries.flows import CLAIMS
from rulings.queries.solving import replay_of
from rulings.solver import Claim, Settings, adjudicate, input_hash, normal_settings
from rulings.solver.adjudication import Adjudication
from rulings.solver.golden import line_text
from rulings.workflow.errors import Invalid
from rulings.workflow.exchange import ForeignCase

Rows = list[Mapping[str, Any]]


def golden_text(case: ForeignCase) -> str:
    """Return a case as the text of a golden file, solved as the solver is today.

    Raises Invalid while claim or cards are missing, or where the case was changed.
    """
    if not case.proves_itself:
        raise Invalid(f"The case does not prove itself: {case.findings[0]}")
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
            *_head(case, position, settings, found),
            "",
            "[claim]",
            *_claim(claim),
            "",
            "[expected]",
            *_expected(found),
            "",
        ]
    )


def question_of(case: ForeignCase) -> tuple[Position, Claim, Settings]:
    """Return what the solver is asked; raise Invalid without claim or cards."""
    parts = case.parts
    if parts["claim"] is None or parts["position"] is None:
        raise Invalid("The case has no claim or no cards.")
    contract = parts["playing"]["contract"]
    if not contract:
        raise Invalid("The case has no contract.")
    position = Position.parse(parts["position"]["text"])
    facts = {row["key"]: row["value"] for row in parts["facts"] if row["value"]}
    claimed = parts["claim"]["tricks_claimed"]
    claim = Claim(
        claimer=Seat.parse(parts["claim"]["claimer"]),
        declarer=Contract.parse(contract).declarer,
        tricks=position.left if claimed is None else min(claimed, position.left),
        statement=_statement(parts["statements"]),
        aware_of_trump=_aware(parts),
        forgotten=frozenset(map(Card.parse, facts.get("forgotten", []))),
        show_outs=_show_outs(parts, position, facts.get("show_outs", [])),
        locations=frozenset(
            (Seat.parse(text[0]), Card.parse(text[2:]))
            for text in facts.get("locations", [])
        ),
        counted=frozenset(map(Card.parse, facts.get("counted", []))),
    )
    return position, claim, _settings(parts)


def _statement(rows: Rows) -> Statement | None:
    said = [row["steps"] for row in rows if row["layer"] == "claim"]
    steps: list[str] = said[0] if said else []
    return Statement(tuple(parse_step(step) for step in steps)) if steps else None


def _aware(parts: Mapping[str, Any]) -> bool | None:
    """Return whether the claimer knew of the trump, None while it is open (70C)."""
    rows, case = parts["answers"], parts["case"]
    answers = {row["step"]: row["choice"] for row in rows if not row["set_aside"]}
    return is_aware(load_flow(CLAIMS, case["edition"]).points, answers)


def _show_outs(
    parts: Mapping[str, Any], position: Position, told: Iterable[str]
) -> frozenset[tuple[Seat, Suit]]:
    shown = {(Seat.parse(text[0]), Suit.parse(text[2:])) for text in told}
    row = parts["playing"]
    playing = Playing(
        board=Board(deal=parts["board"]["deal"]),
        contract=row["contract"],
        play=row["play"],
    )
    if replayed := replay_of(playing, position.left):
        shown |= replayed.show_outs
    return frozenset(
        (seat, suit) for seat, suit in shown if not position.hands[seat].suit(suit)
    )


def _settings(parts: Mapping[str, Any]) -> Settings:
    """Return the settings of the last question that was asked, else those in force."""
    asked = [row["settings"] for row in parts["proposals"]]
    if asked:
        return Settings.from_json(asked[-1])
    return normal_settings(parts["regulation"]["name"], parts["case"]["edition"])


def _origin(case: ForeignCase) -> str:
    head = case.parts["head"]
    return f"From a dossier: case {case.parts['case']['id']}, entry {head['seq']}."


def _head(
    case: ForeignCase, position: Position, settings: Settings, found: Adjudication
) -> list[str]:
    lines = [
        f"edition = {_text(settings.edition)}",
        f"profile = {_text(settings.profile)}",
        f"suit_order = {_text(str(settings.suit_order))}",
        f"strikes = {_texts(settings.strikes)}",
        f"allowances = {_texts(settings.allowances)}",
        f"position = {_text(str(position))}",
    ]
    ruling = case.ruling
    if ruling is not None:
        lines.append(f"law = {_text(', '.join(ruling['laws']))}")
        tricks = ruling["tricks_claimer"]
        if found.low <= tricks <= found.high:
            lines.append(f"ruling = [{found.low}, {found.high}]")
        else:
            lines.append(f"# The Director ruled {tricks}.")
    return lines


def _claim(claim: Claim) -> list[str]:
    steps = claim.statement.steps if claim.statement else ()
    lines = [
        f"claimer = {_text(str(claim.claimer))}",
        f"declarer = {_text(str(claim.declarer))}",
        f"tricks = {claim.tricks}",
        f"statement = {json.dumps([str(step) for step in steps])}",
        f"forgotten = {_texts(claim.forgotten)}",
        f"show_outs = {_texts(f'{seat}:{suit}' for seat, suit in claim.show_outs)}",
        f"locations = {_texts(f'{seat}:{card}' for seat, card in claim.locations)}",
    ]
    if claim.counted:
        lines.append(f"counted = {_texts(claim.counted)}")
    if claim.aware_of_trump is not None:
        lines.append(f"aware_of_trump = {json.dumps(claim.aware_of_trump)}")
    return lines


def _expected(found: Adjudication) -> list[str]:
    numbers: dict[str, int | None] = {
        "award": found.award,
        "low": found.low,
        "high": found.high,
        "certain": found.certain.value,
        "double_dummy": found.double_dummy.value,
        "any_play": found.any_play.value,
    }
    lines = [f"{key} = {value}" for key, value in numbers.items() if value is not None]
    asked = [one.id for one in found.questions]
    return [
        *lines,
        f"questions = {json.dumps(asked)}",
        f"line = {json.dumps(line_text(found.line))}",
    ]


def _text(value: str) -> str:
    """Return a string as TOML has it; JSON's escapes are among them."""
    return json.dumps(value)


def _texts(values: Iterable[object]) -> str:
    """Return a set of values as a list in one order."""
    return json.dumps(sorted(str(value) for value in values))
