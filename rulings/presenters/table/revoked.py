"""A revoke to be put right: the cards that may be taken back, those played instead.

The hand that revoked comes first where the record of play or an answer names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rulings.bridge.cards import Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters.entries import RunView, card_or_none, runs_of
from rulings.presenters.table import options
from rulings.presenters.words import seat_name, side_name, suit_name
from rulings.queries.case.flow import CaseWalk, stored_answers
from rulings.queries.case.rules import flow_of
from rulings.queries.table.revoked import taken_back
from rulings.queries.table.sheet import Sheet


@dataclass(frozen=True, slots=True)
class CardTile:
    """Cards of which one is tapped, under the name of a field."""

    legend: str
    name: str
    runs: tuple[RunView, ...]


def retraction(
    sheet: Sheet, position: Position, given: Mapping[str, Any]
) -> dict[str, object]:
    """Return what the screen asks: two cards, and who has the trick where unknown."""
    seat, shown = _revoker(sheet)
    back = card_or_none(given.get("withdrawn", shown))
    legal = card_or_none(given.get("legal", ""))
    hands = [
        CardTile(seat_name(one), "legal", runs_of(position.hands[one], legal))
        for one in sorted(Seat, key=lambda one: one is not seat)
        if position.hands[one]
    ]
    seats = [(one.letter, seat_name(one)) for one in Seat]
    winners = options([("", _("as before")), *seats], str(given.get("winner", "")))
    return {
        "withdrawn": CardTile(
            _("On the table or in the last trick"),
            "withdrawn",
            runs_of(taken_back(position, sheet.replay), back),
        ),
        "hands": hands if seat is None else hands[:1],
        "others": [] if seat is None else hands[1:],
        "winners": winners if sheet.replay is None else [],
    }


def revoke_words(sheet: Sheet, walked: CaseWalk) -> str:
    """Return the revoke as entered: who, which trick, which suit; "" for none."""
    said = walked.walk.records
    if sheet.claimer is None or not said.get("revoking_side"):
        return ""
    own, side = said["revoking_side"] == "claiming_side", sheet.claimer.side
    parts = [side_name(side if own else side.other)]
    if letter := said.get("revoker"):
        parts = [seat_name(Seat.parse(str(letter)))]
    if trick := said.get("revoke_trick"):
        parts.append(_("trick %(n)s") % {"n": trick})
    if letter := said.get("revoke_suit"):
        suit = next(one for one in Suit if one.letter == letter)
        parts.append(_("suit led: %(suit)s") % {"suit": suit_name(suit)})
    return ", ".join(parts)


def _revoker(sheet: Sheet) -> tuple[Seat | None, str]:
    """Return who revoked as far as it is known, and the card as the record shows it."""
    if sheet.replay is not None and sheet.replay.revokes:
        _trick, seat, card = sheet.replay.revokes[-1]
        return seat, str(card)
    said = stored_answers(sheet.case).get(flow_of(sheet.case).points.at("revoke"), {})
    letter = said.get("revoker", "")
    return (Seat.parse(letter) if letter else None), ""
