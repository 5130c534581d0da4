"""Words of the director's screens: reasons of objections, steps of a statement."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rulings.bridge.seats import Seat, Side
from rulings.models import Case, Claim, Fact, Objection, Statement, Window
from rulings.presenters.sentences import step_words
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.rows import DROPPED, rows_of
from rulings.queries.table.sheet import Sheet
from rulings.states import IN_FORCE

REASONS = {
    "trump_out": gettext_lazy("a trump is out"),
    "order": gettext_lazy("the order of play"),
    "entry": gettext_lazy("the way back"),
    "finesse": gettext_lazy("a finesse or guess"),
    "count": gettext_lazy("the count of tricks"),
    "revoke": gettext_lazy("a revoke"),
    "score": gettext_lazy("the score"),
    "card_count": gettext_lazy("a wrong number of cards"),
    "irregularity": gettext_lazy("another irregularity"),
    "other": pgettext_lazy("objection", "something else"),
}
"""Reason codes of an objection (Law 70B2)."""

MADE_BY_SOMEBODY = frozenset({"revoke", "card_count", "irregularity"})
"""Reasons that read, with a seat before them, as if that seat had done it."""

MANNERS = {
    Claim.Manner.STATEMENT: gettext_lazy("said so"),
    Claim.Manner.STOP_PLAY: gettext_lazy("proposed to stop"),
    Claim.Manner.SHOWED_CARDS: gettext_lazy("showed cards"),
    Claim.Manner.ABANDONED_HAND: gettext_lazy("folded the hand"),
}

PURPOSES = {
    Window.Purpose.AGREEMENT: gettext_lazy("Agreement · Law 69A"),
    Window.Purpose.CORRECTION: gettext_lazy("Correction · Law 79C"),
    Window.Purpose.APPEAL: gettext_lazy("Appeal · Law 92B"),
    Window.Purpose.FURTHER_APPEAL: gettext_lazy("Further appeal · Law 93C"),
    Window.Purpose.RULING_REQUEST: gettext_lazy("Asking for a ruling · Law 92B"),
    Window.Purpose.OWN_SIDE: gettext_lazy("Trick not won · Law 79A2"),
}

_ENDED = {
    Window.Purpose.AGREEMENT: gettext_lazy(
        "The agreement had become firm before (Law 69A)."
    ),
    Window.Purpose.CORRECTION: gettext_lazy(
        "The time to correct a score had ended (Law 79C)."
    ),
    Window.Purpose.RULING_REQUEST: gettext_lazy(
        "The time to ask for a ruling had ended (Law 92B)."
    ),
    Window.Purpose.APPEAL: gettext_lazy("The time to appeal had ended (Law 92B)."),
    Window.Purpose.FURTHER_APPEAL: gettext_lazy(
        "The time for a further appeal had ended (Law 93C)."
    ),
    Window.Purpose.OWN_SIDE: gettext_lazy(
        "The time to give back a trick not won had ended (Laws 79A2 and 79C)."
    ),
}
_ENDED_FOR = {
    Objection.Wish.WITHDRAW_AGREEMENT: gettext_lazy(
        "The time to withdraw an agreement had ended (Laws 69B and 79C)."
    ),
    Objection.Wish.CANCEL_CONCESSION: gettext_lazy(
        "The time to cancel a concession had ended (Laws 71 and 79C)."
    ),
}


def late_law(row: Objection) -> str:
    """Return which time a late wish came after, with its Law; "" where none limits it.

    An agreement is withdrawn, and a concession cancelled, while scores are corrected.
    """
    if row.window_purpose == Window.Purpose.CORRECTION and row.wish in _ENDED_FOR:
        return str(_ENDED_FOR[Objection.Wish(row.wish)])
    known = Window.Purpose.values
    purpose = row.window_purpose
    return str(_ENDED[Window.Purpose(purpose)]) if purpose in known else ""


WISHES = {
    Objection.Wish.DOUBT: gettext_lazy("doubts the claim"),
    Objection.Wish.WITHDRAW_AGREEMENT: gettext_lazy("takes the agreement back"),
    Objection.Wish.CANCEL_CONCESSION: gettext_lazy("wants a conceded trick back"),
    Objection.Wish.ASK_RULING: gettext_lazy("asks for a ruling"),
    Objection.Wish.GIVE_BACK: gettext_lazy("reports a trick not won"),
}

WHEN = {
    Statement.Layer.CLAIM: gettext_lazy("at the claim"),
    Statement.Layer.REPEATED: gettext_lazy("repeated to the director"),
    Statement.Layer.ADDED: gettext_lazy("added later"),
}


CLASSES = {
    "beginner": pgettext_lazy("class of player", "beginner"),
    "club": pgettext_lazy("class of player", "club player"),
    "advanced": pgettext_lazy("class of player", "advanced"),
    "expert": pgettext_lazy("class of player", "expert"),
}
PLAYER_CLASS = "player_class"
"""The fact of which class the claimer is; without it he counts as a club player."""


def class_words(sheet: Sheet) -> str:
    """Return the class of player that normal play is measured by."""
    named = (row.value for row in rows_of(sheet.case, Fact) if row.key == PLAYER_CLASS)
    return str(CLASSES.get(str(next(named, "")), CLASSES["club"]))


def wants(row: Objection, case: Case) -> str:
    """Return what a player wants; a doubt put to a case with a ruling is about that."""
    if row.wish == Objection.Wish.DOUBT and case.state in IN_FORCE:
        return _("objects to the ruling")
    return str(WISHES[Objection.Wish(row.wish)])


def who(row: Objection) -> str:
    """Return the seat that put a wish, or its side where no seat was given."""
    return seat_name(Seat.parse(row.seat)) if row.seat else side_name(Side(row.side))


def objection_words(row: Objection) -> str:
    """Return who objects to what: West: the way back.

    Of an irregularity it is said that this is an objection: the other side may have
    made it.
    """
    without = _("in their own words") if row.words else _("no reason given")
    reason = str(REASONS.get(row.reason_code, "")) or without
    if row.reason_code in MADE_BY_SOMEBODY:
        values = {"who": who(row), "reason": reason}
        return _("%(who)s objects: %(reason)s") % values
    return f"{who(row)}: {reason}"


def words_short(steps: Sequence[str], words: str) -> str:
    """Return a statement in few words for the strip."""
    if steps:
        first = step_words(steps[0])
        return first if len(steps) == 1 else f"{first} +{len(steps) - 1}"
    return _("not read yet") if words else _("nothing said")


def binding(sheet: Sheet) -> list[tuple[str, str]]:
    """Return what was said, layer by layer, with who said it when."""
    found = []
    for layer, when in WHEN.items():
        row = sheet.layers.get(layer)
        if row is None:
            continue
        said = sheet.texts.get(row.words, "")
        said = said or "; ".join(step_words(step) for step in row.steps)
        if said:
            seat = seat_name(Seat.parse(row.seat)) if row.seat else ""
            found.append((said, f"{seat}, {when}" if seat else str(when)))
    return found


def objections_said(sheet: Sheet) -> list[tuple[str, str]]:
    """Return every objection that was not taken back, with the words given for it."""
    return [
        (objection_words(row), sheet.texts.get(row.words, ""))
        for row in sheet.objections
        if row.resolution != Objection.Resolution.WITHDRAWN
    ]


def wish_lines(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the objections that stand and other wishes taken up, with their words."""
    lines = [
        (objection_words(row), sheet.texts.get(row.words, "")) for row in sheet.doubts
    ]
    return lines + [
        (f"{who(row)} {wants(row, sheet.case)}", sheet.texts.get(row.words, ""))
        for row in sheet.objections
        if row.wish != Objection.Wish.DOUBT
        and row.resolution not in DROPPED
        and row.admitted is not False
    ]


def doubt_lines(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the objections that stand without their words: for players to see."""
    return [(objection_words(row), "") for row in sheet.doubts]
