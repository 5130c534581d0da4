"""A line as it stands in a stored proposal, drawn as rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rulings.bridge.cards import Card, Strain
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick
from rulings.views.drawing.lines import LineRow, Reason, line_row
from rulings.views.drawing.sentences import sentence_words

Stored = Mapping[str, Any]
KINDS = {"guess": "normal"}
"""A guess that goes wrong is a normal play: tags know four kinds."""


def line_rows(tricks: Iterable[Stored], strain: Strain, side: Side) -> list[LineRow]:
    """Return the tricks of a stored line with the reason of each card that has one."""
    return [
        line_row(
            stored["number"],
            stored_trick(stored),
            strain=strain,
            side=side,
            reasons=stored_reasons(stored),
        )
        for stored in tricks
    ]


def stored_trick(stored: Stored) -> Trick:
    """Return one stored trick in playing order."""
    plays = stored["cards"]
    leader = Seat.parse(plays[0]["seat"])
    return Trick(leader, tuple(Card.parse(play["card"]) for play in plays))


def stored_reasons(stored: Stored) -> list[Reason]:
    """Return why cards of a trick were played; one word where no rule names any."""
    found = [
        Reason(
            KINDS.get(play["tag"], play["tag"]),
            f"{play['card']}: {sentence_words(play['reason']['sentence'])}",
            play["reason"]["law"],
        )
        for play in stored["cards"]
        if play["reason"] is not None
    ]
    if found:
        return found
    kind = KINDS.get(stored["cards"][0]["tag"], stored["cards"][0]["tag"])
    words = {"forced": _("no choice"), "free": _("the other side chooses")}
    return [Reason(kind, words.get(kind, ""))]
