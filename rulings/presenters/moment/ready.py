"""The answer about an outstanding trump that the words suggest (Law 70C1).

It is offered with the words that cover the trump; the director gives it by going on.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from rulings.laws.engine.flow import Step
from rulings.models import Statement
from rulings.presenters.sentences import step_words
from rulings.presenters.table.gist import ReadyAnswer, filled
from rulings.presenters.words import seat_name
from rulings.queries.case.flow import CaseWalk
from rulings.queries.case.solving import result_of
from rulings.queries.table.sheet import Sheet
from rulings.statements import parse_step
from rulings.statements.marks import marks_of


def ready_answer(sheet: Sheet, walked: CaseWalk, asked: Step) -> ReadyAnswer | None:
    """Return the answer that the words suggest; None where they do not suggest one."""
    covered = walked.flow.points.reply("trump_covered")
    words = covering_words(sheet)
    if asked.id not in covered or not words or not _is_mentioned(walked):
        return None
    choice = asked.choice(covered[asked.id])
    label = filled(choice.label, walked.flow, sheet)
    says = _(
        "Taken down from %(seat)s: “%(words)s”. Nothing is recorded until you go on."
    ) % {
        "seat": _("the claimer") if sheet.claimer is None else seat_name(sheet.claimer),
        "words": words,
    }
    return ReadyAnswer(choice.value, label, says, _noted(asked, words))


def covering_words(sheet: Sheet) -> str:
    """Return the words of the statement that cover a trump, as said or as read."""
    said = sheet.layers.get(Statement.Layer.CLAIM)
    if said is None or sheet.cards is None:
        return ""
    trump = sheet.cards.strain.suit
    steps = [
        step for step in said.steps if marks_of([parse_step(step)]).covers_trump(trump)
    ]
    if not steps:
        return ""
    return sheet.texts.get(said.words, "") or "; ".join(map(step_words, steps))


def _noted(asked: Step, words: str) -> dict[str, object]:
    """Return the words as the note that the step keeps with its answer."""
    return {spec.name: words for spec in asked.records if spec.kind == "text"}


def _is_mentioned(walked: CaseWalk) -> bool:
    """Say whether the proposal read the words as covering the trump."""
    result = None if walked.proposal is None else result_of(walked.proposal)
    trump = None if result is None else result["outstanding_trump"]
    return isinstance(trump, dict) and bool(trump["mentioned"])
