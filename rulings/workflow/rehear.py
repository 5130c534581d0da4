"""Read the words of a claim again when cards, contract or claimer come after them.

Serves Law 68C: "the queen of spades" is finessed against by who does not hold it. A
director's own steps stay; only what was read from the words is read again.
"""

from __future__ import annotations

from rulings.models import Statement
from rulings.queries.case.hearing import Hearing, heard_again
from rulings.queries.words import texts_of
from rulings.workflow.acts import ActRun


def rehear(
    run: ActRun, before: Hearing, now: Hearing, *, first_cards: bool = False
) -> None:
    """Plan the steps of every layer as its words are read with what is known now.

    What both sides confirmed are the words; they stay confirmed. Before the
    `first_cards` are confirmed words may have been read without them, by a director who
    may not see them or before a record of play came in.
    """
    if before == now and not first_cards:
        return
    rows = list(Statement.objects.filter(case=run.case))
    texts = texts_of(row.words for row in rows)
    for row in rows:
        steps = heard_again(row.steps, texts.get(row.words, ""), before, now)
        if steps != list(row.steps):
            run.rows.change(row, steps=steps)
