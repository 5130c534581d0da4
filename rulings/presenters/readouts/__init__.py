"""What is read out at the table: why, the number, the score, until when to appeal.

At most 90 words, neutral, without a law number: the clauses stand in the record beside
it (Laws 81C, 83).
"""

from rulings.presenters.readouts.ended import (
    agreed_readout,
    agreed_score,
    ended_readout,
)
from rulings.presenters.readouts.ruled import (
    UNSEEN,
    decision_readout,
    ruling_readout,
    why_words,
)
from rulings.presenters.readouts.shape import MOST, ReadOut, appeal_words
from rulings.presenters.readouts.ways import ReadAloud, reading_of

__all__ = [
    "MOST",
    "UNSEEN",
    "ReadAloud",
    "ReadOut",
    "agreed_readout",
    "agreed_score",
    "appeal_words",
    "decision_readout",
    "ended_readout",
    "reading_of",
    "ruling_readout",
    "why_words",
]
