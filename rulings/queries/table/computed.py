"""What the program can work out for a step: the computations S1 to S14.

Each is a function of the fact sheet and returns None where the facts do not suffice;
then the director is asked, and the step says so. A step is shown what bears on it; it
never answers for the director. What needs a search is read from what the worker has
stored (`rulings.solver.explain.law`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from rulings.bridge.auctions import lowest_sufficient
from rulings.bridge.cards import Strain
from rulings.bridge.seats import Seat, Side
from rulings.laws.engine.flow import Step
from rulings.models import Window
from rulings.queries.case.flow import current_proposal
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import regulations_of
from rulings.queries.case.solving import result_of, solver_input
from rulings.queries.table.sheet import Sheet
from rulings.solver import Span
from rulings.solver.explain import law
from rulings.solver.types import Proven

Range = tuple[int, int]
Extremes = tuple[Range | None, Range]


@dataclass(frozen=True, slots=True)
class Ordered:
    """The order inside a suit that is regulated, and the leads that it leaves.

    `order` is None where the regulations set none and suits are played from the top.
    """

    order: str | None
    leads: tuple[law.SuitLeads, ...]


@dataclass(frozen=True, slots=True)
class Revoke:
    """A failure to follow in the record of play, and the tricks that it would move.

    The count follows the scale of the later editions; tricks settled by the claim
    count as won (Law 64A).
    """

    trick: int
    seat: Seat
    card: str
    transfer: int


def position_faults(sheet: Sheet) -> tuple[str, ...] | None:
    """S1: return what keeps the cards from being a legal position; () for nothing."""
    if sheet.cards is None:
        return None
    return tuple(sorted(law.position_faults(sheet.cards)))


def extremes(sheet: Sheet) -> Extremes | None:
    """S2: return the claiming side's fewest tricks, and its most with all in sight."""
    if (proven := _proven(sheet)) is None:
        return None
    least, best = law.extremes(proven)
    return _range(least), _ends(best)


def worst_normal(sheet: Sheet) -> Range | None:
    """S3: return what is proven of the claiming side's worst normal line."""
    proposal = current_proposal(sheet.case)
    if proposal is None or proposal.low is None or proposal.high is None:
        return None
    return proposal.low, proposal.high


def as_stated(sheet: Sheet) -> Range | None:
    """S4: return the tricks of the stated line against the best defence."""
    proven = _proven(sheet)
    return None if proven is None else _range(law.literal_line(proven))


def conceded_can_be_lost(sheet: Sheet) -> bool | None:
    """S5: say whether a normal line loses the trick that is asked for.

    Of tricks given up it is known; of those that the side which agreed asks back only
    that they cannot be lost, where every line counted (S6) brings them (Law 69B).
    """
    proven, asked = _proven(sheet), solver_input(sheet.case)
    if proven is None or asked is None:
        return None
    if asked.claim.reclaimed:
        return law.reclaimed_can_be_lost(proven)
    if proven.claimed >= proven.left:
        return None
    return law.normal_line_loses(proven, proven.claimed + 1)


def share_of_lines(sheet: Sheet) -> Range | None:
    """S6: return in how many of how many normal lines the trick comes back."""
    proven = _proven(sheet)
    share = None if proven is None else law.share_of_normal_lines(proven)
    return None if share is None else (share.fewer, share.lines)


def trumps_out(sheet: Sheet) -> tuple[int, int | None] | None:
    """S7: return the trumps still out and, where known, what they can cost."""
    if sheet.cards is None or sheet.claimer is None:
        return None
    proven = _proven(sheet)
    trump = None if proven is None else law.outstanding_trump(proven)
    cost = None if trump is None else trump.tricks_lost
    return law.opponents_trumps(sheet.cards, sheet.claimer), cost


def depends_on_location(sheet: Sheet) -> law.LocationResult | None:
    """S8: say whether the claim needs a card to lie in a hand, and if it comes out."""
    if (proven := _proven(sheet)) is None:
        return None
    found = law.location(proven)
    return None if found.dependent is None else found


def partners_choice(sheet: Sheet) -> law.PartnerResult | None:
    """S9: return what the partner's normal plays leave a defender, and which differ."""
    if sheet.contract is None or sheet.claimer is None:
        return None
    if sheet.claimer.side is sheet.contract.declarer.side:
        return None
    proven = _proven(sheet)
    return None if proven is None else law.partner_alternatives(proven)


