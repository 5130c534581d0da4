"""Questions of earlier results that have been answered since: each with its answer.

The number of the answer that was not given is kept by the result that asked. It is
found by the facts: those of now without the answer are those that it was asked of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.models import Case, Proposal
from rulings.queries.case.flow import best_of, same_question, stored_answers
from rulings.queries.case.rules import flow_of
from rulings.queries.case.solving import SolverInput, result_of
from rulings.queries.table.proposal import Bounds, Proposed
from rulings.solver import SolverClaim
from rulings.solver.inputs import parse_play
from rulings.statements.steps import Verb

TRUMP = "aware_of_trump"
COUNTED = "what_counted"
"""The questions without whose answer there is no number."""
LATEST = 6
"""Earlier results looked at: each answer leaves one behind."""

Stored = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Decided:
    """A question with the number of each answer, and the answer in force."""

    question: Stored
    answer: str


def decided(found: Proposed) -> list[Decided]:
    """Return the questions answered so far, the last answered first."""
    if found.asked is None:
        return []
    rows = [row for row in reversed(found.earlier) if row.result_hash][:LATEST]
    asking = [(row, result) for row in rows if (result := result_of(row))]
    answers: list[Decided] = []
    facts = found.asked
    while step := _step_back(facts, asking):
        one, facts = step
        answers.append(one)
        if len(answers) > LATEST:
            break
    return answers


def without_switch(found: Proposed, play: str) -> Bounds | None:
    """Return the number without one of the director's switches, as it was counted.

    None where no earlier result answered just that question.
    """
    if found.asked is None:
        return None
    one, settings = parse_play(play), found.asked.settings
    plain = replace(
        found.asked,
        settings=replace(
            settings,
            strikes=settings.strikes - {one},
            allowances=settings.allowances - {one},
            never=settings.never - {one},
            let_in=settings.let_in - {one},
        ),
    )
    rows = same_question(plain, (row for row in found.earlier if row.result_hash))
    best = best_of(rows)
    if best is None or best.low is None or best.high is None:
        return None
    return best.low, best.high


def trump_answer(case: Case) -> str:
    """Return what the director has answered on the trump, "" for nothing."""
    points, rows = flow_of(case).points, stored_answers(case)
    choices = {step: row["choice"] for step, row in rows.items()}
    for value, reply in (
        ("covered", "trump_covered"),
        ("aware", "trump_known"),
        ("not_aware", "trump_forgotten"),
    ):
        if points.is_given(reply, choices):
            return value
    return ""


def questions_of(result: Stored) -> list[Stored]:
    """Return the questions of a result; that on a trump still out holds all of it."""
    asked = [one for one in result["questions"] if one["id"] != TRUMP]
    trump = result["outstanding_trump"]
    return [{"id": TRUMP, "trump": trump}, *asked] if trump else asked


def _step_back(
    facts: SolverInput, asking: Sequence[tuple[Proposal, Stored]]
) -> tuple[Decided, SolverInput] | None:
    """Return the answer that leads from an earlier question to these facts."""
    for row, result in asking:
        for question in questions_of(result):
            answer, claim = _without(facts.claim, question)
            if not answer:
                continue
            before = replace(facts, claim=claim)
            if before.with_budget(row.budget).hash == row.input_hash:
                return Decided(question, answer), before
    return None


def _without(claim: SolverClaim, question: Stored) -> tuple[str, SolverClaim]:
    """Return the answer that a claim holds to a question, and the claim without it."""
    name, about = question["id"], question.get("about", ())
    if name == TRUMP and claim.aware_of_trump is not None:
        answer = "aware" if claim.aware_of_trump else "not_aware"
        return answer, replace(claim, aware_of_trump=None)
    if name == COUNTED:
        return _uncounted(claim, question)
    if name == "forgotten":
        return _unlisted(claim, frozenset(map(Card.parse, about)))
    if name == "location":
        held = frozenset(_place(text) for text in about)
        if held <= claim.locations:
            return "proven", replace(claim, locations=claim.locations - held)
    if name == "stated_order" and claim.statement is not None:
        for answer, verb in (("order", Verb.ORDER), ("not_an_order", Verb.NO_ORDER)):
            said = claim.statement
            left_over = tuple(step for step in said.steps if step.act is not verb)
            if left_over != said.steps:
                return answer, replace(claim, statement=replace(said, steps=left_over))
    return "", claim


def _unlisted(claim: SolverClaim, cards: frozenset[Card]) -> tuple[str, SolverClaim]:
    """Return the answer on cards left out of count, and the claim without it."""
    if cards <= claim.forgotten:
        return "forgotten", replace(claim, forgotten=claim.forgotten - cards)
    if cards <= claim.counted:
        return "counted", replace(claim, counted=claim.counted - cards)
    return "", claim


def _uncounted(claim: SolverClaim, question: Stored) -> tuple[str, SolverClaim]:
    """Return the answer on what was counted, and the claim without it."""
    if claim.miscounted:
        answer = str(question["answers"][0]["key"])
        return answer, replace(claim, miscounted=False)
    for one in question["answers"]:
        cards = frozenset(map(Card.parse, one["about"]))
        if cards and cards <= claim.forgotten:
            left = claim.forgotten - cards
            return f"gone:{','.join(one['about'])}", replace(claim, forgotten=left)
    return "", claim


def _place(text: str) -> tuple[Seat, Card]:
    seat, _colon, card = text.partition(":")
    return Seat.parse(seat), Card.parse(card)
