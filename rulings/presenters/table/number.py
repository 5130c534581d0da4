"""A claim without a number of tricks: what it is taken for, and how that is settled."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulings.presenters.sentences import step_words
from rulings.presenters.table import Tile, options
from rulings.presenters.words import seat_name
from rulings.queries.case.derived import falls_short, is_unsettled
from rulings.queries.case.flow import current_proposal, solver_values
from rulings.queries.table.sheet import Sheet


@dataclass(frozen=True, slots=True)
class NumberView:
    """What was not said, in a sentence; `is_open` while the director must settle it."""

    says: str
    is_open: bool
    claimer: str
    manner: str
    left: int
    tiles: list[Tile]


def number_view(sheet: Sheet, *, cards_known: bool) -> NumberView | None:
    """Return the number of a claim that named none; None where one was said.

    What the cards show is for readers who see them.
    """
    claim, claimer, left = sheet.claim, sheet.claimer, sheet.left
    if claim is None or claimer is None or left is None or claim.number_said:
        return None
    values = {"seat": seat_name(claimer), "left": left, "claimed": claim.tricks_claimed}
    says, is_open = _says(sheet, values, cards_known=cards_known)
    numbers = [(str(number), str(number)) for number in range(left)]
    return NumberView(
        says,
        is_open,
        claim.claimer,
        claim.manner,
        left,
        options([(str(left), _("all %(left)d") % values), *reversed(numbers)], ""),
    )


def _says(
    sheet: Sheet, values: dict[str, object], *, cards_known: bool
) -> tuple[str, bool]:
    """Return what stands of the number, and whether it has to be settled."""
    if sheet.claim is None or not is_unsettled(sheet.claim):
        return _(
            "%(seat)s did not say how many; settled with the claimer: %(claimed)s of "
            "%(left)d."
        ) % values, False
    if sheet.losers_stated:
        words = "; ".join(map(step_words, sheet.losers_stated))
        return _(
            "%(seat)s did not say how many, and these words show a loser: “%(words)s”. "
            "Settle with %(seat)s how many were claimed, before anyone comments."
        ) % {**values, "words": words}, True
    if cards_known and falls_short(
        sheet.claim, solver_values(sheet.case, current_proposal(sheet.case))
    ):
        return _(
            "%(seat)s did not say how many, and these cards cannot take all %(left)d. "
            "Settle with %(seat)s how many were claimed, before anyone comments."
        ) % values, True
    return _(
        "%(seat)s did not say how many, and no loser was shown: taken as all %(left)d."
    ) % values, False
