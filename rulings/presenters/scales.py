"""The scale: claimed, award and double dummy on one axis with the contract line.

Every number says whose tricks it counts; a number not yet exact is a range.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.presenters.words import call_name


@dataclass(frozen=True, slots=True)
class ScaleRow:
    """One number: `low` tricks are sure, up to `high` are possible.

    An `unknown` one has no number: its bounds are those of any claim.
    """

    label: str
    low: int
    high: int
    result: str = ""
    award: bool = False
    unknown: bool = False

    @property
    def number(self) -> str:
        """Return 6, 5–7 while the number is a range, ? while nothing is proven."""
        if self.unknown:
            return "?"
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"

    @property
    def unit(self) -> str:
        """Return the word after the number: the result beside it is a number too."""
        return "" if self.unknown else ngettext("trick", "tricks", self.high)


@dataclass(frozen=True, slots=True)
class PipRow:
    """A row of the scale with the classes of its pips."""

    row: ScaleRow
    pips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScaleView:
    """The scale; `foot` names the contract line, `more` adds a sentence."""

    heading: str
    caption: str
    rows: tuple[PipRow, ...]
    foot: str = ""
    more: str = ""


def pips(row: ScaleRow, total: int, need: int | None) -> tuple[str, ...]:
    """Return a class for each trick: on, may or off; `line` at the contract line."""
    states = ("on",) * row.low + ("may",) * (row.high - row.low)
    states += ("off",) * (total - row.high)
    return tuple(
        f"{state} line" if number == need else state
        for number, state in enumerate(states, start=1)
    )


def contract_line(
    contract: Contract, *, side: Side, won_declarer: int, total: int
) -> tuple[int | None, str]:
    """Return the trick that decides the contract for a side, and the sentence on it.

    For declarer's side it is the trick that makes the contract, for defenders the one
    that beats it. It is None when the contract was made or beaten before.
    """
    call = call_name(contract)
    missing = contract.tricks_needed - won_declarer
    if missing <= 0:
        return None, gettext("%(call)s was made before.") % {"call": call}
    if missing > total:
        return None, gettext("%(call)s was beaten before.") % {"call": call}
    if contract.declarer.side is side:
        need = missing
        words = gettext("%(call)s needs %(need)d of these %(total)d.")
    else:
        need = total - missing + 1
        words = gettext("%(need)d of these %(total)d beat %(call)s.")
    return need, words % {"call": call, "need": need, "total": total}


def scale_of(
    rows: Iterable[ScaleRow],
    *,
    total: int,
    need: int | None = None,
    heading: str,
    caption: str = "",
    foot: str = "",
    more: str = "",
) -> ScaleView:
    """Return a scale of `total` tricks; the contract line stands at trick `need`."""
    drawn = tuple(PipRow(row, pips(row, total, need)) for row in rows)
    return ScaleView(heading, caption, drawn, foot, more)
