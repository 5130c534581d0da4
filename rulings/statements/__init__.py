"""Statements of claim: steps, words to steps, and which cards obey them (Law 68C).

Pure. Nothing here decides what is normal play; that is `rulings.solver`.
"""

from rulings.statements.marks import Marks, marks_of
from rulings.statements.reading.vocabulary import names_irregularity
from rulings.statements.reading.words import read_spans, read_words
from rulings.statements.sentences import Sentence, sentence
from rulings.statements.statement import (
    AmbiguousStatement,
    ReadStatement,
    UnreadSpan,
    WordSpan,
)
from rulings.statements.steps import SideHand, StatedStep, Verb, parse_step

__all__ = [
    "AmbiguousStatement",
    "Marks",
    "ReadStatement",
    "Sentence",
    "SideHand",
    "StatedStep",
    "UnreadSpan",
    "Verb",
    "WordSpan",
    "marks_of",
    "names_irregularity",
    "parse_step",
    "read_spans",
    "read_words",
    "sentence",
]
