"""Read the words of a claim again when cards, contract or claimer come after them.

Serves Law 68C: "the queen of spades" is finessed against by who does not hold it. A
director's own steps stay; only what was read from the words is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from rulings.models import Statement
from rulings.queries.hearing import Hearing
from rulings.queries.words import texts_of
from rulings.workflow.acts import Scene


def rehear(
    scene: Scene, before: Hearing, now: Hearing, *, first_cards: bool = False
) -> None:
    """Plan the steps of every layer as its words are read with what is known now.

    What both sides confirmed are the words; they stay confirmed. Before the
    `first_cards` are confirmed words may have been read without them, by a director who
    may not see them or before a record of play came in.
    """
    if before == now and not first_cards:
        return
    rows = list(Statement.objects.filter(case=scene.case))
    texts = texts_of(row.words for row in rows)
    for row in rows:
        steps = heard_again(row.steps, texts.get(row.words, ""), before, now)
        if steps != list(row.steps):
            scene.rows.change(row, steps=steps)


def heard_again(
    steps: Sequence[str], words: str, before: Hearing, now: Hearing
) -> list[str]:
    """Return steps after words have been read again; what a director changed stays."""
    old, new = _old_reading(steps, words, before), now.steps(words)
    own = [step for step in steps if step not in old]
    found = list(steps)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in reversed(matcher.get_opcodes()):
        gone = [step for step in old[start:end] if step in found]
        if kind == "equal" or (own if start == end else not gone):
            continue  # read as before; or a director has said what these words mean
        at = found.index(gone[0]) if gone else _place(found, old, start)
        found = [step for step in found if step not in gone]
        fresh = [step for step in new[first:last] if step not in found]
        found[at:at] = fresh
    return found


def _old_reading(steps: Sequence[str], words: str, before: Hearing) -> list[str]:
    """Return the reading that steps were taken from: with what was known, or without.

    Who may not see the cards had the words read without them.
    """
    readings = [before.steps(words), Hearing(before.trump).steps(words)]
    return max(readings, key=lambda read: sum(step in steps for step in read))


def _place(found: list[str], old: list[str], start: int) -> int:
    """Return where words not understood before stand among the steps."""
    if start and old[start - 1] in found:
        return found.index(old[start - 1]) + 1
    if not start and old and old[0] in found:
        return found.index(old[0])
    return len(found)
