"""The chief's figures, and what keeps the result from being final, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.utils.translation import gettext as _

from rulings.models import Case, Event, Slip
from rulings.permissions import BLIND
from rulings.presenters.live.rows import CaseLine, row_view, tricks_words
from rulings.presenters.live.timeline import MINUTE
from rulings.presenters.results import WINDOW_WORDS, score_words
from rulings.queries.case.final import Blocks, unacknowledged_slips
from rulings.queries.case.rules import flow_of
from rulings.queries.chief import CaseRow, Group, Live
from rulings.queries.staff import name_of
from rulings.states import State


def figures_of(found: Live) -> dict[str, object]:
    """Return the numbers above the list."""
    waiting, ruling = found.of(Group.WAITING), found.of(Group.RULING)
    windows = [window for row in found.rows for window in row.windows]
    ends = [window.closes_at for window in windows if window.closes_at is not None]
    finish = found.finish_at
    return {
        "waiting": len(waiting),
        "oldest": min((row.case.called_at for row in waiting), default=None),
        "ruling": len(ruling),
        "asking": sum(row.asks_chief for row in ruling),
        "blocking": len(found.blocking),
        "windows": len(windows),
        "next": min(ends, default=None),
        "finish": finish,
        "minutes": max((finish - found.at) // MINUTE, 0) if finish else None,
        "same": next((row for row in found.rows if row.same is not None), None),
    }


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A case that keeps the result from being final, and why: words, until when."""

    view: CaseLine
    reasons: list[tuple[str, datetime | None]]

    @property
    def words(self) -> str:
        """Return the words by which it is looked for: table, board, director."""
        playing = self.view.row.case.playing
        return f"{playing.table.name} {playing.board.number} {self.view.director}"


@dataclass(frozen=True, slots=True)
class Blocking:
    """What a person has to do first, what only takes time, and the slips."""

    acting: list[BlockRow]
    timed: list[BlockRow]
    slips: list[Slip]


def blocks_of(event: Event, found: Live) -> Blocking:
    """Return what keeps the result of an event from being final."""
    listed = [row for row in found.rows if row.blocks]
    return Blocking(
        [_block_row(row, found) for row in listed if row.is_blocking],
        [_block_row(row, found) for row in listed if not row.is_blocking],
        list(unacknowledged_slips(event)),
    )


def slip_words(slip: Slip) -> str:
    """Return the words by which a slip is looked for: table and board."""
    playing = slip.ruling.case.playing
    return f"{playing.table.name} {playing.board.number}"


def rulings_of(found: Live) -> dict[str, object]:
    """Return the cases of an event for a printed list, by table and board.

    A board that the reader has still to play shows no contract and no ruling (R11).
    """
    place = attrgetter("table.section.letter", "table.number", "board.number")
    kept = [row for row in found.rows if row.group is not Group.CANCELLED]
    kept.sort(key=lambda row: place(row.case.playing))
    return {
        "rows": [
            {"view": row_view(row, found.at), **_ruled(row), "open": bool(row.blocks)}
            for row in kept
        ],
        "open": sum(bool(row.blocks) for row in kept),
    }


def _ruled(row: CaseRow) -> dict[str, object]:
    """Return what was announced; a proposal or a draft is not for a printed list."""
    ruling = row.ruling
    hidden = row.barred or getattr(row.case, BLIND, False)
    if ruling is None or ruling.announced_at is None or hidden:
        agreed = row.case.state == State.AGREED and not row.barred
        tricks = tricks_words(row) if agreed else ""
        return {
            "tricks": tricks,
            "score": "",
            "laws": "",
            "by": "",
            "announced_at": None,
        }
    return {
        "tricks": tricks_words(row),
        "score": score_words(ruling),
        "laws": ", ".join(ruling.laws),
        "by": name_of(row.ruled_by),
        "announced_at": ruling.announced_at,
    }


def _block_row(row: CaseRow, found: Live) -> BlockRow:
    view = row_view(row, found.at)
    reasons: list[tuple[str, datetime | None]] = []
    for blocker in row.blocks:
        if blocker.kind is Blocks.WINDOW:
            reasons.append((str(WINDOW_WORDS[blocker.detail]), blocker.until))
        elif blocker.kind is Blocks.STATE:
            reasons.append((view.state, row.case.reserved_until))
        elif blocker.kind is Blocks.OBJECTION:
            reasons.append((_("A player waits for an answer"), None))
        else:
            name = _follow_up_words(row.case, blocker.detail)
            reasons.append((_("To follow up: %(name)s") % {"name": name}, None))
    return BlockRow(view, reasons)


def _follow_up_words(case: Case, entry: str) -> str:
    """Return the question that a case still waits for, people by their parts."""
    flow = flow_of(case)
    if entry not in flow.steps:
        return entry
    parts = {name: _(meaning) for name, meaning in flow.placeholders.items()}
    return _(flow.steps[entry].question).format(**parts)
