"""The script that is read out: at most 60 words, neutral, with the right of appeal.

Templates only; the case's own words fill them (Laws 81C, 83). No blame, no "he".
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.models import Ruling, Window
from rulings.queries.regulations import regulations_of
from rulings.queries.table.sheet import Sheet
from rulings.views.drawing.words import call_name, seat_name, side_name
from rulings.views.table.scores import result_words

WORDS = 60

WHY = {
    "70C": gettext_noop(
        "By Law 70C a trump still out and not mentioned goes to the other side."
    ),
    "70D1": gettext_noop(
        "By Law 70D a line not stated with the claim counts only if every normal line "
        "does as well."
    ),
    "70D2": gettext_noop(
        "By Law 70D a defender's claim cannot rest on one choice of the partner."
    ),
    "70E1": gettext_noop(
        "By Law 70E a line not stated may not depend on which opponent has a card."
    ),
    "70A": gettext_noop("By Law 70 a doubtful point goes against the claimer."),
    "70": gettext_noop("By Law 70 every normal line gives these tricks."),
    "69B": gettext_noop("Law 69B decides on an agreement taken back."),
    "71": gettext_noop("Law 71 decides on a trick that was conceded."),
    "64": gettext_noop("The revoke is settled by Law 64."),
}
"""The law in one sentence, by the first clause of a ruling that is known here."""


def script_of(sheet: Sheet, ruling: Ruling, appeal: Window | None) -> list[str]:
    """Return the script as two paragraphs: the ruling, then the right of appeal."""
    contract = Contract.parse(ruling.contract)
    claimer = sheet.claimer
    side = Side.NS if claimer is None else claimer.side
    tricks = ngettext(
        "%(side)s get %(n)d of the last %(left)d tricks:",
        "%(side)s get %(n)d of the last %(left)d tricks:",
        ruling.tricks_claimer,
    ) % {
        "side": side_name(side),
        "n": ruling.tricks_claimer,
        "left": sheet.left or 0,
    }
    made = result_words(contract, ruling.new_tricks_declarer)
    result = f"{call_name(contract)} {made}"
    parts = [_claimed(sheet), _why(ruling), f"{tricks} {result}."]
    return [
        " ".join(part for part in parts if part),
        f"{appeal_words(sheet, appeal)} " + _("Cards back, please, and play on."),
    ]


def _claimed(sheet: Sheet) -> str:
    if sheet.claimer is None or sheet.left is None:
        return ""
    values = {
        "seat": seat_name(sheet.claimer),
        "claimed": sheet.claimed,
        "left": sheet.left,
    }
    if sheet.claimed == sheet.left:
        return _("%(seat)s claimed the last %(left)d tricks.") % values
    return _("%(seat)s claimed %(claimed)d of the last %(left)d tricks.") % values


def _why(ruling: Ruling) -> str:
    for law in ruling.laws:
        if law in WHY:
            return _(WHY[law])
    return ""


def appeal_words(sheet: Sheet, window: Window | None) -> str:
    """Return until when an appeal may be made, as far as that is known."""
    if window is None or window.closes_at is None:
        minutes = regulations_of(sheet.case)["appeal_period_min"]
        return _(
            "You may appeal until %(minutes)s minutes after the scores are published."
        ) % {"minutes": minutes}
    return _("You may appeal until %(time)s.") % {"time": _time(window.closes_at)}


def _time(at: datetime) -> str:
    return localtime(at).strftime("%H:%M")


def count_words(parts: Iterable[str]) -> int:
    """Return how many words the script has."""
    return sum(len(part.split()) for part in parts)
