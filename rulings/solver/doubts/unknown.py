"""Whether it matters which small cards the hands held that nobody is sure of.

Serves Law 70B: every card that each may have been is solved. Where all give one number
the proposal says so; where not it is a range that names a card for either end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulings.bridge.positions import Position
from rulings.solver.inputs import MOST, Placed, Settings, SolverClaim, fillings
from rulings.solver.types import Adjudication, Span, Status, reason, said
from rulings.statements.sentences import Sentence

Solving = Callable[[Position, SolverClaim, Settings], Adjudication]


def whatever_they_are(
    position: Position,
    claim: SolverClaim,
    settings: Settings,
    solve: Solving,
    hashed: str,
) -> Adjudication:
    """Return the proposal over every filling of the small cards not known.

    It stands under the hash of the question asked, with those cards open.
    """
    ways = fillings(position, claim)
    many = len(ways) > MOST
    known = replace(claim, spots=frozenset())
    solved = [
        (solve(filled, known, settings), placed)
        for filled, placed in (ways[:1] if many else ways)
    ]
    found = solved[0][0]
    found = replace(found, provenance=replace(found.provenance, input_hash=hashed))
    if many:
        why = said("spots_many", positions=MOST)
        return _range(found, 0, position.left, why)
    numbers = {(one.award, one.low, one.high) for one, _ in solved}
    if len(numbers) == 1:
        more = () if found.award is None else (reason("spots_all_one"),)
        return replace(found, explanation=(*found.explanation, *more))
    worst, cards = min(solved, key=lambda one: (one[0].low, one[0].high))
    best, others = max(solved, key=lambda one: (one[0].high, one[0].low))
    values = {"award": worst.low, "best": best.high}
    named = {"cards": _names(cards), "cards_2": _names(others)}
    every = [one for one, _ in solved]
    found = replace(
        found,
        any_play=_over([one.any_play for one in every]),
        double_dummy=_over([one.double_dummy for one in every]),
        certain=_over([one.certain for one in every]),
    )
    why = said("spots_matter", **values, **named)
    return _range(found, worst.low, best.high, why)


def _names(placed: Placed) -> str:
    return " ".join(str(card) for _, card in sorted(placed))


def _over(spans: list[Span]) -> Span:
    return Span(min(span.low for span in spans), max(span.high for span in spans))


def _range(found: Adjudication, low: int, high: int, why: Sentence) -> Adjudication:
    """Return a range without a line: the line would be that of one filling alone."""
    return replace(
        found,
        award=None,
        low=low,
        high=high,
        status=Status.RANGE,
        status_reason=why,
        questions=(),
        ladder=(),
        line=(),
        because=(),
        excluded=(),
        settles=(),
        cancel_concession=None,
        cancel_reason=said("concession_open"),
        explanation=(),
        partner=None,
        turning=None,
        losing=(),
        ideas=(),
        by_squeeze=None,
    )
