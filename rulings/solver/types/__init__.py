"""What comes out of a solve: its values, its sentences, and how both are read back."""

from rulings.solver.inputs import Manner
from rulings.solver.types.adjudication import (
    NOT_COUNTED,
    Adjudication,
    Excluded,
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
from rulings.solver.types.proven import Held, Proven, TrumpResult
from rulings.solver.types.sentences import is_said, reason, said
from rulings.solver.types.turning import Cause, TurningPoint

__all__ = [
    "NOT_COUNTED",
    "Adjudication",
    "Cause",
    "Excluded",
    "Held",
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
    "is_said",
    "reason",
    "said",
]
