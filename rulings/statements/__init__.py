"""Statements of claim: steps, words to steps, and which cards obey them (Law 68C).

Pure. Nothing here decides what is normal play; that is `rulings.solver`.
"""

from rulings.statements.marks import Marks, marks_of
from rulings.statements.reading.words import Reading, read_words
from rulings.statements.sentences import Sentence, sentence
from rulings.statements.statement import AmbiguousStatement, Span, Statement
from rulings.statements.steps import Act, Place, Step, parse_step

__all__ = [
    "Act",
    "AmbiguousStatement",
    "Marks",
    "Place",
    "Reading",
    "Sentence",
    "Span",
    "Statement",
    "Step",
    "marks_of",
    "parse_step",
    "read_words",
    "sentence",
]
