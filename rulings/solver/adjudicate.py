"""The whole proposal for one claim, in the order that settles most soonest.

Serves Laws 69 to 71: double dummy and any play as bounds, certainty, the question
on an outstanding trump (70C) where its answers differ, the worst normal line with
its reasons, the locations that would settle it (70E1), a conceded trick (71).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Any

from rulings.bridge.positions import Position
from rulings.solver.award import (
    Awarded,
    Awards,
    Bounds,
    Hypotheses,
    Report,
    after_award,
    any_play_scenario,
    as_declarer_decides,
    as_stated,
    cancelled,
    careless_scenarios,
    even_breaks_scenario,
    fixed_scenarios,
    forgotten_scenarios,
    is_in_doubt,
    lines_won_back,
    not_aware_scenario,
    outstanding,
    worst_of,
)
from rulings.solver.doubts import (
    Allowing,
    Miscount,
    Trumps,
    counting_first,
    open_questions,
    partner_play,
    settling_locations,
    weighed,
    whatever_they_are,
)
from rulings.solver.explain import (
    Groups,
    Witness,
    explained,
    kinds_of_play,
    needed_beliefs,
    strikes_of,
    turned,
)
from rulings.solver.hypotheses import Certainty, guaranteed, view_of
from rulings.solver.inputs import (
    Exhausted,
    NodeBudget,
    Settings,
    SolverClaim,
    mentions_trumps,
    named_forgotten,
    names_squeeze,
    trumps_out,
)
from rulings.solver.kernel.rules.normal import rules_signature
from rulings.solver.lines import (
    any_play_tricks,
    double_dummy_tricks,
    most_without_squeeze,
)
from rulings.solver.types import (
    Adjudication,
    Excluded,
    OutstandingTrump,
    PartnerPlay,
    Provenance,
    Question,
    Scenario,
    Settling,
    Span,
    ended,
)
from rulings.solver.version import VERSION, input_hash

IDEAS, KEPT = 0.1, 0.05
"""Parts of the budget: for kinds of play ruled out, and for what settles a doubt."""


def adjudicate(
    position: Position,
    claim: SolverClaim,
    settings: Settings,
    report: Report | None = None,
) -> Adjudication:
    """Return the proposal for a claim; `report(low, high)` hears improving bounds.

    Raises ValueError when the claim does not fit the position.
    """
    claim.check(position)
    if claim.spots:
        hashed = input_hash(position, claim, settings)
        return whatever_they_are(position, claim, settings, adjudicate, hashed)
    options = claim.as_cards_lie(position).with_options()
    heard = report if len(options) == 1 else None
    tried = [(Solve(position, one, settings, heard).run(), one) for one in options]
    found, decided = as_declarer_decides(tried)
    return replace(found, explanation=explained(found, decided, position))


class Solve:
    """One solve: what it is asked and the budget it shares out."""

    def __init__(
        self,
        position: Position,
        claim: SolverClaim,
        settings: Settings,
        report: Report | None,
    ) -> None:
        """Take the input; nothing is searched yet."""
        self.position = position
        self.claim = claim
        self.settings = settings
        self.report = report or (lambda _low, _high: None)
        self.kept = int(settings.budget * KEPT)
        self.budget = NodeBudget(settings.budget - self.kept)
        self.view = view_of(position, claim)
        self.out = trumps_out(position, claim) & self.view.unseen()
        squeezes = names_squeeze(claim)
        self.search = Certainty(self.view.sides, self.budget, squeezes=squeezes)
        self.known = named_forgotten(position, claim)
        self.asked = input_hash(position, claim, settings)

    def run(self) -> Adjudication:
        """Work through the questions in their order."""
        awards = self.prepared()
        hypotheses = self._hypotheses(awards)
        counted = hypotheses.counted()
        aware = worst_of(counted)
        every = hypotheses.unaware(counted) if self.out else counted
        unaware = worst_of(every) if self.out else aware
        open_trump = self._asks() and aware.award != unaware.award
        unminded = self.claim.aware_of_trump is False
        chosen, searched = (unaware, every) if unminded else (aware, counted)
        spans = [aware.award, unaware.award] if open_trump else [chosen.award]
        mistaken = hypotheses.mistaken()
        miscount = Miscount(mistaken, Span.over(spans))
        lowest = worst_of((unaware if open_trump else chosen, *mistaken))
        spans.append(lowest.award)
        shown = Span.over(spans)
        self.report(shown.low, shown.high)
        witness = self._witness(chosen)
        cancel, why = cancelled(self.claim, self.position.left, (shown.low, shown.high))
        status, reason = ended(spans, self.settings.budget)
        bounds = awards.bounds.under(aware, self.claim.tricks)
        settles, location = self._weighed(awards, shown, self.settling(bounds))
        asked = self.out if self._asks() else frozenset()
        trumps = Trumps(self.out, asked, (aware, unaware), shown)
        found = Adjudication(
            left=self.position.left,
            claimed=self.claim.tricks,
            certain=bounds.certain,
            award=chosen.award.value,
            low=shown.low,
            high=shown.high,
            double_dummy=awards.bounds.double_dummy,
            by_squeeze=chosen.on_line,
            squeeze_open=bounds.squeeze_open(shown.high),
            any_play=awards.bounds.least(min(s.high for s in spans)),
            questions=self._questions(awards, chosen, trumps, miscount, location),
            ladder=self._scenarios(awards, (*counted, *mistaken), chosen, unaware),
            line=tuple(witness.tricks),
            because=witness.because(),
            strikes=strikes_of(chosen.lines),
            outstanding_trump=self._outstanding(aware, unaware, chosen, witness),
            settles=settles,
            cancel_concession=cancel,
            cancel_reason=why,
            status=status,
            status_reason=reason,
            as_stated=self._asked(0.02, as_stated, awards),
            lines_won=self._asked(0.04, lines_won_back, awards, chosen.forgotten),
            partner=self._partner(awards, chosen, settles),
            excluded=self._excluded(witness, Allowing(hypotheses, searched, chosen)),
            provenance=self._provenance(),
        )
        found = self._turned(found, lowest, awards)
        found = self._with_breaks(found, awards, chosen)
        groups: Groups = (counted, every) if self._asks() else (searched,)
        groups += ((*groups[-1], *mistaken),) if mistaken else ()
        return self._with_ideas(found, hypotheses, groups)

    def _turned(
        self, found: Adjudication, lowest: Awarded, awards: Awards
    ) -> Adjudication:
        """Return the proposal with the card that turns its worst line, and the cause.

        Where a question is open, `lowest` is the award of the answer that costs most.
        """
        same = lowest.award.value in {None, found.award}
        losing = () if same else tuple(self._line(lowest, 0.1).tricks)
        with self._lend(0.05) as self.search.budget:
            needs = needed_beliefs(awards, lowest.forgotten)
            return turned(found, losing, self.position, self.claim, needs)

    def _with_ideas(
        self, found: Adjudication, hypotheses: Hypotheses, groups: Groups
    ) -> Adjudication:
        """Return the proposal with the kinds of play that may be ruled out."""
        with self._lend(IDEAS) as budget:
            ideas = kinds_of_play(found, hypotheses, groups, budget)
        return replace(found, ideas=ideas, provenance=self._provenance())

    def _with_breaks(
        self, found: Adjudication, awards: Awards, chosen: Awarded
    ) -> Adjudication:
        """Return the proposal with the scenario of one who may count on even breaks.

        Where the claim is not certain and every card is counted. Looked at last, with
        the positions that are left, so that nothing else depends on it.
        """
        claim, forgets = self.claim, self.claim.aware_of_trump is False and self.out
        in_doubt = found.certain.high < claim.tricks <= found.double_dummy.low
        if not (self.settings.even_breaks_shown and in_doubt):
            return found
        if forgets or self.known:
            return found
        with self._lend(1) as budget:
            scenario = even_breaks_scenario(awards, chosen.award, budget)
        scenarios = (
            found.ladder if scenario is None else after_award(found.ladder, scenario)
        )
        return replace(found, ladder=scenarios, provenance=self._provenance())

    def prepared(self) -> Awards:
        """Return the searches for awards, with the bounds proven first."""
        best = self._within(0.2, double_dummy_tricks)
        self.report(0, best.high)
        certain = self._certain(best.high)
        least = self._within(0.15, any_play_tricks)
        with self._lend(0.05) as budget:
            cards = self.position, self.claim
            most = most_without_squeeze(*cards, certain, best, budget)
        bounds = Bounds(certain, least, best, most.most, most.counted)
        return Awards(self.position, self.claim, self.settings, self.search, bounds)

    def _hypotheses(self, awards: Awards) -> Hypotheses:
        """Return the awards under each hypothesis, none of them searched yet."""
        unminded = self.claim.aware_of_trump is False or self._asks()
        return Hypotheses(
            awards,
            self.out,
            self.known,
            self._lend,
            self.report,
            may_forget_trump=unminded and bool(self.out),
        )

    def _asks(self) -> bool:
        """Say whether awareness of a trump is open: not answered, not mentioned."""
        claim = self.claim
        return claim.aware_of_trump is None and not mentions_trumps(
            self.position, claim
        )

    def _asked(self, part: float, question: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - what the question answers
        with self._lend(part) as budget:
            return question(*given, budget)

    def _lend(self, part: float) -> AbstractContextManager[NodeBudget]:
        """Lend a part of all positions to one question."""
        return self.budget.lend(int(self.settings.budget * part))

    def _within(
        self, part: float, question: Callable[[Position, SolverClaim, NodeBudget], Span]
    ) -> Span:
        with self._lend(part) as budget:
            return question(self.position, self.claim, budget)

    def _certain(self, high: int) -> Span:
        """Return what he can guarantee with every card counted against any layout."""
        node = self.view.node()
        with self._lend(0.6) as budget:
            return guaranteed(self.search, node, (self.claim.tricks, high), budget)

    def _witness(self, found: Awarded) -> Witness:
        """Return the line that gives the award, with what was left out of it."""
        witness = self._line(found, 0.35)
        if witness.tricks:
            with self._lend(0.04) as budget, suppress(Exhausted):
                self.search.budget = witness.lines.budget = budget
                witness.judge()
        return witness

    def _line(self, found: Awarded, part: float) -> Witness:
        """Return the line that gives an award; empty when the budget ends first."""
        witness = Witness(found.lines, self.position)
        if found.shown is None:
            return witness
        with self._lend(part) as budget, suppress(Exhausted):
            self.search.budget = found.lines.budget = budget
            witness.follow(found.shown)
            return witness
        return Witness(found.lines, self.position)

    def _excluded(self, witness: Witness, allowing: Allowing) -> tuple[Excluded, ...]:
        """Return the plays left out, each with the award that allowing it leads to."""
        with self._lend(0.04) as budget:
            return allowing.numbered(tuple(witness.excluded), budget)

    def _questions(
        self,
        awards: Awards,
        chosen: Awarded,
        trumps: Trumps,
        miscount: Miscount,
        location: Question | None,
    ) -> tuple[Question, ...]:
        with self._lend(0.3 if miscount.mistaken else 0.1) as budget:
            asked = open_questions(awards, chosen, location, trumps, budget)
            return counting_first(asked, awards, trumps, miscount, budget)

    def _weighed(
        self, awards: Awards, shown: Span, settles: tuple[Settling, ...]
    ) -> tuple[tuple[Settling, ...], Question | None]:
        """Return locations with what they are worth, and the question on one."""
        with self._lend(0.1) as budget:
            return weighed(awards, shown, settles, self.out, budget)

    def _scenarios(
        self,
        awards: Awards,
        counted: tuple[Awarded, ...],
        chosen: Awarded,
        unaware: Awarded,
    ) -> tuple[Scenario, ...]:
        """Return the scenarios from what was claimed down to any play."""
        with self._lend(0.02) as budget:
            careless = careless_scenarios(awards, chosen.award, budget)
        return (
            *fixed_scenarios(awards, chosen.award),
            *forgotten_scenarios(counted),
            *((not_aware_scenario(unaware),) if self.out else ()),
            *careless,
            any_play_scenario(awards.bounds.least(chosen.award.high)),
        )

    def _outstanding(
        self, aware: Awarded, unaware: Awarded, chosen: Awarded, witness: Witness
    ) -> OutstandingTrump | None:
        """Return Law 70C as its own result.

        Where forgetting the trumps costs nothing, with the tricks they take (S7).
        """
        line = None
        in_doubt = self.out and is_in_doubt(self.position, self.claim)
        if in_doubt and aware.award == unaware.award:
            found = witness if chosen is unaware else self._line(unaware, 0.1)
            line = found.tricks or None
        spans = aware.award, unaware.award
        return outstanding(self.position, self.claim, self.out, spans, line)

    def settling(self, bounds: Bounds) -> tuple[Settling, ...]:
        """Return the smallest locations that would make the claim certain (70E1).

        A part of the positions is kept for them, so that every doubt is named.
        """
        if not bounds.certain.high < self.claim.tricks <= bounds.double_dummy.low:
            return ()
        self._release()
        with self._lend(0.2 + KEPT) as self.search.budget:
            return settling_locations(self.position, self.claim, self.search)

    def _partner(
        self, awards: Awards, chosen: Awarded, settles: tuple[Settling, ...]
    ) -> PartnerPlay | None:
        """Return the card a doubted defender's claim needs of his partner (70D2)."""
        claim, best = self.claim, awards.bounds.double_dummy.low
        if claim.by_declarer or settles or not chosen.award.high < claim.tricks <= best:
            return None
        self._release()
        with self._lend(0.1 + KEPT) as budget:
            return partner_play(awards, chosen.forgotten, budget)

    def _release(self) -> None:
        """Let the positions that were kept be searched."""
        self.budget.left += self.kept
        self.kept = 0

    def _provenance(self) -> Provenance:
        return Provenance(
            VERSION,
            rules_signature(),
            self.asked,
            self.settings.to_json(),
            self.budget.used,
        )
