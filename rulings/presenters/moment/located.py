"""Where cards lie that the claimer cannot see: the question, and what else could be."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.presenters.words import seat_name, suit_name
from rulings.queries.table.sheet import Sheet


def elsewhere(sheet: Sheet, many: int) -> str:
    """Return which two hands the cards could be in, as the claimer sees it."""
    if _claims_defending(sheet):
        return ngettext(
            "partner or declarer could have it",
            "partner or declarer could have them",
            many,
        )
    return ngettext(
        "either opponent could have it", "either opponent could have them", many
    )


def _claims_defending(sheet: Sheet) -> bool:
    """Say whether a defender claimed, who sees dummy's cards."""
    if sheet.claimer is None or sheet.contract is None:
        return False
    return sheet.claimer.side is not sheet.contract.declarer.side


def _other_hand(sheet: Sheet, seat: Seat) -> Seat:
    """Return the other hand that the claimer does not see."""
    if sheet.claimer is None or sheet.contract is None or not _claims_defending(sheet):
        return seat.partner
    declarer, partner = sheet.contract.declarer, sheet.claimer.partner
    return declarer if seat is partner else partner


def located(sheet: Sheet, about: Iterable[str]) -> str:
    """Return the question whether each hand was known to hold its cards (70E1).

    A card has one place left when the other hidden hand had shown out of its suit.
    """
    held: dict[str, list[str]] = {}
    suits: set[tuple[Seat, Suit]] = set()
    for text in about:
        seat, _colon, card = text.partition(":")
        held.setdefault(seat_name(Seat.parse(seat)), []).append(card)
        suits.add((_other_hand(sheet, Seat.parse(seat)), Card.parse(card).suit))
    if len(suits) == 1:
        other, suit = suits.pop()
        return _("Had %(seat)s shown out of %(suit)s before the claim?") % {
            "seat": seat_name(other),
            "suit": suit_name(suit),
        }
    parts = [
        _("%(seat)s holds %(cards)s") % {"seat": seat, "cards": " ".join(cards)}
        for seat, cards in held.items()
    ]
    both = parts[0]
    for part in parts[1:]:
        both = _("%(one)s and %(other)s") % {"one": both, "other": part}
    return _("Was it known before the claim that %(holding)s?") % {"holding": both}
