"""The award under each hypothesis: fewest tricks over normal lines, with its bounds.

Serves Laws 70A, 70C and 70D1: with every card counted, with the cards that words or
director name left out of count, with a trump forgotten, with the mistake that a
claim rests on which no play can reach (N12). One search for what is certain stands
under all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.hypotheses import Certainty, explaining_sets, guaranteed, view_of
from rulings.solver.inputs import (
    Exhausted,
    FalseClaim,
    NodeBudget,
    Settings,
    SolverClaim,
    conceded_suits,
    is_bare,
    parts_of,
    refused_suits,
    without_known,
)
from rulings.solver.lines import LONG, Concession, Descent, Lapse, Lines, Task
from rulings.solver.types import Span
from rulings.statements.steps import StatedStep

WHOLE = 0.95
"""The part of a long claim's positions for the search of all lines."""

Heard = Callable[[int], None]
"""What hears a bound from below as it improves."""

AWARD = 0.7
"""The part of the positions for one award; what it leaves is there for the next."""

MISTAKES = 0.4
"""The part of the positions to find what explains a false claim."""

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Awarded:
    """The award under one hypothesis, with the search that found it.

    `on_line` is what the worst normal line gives, where a squeeze on it wins more than
    the award (N20).
    """

    award: Span
    lines: Lines
    forgotten: frozenset[Card] = frozenset()
    on_line: int | None = None

    @property
    def shown(self) -> int | None:
        """The tricks of the line to be shown."""
        return self.award.value if self.on_line is None else self.on_line

    def at_most(self, cap: int) -> Awarded:
        """Return the award without what only a squeeze wins."""
        if self.award.low <= cap:
            award = Span(self.award.low, min(cap, self.award.high))
            return replace(self, award=award)
        return replace(self, award=Span(cap, cap), on_line=self.award.value)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proven before any award is searched.

    `cap` is the most that is awarded: what is certain, or what best play wins where
    no squeeze was stated (N20); None where the words name one, or where that was not
    counted to its end.
    """

    certain: Span
    any_play: Span
    double_dummy: Span
    cap: int | None = None
    cap_counted: bool = True

    def squeeze_open(self, high: int) -> bool:
        """Say whether it is not known if so many tricks need a squeeze."""
        return not self.cap_counted and high > self.certain.low

    def least(self, high: int) -> Span:
        """Return the bounds of any play, that no award found so far is below."""
        low = self.any_play.low
        return Span(low, max(low, min(self.any_play.high, high)))

    def under(self, found: Awarded, claimed: int) -> Bounds:
        """Return the bounds with what an award below the claim says of certainty.

        Nothing forgotten, stated or let in, the award is no less than is certain.
        """
        lines, high = found.lines, found.award.high
        if high >= claimed or not lines.keeps_certain(lines.root):
            return self
        certain = Span(self.certain.low, min(self.certain.high, high))
        return replace(self, certain=certain)


@dataclass(frozen=True, slots=True)
class Awards:
    """The searches for awards of one claim.

    `on_breaks` where the claimer counts on even breaks; `search` is then of that view.
    `beyond` are the tricks of the claim looked at that were not claimed (N14).
    """

    position: Position
    claim: SolverClaim
    settings: Settings
    search: Certainty
    bounds: Bounds
    on_breaks: bool = False
    beyond: int = 0

    @property
    def steps(self) -> tuple[StatedStep, ...]:
        """Return the stated steps."""
        said = self.claim.statement
        return () if said is None else said.steps

    def conceded(self) -> Concession:
        """Return what the claim gave up, as far as it loosens the order of leads."""
        claim = self.claim
        suits = conceded_suits(self.position, claim)
        more = self.bounds.certain.low > claim.tricks
        return Concession(
            frozenset(int(suit) for suit in suits),
            more and is_bare(claim),
            frozenset(int(suit) for suit in refused_suits(claim)),
        )

    def cases(self) -> tuple[Awards, ...]:
        """Return the same once for each answer to what is not proven of a bare number.

        It gives a trick up where more is certain than was claimed (N4); where that is
        open, first as if not, then as if so.
        """
        certain, claimed = self.bounds.certain, self.claim.tricks
        loose = self.settings.low_lead_in_conceded_suit and is_bare(self.claim)
        if not (loose and certain.low <= claimed < certain.high):
            return (self,)
        spans = Span(certain.low, claimed), Span(claimed + 1, certain.high)
        return tuple(
            replace(self, bounds=replace(self.bounds, certain=span)) for span in spans
        )

    def may_get_more(self, award: Span) -> bool:
        """Say whether a further trick is protected as if it had been claimed (N14)."""
        if not self.claim.tricks <= award.low < self.bounds.double_dummy.high:
            return False
        conceded = self.conceded()
        loose = self.settings.low_lead_in_conceded_suit
        return not (loose and (conceded.suits or conceded.bare))

    def lines(
        self,
        forgotten: frozenset[Card],
        *,
        lapses: frozenset[Lapse] = frozenset(),
        steps: tuple[StatedStep, ...] | None = None,
    ) -> Lines:
        """Return the normal lines under a hypothesis; nothing is searched yet."""
        task = Task(
            view_of(self.position, self.claim, forgotten, breaks=self.on_breaks),
            self.claim.tricks,
            self.steps if steps is None else steps,
            self.settings,
            self.conceded(),
            lapses,
            self.beyond,
        )
        return Lines(task, self.search, NodeBudget(0))

    def find(
        self, lines: Lines, budget: NodeBudget, heard: Heard | None = None
    ) -> Awarded:
        """Return the fewest tricks over some lines, as far as the budget goes.

        Of a long claim a part is left to look for a losing line where the search of
        all lines does not end.
        """
        bounds = self.bounds
        low, high = bounds.any_play.low, bounds.double_dummy.high
        if lines.keeps_certain(lines.root):
            low = max(low, min(bounds.certain.low, self.claim.tricks))
        is_long = self.position.left >= LONG
        with budget.lend(int(WHOLE * budget.left) if is_long else budget.left) as part:
            self.search.budget = lines.budget = part
            try:
                lines.mark()
                while low < high and not lines.below(lines.root, low):
                    low += 1
                    if heard is not None:
                        heard(low)
                return Awarded(Span(low, low), lines, lines.task.view.forgotten)
            except Exhausted:
                high = max(low, min(high, lines.proven(lines.root)[1]))
        if is_long and low < high:
            high = self._descended(lines, budget, Span(low, high))
        return Awarded(Span(low, high), lines, lines.task.view.forgotten)

    def _descended(self, lines: Lines, budget: NodeBudget, span: Span) -> int:
        """Return the fewest tricks that some normal line is found to give at most."""
        descent = Descent(lines, span.low, span.high)
        descent.go(self.position, budget)
        lines.route = descent.route
        return descent.most

    def with_facts(self, **more: object) -> Awards:
        """Return the searches for the claim with other facts."""
        return replace(self, claim=replace(self.claim, **more))  # type: ignore[arg-type]  # a claim's own fields

    def certain_anew(self, budget: NodeBudget) -> Awards:
        """Return the searches with what is certain under the facts of the claim now."""
        node = view_of(self.position, self.claim).node()
        asked = self.claim.tricks, self.bounds.double_dummy.high
        certain = guaranteed(self.search, node, asked, budget)
        return replace(self, bounds=replace(self.bounds, certain=certain))


def worst_of(found: tuple[Awarded, ...]) -> Awarded:
    """Return the worst of several awards, its bounds spanning what is not settled."""
    low = min(one.award.low for one in found)
    high = min(one.award.high for one in found)
    worst = min(found, key=lambda one: (one.award.high, one.award.low))
    return replace(worst, award=Span(low, high))


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The hypotheses on one claim, to be searched one by one.

    `out` are the trumps out, `known` the cards that words or director leave out of
    count, `lend` the positions for a part of the whole. `report` hears bounds while
    nothing but this award can move the number.
    """

    awards: Awards
    out: frozenset[Card]
    known: frozenset[Card]
    lend: Callable[[float], AbstractContextManager[NodeBudget]]
    report: Report
    may_forget_trump: bool

    def counted(self) -> tuple[Awarded, ...]:
        """Return the award for each hypothesis that counts the trumps out.

        One, or where words or director name cards left out of count, one for each
        part of them too: what he may have forgotten only adds lines. For a claim no
        play can reach, where nothing is asked about it, one for every smallest
        mistake that explains it (N12).
        """
        mistakes = () if self._asks else self._mistakes()
        if mistakes is None:
            return (self._open(),)
        hypotheses = mistakes or parts_of(self.known)
        is_all = len(hypotheses) == 1 and not self.may_forget_trump
        return tuple(
            self._award(hypothesis, is_all=is_all) for hypothesis in hypotheses
        )

    def unaware(self, counted: tuple[Awarded, ...]) -> tuple[Awarded, ...]:
        """Return the awards without the trumps out, with those that count them.

        Law 70C adds lines in which the trump is not minded to the others.
        """
        claim = self.awards.claim
        out = without_known(self.awards.position, claim, self.out)
        hypotheses = {hypothesis | out for hypothesis in parts_of(self.known)}
        more = sorted(hypotheses, key=sorted)
        return (
            tuple(self._award(hypothesis, is_all=False) for hypothesis in more)
            + counted
        )

    def believing(self, forgotten: frozenset[Card]) -> Awarded:
        """Return the award under one hypothesis; others may move the number too."""
        return self._award(forgotten, is_all=False)

    def mistaken(self) -> tuple[Awarded, ...]:
        """Return the award for every smallest mistake that a false claim may rest on.

        Where it is asked what he had counted (N21); none where that is known, or
        where a trump he forgot explains the claim.
        """
        if not self._asks or self.awards.claim.miscounted:
            return ()
        mistakes = self._mistakes()
        if mistakes is None:
            return (self._open(),)
        return tuple(self._award(one, is_all=False) for one in mistakes)

    @property
    def _asks(self) -> bool:
        return self.awards.settings.false_claim is FalseClaim.ASK

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
                if self._rests_on_trump():
                    return ()
                return explaining_sets(
                    awards.position, awards.claim, awards.search, self.out
                )
            except Exhausted:
                return None

    def _rests_on_trump(self) -> bool:
        """Say whether the trumps that he was found to forget explain the claim."""
        awards, claim = self.awards, self.awards.claim
        if not (self._asks and self.out and claim.aware_of_trump is False):
            return False
        view = view_of(awards.position, claim, self.out)
        return awards.search.holds(view.node(), claim.tricks)

    def _open(self) -> Awarded:
        """Return the award where it is not known on what mistake the claim rests.

        Any may cost more tricks than a claimer who makes none would lose.
        """
        bounds = self.awards.bounds
        span = Span(bounds.any_play.low, bounds.double_dummy.high)
        return Awarded(span, self.awards.lines(frozenset()))

    def _award(self, forgotten: frozenset[Card], *, is_all: bool) -> Awarded:
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
        worst, cap = replace(found[0], award=Span(low, high)), self.awards.bounds.cap
        return worst if cap is None else worst.at_most(cap)

    def _found(
        self,
        awards: Awards,
        forgotten: frozenset[Card],
        budget: NodeBudget,
        *,
        is_all: bool,
    ) -> Awarded:
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
            more = awards.with_facts(tricks=found.award.low + 1)
            more = replace(more, beyond=more.claim.tricks - self.awards.claim.tricks)
            better = more.find(more.lines(forgotten), budget)
            if better.award.value is None:
                span = Span(found.award.low, max(found.award.high, better.award.high))
                return replace(found, award=span)
            if better.award.low == found.award.low:
                break
            found = better
        return found
