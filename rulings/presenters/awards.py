"""The tricks of a ruling in words: what the claim gets, and what a revoke moves.

Every screen takes its words from here, so that no number stands against fewer tricks
than it counts (Laws 62 to 64).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.seats import Side
from rulings.models import Ruling
from rulings.presenters.words import side_name
from rulings.queries.case.repaired import stood_on
from rulings.queries.table.paper import settled_of
from rulings.queries.table.settlement import Settlement


@dataclass(frozen=True, slots=True)
class Award:
    """The tricks of a ruling for the claiming side, and what of them is settled how."""

    side: Side
    tricks: int
    left: int | None
    settled: Settlement

    @property
    def given(self) -> int:
        """Return the tricks before a transfer."""
        return self.tricks - self.settled.moved

    @property
    def is_of_left(self) -> bool:
        """Say whether the number given can be one of the tricks that were left."""
        return self.left is not None and 0 <= self.given <= self.left


def award_of(ruling: Ruling, left: int | None) -> Award | None:
    """Return the tricks of a ruling; None where a score was assigned instead."""
    if ruling.tricks_claimer is None:
        return None
    claimer = stood_on(ruling.case, ruling.corrects).claimer
    side = Side.NS if claimer is None else claimer.side
    return Award(side, ruling.tricks_claimer, left, settled_of(ruling))


def moved_words(side: Side, settled: Settlement) -> str:
    """Return how many tricks go to which side for a revoke, "" where none do."""
    if not settled.moved:
        return ""
    gets = side if settled.moved > 0 else side.other
    return ngettext(
        "the revoke moves %(n)d trick to %(side)s",
        "the revoke moves %(n)d tricks to %(side)s",
        abs(settled.moved),
    ) % {"n": abs(settled.moved), "side": side_name(gets)}


def award_words(award: Award | None) -> str:
    """Return the tricks for a list of rulings."""
    if award is None:
        return _("score assigned")
    if award.left is None:
        return str(award.tricks)
    n = award.given
    if award.is_of_left:
        words = _("%(n)d of the last %(left)d tricks") % {"n": n, "left": award.left}
    else:
        words = ngettext(
            "%(n)d trick, with the revoke’s tricks",
            "%(n)d tricks, with the revoke’s tricks",
            n,
        ) % {"n": n}
    return _joined(words, award)


def award_short(award: Award | None) -> str:
    """Return the tricks for a narrow column: 5 of 5 + 1."""
    if award is None:
        return _("score assigned")
    if not award.is_of_left:
        return str(award.tricks)
    words = of_words(str(award.given), award.left)
    moved = award.settled.moved
    return f"{words} {'+' if moved > 0 else '−'} {abs(moved)}" if moved else words


def of_words(number: str, left: int | None) -> str:
    """Return a number of the tricks left, or the number alone."""
    if left is None:
        return number
    return _("%(number)s of %(left)d") % {"number": number, "left": left}


def announced_words(award: Award) -> str:
    """Return what a side gets, as it is announced to both sides."""
    if award.settled.equity:
        return _("The score assigned for the revoke is")
    values = {"side": side_name(award.side), "n": award.given, "left": award.left}
    if award.left is None:
        return _("%(side)s get %(n)d of the remaining tricks") % values
    if award.is_of_left:
        words = ngettext(
            "%(side)s get %(n)d of the last %(left)d tricks",
            "%(side)s get %(n)d of the last %(left)d tricks",
            award.given,
        )
    else:
        words = ngettext(
            "%(side)s get %(n)d trick, with the revoke’s tricks",
            "%(side)s get %(n)d tricks, with the revoke’s tricks",
            award.given,
        )
    return _joined(words % values, award)


def _joined(words: str, award: Award) -> str:
    moved = moved_words(award.side, award.settled)
    return f"{words}; {moved}" if moved else words
