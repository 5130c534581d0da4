"""How far the search for a proposal has come, and what a director can do about it.

It never blocks: a director may rule while it runs, stop it, or let it go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulings.models import Proposal
from rulings.presenters.sentences import lacking, sentence_words
from rulings.queries.case.solving import waits_for_preparation
from rulings.queries.table.proposal import Bounds, Proposed, progress_of
from rulings.queries.table.sheet import Sheet

Status = Proposal.Status
STATUS = {
    Status.QUEUED: (
        "note",
        gettext_noop("The number is being computed. You can rule now."),
    ),
    Status.RANGE: (
        "warn",
        gettext_noop(
            "The computation was stopped: the range is proven, the number is not."
        ),
    ),
    Status.TIMED_OUT: (
        "warn",
        gettext_noop(
            "The computation was stopped before its end. What it had proven stands."
        ),
    ),
    Status.FAILED: (
        "stop",
        gettext_noop("The computation failed. Rule without it, or ask for it again."),
    ),
}
BEING_PREPARED = gettext_noop(
    "The solver is being prepared; this happens once, about half a minute. You can "
    "rule now."
)
NO_NUMBER = gettext_noop(
    "No number yet: the computation was stopped before it had proven one. Ask "
    "again, or rule without it."
)


def is_trivial(found: Proposed, total: int | None) -> bool:
    """Say whether the bounds are those of any claim: then nothing has been proven."""
    known = (found.low, found.high)
    return known == (None, None) or (total != 0 and known == (0, total))


@dataclass(frozen=True, slots=True)
class TryView:
    """One search of this question: its budget, and what it has proven."""

    budget: str
    proven: str
    words: str


@dataclass(frozen=True, slots=True)
class SearchView:
    """The state of the search in words, and the one button that fits it.

    `ask` is the budget to ask with, None where asking tells nothing new; `seen` names
    the result on the page, so that a later one is noticed.
    """

    tag: str
    words: str
    proven: str
    before: str
    running: bool
    ask: int | None
    ask_words: str
    seen: str
    tries: tuple[TryView, ...]


def search_view(sheet: Sheet, found: Proposed, at: datetime) -> SearchView:
    """Return how far the search is."""
    waiting = found.row if found.pending else found.refining
    if waits_for_preparation(waiting, at):
        tag, words = "note", _(BEING_PREPARED)
    else:
        tag, words = _status(sheet, found)
    running = found.pending or found.refining is not None
    if running:
        words = " ".join([words, *lacking()])
    fresh = found.row is None and found.askable
    return SearchView(
        tag,
        words,
        _proven(sheet, found),
        _before(sheet, found),
        running=running,
        ask=None if running else 0 if fresh else found.budget_next,
        ask_words=_ask_words(found),
        seen="" if found.row is None else f"{found.row.pk}.{found.row.status}",
        tries=tuple(_try(row) for row in found.tries) if len(found.tries) > 1 else (),
    )


def _status(sheet: Sheet, found: Proposed) -> tuple[str, str]:
    """Return the tag of the search and its sentence."""
    row = found.row
    if row is None:
        if found.stale:
            return "note", _(
                "The facts or the program have changed since the number was computed."
            )
        if found.askable:
            return "note", _("No number has been asked for yet.")
        return "note", _("The facts are not yet enough to compute a number.")
    if further := found.refining:
        words = _(
            "The range is proven. The computation goes on: %(n)s positions at most."
        )
        return "note", words % {"n": number_format(further.budget, force_grouping=True)}
    tag, words = STATUS.get(Status(row.status), ("", ""))
    if is_trivial(found, sheet.left) and row.status in {Status.RANGE, Status.TIMED_OUT}:
        return tag, _(NO_NUMBER)
    if row.status == Status.RANGE and found.result is not None:
        return tag, sentence_words(found.result["status_reason"])
    return tag, _(words) if words else ""


def _proven(sheet: Sheet, found: Proposed) -> str:
    """Return the bounds of the search that runs, where they say something new."""
    low, high = found.low, found.high
    if low is None or high is None or not (found.pending or found.refining):
        return ""
    known: Bounds = (0, sheet.left or high)
    if found.refining is not None:
        known = (low, high)
        seen = progress_of(found.refining) or known
        low, high = max(low, seen[0]), min(high, seen[1])
    if (low, high) == known:
        return ""
    return _("Proven so far: %(low)d to %(high)d tricks.") % {"low": low, "high": high}


def _before(sheet: Sheet, found: Proposed) -> str:
    """Return the number before the last change, while it tells something new."""
    trivial = {(0, sheet.left), (found.low, found.high)}
    if found.row is None or found.before is None or found.before in trivial:
        return ""
    return _("Before the last change: %(n)s.") % {"n": number_of(*found.before)}


def _ask_words(found: Proposed) -> str:
    if found.row is None:
        return _("Compute the number")
    return _("Compute on") if found.row.status == Status.RANGE else _("Ask again")


def _try(row: Proposal) -> TryView:
    words = {
        Status.QUEUED: _("running"),
        Status.EXACT: _("exact"),
        Status.RANGE: _("range"),
        Status.TIMED_OUT: _("stopped"),
        Status.FAILED: _("failed"),
    }
    known = row.low is not None and row.high is not None
    return TryView(
        number_format(row.budget, force_grouping=True),
        number_of(row.low or 0, row.high or 0) if known else "–",
        words[Status(row.status)],
    )


def number_of(low: int, high: int) -> str:
    """Return a number of tricks, or the range it lies in."""
    return str(low) if low == high else f"{low}–{high}"
