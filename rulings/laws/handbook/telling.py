"""A flow told to a reader: its texts filled in, and where a way ends up.

Drawings, sheets and pages tell the same flow; they share what is here. `say` gives a
text in the reader's words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulings.laws.engine.flow import Flow
from rulings.laws.engine.reach import choices_left

Say: TypeAlias = Callable[[str], str]
"""Gives a text of the data in the reader's words."""


def filled(flow: Flow, text: str, say: Say) -> str:
    """Return a text in the reader's words, its placeholders as they stand in."""
    if not text:
        return ""
    words = {name: say(meaning) for name, meaning in flow.placeholders.items()}
    return say(text).format(**words)


def led_to(flow: Flow, target: str) -> str:
    """Return where a way ends up, past steps that the edition has only to be passed."""
    while target in flow.steps and not flow.steps[target].in_edition:
        target = choices_left(flow, flow.steps[target])[0].next
    return target


def told(flow: Flow, target: str, say: Say) -> str:
    """Return what stands at the end of a way: a question, or what an outcome means."""
    outcome = flow.outcomes.get(target)
    text = flow.steps[target].question if outcome is None else outcome.meaning
    return filled(flow, text, say)
