"""Where an answer came from that nobody was asked for: the words of the list."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from rulings.bridge.seats import Side
from rulings.laws.points import Points
from rulings.models import Statement
from rulings.queries.table.sheet import Sheet
from rulings.views.drawing.words import side_name
from rulings.views.table.words import who

Source = tuple[str, datetime | None]


def source_of(step: str, points: Points, sheet: Sheet) -> Source:
    """Return where the record's answer to a step came from, and when."""
    if step == points.at("irregularity"):
        return _("nobody named one"), None
    if step == points.at("reaction") and sheet.agreements:
        first = sheet.agreements[0]
        words = _("from the agreement of %(side)s")
        return words % {"side": side_name(Side(first.side))}, first.given_at
    if step in {points.at("reaction"), points.at("objections")}:
        return _reaction(sheet)
    if step == points.at("statement"):
        said = sheet.layers.get(Statement.Layer.CLAIM)
        return _("from the words taken down"), None if said is None else said.said_at
    if step == points.at("cards"):
        return _("from the cards as taken down"), None
    if step in points.among("intake") and sheet.claim is not None:
        return _("from the claim as taken down"), sheet.claim.said_at
    return _("from what was taken down"), None


def _reaction(sheet: Sheet) -> Source:
    """Return who objected first."""
    if sheet.doubts:
        row = sheet.doubts[0]
        put = row.said_at or row.received_at
        return _("from the objection of %(who)s") % {"who": who(row)}, put
    return _("from your taking it up"), None
