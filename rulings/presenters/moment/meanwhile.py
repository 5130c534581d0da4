"""What a director can ask both sides while the number is still being counted.

The question is one that nobody has answered and whose answer is likely to matter: the
trump that is out (70C), the order of play (70B1), or who had shown out (70E1).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.models import Fact, Statement
from rulings.presenters.moment.ready import covering_words
from rulings.presenters.table.gist import trumps_out
from rulings.presenters.words import seat_name
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_of
from rulings.queries.table.decided import trump_answer
from rulings.queries.table.proposal import PROVEN, Proposed
from rulings.queries.table.sheet import Sheet
from rulings.statements import parse_step


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """A question for the table, and the screen that takes its answer down."""

    question: str
    url: str


def meanwhile(sheet: Sheet, found: Proposed) -> Meanwhile | None:
    """Return what to ask while the search runs, None where it does not."""
    if not found.pending or sheet.claimer is None or sheet.cards is None:
        return None
    case, seat = sheet.case, seat_name(sheet.claimer)
    if trumps_out(sheet) and not covering_words(sheet) and not trump_answer(case):
        step = next(iter(flow_of(case).points.reply("trump_covered")))
        return Meanwhile(
            trump_question(sheet),
            reverse("step", args=[case.pk, step]),
        )
    said = sheet.layers.get(Statement.Layer.CLAIM)
    steps = () if said is None else said.steps
    if not any(parse_step(step).names_a_play for step in steps):
        return Meanwhile(
            _("Did %(seat)s say how the tricks would be taken?") % {"seat": seat},
            reverse("statement", args=[case.pk]),
        )
    known = {row.key for row in rows_of(case, Fact) if row.value}
    if known & {PROVEN, "show_outs"}:
        return None
    return Meanwhile(
        _("Had anybody shown out, or did the bidding place the card?"),
        reverse("known", args=[case.pk]),
    )


def trump_question(sheet: Sheet) -> str:
    """Return what a director asks the table about the trumps that are out."""
    return ngettext(
        "Was that trump mentioned with the claim?",
        "Were those trumps mentioned with the claim?",
        len(trumps_out(sheet)),
    )
