"""A ruling beside the one it takes the place of: facts, tricks, score, law, time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import Case, Ruling, Window
from rulings.presenters.table.gist import clause_words
from rulings.presenters.table.scores import points_words, result_words
from rulings.presenters.table.words import words_short
from rulings.presenters.words import seat_name
from rulings.queries.case.repaired import (
    CLAIMER,
    CONTRACT,
    PLAYING,
    Facts,
    in_force,
    pending,
    reopened,
    stood_on,
)
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import regulations_of
from rulings.queries.table.sheet import Sheet
from rulings.queries.words import text_of
from rulings.workflow.ruling.corrections import Correction, laws_after

NONE = "–"
Shown = Contract | str | int


@dataclass(frozen=True, slots=True)
class Row:
    """One line of before and after; a contract is drawn, all else is words."""

    name: str
    before: Shown
    after: Shown

    @property
    def changed(self) -> bool:
        """Say whether the correction makes a difference here."""
        return self.before != self.after


def rows_of_correction(case: Case, change: Correction, *, scored: bool) -> list[Row]:
    """Return both results line by line, with tricks and points where they are known."""
    was, now = change.before, change.after
    facts = [
        Row(_("Board"), board_words(was.facts), board_words(now.facts)),
        Row(_("Contract"), was.facts.contract or NONE, now.facts.contract or NONE),
        Row(_("Claimer"), claimer_words(was.facts), claimer_words(now.facts)),
    ]
    if not scored:
        return facts
    rows = [
        Row(
            _("Result"),
            _result(was.facts.contract, was.tricks),
            _result(now.facts.contract, now.tricks),
        ),
        Row(_("N–S"), _points(was.score_ns), _points(now.score_ns)),
    ]
    ruling = in_force(case)
    if ruling is not None and change.award is not None:
        laws = clause_words(ruling.laws), clause_words(laws_after(case, change))
        rows.append(Row(_("Law"), *laws))
    return [*facts, *rows, *appeal_row(case)]


def appeal_row(case: Case) -> Iterator[Row]:
    """Yield until when an appeal is possible now, and what the new time will be."""
    rows = (row for row in rows_of(case, Window) if row.purpose == "appeal")
    window = next(rows, None)
    if window is None or case.state == "agreed":
        return
    minutes = {"n": regulations_of(case)["appeal_period_min"]}
    after = _("%(n)s min after the new announcement") % minutes
    if window.closes_at is None:
        before = after = _("%(n)s min after the scores are published") % minutes
    else:
        before = timezone.localtime(window.closes_at).strftime("%H:%M")
    yield Row(_("Appeal until"), before, after)


def superseding_rows(sheet: Sheet) -> list[Row]:
    """Return what an unannounced ruling changes of the ruling in force, if one is."""
    case, new = sheet.case, sheet.ruling
    old = in_force(case)
    if new is None or old is None or old.pk == new.pk:
        return []
    rows = [*_corrected(case, new), *_heard_anew(sheet)]
    tricks = [_tricks(row, sheet.left) for row in (old, new)]
    results = [_result_of(row) for row in (old, new)]
    laws = [clause_words(row.laws) for row in (old, new)]
    return [
        *rows,
        Row(_("Tricks ruled"), *tricks),
        Row(_("Result"), *results),
        Row(_("N–S"), _points(old.new_score), _points(new.new_score)),
        Row(_("Law"), *laws),
        *appeal_row(case),
    ]


def _tricks(row: Ruling, left: int | None) -> str:
    if row.tricks_claimer is None:
        return NONE
    words = ngettext("%(n)d trick", "%(n)d tricks", row.tricks_claimer)
    if left is not None and row.tricks_claimer <= left:
        words = _("%(n)d of %(left)d")
    return words % {"n": row.tricks_claimer, "left": left}


def _result_of(row: Ruling) -> str:
    contract = Contract.parse(row.contract) if row.contract else None
    return _result(contract, row.new_tricks_declarer)


def _result(contract: Contract | None, tricks: int | None) -> str:
    return (
        NONE if contract is None or tricks is None else result_words(contract, tricks)
    )


def _points(value: int | None) -> str:
    return NONE if value is None else points_words(value)


def _corrected(case: Case, ruling: Ruling) -> list[Row]:
    """Return what an unannounced ruling corrects, each as it was and as it is."""
    waiting = pending(ruling)
    was, now = stood_on(case, {}), stood_on(case, waiting)
    pairs: dict[str, tuple[str, Shown, Shown]] = {
        PLAYING: (_("Board"), board_words(was), board_words(now)),
        CONTRACT: (_("Contract"), was.contract or NONE, now.contract or NONE),
        CLAIMER: (_("Claimer"), claimer_words(was), claimer_words(now)),
    }
    return [Row(*values) for name, values in pairs.items() if name in waiting]


def _heard_anew(sheet: Sheet) -> list[Row]:
    """Return the facts that were opened again and are other ones now."""
    found, claim = reopened(sheet.case), sheet.claim
    if found is None or claim is None:
        return []
    was, said = found.was, sheet.layers.get("claim")
    before = text_of(was["words"]) or words_short(was["steps"], "")
    after = "" if said is None else sheet.texts.get(said.words, "")
    after = after or words_short(said.steps if said else (), "")
    claims = [
        _claimed(claimed, left)
        for claimed, left in (
            (was["claimed"], was["left"]),
            (claim.tricks_claimed, claim.tricks_left),
        )
    ]
    rows = [Row(_("Words"), before, after), Row(_("Claimed"), *claims)]
    return [
        row for row in [*rows, *_cards(was["position"], sheet.cards)] if row.changed
    ]


def _claimed(claimed: int | None, left: int | None) -> str:
    if left is None:
        return NONE
    return _("%(n)d of %(left)d") % {
        "n": left if claimed is None else claimed,
        "left": left,
    }


def _cards(before: str, now: Cards | None) -> Iterator[Row]:
    """Yield the hands that are other ones now, and the tricks won before."""
    if not before or now is None:
        return
    was = Cards.parse(before)
    for seat in Seat:
        hands = (_hand(was, seat), _hand(now, seat))
        yield Row(_("Cards of %(seat)s") % {"seat": seat_name(seat)}, *hands)
    pairs = [
        _("N–S %(ns)d, E–W %(ew)d") % dict(zip(("ns", "ew"), one.won, strict=True))
        for one in (was, now)
    ]
    yield Row(_("Tricks before"), *pairs)


def _hand(cards: Cards, seat: Seat) -> str:
    return " ".join(str(card) for card in cards.hands[seat]) or NONE


def claimer_words(facts: Facts) -> str:
    """Return who claimed."""
    return NONE if facts.claimer is None else seat_name(facts.claimer)


def board_words(facts: Facts) -> str:
    """Return the board and its table."""
    playing = facts.playing
    return _("%(board)d, table %(section)s%(table)d") % {
        "board": playing.board.number,
        "section": playing.table.section.letter,
        "table": playing.table.number,
    }
