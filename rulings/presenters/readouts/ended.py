"""The read-out of an end without a ruling: no claim, void, play on, agreed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulings.bridge.contracts import Contract
from rulings.laws.engine.flow import Outcome
from rulings.models import Case, Playing, Window
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

PLAY_ON = gettext_noop("Play goes on from where it stopped.")
NOT_FOR_PARTNER = gettext_noop("What was said or shown is not for the partner to use.")
NO_PENALTY = gettext_noop("A card shown to win the trick is no penalty card.")

ENDS = {
    "O-NO-CLAIM": (
        gettext_noop("Nobody has claimed or conceded: it was only a remark."),
        NOT_FOR_PARTNER,
        PLAY_ON,
    ),
    "O-NOCLAIM-TRICK": (
        gettext_noop("That was about this trick alone, so it is no claim."),
        NO_PENALTY,
        PLAY_ON,
    ),
    "O-NOCLAIM-DUMMY": (
        gettext_noop("Dummy cannot claim or concede, so nothing has been claimed."),
        gettext_noop("Dummy leaves play and claims to declarer."),
        PLAY_ON,
    ),
    "O-L54": (
        gettext_noop(
            "The hand was spread because of a lead out of turn, so it is no claim."
        ),
        gettext_noop("The lead out of turn is settled first."),
        gettext_noop("Then the play begins."),
    ),
    "O-EXPOSED-DECLARER": (
        gettext_noop("Declarer has shown cards and claimed nothing."),
        gettext_noop("The cards go back to hand, without restriction."),
        PLAY_ON,
    ),
    "O-EXPOSED-DEFENDER": (
        gettext_noop("A defender has shown cards and claimed nothing."),
        gettext_noop("They stay face up on the table as penalty cards."),
        PLAY_ON,
    ),
    "O-NOCONCESSION": (
        gettext_noop(
            "One defender wanted to concede and the partner objected at once, so "
            "nothing is conceded or claimed."
        ),
        NOT_FOR_PARTNER,
        PLAY_ON,
    ),
    "O-VOIDCLAIM": (
        gettext_noop("All four players want to play on, so the claim is void."),
        gettext_noop("What was shown is free for everybody and is no penalty card."),
        gettext_noop("Play on: the result at the table will stand."),
    ),
    "O-79B": (
        gettext_noop("Nobody claimed on this board: it was played out."),
        gettext_noop("How many tricks each side won is settled from the cards played."),
        gettext_noop("Until then the score stays as it is."),
    ),
    "O-TABLE-RESULT": (
        gettext_noop("The play has been looked at."),
        gettext_noop("Nothing that was shown or said has changed it."),
        gettext_noop("The result at the table stands."),
    ),
    "O-L13": (
        gettext_noop("The hands do not have the right number of cards."),
        gettext_noop("The board cannot be played as it is, so no claim is ruled on."),
        gettext_noop("The score of the board is adjusted."),
    ),
}
"""What happened, what follows from it, and what now, by outcome."""


def ended_readout(sheet: Sheet, outcome: Outcome, windows: Iterable[Window]) -> ReadOut:
    """Return what is read out where a case ends without a ruling on tricks."""
    case = sheet.case
    known = ENDS.get(outcome.id)
    parts = ("", outcome.meaning, "") if known is None else known
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
    score = _score(sheet.contract, case.playing)
    return fitted(said, "", [why], score, " ".join(part for part in then if part))


def _score(contract: Contract | None, playing: Playing) -> str:
    if contract is None or playing.tricks is None or playing.score is None:
        return _("The board is scored as claimed.")
    values = {
        "contract": call_name(contract),
        "made": made_words(contract, playing.tricks),
        "score": points_words(playing.score),
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