def suit_order(sheet: Sheet) -> Ordered | None:
    """S10: return the order inside a suit that is regulated, and the leads it leaves.

    No search is made, so that a card is not followed to the tricks it would lead to:
    the number of the worst of them is S3.
    """
    value = regulations_of(sheet.case)["suit_order"]
    order = None if value is None else str(value)
    asked = solver_input(sheet.case)
    if asked is None or law.position_faults(asked.position):
        return None if order is None else Ordered(order, ())
    leads = law.leads_by_regulation(
        asked.position, asked.claim, asked.settings, _proven(sheet)
    )
    return Ordered(order, leads)


def revokes(sheet: Sheet) -> tuple[Revoke, ...] | None:
    """S11: return the revokes in the record of play; None without a record."""
    if sheet.replay is None:
        return None
    return tuple(
        Revoke(trick, seat, str(card), _transfer(sheet, trick, seat))
        for trick, seat, card in sheet.replay.revokes
    )


def _transfer(sheet: Sheet, trick: int, seat: Seat) -> int:
    replayed = sheet.replay
    if replayed is None or sheet.contract is None:
        return 0
    winners = [one.winner(sheet.contract.strain) for one in replayed.tricks]
    if trick > len(winners):
        return 0
    won = winners[trick - 1]
    later = sum(one.side is seat.side for one in winners[trick:])
    if sheet.claimer is not None and sheet.claimed is not None:
        mine = sheet.claimer.side is seat.side
        later += sheet.claimed if mine else (sheet.left or 0) - sheet.claimed
    if won is seat:
        return 1 + min(1, later)
    return min(1, later + (won.side is seat.side))


def points_as_claimed(sheet: Sheet) -> int | None:
    """S12: return North-South's points if the claim is scored as made."""
    contract, claimed = sheet.contract, sheet.claimed
    if contract is None or claimed is None or sheet.cards is None:
        return None
    if sheet.claimer is None:
        return None
    tricks = sheet.won_before + claimed
    if sheet.claimer.side is not contract.declarer.side:
        tricks = 13 - tricks
    side = contract.declarer.side
    vulnerable = sheet.vulnerable.includes(side)
    made = law.contract_score(contract, tricks, vulnerable=vulnerable)
    return made if side is Side.NS else -made


def lowest_bids(sheet: Sheet) -> Mapping[str, str] | None:
    """S13: return the lowest sufficient bid in each denomination."""
    entered = sheet.entered
    if entered is None or entered.last_bid is None:
        return None
    found = {
        strain.value: lowest_sufficient(entered.last_bid, strain) for strain in Strain
    }
    return {strain: bid for strain, bid in found.items() if bid is not None}


def window_ends(sheet: Sheet) -> Mapping[str, datetime | None] | None:
    """S14: return when each window of the case closes; None where none is open yet."""
    rows = sorted(rows_of(sheet.case, Window), key=lambda row: row.purpose)
    return {row.purpose: row.closes_at for row in rows} or None


def _proven(sheet: Sheet) -> Proven | None:
    """Return what the worker's search proved of the case as it is now."""
    proposal = current_proposal(sheet.case)
    result = None if proposal is None else result_of(proposal)
    return None if result is None else Proven.from_json(result)


def _range(span: Span | None) -> Range | None:
    return None if span is None else _ends(span)


def _ends(span: Span) -> Range:
    return span.low, span.high


SEARCHED = frozenset({"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"})
"""What cannot be worked out without the cards; all but S1 rests on the search."""

COMPUTATIONS: Mapping[str, Callable[[Sheet], object]] = {
    "S1": position_faults,
    "S2": extremes,
    "S3": worst_normal,
    "S4": as_stated,
    "S5": conceded_can_be_lost,
    "S6": share_of_lines,
    "S7": trumps_out,
    "S8": depends_on_location,
    "S9": partners_choice,
    "S10": suit_order,
    "S11": revokes,
    "S12": points_as_claimed,
    "S13": lowest_bids,
    "S14": window_ends,
}


def bears_on(asked: Step) -> tuple[str, ...]:
    """Return the computations that a step rests on, and those shown beside it."""
    return tuple(dict.fromkeys((*asked.solver, *asked.beside)))


def fault_words() -> dict[str, str]:
    """Return what each fault of a position is called."""
    return {
        "card_twice": _("a card stands in two places"),
        "unequal_hands": _("the hands are not equally long"),
        "trick_count": _("tricks won and tricks left do not make 13"),
        "trick_complete": _("the trick on the table is complete"),
        "no_cards": _("no cards are left"),
        "revoke_on_table": _("somebody has not followed suit and could have"),
    }
