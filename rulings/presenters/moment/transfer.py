"""A revoke's transfer and a score assigned in equity, as screens tell them (Law 64)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.hands import FULL_HAND
from rulings.laws.engine import Flow
from rulings.presenters import awards
from rulings.queries.case.flow import CaseWalk
from rulings.queries.table.settlement import Settlement, settlement_of
from rulings.queries.table.sheet import Sheet
from rulings.workflow.errors import Fault

TRANSFER = "facts.revoke_transfer"
WON_BY = gettext_lazy("Who won the trick of the revoke, and what came after?")
"""What a table knows, where the program wants to know how many tricks move (64A)."""

_BOTH = gettext_lazy(
    "The player who revoked, and that side won a later trick: two tricks move"
)
_PLAYER = gettext_lazy("The player who revoked, and no later trick: one trick moves")
_SIDE = gettext_lazy(
    "Another player; the partner won it (dummy too) or that side a later trick: "
    "one trick moves"
)
_CARD = gettext_lazy(
    "Another player; that side won two tricks from then on, one by the player who "
    "revoked with a card that could have been played to it: two tricks move"
)
_NOTHING = gettext_lazy("Another player, and that side won no trick: no trick moves")


def transfer_pairs(flow: Flow) -> list[tuple[object, object]]:
    """Return the answers on a revoke, each with the tricks it moves (Law 64A)."""
    older = flow.edition.provision("each_revoke_moves_tricks")
    pairs = [(2, _BOTH), (1, _PLAYER), (1, _SIDE), *([(2, _CARD)] if older else [])]
    return [*pairs, (0, _NOTHING)]


def moved_words(sheet: Sheet, settled: Settlement) -> str:
    """Return how many tricks go to which side for a revoke, "" where none do."""
    claimer = sheet.claimer
    return "" if claimer is None else awards.moved_words(claimer.side, settled)


def moved_later(sheet: Sheet, walked: CaseWalk) -> str:
    """Return what is settled after the number a director gives, "" for nothing."""
    settled = settlement_of(walked.walk)
    if settled.equity:
        return _("A score is assigned by Law 64C; it takes the place of this number.")
    words = moved_words(sheet, settled)
    return _("Give the number before that: %s.") % words if words else ""


def assigned_tricks(sheet: Sheet, settled: Settlement) -> int:
    """Return the claiming side's tricks by the assigned score (Law 64C).

    Raises Invalid where none was given, or it is less for the non-offending side
    than the transfer would be.
    """
    if settled.assigned is None or sheet.claimer is None or sheet.contract is None:
        raise Fault("equity_without_result")
    own = sheet.claimer.side is sheet.contract.declarer.side
    board = settled.assigned if own else FULL_HAND - settled.assigned
    tricks = board - sheet.won_before
    if settled.adjudicated is not None and settled.due:
        least = settled.adjudicated + settled.due
        short = tricks > least if settled.due < 0 else tricks < least
        if short:
            raise Fault(
                "equity_below_transfer",
                n=abs(settled.due),
            )
    return tricks


def check_range(sheet: Sheet, tricks: int, settled: Settlement) -> None:
    """Raise Invalid where more tricks are given than were left, a revoke apart."""
    given = tricks
    if settled.moved or settled.equity:
        given = settled.adjudicated or 0
    if sheet.left is not None and given > sheet.left:
        raise Fault(
            "award_impossible",
            tricks=given,
            left=sheet.left,
        )
