"""What a correction says: the fact as it was and as it is, and what went on holding."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.models import Playing, Ruling
from rulings.presenters.words import call_name, contract_name, seat_name
from rulings.queries.case.repaired import CLAIMER, CONTRACT, PLAYING
from rulings.queries.words import text_of


def corrected_words(ruling: Ruling) -> list[str]:
    """Return each fact that a ruling puts right, a sentence each, [] for none."""
    found = []
    if CONTRACT in ruling.corrects:
        was, now = (Contract.parse(text) for text in ruling.corrects[CONTRACT])
        named = call_name if was.declarer is now.declarer else contract_name
        found.append(
            _("The contract was %(now)s, not %(was)s.")
            % {"now": named(now), "was": named(was)}
        )
    if CLAIMER in ruling.corrects:
        old, new = (seat_name(Seat.parse(seat)) for seat in ruling.corrects[CLAIMER])
        found.append(_("%(now)s claimed, not %(was)s.") % {"now": new, "was": old})
    if PLAYING in ruling.corrects:
        found += _board_words(ruling.corrects[PLAYING][1])
    return found


def number_words(ruling: Ruling, before: Ruling) -> str:
    """Return the number of tricks now and in the ruling before, "" where it stays.

    Nothing is said of another claimer's tricks, which are another side's.
    """
    now, was = ruling.tricks_claimer, before.tricks_claimer
    if now is None or was is None or now == was or CLAIMER in ruling.corrects:
        return ""
    words = ngettext(
        "It is %(now)d trick, not %(was)d.", "It is %(now)d tricks, not %(was)d.", now
    )
    return words % {"now": now, "was": was}


def _board_words(playing_id: str) -> list[str]:
    rows = Playing.objects.select_related("board", "table__section")
    row = rows.filter(pk=playing_id).first()
    if row is None:
        return []
    table = f"{row.table.section.letter}{row.table.number}"
    values = {"board": row.board.number, "table": table}
    return [_("It was board %(board)d at table %(table)s.") % values]


def kept_reason(ruling: Ruling) -> str:
    """Return why the ruling that is corrected gave its number, "" if that is another.

    A correction has a reason of its own: how the mistake was found. Where the tricks
    and the claimer stay, the director's reason for the number goes on holding.
    """
    if not ruling.corrects or CLAIMER in ruling.corrects:
        return ""
    rows = Ruling.objects.filter(case=ruling.case_id, number__lt=ruling.number)
    first = next((row for row in rows.order_by("-number") if not row.corrects), None)
    if first is None or first.tricks_claimer != ruling.tricks_claimer:
        return ""
    return text_of(first.reasons)
