"""Tricks and points as screens show them: as claimed, as ruled, old to new."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import FULL_HAND
from rulings.bridge.scores import score
from rulings.bridge.seats import Side
from rulings.queries.table.sheet import Sheet


def won_before(sheet: Sheet) -> int | None:
    """Return the claiming side's quitted tricks, None while nobody has said them."""
    position = sheet.cards
    if position is None and sheet.replay is not None:
        replayed = sheet.replay.position
        position = replayed if replayed.left == sheet.left else None
    if position is None or sheet.claimer is None:
        return None
    return position.won_by(sheet.claimer.side)


def declarer_tricks(sheet: Sheet, tricks_claimer: int) -> int | None:
    """Return declarer's tricks on the board when the claiming side gets so many."""
    before = won_before(sheet)
    if before is None or sheet.claimer is None or sheet.contract is None:
        return None
    total = before + tricks_claimer
    own = sheet.claimer.side is sheet.contract.declarer.side
    return total if own else FULL_HAND - total


def declarer_tricks_as_claimed(sheet: Sheet) -> int | None:
    """Return declarer's tricks if the claim is scored as made."""
    return None if sheet.claimed is None else declarer_tricks(sheet, sheet.claimed)


def points(contract: Contract, vulnerable: Vulnerability, tricks: int) -> int:
    """Return North-South's points when declarer gets so many tricks."""
    side = contract.declarer.side
    made = score(contract, tricks, vulnerable=vulnerable.includes(side))
    return made if side is Side.NS else -made


def score_ns(sheet: Sheet, tricks_declarer: int) -> int | None:
    """Return North-South's points for declarer's tricks."""
    if sheet.contract is None:
        return None
    return points(sheet.contract, sheet.vulnerable, tricks_declarer)


def over_words(contract: Contract, tricks: int) -> str:
    """Return =, +1 or −2: how far from the contract."""
    over = tricks - contract.tricks_needed
    return "=" if over == 0 else f"+{over}" if over > 0 else f"−{-over}"


def result_words(contract: Contract, tricks: int) -> str:
    """Return makes, one over, one off ..., for declarer's tricks."""
    over = tricks - contract.tricks_needed
    if over >= 0:
        over_ = ngettext("makes, %(over)d over", "makes, %(over)d over", over)
        return over_ % {"over": over} if over else _("makes")
    return _("one off") if over == -1 else _("%(count)d off") % {"count": -over}


def points_words(value: int) -> str:
    """Return points with their sign: +650, −100, 0."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"
