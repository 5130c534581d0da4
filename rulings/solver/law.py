"""The law's own questions about a claim, each answered by the same search.

Serves the steps of Laws 69 to 71 that name a computation (S1 to S10, S12). Bounds
are spans; None means that the budget ended before an answer was proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rulings.bridge import scores
from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.solver import stated
from rulings.solver.adjudication import Settling, Span
from rulings.solver.awards import Awards, Found
from rulings.solver.beliefs import trumps_out, unseen_cards, without_known
from rulings.solver.believed import PARTNER
from rulings.solver.budget import Budget
from rulings.solver.choices import Choice, first_choice
from rulings.solver.claim import Claim
from rulings.solver.proposal import Solve
from rulings.solver.settings import Settings
from rulings.solver.shares import Share

TRICKS = 13
"""On a board."""


class Inquiry:
    """One claim under inquiry: its bounds proven once, a budget for each question."""

    def __init__(self, position: Position, claim: Claim, settings: Settings) -> None:
        """Take the input; raises ValueError when the claim does not fit."""
        claim.check(position)
        self.position = position
        self.claim = claim
        self.settings = settings
        self.solve = Solve(position, claim, settings, lambda _low, _high: None)

    @cached_property
    def awards(self) -> Awards:
        """The searches for awards, with what is proven before them."""
        return self.solve.prepared()

    def budget(self) -> Budget:
        """Return the positions that one question may search."""
        return Budget(self.settings.budget)

    def found(self, forgotten: frozenset[Card] | None = None) -> Found:
        """Return the award under a belief, by default what the words say of it."""
        belief = self.solve.known if forgotten is None else forgotten
        return self.awards.find(self.awards.lines(belief), self.budget())


@dataclass(frozen=True, slots=True)
class Alternative:
    """Law 70D1: what the worst normal line gives, whether less than was claimed."""

    award: Span
    less_successful: bool | None


@dataclass(frozen=True, slots=True)
class TrumpResult:
    """Law 70C: the opponents' trumps and the tricks that not minding them costs."""

    cards: tuple[Card, ...]
    aware: Span
    unaware: Span

    @property
    def tricks_lost(self) -> int | None:
        """Return the tricks lost on the worst normal line, None while not proven."""
        aware, unaware = self.aware.value, self.unaware.value
        return None if aware is None or unaware is None else max(0, aware - unaware)


@dataclass(frozen=True, slots=True)
class LocationResult:
    """Law 70E1: does the claim hang on who holds a card, and is it seen in time."""

    dependent: bool | None
    seen_in_time: bool | None
    settles: tuple[Settling, ...]


def position_faults(position: Position) -> frozenset[str]:
    """Return what is wrong with a position, empty when it is legal (S1)."""
    return frozenset(str(fault) for fault in position.faults())


def extremes(inquiry: Inquiry) -> tuple[Span, Span]:
    """Return the fewest tricks by any legal play and the most double dummy (S2)."""
    bounds = inquiry.awards.bounds
    return bounds.any_play, bounds.double_dummy


def alternative_line(inquiry: Inquiry) -> Alternative:
    """Return whether a normal line does worse than the claim (S3; 70D1)."""
    award = inquiry.found().award
    claimed = inquiry.claim.tricks
    worse = True if award.high < claimed else False if award.low >= claimed else None
    return Alternative(award, worse)


def literal_line(inquiry: Inquiry) -> int | None:
    """Return the tricks of the stated line carried out to the letter (S4).

    Plays the words leave open are chosen best, the opponents defend best; None
    without stated plays or when the budget ends first.
    """
    return stated.literal_line(inquiry.awards, inquiry.budget())


def normal_line_loses(inquiry: Inquiry, tricks: int) -> bool | None:
    """Say whether some normal line wins fewer than so many tricks (S5; 69B, 71)."""
    award = inquiry.found().award
    if award.high < tricks:
        return True
    return False if award.low >= tricks else None


def legal_line_loses(inquiry: Inquiry, tricks: int) -> bool | None:
    """Say whether any legal play wins fewer than so many tricks (Law 71 of 1997)."""
    least = inquiry.awards.bounds.any_play
    if least.high < tricks:
        return True
    return False if least.low >= tricks else None


def contract_already_decided(
    contract: Contract, tricks_declarer: int, tricks_defenders: int, *, declarer: bool
) -> bool:
    """Say whether what was conceded had been settled by tricks won (71A of 1997).

    Declarer concedes defeat of a contract already made, or a defender the making of
    one already beaten.
    """
    if declarer:
        return tricks_declarer >= contract.tricks_needed
    return tricks_defenders > TRICKS - contract.tricks_needed


def share_of_normal_lines(inquiry: Inquiry, tricks: int) -> Share | None:
    """Return in how many normal lines the side wins fewer than so many (S6; 69B2).

    Evidence to be shown; how likely the trick was, the director judges.
    """
    return stated.share_of_lines(
        inquiry.awards, inquiry.solve.known, tricks, inquiry.budget()
    )


def outstanding_trump(inquiry: Inquiry) -> TrumpResult | None:
    """Return what the opponents' trumps may cost, None without any (S7; 70C)."""
    out = trumps_out(inquiry.position, inquiry.claim)
    hidden = out & unseen_cards(inquiry.position, inquiry.claim)
    if not hidden:
        return None
    known = inquiry.solve.known
    forgotten = known | without_known(inquiry.position, inquiry.claim, hidden)
    aware = inquiry.found(known - hidden).award
    return TrumpResult(tuple(sorted(out)), aware, inquiry.found(forgotten).award)


def location(inquiry: Inquiry) -> LocationResult:
    """Return whether the claim hangs on who holds a card (S8; 70E1).

    It is seen in time when every normal line wins the tricks all the same: somebody
    shows out, or the card falls, before the choice is made.
    """
    claimed, bounds = inquiry.claim.tricks, inquiry.awards.bounds
    if bounds.certain.low >= claimed or bounds.double_dummy.high < claimed:
        return LocationResult(dependent=False, seen_in_time=None, settles=())
    loses = normal_line_loses(inquiry, claimed)
    settles = inquiry.solve.settling(bounds)
    dependent = True if settles else None if bounds.certain.high >= claimed else False
    seen = None if loses is None else not loses
    return LocationResult(dependent=dependent, seen_in_time=seen, settles=settles)


def partner_alternatives(inquiry: Inquiry) -> tuple[Choice, ...]:
    """Return a defender's partner's normal cards at his first choice (S9; 70D2)."""
    if inquiry.claim.by_declarer:
        return ()
    return first_choice(inquiry.found(), lambda node: node[1] == PARTNER)


def leads_by_regulation(inquiry: Inquiry) -> tuple[Choice, ...]:
    """Return the cards the claimer may lead next, suit by suit (S10; 70E2)."""
    return first_choice(inquiry.found(), lambda node: not node[1] & 1 and node[4] == 0)


def contract_score(
    contract: Contract, tricks_declarer: int, *, vulnerable: bool
) -> int:
    """Return the points of declarer's side for all its tricks on the board (S12)."""
    return scores.score(contract, tricks_declarer, vulnerable=vulnerable)
