"""What a side may also see once nobody can play the board any more.

Reasons, the words of the claim and the line may name cards: they are left out until
the ruling is announced and the embargo of the board is lifted (R11).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import Case, Ruling, Statement
from rulings.permissions import embargo_lifted
from rulings.presenters.diagrams import DiagramView, diagram_of, side_short
from rulings.presenters.lines import LineRow
from rulings.presenters.moment.safe import SafeView, stored_safe
from rulings.presenters.readouts import UNSEEN, why_words
from rulings.presenters.sentences import step_words
from rulings.presenters.stored import line_rows
from rulings.queries.case.rules import cited, flow_of
from rulings.queries.case.solving import cards_of, result_of, safe_found
from rulings.queries.table.sheet import Sheet
from rulings.queries.words import texts_of


@dataclass(frozen=True, slots=True)
class After:
    """The rest of a ruling, for its sides: reasons, words, cards, line."""

    reasons: str
    said: str
    understood: str
    diagram: DiagramView | None
    rows: list[LineRow]
    line_side: str
    safe: SafeView | None


def after_of(case: Case, ruling: Ruling | None, at: datetime) -> After | None:
    """Return what a side sees beside the ruling; None while it must stay hidden."""
    if ruling is None or not embargo_lifted(case.playing.board, at):
        return None
    said = Statement.objects.filter(case=case, layer=Statement.Layer.CLAIM).first()
    marks = (ruling.reasons, said.words if said else "")
    texts = texts_of(marks)
    position = getattr(case, "position", None)
    cards = Cards.parse(position.text) if position else None
    claim = getattr(case, "claim", None)
    side = Seat.parse(claim.claimer).side if claim else None
    return After(
        texts.get(marks[0], ""),
        texts.get(marks[1], ""),
        "; ".join(step_words(step) for step in said.steps) if said else "",
        diagram_of(cards) if cards else None,
        line_rows(_line(case, ruling), cards.strain, side) if cards and side else [],
        side_short(side) if side else "",
        stored_safe(safe_found(case)) if _shows_line(case) else None,
    )


def why_of(case: Case, ruling: Ruling | None, after: After | None) -> str:
    """Return why the ruling is so, as it was read out; `after` is what may be seen.

    While that is nothing, only the sentences that hang on no card are left, and none
    of the director's own.
    """
    if ruling is None:
        return ""
    cards = None if after is None else cards_of(case)
    own = UNSEEN if after is None else after.reasons
    texts = {ruling.reasons: own} if ruling.reasons else {}
    claim = getattr(case, "claim", None)
    facts = Sheet(case, None, None, None, claim, {}, (), (), cards, ruling, texts)
    return why_words(facts, ruling)


def _line(case: Case, ruling: Ruling) -> list[dict[str, object]]:
    """Return the stored line the ruling rests on, where the event shows it."""
    result = result_of(ruling.proposal) if ruling.proposal else None
    line = result.get("line") if result and _shows_line(case) else None
    return cited(line, flow_of(case).edition) if isinstance(line, list) else []


def _shows_line(case: Case) -> bool:
    """Say whether the event lets players see how the cards are played."""
    values = case.regulation.get("values", {})
    return bool(values.get("show_line_to_players", "yes") == "yes")
