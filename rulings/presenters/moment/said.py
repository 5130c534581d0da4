"""The words of a claim laid beside the line: each phrase with the tricks it covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.models import Statement
from rulings.presenters.sentences import sentence_words, step_words
from rulings.presenters.table.words import WHEN
from rulings.presenters.words import seat_name
from rulings.queries.case.explaining import coverage_of
from rulings.queries.table.proposal import Proposed
from rulings.queries.table.sheet import Sheet
from rulings.solver.explain import CoveredPhrase, Covers, Gap

BRACKETS = {
    Covers.IN_ORDER: "yes",
    Covers.ANY_ORDER: "part",
    Covers.NO_PLAY: "none",
    Covers.UNREAD: "none",
}


@dataclass(frozen=True, slots=True)
class PhraseView:
    """A stretch of the words with its bracket, or the card that is missing there.

    `card` is that card, `trick` where it is played; a phrase has none.
    """

    text: str
    bracket: str
    note: str
    card: Card | None = None
    trick: int = 0


@dataclass(frozen=True, slots=True)
class SaidView:
    """What was said: by whom and when, phrase by phrase, and whether it binds."""

    who: str
    when: str
    phrases: tuple[PhraseView, ...]
    binds: bool


def said_views(sheet: Sheet, found: Proposed) -> list[SaidView]:
    """Return the words of each layer; those of the claim are always there."""
    views = []
    for layer, when in WHEN.items():
        row = sheet.layers.get(layer)
        binds = layer == Statement.Layer.CLAIM
        if row is None and not binds:
            continue
        words, who = "", "" if sheet.claimer is None else seat_name(sheet.claimer)
        if row is not None:
            words = sheet.texts.get(row.words, "")
            who = seat_name(Seat.parse(row.seat)) if row.seat else who
        phrases = _covered(sheet, found, words) if binds and row is not None else ()
        if row is not None and not phrases:
            text = words or "; ".join(step_words(step) for step in row.steps)
            phrases = (PhraseView(f"“{text}”", "", ""),) if text else ()
        if phrases or binds:
            views.append(SaidView(who, str(when), phrases, binds))
    return views


def _covered(sheet: Sheet, found: Proposed, words: str) -> tuple[PhraseView, ...]:
    """Return the phrases of the claim with the gap in its place; () without a line."""
    if found.result is None or found.claim is None:
        return ()
    told = coverage_of(found.result, found.claim, words, sheet.hearing)
    views = [_phrase(one) for one in told.phrases]
    spoken = [at for at, one in enumerate(told.phrases) if one.text.strip()]
    if views:  # what the director answered beside the words was not said
        first, last = (spoken[0], spoken[-1]) if spoken else (0, len(views) - 1)
        views[first] = replace(views[first], text=f"“{views[first].text.lstrip()}")
        views[last] = replace(views[last], text=f"{views[last].text.rstrip()}”")
    if told.gap is not None:
        views.insert(told.gap.at, _gap(told.gap))
    return tuple(views)


def _phrase(one: CoveredPhrase) -> PhraseView:
    text = one.text or "; ".join(sentence_words(step.sentence()) for step in one.steps)
    return PhraseView(text, BRACKETS[one.how], note_of(one))


def note_of(one: CoveredPhrase) -> str:
    """Return which tricks a phrase covers, and what it leaves open."""
    if one.how is Covers.UNREAD:
        return _("not understood")
    if one.how is Covers.ANY_ORDER and not one.tricks:
        return _("no order named")
    if one.how is Covers.NO_PLAY:
        return _("names no play")
    if not one.tricks:
        return _("does not come up in this line")
    tricks = _tricks(one.tricks)
    if one.turns:
        return _("%(tricks)s · the words fail here") % {"tricks": tricks}
    if one.how is Covers.ANY_ORDER and len(one.tricks) > 1:
        return _("%(tricks)s · no order named") % {"tricks": tricks}
    return tricks


def _tricks(numbers: Sequence[int]) -> str:
    """Return the numbers of some tricks: trick 1, tricks 2 to 8, tricks 1 and 3."""
    first, last = min(numbers), max(numbers)
    if len(numbers) > 2 and last - first + 1 == len(numbers):  # noqa: PLR2004 - a run
        return _("tricks %(first)d to %(last)d") % {"first": first, "last": last}
    listed = ", ".join(str(number) for number in sorted(numbers))
    words = ngettext("trick %(numbers)s", "tricks %(numbers)s", len(numbers))
    return words % {"numbers": listed}


def _gap(gap: Gap) -> PhraseView:
    note = _("trick %(n)d · not said")
    if gap.silent:
        note = _("trick %(n)d · nothing said about this")
    return PhraseView("", "", note % {"n": gap.trick}, gap.card, gap.trick)
