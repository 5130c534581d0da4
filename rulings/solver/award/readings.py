"""The award under each belief on which a claim may rest.

Serves Laws 70A, 70C and 70D1: with every card counted, with the cards that words or
director name left out of count, with a trump forgotten, with the mistake that a
claim rests on which no play can reach (N12).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from rulings.bridge.cards import Card
from rulings.solver.award.awards import Awards, Found
from rulings.solver.hypotheses import explaining_sets
from rulings.solver.inputs import Budget, Spent, parts_of, without_known
from rulings.solver.types import Span

AWARD = 0.7
"""The part of the positions for one award; what it leaves is there for the next."""

MISTAKES = 0.4
"""The part of the positions to find what explains a false claim."""

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Readings:
    """The beliefs of one claim, to be searched one by one.

    `out` are the trumps out, `known` the cards that words or director leave out of
    count, `lend` the positions for a part of the whole. `report` hears bounds while
    nothing but this award can move the number.
    """

    awards: Awards
    out: frozenset[Card]
    known: frozenset[Card]
    lend: Callable[[float], AbstractContextManager[Budget]]
    report: Report
    may_forget_trump: bool

    def counted(self) -> tuple[Found, ...]:
        """Return the award for each belief that counts the trumps out.

        One, or where words or director name cards left out of count, one for each
        part of them too: what he may have forgotten only adds lines. For a claim no
        play can reach, one for every smallest mistake that explains it (N12).
        """
        mistakes = self._mistakes()
        if mistakes is None:
            return (self._open(),)
        beliefs = mistakes or parts_of(self.known)
        is_all = len(beliefs) == 1 and not self.may_forget_trump
        return tuple(self._award(belief, is_all=is_all) for belief in beliefs)

    def unaware(self, counted: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the awards without the trumps out, with those that count them.

        Law 70C adds lines in which the trump is not minded to the others.
        """
        claim = self.awards.claim
        out = without_known(self.awards.position, claim, self.out)
        beliefs = {belief | out for belief in parts_of(self.known)}
        more = sorted(beliefs, key=sorted)
        return tuple(self._award(belief, is_all=False) for belief in more) + counted

    def believing(self, forgotten: frozenset[Card]) -> Found:
        """Return the award under one belief, while others may move the number too."""
        return self._award(forgotten, is_all=False)

    def _mistakes(self) -> tuple[frozenset[Card], ...] | None:
        """Return what explains a false claim; None where that was not found out."""
        awards, bounds = self.awards, self.awards.bounds
        tricks = awards.claim.tricks
        if self.known or tricks <= max(bounds.double_dummy.low, bounds.certain.low):
            return ()
        if tricks <= bounds.double_dummy.high:
            return None
        with self.lend(MISTAKES) as awards.search.budget:
            try:
                return explaining_sets(
                    awards.position, awards.claim, awards.search, self.out
                )
            except Spent:
                return None

    def _open(self) -> Found:
        """Return the award where it is not known on what mistake the claim rests.

        Any may cost more tricks than a claimer who makes none would lose.
        """
        bounds = self.awards.bounds
        span = Span(bounds.any_play.low, bounds.double_dummy.high)
        return Found(span, self.awards.lines(frozenset()))

    def _award(self, forgotten: frozenset[Card], *, is_all: bool) -> Found:
        """Return the fewest tricks over normal lines, as far as the budget goes.

        Where it is not proven whether more is certain than was claimed, a number
        alone may be a concession or not (N4): the bounds are those of both.
        """
        with self.lend(AWARD) as budget:
            cases = self.awards.cases()
            found = [
                self._found(case, forgotten, budget, is_all=is_all and len(cases) == 1)
                for case in cases
            ]
        low = min(one.award.low for one in found)
        high = max(one.award.high for one in found)
        return replace(found[0], award=Span(low, high))

    def _found(
        self,
        awards: Awards,
        forgotten: frozenset[Card],
        budget: Budget,
        *,
        is_all: bool,
    ) -> Found:
        """Return the award in one case.

        More than was claimed is given where every normal line of one who claims it
        wins it (N14); a trick given up by words or by number alone stays given up
        where a careless lead loses it (N4).
        """
        best = awards.bounds.double_dummy.high
        found = awards.find(
            awards.lines(forgotten),
            budget,
            lambda low: self.report(low if is_all else 0, best),
        )
        while awards.may_get_more(found.award):
            more = awards.told(tricks=found.award.low + 1)
            better = more.find(more.lines(forgotten), budget)
            if better.award.value is None:
                span = Span(found.award.low, max(found.award.high, better.award.high))
                return replace(found, award=span)
            if better.award.low == found.award.low:
                break
            found = better
        return found
