"""What the program can work out for a step: the computations S1 to S14.

Each is a function of the fact sheet and returns None where the facts do not suffice;
then the director is asked, and the step says so. A step is told what bears on it; it
never answers for the director.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rulings.bridge.auctions import lowest_sufficient
from rulings.bridge.cards import Strain
from rulings.bridge.scores import score
from rulings.bridge.seats import Seat, Side
from rulings.laws.flows import Step
from rulings.models import Window
from rulings.queries.flow import current_proposal, solver_values
from rulings.queries.regulations import regulations_of
from rulings.queries.solving import result_of, solver_input
from rulings.queries.table.sheet import Sheet

Range = tuple[int, int]


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
    return tuple(sorted(fault.value for fault in sheet.cards.faults()))


def double_dummy(sheet: Sheet) -> Range | None:
    """S2: return the claiming side's tricks with all cards in sight."""
    return _span(sheet, "double_dummy")


def worst_normal(sheet: Sheet) -> Range | None:
    """S3: return what is proven of the claiming side's worst normal line."""
    proposal = current_proposal(sheet.case)
    if proposal is None or proposal.low is None or proposal.high is None:
        return None
    return proposal.low, proposal.high


def as_stated(sheet: Sheet) -> Range | None:
    """S4: return the tricks of the stated line against the best defence."""
    return _span(sheet, "as_stated")


def conceded_can_be_lost(sheet: Sheet) -> bool | None:
    """S5: say whether a normal line loses the trick that is asked for.

    Of tricks given up it is known; of those that the side which agreed asks back only
    that they cannot be lost, where every line counted (S6) brings them (Law 69B).
    """
    asked = solver_input(sheet.case)
    if asked is not None and asked.claim.reclaimed:
        counted = share_of_lines(sheet)
        return False if counted and counted[0] == counted[1] else None
    values = solver_values(sheet.case, current_proposal(sheet.case))
    found = values.get("normal_line_loses")
    return found if isinstance(found, bool) else None


def share_of_lines(sheet: Sheet) -> tuple[int, int] | None:
    """S6: return in how many of how many normal lines the trick comes back."""
    result = _result(sheet)
    counted = result.get("lines_won") if result else None
    if not isinstance(counted, dict):
        return None
    return int(counted["won"]), int(counted["lines"])


def trumps_out(sheet: Sheet) -> tuple[int, int | None] | None:
    """S7: return the trumps still out and, where known, what they can cost."""
    values = solver_values(sheet.case, current_proposal(sheet.case))
    if "opp_trumps" not in values:
        return None
    return values["opp_trumps"], values.get("trump_tricks_lost")


def depends_on_location(sheet: Sheet) -> bool | None:
    """S8: say whether the claim needs a card to lie in a particular hand."""
    values = solver_values(sheet.case, current_proposal(sheet.case))
    found = values.get("location_dependent")
    return found if isinstance(found, bool) else None


def partners_choice(sheet: Sheet) -> Range | None:
    """S9: return the worst that the partner's normal plays leave a defender."""
    if sheet.contract is None or sheet.claimer is None:
        return None
    if sheet.claimer.side is sheet.contract.declarer.side:
        return None
    return worst_normal(sheet)


def suit_order(sheet: Sheet) -> str | None:
    """S10: return the order of play inside a suit that the regulations set."""
    value = regulations_of(sheet.case)["suit_order"]
    return None if value is None else str(value)


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
    made = score(contract, tricks, vulnerable=sheet.vulnerable.includes(side))
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
    rows = Window.objects.filter(case=sheet.case).order_by("purpose")
    return {row.purpose: row.closes_at for row in rows} or None


def _result(sheet: Sheet) -> Mapping[str, Any] | None:
    proposal = current_proposal(sheet.case)
    return result_of(proposal) if proposal is not None else None


def _span(sheet: Sheet, key: str) -> Range | None:
    result = _result(sheet)
    span = result.get(key) if result else None
    if not isinstance(span, Mapping):
        return None
    return int(span["low"]), int(span["high"])


COMPUTATIONS: Mapping[str, Callable[[Sheet], object]] = {
    "S1": position_faults,
    "S2": double_dummy,
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
