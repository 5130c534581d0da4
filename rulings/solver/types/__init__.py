"""What comes out of a solve: its values, its sentences, and how both are read back."""

from rulings.solver.inputs import Manner
from rulings.solver.types.adjudication import (
    NOT_COUNTED,
    Adjudication,
    Excluded,
    KindOfPlay,
    LineTrick,
    OutstandingTrump,
    PartnerPlay,
    PlayedCard,
    Provenance,
    Question,
    QuestionAnswer,
    Reason,
    Scenario,
    Settling,
    Share,
    Span,
    Status,
    Struck,
    Tag,
)
from rulings.solver.types.ideas import has_words, idea_sentence
from rulings.solver.types.proven import Held, Proven, TrumpResult
from rulings.solver.types.sentences import ended, is_said, reason, said
from rulings.solver.types.turning import Cause, TurningPoint
from rulings.solver.types.value import Value

__all__ = [
    "NOT_COUNTED",
    "Adjudication",
    "Cause",
    "Excluded",
    "Held",
    "KindOfPlay",
    "LineTrick",
    "Manner",
    "OutstandingTrump",
    "PartnerPlay",
    "PlayedCard",
    "Proven",
    "Provenance",
    "Question",
    "QuestionAnswer",
    "Reason",
    "Scenario",
    "Settling",
    "Share",
    "Span",
    "Status",
    "Struck",
    "Tag",
    "TrumpResult",
    "TurningPoint",
    "Value",
    "ended",
    "has_words",
    "idea_sentence",
    "is_said",
    "reason",
    "said",
]
