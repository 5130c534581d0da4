"""What a play that the rules left out leads to, where the director lets it in.

Serves Laws 70 and 71 (footnote on "normal"). The number beside a play is that of the
solve with its allowance: under every hypothesis, with more than was claimed protected
(N14). Where that is not proven none is given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.award import Awarded, Awards, Hypotheses, worst_of
from rulings.solver.inputs import Exhausted, NodeBudget, PlayAt
from rulings.solver.types import Excluded


@dataclass(frozen=True, slots=True)
class Allowing:
    """A solve whose line has plays left out: all its awards, and that of the line."""

    hypotheses: Hypotheses
    searched: tuple[Awarded, ...]
    chosen: Awarded

    @property
    def awards(self) -> Awards:
        """The searches for awards of the claim."""
        return self.hypotheses.awards

    def numbered(
        self, plays: tuple[Excluded, ...], budget: NodeBudget
    ) -> tuple[Excluded, ...]:
        """Return the plays that cost tricks, with the award that each leads to."""
        found = [replace(play, award=self.award(play, budget)) for play in plays]
        high = self.chosen.award.high
        return tuple(p for p in found if p.award is None or p.award < high)

    def award(self, play: Excluded, budget: NodeBudget) -> int | None:
        """Return the award with a play let in, None where it is not proven."""
        try:
            is_known = self._is_known(play, budget)
        except Exhausted:
            return None
        return play.award if is_known else self._anew(play, budget).award.value

    def _is_known(self, play: Excluded, budget: NodeBudget) -> bool:
        """Say whether the number found on the line is that of the whole solve.

        It is below the claim, so that no further trick is protected, and the play
        leads to no fewer tricks under another hypothesis.
        """
        claimed, few = self.awards.claim.tricks, play.award
        if few is None or few >= claimed or len(self.awards.cases()) > 1:
            return False
        at = PlayAt.parse(play.id)
        before = _won_before(self.awards.position, at)
        for found in self.searched:
            lines = found.lines
            if lines.task.tricks != claimed:
                return False
            if lines is self.chosen.lines:
                continue
            self.awards.search.budget = lines.budget = budget
            place = lines.find(at.played)
            option = place and lines.option_of(*place, at.card)
            if option is None:
                return False
            if lines.below(option.node, few - 1 - before - option.won):
                return False
        return True

    def _anew(self, play: Excluded, budget: NodeBudget) -> Awarded:
        settings = self.awards.settings
        let_in = settings.allowances | {PlayAt.parse(play.id)}
        awards = replace(self.awards, settings=replace(settings, allowances=let_in))
        hypotheses = replace(
            self.hypotheses,
            awards=awards,
            lend=lambda _: budget.lend(budget.left),
            report=_silent,
        )
        return worst_of(tuple(map(hypotheses.believing, _forgotten(self.searched))))


def _forgotten(searched: tuple[Awarded, ...]) -> list[frozenset[Card]]:
    """Return what is forgotten under each hypothesis, each once."""
    return list(dict.fromkeys(found.forgotten for found in searched))


def _won_before(position: Position, play: PlayAt) -> int:
    """Return the tricks that the claiming side wins before a play of its own."""
    now = position
    for card in play.played:
        now = now.play(card)
    side = now.turn.side
    return now.won_by(side) - position.won_by(side)


def _silent(_low: int, _high: int) -> None:
    """Hear bounds and do nothing with them."""
