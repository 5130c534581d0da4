"""What the dossier of a case shows besides its fact sheet: the ruling and its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from rulings.bridge.hands import FULL_HAND
from rulings.bridge.seats import Side
from rulings.laws.engine import Flow, Walk, walk
from rulings.models import Case, Ruling
from rulings.queries.case.explaining import no_line
from rulings.queries.case.hearing import open_words
from rulings.queries.case.repaired import stood_on
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_of, regulations_of
from rulings.queries.case.solving import result_of
from rulings.queries.table.settlement import (
    AS_GIVEN,
    MOST_MOVED,
    Settlement,
    settlement_of,
)

BY_HAND = gettext_noop(
    "The number was given by hand. The line that was computed wins another number, so "
    "it is not shown."
)
BY_ANSWERS = gettext_noop(
    "The number follows from the answers. The line that was computed wins another "
    "number, so it is not shown."
)
BY_SQUEEZE = gettext_noop(
    "The line that was computed wins more than the number by a squeeze that was not "
    "stated, so it is not shown."
)


@dataclass(frozen=True, slots=True)
class Paper:
    """The ruling in force, how the law led to it, and the proposal it used."""

    ruling: Ruling | None
    flow: Flow
    walk: Walk | None
    result: Mapping[str, Any] | None

    @property
    def line(self) -> Sequence[Mapping[str, Any]]:
        """Return the tricks of the line that proves the number ruled, none without.

        A number that a person gave may be another than the line's; where the search was
        cut, the line wins the most that is left open; where more is won by a squeeze
        that was not stated, it proves that number and not the award (N20).
        """
        if self.result is None or self.ruling is None:
            return []
        award = self.result["award"]
        shown = self.result["high"] if award is None else award
        if self.result.get("by_squeeze") is not None:
            shown = self.result["by_squeeze"]
        return self.result["line"] if shown == adjudicated(self.ruling) else []

    @property
    def other_line(self) -> str:
        """Return why the line that was computed is not shown, "" where it is."""
        if self.result is None or not self.result["line"] or self.line:
            return ""
        awarded = self.ruling and self.result["award"] == adjudicated(self.ruling)
        if awarded and self.result.get("by_squeeze") is not None:
            return BY_SQUEEZE
        outcome = None if self.walk is None else self.walk.outcome
        judged = outcome is None or outcome.effect == "ruled"
        given = self.ruling is not None and self.ruling.walk.get(AS_GIVEN)
        return BY_HAND if judged or given else BY_ANSWERS

    @property
    def no_line(self) -> str:
        """Return why the proposal has no line, as its own page says it."""
        walked = self.walk
        turned = walked is not None and settlement_of(walked).against_opponents
        if self.result is None or self.result["line"] or self.ruling is None:
            return ""
        unread = bool(open_words(self.ruling.case))
        return no_line(self.result, turned=turned, unread=unread)


def paper_of(case: Case) -> Paper:
    """Return the ruling in force, else the newest, with its walk and proposal."""
    rows = rows_of(case, Ruling)
    ruling = next((row for row in rows if row.current), rows[-1] if rows else None)
    flow = flow_of(case)
    if ruling is None:
        return Paper(None, flow, None, None)
    result = result_of(ruling.proposal) if ruling.proposal else None
    return Paper(ruling, flow, walk_of(ruling, flow), result)


def walk_of(ruling: Ruling, flow: Flow) -> Walk | None:
    """Return the walk that led to a ruling; None where none was kept with it."""
    stored = ruling.walk
    if not {"facts", "answers", "solver"} <= stored.keys():
        return None
    return walk(
        flow,
        facts=stored["facts"],
        answers=stored["answers"],
        regulation=regulations_of(ruling.case),
        solver=stored["solver"],
        entry=stored.get("entry", flow.entries[0]),
    )


def settled_of(ruling: Ruling) -> Settlement:
    """Return what is settled besides the claim; nothing where a person gave the number.

    The panel of an appeal and the chief decide the tricks as they stand at the end:
    the walk of the ruling before says nothing of them.
    """
    if ruling.walk.get(AS_GIVEN):
        return Settlement()
    walked = _walked_by_revoke(ruling)
    return Settlement() if walked is None else settlement_of(walked)


def adjudicated(ruling: Ruling) -> int | None:
    """Return the tricks of a ruling before a revoke moves any; None where none are."""
    if ruling.tricks_claimer is None:
        return None
    settled = settled_of(ruling)
    if settled.equity and settled.adjudicated is not None:
        return settled.adjudicated
    return ruling.tricks_claimer - settled.moved


def revoker_of(ruling: Ruling) -> str:
    """Return whose revoke was settled on the way to a ruling, "" without one."""
    walked = _walked_by_revoke(ruling)
    return "" if walked is None else str(walked.records.get("revoking_side") or "")


def _walked_by_revoke(ruling: Ruling) -> Walk | None:
    """Return the walk of a ruling; None at once where no irregularity was named."""
    flow, answers = flow_of(ruling.case), ruling.walk.get("answers", {})
    step = flow.points.at("irregularity")
    said = answers.get(step)
    choice = said.get("choice") if isinstance(said, Mapping) else said
    if flow.points.is_given("no_irregularity", {step: choice}):
        return None
    return walk_of(ruling, flow)


def tricks_left(case: Case) -> int | None:
    """Return the tricks that were left at the claim, as far as that is known."""
    return getattr(getattr(case, "claim", None), "tricks_left", None)


def numbers_for(ruling: Ruling, left: int | None) -> range:
    """Return the final numbers that another ruling may give the claiming side.

    With a revoke they reach as far as its tricks can move; nobody gets more than are
    on the board.
    """
    if ruling.tricks_claimer is None:
        return range((FULL_HAND if left is None else left) + 1)
    claimer = stood_on(ruling.case, ruling.corrects).claimer
    own = claimer is None or claimer.side is Side.NS
    board = ruling.tricks_ns if own else ruling.tricks_ew
    before = board - ruling.tricks_claimer
    most = FULL_HAND - before
    left = most if left is None else min(left, most)
    revoker = revoker_of(ruling)
    if not revoker:
        return range(left + 1)
    if revoker == "claiming_side":
        return range(-min(before, MOST_MOVED), left + 1)
    return range(min(left + MOST_MOVED, most) + 1)
