"""The read-out of an end without a ruling: no claim, void, play on, agreed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from rulings.bridge import scores
from rulings.bridge.seats import Side
from rulings.laws.engine.flow import Outcome
from rulings.models import Case, Window
from rulings.presenters.readouts.shape import (
    ReadOut,
    appeal_words,
    claim_words,
    clock,
    fitted,
    next_words,
)
from rulings.presenters.results import made_words, points_words
from rulings.presenters.words import call_name, side_name
from rulings.queries.case.final import is_established
from rulings.queries.table.sheet import Sheet


def ended_readout(sheet: Sheet, outcome: Outcome, windows: Iterable[Window]) -> ReadOut:
    """Return what is read out where a case ends without a ruling on tricks."""
    case = sheet.case
    parts = outcome.readout or ("", outcome.meaning, "")
    said, why, result = (_(part) if part else "" for part in parts)
    return fitted(said, "", [why], result, _asking(case, windows))


def agreed_readout(sheet: Sheet, windows: Iterable[Window], at: datetime) -> ReadOut:
    """Return what is read out where both sides agree, and how firm that is."""
    case, rows = sheet.case, list(windows)
    claimer = sheet.claimer
    side = "" if claimer is None else side_name(claimer.side.other)
    firm = is_established(rows, at)
    why = _("The agreement is firm.")
    if not firm:
        why = _(
            "%(side)s can take it back until they call on the next board or the round "
            "ends."
        ) % {"side": side}
    agreed = _("%(side)s agree.") % {"side": side} if side else ""
    said = " ".join(part for part in (claim_words(sheet), agreed) if part)
    then = [appeal_words(case, _of(rows, Window.Purpose.APPEAL)), next_words(case)]
    score = _score(sheet)
    return fitted(said, "", [why], score, " ".join(part for part in then if part))


def agreed_score(sheet: Sheet) -> int | None:
    """Return the points of an agreed board; None where they are another contract's.

    The score that came in may belong to a contract corrected at the table.
    """
    contract, playing = sheet.contract, sheet.case.playing
    if contract is None or playing.tricks is None or playing.score is None:
        return None
    side = contract.declarer.side
    vulnerable = sheet.vulnerable.includes(side)
    made = scores.score(contract, playing.tricks, vulnerable=vulnerable)
    return (
        playing.score if playing.score == (made if side is Side.NS else -made) else None
    )


def _score(sheet: Sheet) -> str:
    contract, points, tricks = (
        sheet.contract,
        agreed_score(sheet),
        sheet.case.playing.tricks,
    )
    if contract is None or points is None or tricks is None:
        return _("The board is scored as claimed.")
    values = {
        "contract": call_name(contract),
        "made": made_words(contract, tricks),
        "score": points_words(points),
    }
    return _("%(contract)s, %(made)s, %(score)s.") % values


def _asking(case: Case, windows: Iterable[Window]) -> str:
    """Return until when a ruling can be asked for, or an appeal be made."""
    asking = _of(windows, Window.Purpose.RULING_REQUEST)
    if asking is None or asking.closes_at is None:
        return appeal_words(case, None)
    words = _("You may ask for a ruling or appeal until %(time)s.")
    return words % {"time": clock(case, asking.closes_at)}


def _of(windows: Iterable[Window], purpose: Window.Purpose) -> Window | None:
    return next((row for row in windows if row.purpose == purpose), None)
