"""The law's own questions about a claim, each answered from what the search proved.

Serves the steps of Laws 69 to 71 that name a computation (S1 to S10, S12). Nothing is
searched here: a page may ask. Bounds are spans; None means that nothing is proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulings.bridge import scores
from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.hypotheses import CardLayout, view_of
from rulings.solver.inputs import (
    Settings,
    SolverClaim,
    SuitOrder,
    conceded_suits,
    is_bare,
    named_forgotten,
    trumps_out,
    without_known,
)
from rulings.solver.kernel import choice, holding
from rulings.solver.kernel.choice import is_spots
from rulings.solver.kernel.rules import leading
from rulings.solver.lines import RealCards
from rulings.solver.types import Held, PartnerPlay, Proven, Share, Span, TrumpResult

TRICKS = 13
"""On a board."""

_ORDERS = {
    SuitOrder.NONE: choice.ANY_ORDER,
    SuitOrder.TOP_DOWN: choice.TOP_DOWN,
    SuitOrder.TOP_DOWN_SPOTS: choice.TOP_DOWN_SPOTS,
}
_ORDER = (
    leading.top_down,
    leading.spot_from_a_broken_suit,
    leading.low_in_a_conceded_suit,
)
"""The rules of normal play about the order inside a suit (N5, N6, N4)."""

_CLAIMER, _OTHER = 2, 3
"""The hands that are seen, as `holding.of_hand` counts them."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Law 70D1: what the worst normal line gives, whether less than was claimed."""

    award: Span
    less_successful: bool | None


@dataclass(frozen=True, slots=True)
class LocationResult:
    """Law 70E1: does the claim hang on who holds a card, and is it seen in time."""

    dependent: bool | None
    seen_in_time: bool | None
    settles: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class SuitLeads:
    """Law 70E2: the cards of a suit that one hand may lead first, the highest first.

    `free` says that the order leaves every card of the suit.
    """

    seat: Seat
    cards: tuple[Card, ...]
    free: bool


@dataclass(frozen=True, slots=True)
class PartnerResult:
    """Law 70D2: the card that a claim needs of a partner, and those he chose.

    `award` is what his worst normal plays leave; `chosen` are his cards on that line
    where he had a choice, each with its trick.
    """

    award: Span
    needed: PartnerPlay | None
    chosen: tuple[tuple[int, Card], ...]


def position_faults(position: Position) -> frozenset[str]:
    """Return what is wrong with a position, empty when it is legal (S1)."""
    return frozenset(fault.value for fault in position.faults())


def extremes(proven: Proven) -> tuple[Span | None, Span]:
    """Return the fewest tricks by any legal play and the most double dummy (S2)."""
    return proven.any_play, proven.double_dummy


def alternative_line(proven: Proven) -> Alternative:
    """Return whether a normal line does worse than the claim (S3; 70D1)."""
    return Alternative(proven.award, _falls_short(proven.award, proven.claimed))


def literal_line(proven: Proven) -> Span | None:
    """Return the tricks of the stated line carried out to the letter (S4).

    Plays the words leave open are chosen best, the opponents defend best; None
    without stated plays, bounds where it was not searched to its end.
    """
    return proven.as_stated


def normal_line_loses(proven: Proven, tricks: int) -> bool | None:
    """Say whether some normal line wins fewer than so many tricks (S5; 69B, 71)."""
    return _falls_short(proven.answers, tricks)


def reclaimed_can_be_lost(proven: Proven) -> bool | None:
    """Say whether the trick asked back can be lost by those who ask (S5; 69B).

    They are the other side, whose play is any legal one in the search: it is known
    only where every line brings the trick.
    """
    share = proven.lines_won
    return False if share and share.lines and share.fewer == share.lines else None


def legal_line_loses(proven: Proven, tricks: int) -> bool | None:
    """Say whether any legal play wins fewer than so many tricks (Law 71 of 1997)."""
    least = proven.any_play
    return None if least is None else _falls_short(least, tricks)


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


def share_of_normal_lines(proven: Proven) -> Share | None:
    """Return in how many normal lines the trick asked back comes back (S6; 69B2).

    Evidence to be shown; how likely the trick was, the director judges.
    """
    return proven.lines_won


def opponents_trumps(position: Position, claimer: Seat) -> int:
    """Return how many trumps the claimer's opponents hold (S7; 70C)."""
    return sum(
        card.suit is position.strain.suit
        for seat in claimer.side.other.seats
        for card in position.hands[seat]
    )


def outstanding_trump(proven: Proven) -> TrumpResult | None:
    """Return what hidden trumps of the opponents may cost, None without any (S7)."""
    return proven.trump


