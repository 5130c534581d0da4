"""A layer of the statement as a screen shows it: words with marks, and what is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from rulings.bridge.cards import Card
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.models import Statement
from rulings.presenters import ChipView
from rulings.presenters.sentences import step_words
from rulings.presenters.table.palette import chips
from rulings.presenters.words import seat_name
from rulings.queries.case.hearing import StatementContext
from rulings.queries.case.rules import flow_of
from rulings.queries.table.sheet import LAYERS, Sheet
from rulings.statements import ReadStatement, UnreadSpan, parse_step

HEADS = {
    "claim": (gettext_lazy("With the claim"), "stated", gettext_lazy("counts")),
    "repeated": (gettext_lazy("Asked by you"), "", gettext_lazy("must match")),
    "added": (
        gettext_lazy("After the objection"),
        "free",
        gettext_lazy("kept, does not count, %(law)s"),
    ),
}
CSS = {"claim": "one", "repeated": "two", "added": "three"}
SHOWN = 28
"""So many letters of the words stand on a button."""


@dataclass(frozen=True, slots=True)
class LayerView:
    """One layer of the statement as drawn."""

    name: str
    css: str
    title: str
    tag: str
    tag_words: str
    by: str
    row: Statement | None
    words: SafeString
    chips: list[ChipView]
    unread: list[str]


@dataclass(frozen=True, slots=True)
class ReadView:
    """Words as far as they are read: marked where they are not, and their steps.

    `kept` says whether the layer holds exactly these words already; `short` is what
    the button that keeps them says of them.
    """

    words: SafeString
    chips: list[ChipView]
    unread: list[str]
    short: str
    kept: bool


def layer_view(sheet: Sheet, name: str) -> LayerView:
    """Return one layer as drawn, empty where nothing was taken down."""
    row = sheet.layers.get(name)
    title, tag, tag_words = HEADS[name]
    law = flow_of(sheet.case).edition.named("70D1")
    words = sheet.texts.get(row.words, "") if row else ""
    steps = chips(row.steps, add=False) if row else []
    seat = seat_name(Seat.parse(row.seat)) if row and row.seat else ""
    unread = _unread(sheet, words, row.steps if row else ())
    return LayerView(
        name,
        CSS[name],
        str(title),
        tag,
        str(tag_words) % {"law": law},
        seat,
        row,
        marked(words, unread),
        steps,
        [span.text for span in unread],
    )


def layers_said(sheet: Sheet, *, but: str = "") -> list[LayerView]:
    """Return the layers that hold something, without the one being written."""
    return [
        layer_view(sheet, name.value)
        for name in LAYERS
        if name in sheet.layers and name != but
    ]


def read_view(
    sheet: Sheet, words: str, steps: Sequence[str], *, kept: bool
) -> ReadView:
    """Return words with the steps that are taken from them."""
    unread = _unread(sheet, words, steps)
    short = words if len(words) <= SHOWN else words[: SHOWN - 1].rstrip() + "…"
    if not words and steps:
        short = "; ".join(step_words(step) for step in steps[:2])
    texts = [span.text for span in unread]
    return ReadView(
        marked(words, unread), chips(steps, add=False), texts, short, kept=kept
    )


def words_of_step(sheet: Sheet, step: str, held: Iterable[Card]) -> str:
    """Return a step as words that are read as just this step; "" where there are none.

    Such words go into the field; another step is taken down beside the words.
    """
    words = step_words(step)
    read = reading(sheet, words, held)
    alone = [str(found) for found in read.steps] == [step]
    return words if alone and not read.not_understood else ""


def joined(words: str, more: str) -> str:
    """Return words with more words after them, as one sentence."""
    return f"{words.rstrip(' ,.;')}, {more}" if words.strip() else more


def same_step(words: str, before: str) -> str | None:
    """Return the step that words are the form of, or whose sentence they still are."""
    if before and words.strip() == step_words(before):
        return before
    try:
        return str(parse_step(words))
    except ParseError:
        return None


def _unread(sheet: Sheet, words: str, steps: Sequence[str]) -> tuple[UnreadSpan, ...]:
    """Return what was not understood of words taken down with some steps."""
    return sheet.hearing.unread(words, steps)


def heard(sheet: Sheet, held: Iterable[Card] = ()) -> StatementContext:
    """Return with what words are read on a screen."""
    return replace(sheet.hearing, held=tuple(held))


def reading(sheet: Sheet, words: str, held: Iterable[Card] = ()) -> ReadStatement:
    """Return words as steps; all of them are left unread where they are ambiguous."""
    return heard(sheet, held).read(words)


def marked(words: str, unread: Iterable[UnreadSpan]) -> SafeString:
    """Return the words with every stretch that was not understood marked."""
    parts: list[tuple[bool, str]] = []
    at = 0
    for span in unread:
        parts += [(False, words[at : span.start]), (True, span.text)]
        at = span.start + len(span.text)
    parts.append((False, words[at:]))
    return format_html_join(
        "",
        "{}",
        ((format_html("<mark>{}</mark>", text) if on else text,) for on, text in parts),
    )
