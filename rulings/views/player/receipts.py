"""The receipt of something that a side has sent: what, when, in time or not (R21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.seats import Seat, Side
from rulings.models import Case, Objection, Window
from rulings.presenters.results import late_words
from rulings.presenters.words import seat_name, side_name
from rulings.queries.case.late import has_own_page
from rulings.queries.player import Filed
from rulings.queries.words import text_of
from rulings.views.player.pages import contestant_of
from rulings.views.player.sent import WISH_WORDS, missing_words


def drift_words(phone_at: datetime | None, at: datetime) -> str:
    """Return how far the phone's clock is off, where that is a second or more."""
    if phone_at is None:
        return ""
    seconds = round((phone_at - at).total_seconds())
    if abs(seconds) < 1:
        return _("it agrees with the server")
    words = _("it runs %(n)d s fast") if seconds > 0 else _("it runs %(n)d s slow")
    return words % {"n": abs(seconds)}


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """The proof that something has been filed (R21)."""

    what: str
    code: str
    seq: int
    at: datetime
    until: datetime | None
    late: str
    drift: str
    words: str
    seat: str


def receipt_view(
    filed: Filed, windows: Mapping[str, Window], words: str
) -> ReceiptView:
    """Return a receipt: what was filed, when the server had it, number and code."""
    objection, appeal = filed.row("objection"), filed.row("appeal")
    row = objection or appeal or {}
    late_ms = int(row.get("late_ms") or 0)
    purpose = str(objection.get("window_purpose", "")) if objection else ""
    window = windows.get(purpose or _purpose(filed, windows))
    return ReceiptView(
        _what(filed, objection),
        "-".join(filed.entry.code[i : i + 4] for i in (0, 4, 8)),
        filed.entry.seq,
        filed.entry.at,
        window.closes_at if window else None,
        late_words(late_ms) if late_ms else "",
        drift_words(filed.phone_at, filed.entry.at),
        words,
        _stated(row),
    )


def _stated(row: Mapping[str, object]) -> str:
    """Return who spoke, as stated: seats, or a captain; "" where nobody said."""
    names = {seat.letter: seat_name(seat) for seat in Seat} | {"captain": _("Captain")}
    consents = row.get("concurrence")
    spoke = consents if isinstance(consents, Mapping) else [str(row.get("seat") or "")]
    return ", ".join(names[one] for one in spoke if one in names)


_ACT_WORDS = {
    "agree": gettext_lazy("Agreement"),
    "waive": gettext_lazy("Agreement with the ruling"),
    "appeal": gettext_lazy("Appeal"),
    "concur": gettext_lazy("Consent to the appeal"),
    "withdraw_appeal": gettext_lazy("Appeal taken back"),
}


def _what(filed: Filed, objection: Mapping[str, object] | None) -> str:
    if objection is not None and "wish" not in objection:
        return _("Taken back")
    if objection is not None:
        return str(WISH_WORDS[Objection.Wish(str(objection["wish"]))])
    return str(_ACT_WORDS.get(filed.entry.act, filed.entry.act))


def _purpose(filed: Filed, windows: Mapping[str, Window]) -> str:
    """Return the window an act was filed in; a further appeal came after a decision."""
    if filed.entry.act == "agree":
        return Window.Purpose.AGREEMENT
    if filed.entry.act == "waive":
        return str(filed.content["inputs"]["purpose"])
    if filed.entry.act not in {"appeal", "concur"}:
        return ""
    further = windows.get(Window.Purpose.FURTHER_APPEAL)
    after = further is not None and further.opens_at <= filed.entry.at
    return Window.Purpose.FURTHER_APPEAL if after else Window.Purpose.APPEAL


def _missing(case: Case, side: str, filed: Filed) -> str:
    """Return who had still to join the appeal when this was filed (Law 92D)."""
    consents = (filed.row("appeal") or {}).get("concurrence")
    if filed.entry.act not in {"appeal", "concur"} or consents is None:
        return ""
    return missing_words(case, side, consents)


def receipt_context(case: Case, side: str, filed: Filed) -> dict[str, object]:
    """Return what the page of a receipt shows."""
    windows = {row.purpose: row for row in Window.objects.filter(case=case)}
    row = filed.row("objection") or filed.row("appeal") or {}
    receipt = receipt_view(filed, windows, text_of(str(row.get("words", ""))))
    return {
        "case": case,
        "receipt": receipt,
        "side": side_name(Side(side)),
        "contestant": contestant_of(case, side),
        "late": bool(receipt.late),
        "missing": _missing(case, side, filed),
    }


def wish_to_hear(case: Case, filed: Filed) -> Objection | None:
    """Return the wish that was filed, where a director deals with it by itself."""
    key = filed.key_of("objection")
    row = Objection.objects.filter(pk=key, case=case).first() if key else None
    return row if row is not None and has_own_page(case, row) else None