def location(proven: Proven) -> LocationResult:
    """Return whether the claim hangs on who holds a card (S8; 70E1).

    It is seen in time when every normal line wins the tricks all the same: somebody
    shows out, or the card falls, before the choice is made. It is not where a normal
    line falls short that does not with the location proven. Where the proven location
    helps nothing, as with a trump forgotten, the claim does not hang on it; nor where
    every normal line wins it with that trump in mind. Where every normal line wins it
    whatever the search for a location would still have named, no answer moves a trick.
    """
    dependent = _depends(proven)
    loses = _falls_short(proven.award, proven.claimed)
    if dependent is None and loses is False:
        dependent = False
    if not dependent:
        return LocationResult(dependent, None, proven.settles)
    if loses and (_helps_nothing(proven) or _only_for_a_trump(proven)):
        return LocationResult(
            dependent=False, seen_in_time=None, settles=proven.settles
        )
    seen = None if loses is None or (loses and not _costs(proven)) else not loses
    return LocationResult(dependent, seen, proven.settles)


def partner_alternatives(proven: Proven) -> PartnerResult:
    """Return what a defender's partner chose, and what was needed of him (S9; 70D2)."""
    return PartnerResult(proven.award, proven.partner, proven.chosen)


def leads_by_regulation(
    position: Position,
    claim: SolverClaim,
    settings: Settings,
    proven: Proven | None = None,
) -> tuple[SuitLeads, ...]:
    """Return what the order of play leaves of each suit to be led (S10; 70E2).

    Of the hands that the claimer plays, whichever is on lead; what was stated and
    what is certain are left aside. With what is proven a trick given up by number
    alone counts too.
    """
    forgotten = named_forgotten(position, claim)
    if claim.aware_of_trump is False:
        forgotten |= without_known(position, claim, trumps_out(position, claim))
    view = view_of(position, claim, forgotten)
    table = RealCards(view, (), spots=settings.suit_order is SuitOrder.TOP_DOWN_SPOTS)
    suits, cards = table.root(claim.tricks).suits, table.layout()
    found: list[SuitLeads] = []
    for seat in sorted(view.sides.mine):
        turn = _on_lead(suits, _CLAIMER if seat == 0 else _OTHER)
        turn[choice.SUIT_ORDER] = _ORDERS[settings.suit_order]
        turn[choice.LOW_LEAD] = settings.low_lead_in_conceded_suit
        given_up = conceded_suits(position, claim)
        turn[choice.CONCEDED] = sum(1 << suit for suit in given_up)
        spare = proven is not None and proven.certain.low > claim.tricks
        turn[choice.BARE] = spare and is_bare(claim)
        for rule in _ORDER:
            rule(turn)
        who = Seat((claim.claimer + seat) % len(Seat))
        found += _led(turn, who, cards)
    return tuple(found)


def contract_score(
    contract: Contract, tricks_declarer: int, *, vulnerable: bool
) -> int:
    """Return the points of declarer's side for all its tricks on the board (S12)."""
    return scores.score(contract, tricks_declarer, vulnerable=vulnerable)


def _depends(proven: Proven) -> bool | None:
    """Say whether proven locations make the claim certain, which it is not as it is.

    Where none is named the search for one may have been cut; a partner's card that
    was named instead shows that it was not.
    """
    claimed, best = proven.claimed, proven.double_dummy
    if proven.certain.low >= claimed or best.high < claimed:
        return False
    if proven.certain.high >= claimed or best.low < claimed:
        return None
    if proven.settles:
        return True
    return None if proven.partner is None else False


def _costs(proven: Proven) -> bool:
    """Say whether the tricks fall short for want of the location, as far as asked."""
    if not proven.asks:
        return True
    return proven.located is not None and proven.located.low > proven.award.high


def _helps_nothing(proven: Proven) -> bool:
    """Say whether a proven location surely brings no trick."""
    located = proven.located
    return proven.asks and (located is None or located.high <= proven.award.low)


def _only_for_a_trump(proven: Proven) -> bool:
    """Say whether only a trump out of mind costs the claim (Law 70C)."""
    trump = proven.trump
    return trump is not None and trump.aware.low >= proven.claimed


def _falls_short(award: Span, tricks: int) -> bool | None:
    if award.high < tricks:
        return True
    return False if award.low >= tricks else None


def _on_lead(suits: tuple[int, ...], hand: int) -> list[int]:
    """Return what the rules about the order look at with one hand on lead."""
    turn = [0] * choice.END
    for suit, held in enumerate(suits):
        cards = holding.of_hand(held, hand)
        turn[choice.LEGAL + suit] = turn[choice.OPTIONS + suit] = cards
        counted = holding.hidden_cards(held) & ~holding.forgotten_cards(held)
        turn[choice.UNSEEN + suit] = (
            holding.highest(counted) if counted else holding.BELOW
        )
        turn[choice.SPOTS] |= is_spots(held, cards) << suit
    return turn


def _led(turn: list[int], seat: Seat, cards: CardLayout) -> Iterator[SuitLeads]:
    """Return the suits a hand holds with the cards that the rules left of each."""
    for suit in Suit:
        left, held = turn[choice.OPTIONS + suit], turn[choice.LEGAL + suit]
        if held:
            places = range(len(cards[suit]))
            led = tuple(
                cards[suit][at] for at in places if left >> holding.CARD_BITS * at & 1
            )
            yield SuitLeads(seat, led, left == held)
