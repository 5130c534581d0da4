"""The whole proposal for one claim, in the order that settles most soonest.

Serves Laws 69 to 71: double dummy and any play as bounds, certainty, the question
on an outstanding trump (70C) where its answers differ, the worst normal line with
its reasons, the locations that would settle it (70E1), a conceded trick (71).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.claims.sentences import Sentence
from rulings.solver.adjudication import (
    Adjudication,
    Answer,
    OutstandingTrump,
    Provenance,
    Question,
    Reason,
    Settling,
    Span,
    Status,
)
from rulings.solver.beliefs import (
    forgotten_cards,
    mentions_trumps,
    trumps_out,
)
from rulings.solver.budget import Budget, Spent
from rulings.solver.certainty import Certainty
from rulings.solver.claim import Claim
from rulings.solver.double_dummy import any_play, double_dummy
from rulings.solver.lines import Lines, Task
from rulings.solver.locations import settling_locations
from rulings.solver.normal import rules_signature
from rulings.solver.sentences import said
from rulings.solver.settings import Settings
from rulings.solver.view import view_of
from rulings.solver.witness import Witness

VERSION = "1"
"""Part of every input hash: it changes when any award or line may change."""

Report = Callable[[int, int], None]


def input_hash(position: Position, claim: Claim, settings: Settings) -> str:
    """Return the hash under which a solve of this input may be found again."""
    data = {
        "claim": claim.to_json(),
        "position": str(position),
        "rules": rules_signature(),
        "settings": settings.to_json(),
        "solver": VERSION,
    }
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def adjudicate(
    position: Position,
    claim: Claim,
    settings: Settings,
    report: Report | None = None,
) -> Adjudication:
    """Return the proposal for a claim; `report(low, high)` hears improving bounds.

    Raises ValueError when the claim does not fit the position.
    """
    claim.check(position)
    return Solve(position, claim, settings, report or _silent).run()


def _silent(_low: int, _high: int) -> None:
    """Hear bounds and do nothing with them."""


@dataclass(frozen=True, slots=True)
class Found:
    """The award under one view, with the search that found it."""

    award: Span
    lines: Lines


class Solve:
    """One solve: what it is asked and the budget it shares out."""

    def __init__(
        self, position: Position, claim: Claim, settings: Settings, report: Report
    ) -> None:
        """Take the input; nothing is searched yet."""
        self.position = position
        self.claim = claim
        self.settings = settings
        self.report = report
        self.budget = Budget(settings.budget)
        view = view_of(position, claim)
        self.out = trumps_out(position, claim) & view.unseen()
        self.search = Certainty(view.sides, self.budget)

    def run(self) -> Adjudication:
        """Work through the questions in their order."""
        best = self._within(0.2, double_dummy)
        self.report(0, best.high)
        certain = self._certain(best.high)
        least = self._within(0.15, any_play)
        aware = self._award(certain, least, best, aware=True)
        unaware = self._award(certain, least, best, aware=False) if self.out else aware
        open_question = self._asks() and aware.award != unaware.award
        chosen = unaware if self.claim.aware_of_trump is False else aware
        spans = [aware.award, unaware.award] if open_question else [chosen.award]
        low, high = min(s.low for s in spans), max(s.high for s in spans)
        self.report(low, high)
        witness = self._witness(chosen)
        cancel, why = self._cancelled(low, high)
        exact = all(span.value is not None for span in spans)
        top = min(s.high for s in spans)
        return Adjudication(
            left=self.position.left,
            claimed=self.claim.tricks,
            certain=certain,
            award=chosen.award.value,
            low=low,
            high=high,
            double_dummy=best,
            any_play=Span(least.low, max(least.low, min(least.high, top))),
            questions=(self._question(aware, unaware),) if open_question else (),
            line=tuple(witness.tricks),
            because=_because(witness),
            excluded=tuple(witness.excluded),
            outstanding_trump=self._outstanding(aware, unaware),
            settles=self._settles(certain, best),
            cancel_concession=cancel,
            cancel_reason=why,
            status=Status.EXACT if exact else Status.RANGE,
            status_reason=self._status_reason(exact=exact),
            provenance=Provenance(
                VERSION,
                rules_signature(),
                input_hash(self.position, self.claim, self.settings),
                self.settings.to_json(),
                self.budget.used,
            ),
        )

    def _asks(self) -> bool:
        """Say whether awareness of a trump is open: not answered, not mentioned."""
        claim = self.claim
        return claim.aware_of_trump is None and not mentions_trumps(claim)

    def _share(self, part: float) -> Budget:
        return self.budget.share(int(self.settings.budget * part))

    def _within(
        self, part: float, question: Callable[[Position, Claim, Budget], Span]
    ) -> Span:
        budget = self._share(part)
        span = question(self.position, self.claim, budget)
        self.budget.settle(budget)
        return span

    def _certain(self, high: int) -> Span:
        """Return what he can guarantee with correct beliefs against any layout."""
        self.search.budget = budget = self._share(0.4)
        node = view_of(self.position, self.claim).node(self.search)
        low = 0
        try:
            while low < high and self.search.holds(node, low + 1):
                low += 1
            high = low
        except Spent:
            high = min(high, self.search.proven(node)[1])
        self.budget.settle(budget)
        return Span(low, high)

    def _award(self, certain: Span, least: Span, best: Span, *, aware: bool) -> Found:
        """Return the fewest tricks over normal lines, as far as the budget goes."""
        self.search.budget = budget = self._share(0.35)
        forgotten = forgotten_cards(self.position, self.claim, self.out, aware=aware)
        task = Task(
            view_of(self.position, self.claim, forgotten),
            self.claim.tricks,
            () if self.claim.statement is None else self.claim.statement.steps,
            self.settings,
        )
        lines = Lines(task, self.search, Budget(0))
        low = least.low
        if lines.keeps_certain(lines.root):
            low = max(low, min(certain.low, self.claim.tricks))
        high = best.high
        lines.budget = budget
        try:
            lines.mark()
            while low < high and not lines.below(lines.root, low):
                low += 1
                self.report(low if aware else 0, best.high)
            high = low
        except Spent:
            high = max(low, min(high, lines.proven(lines.root)[1]))
        self.budget.settle(budget)
        return Found(Span(low, high), lines)

    def _witness(self, found: Found) -> Witness:
        """Return the line that gives the award; empty when the budget ends first."""
        witness = Witness(found.lines, self.position)
        if found.award.value is None:
            return witness
        budget = self._share(0.35)
        self.search.budget = found.lines.budget = budget
        try:
            witness.follow(found.award.value)
        except Spent:
            witness = Witness(found.lines, self.position)
        self.budget.settle(budget)
        self._judge(witness)
        return witness

    def _judge(self, witness: Witness) -> None:
        """Find which plays left out of the line would have cost more."""
        budget = self._share(0.04)
        self.search.budget = witness.lines.budget = budget
        with suppress(Spent):
            witness.judge()
        self.budget.settle(budget)

    def _question(self, aware: Found, unaware: Found) -> Question:
        return Question(
            "aware_of_trump",
            "70C",
            said("trump_question", cards=_names(self.out)),
            (Answer("aware", aware.award), Answer("not_aware", unaware.award)),
        )

    def _outstanding(self, aware: Found, unaware: Found) -> OutstandingTrump | None:
        if not self.out:
            return None
        return OutstandingTrump(
            tuple(sorted(self.out)),
            mentions_trumps(self.claim),
            self.claim.aware_of_trump,
            aware.award,
            unaware.award,
        )

    def _settles(self, certain: Span, best: Span) -> tuple[Settling, ...]:
        if not certain.high < self.claim.tricks <= best.low:
            return ()
        self.search.budget = budget = self._share(0.2)
        found = settling_locations(self.position, self.claim, self.search)
        self.budget.settle(budget)
        return found

    def _cancelled(self, low: int, high: int) -> tuple[bool | None, Sentence]:
        """Say whether Law 71 returns a conceded trick, and why."""
        claimed = self.claim.tricks
        if claimed == self.position.left:
            return False, said("nothing_conceded")
        if low > claimed:
            return True, said("concession_cancelled", tricks=low, claimed=claimed)
        if high <= claimed:
            return False, said("concession_stands", claimed=claimed)
        return None, said("concession_open")

    def _status_reason(self, *, exact: bool) -> Sentence:
        if exact:
            return said("exact")
        return said("budget", positions=self.settings.budget)


def _names(cards: frozenset[Card]) -> str:
    return " ".join(str(card) for card in sorted(cards))


def _because(witness: Witness) -> tuple[Reason, ...]:
    """Return the rules that bind on the line, each once, in order."""
    reasons = [
        card.reason for trick in witness.tricks for card in trick.cards if card.reason
    ]
    first: dict[tuple[str, str], Reason] = {}
    for found in reasons:
        first.setdefault((found.rule, found.sentence.template), found)
    return tuple(first.values())
