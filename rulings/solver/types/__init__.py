"""What comes out of a solve: its values, its sentences, and how both are read back."""

from rulings.solver.types.adjudication import (
    Adjudication,
    Answer,
    Excluded,
    LineTrick,
    OutstandingTrump,
    PlayedCard,
    Provenance,
    Question,
    Reason,
    Rung,
    Settling,
    Span,
    Status,
    Struck,
    Tag,
)
from rulings.solver.types.partner import PartnerPlay
from rulings.solver.types.proven import Held, Proven, TrumpResult
from rulings.solver.types.sentences import is_said, reason, said
from rulings.solver.types.share import NOT_COUNTED, Share

__all__ = [
    "NOT_COUNTED",
    "Adjudication",
    "Answer",
    "Excluded",
    "Held",
    "LineTrick",
    "OutstandingTrump",
    "PartnerPlay",
    "PlayedCard",
    "Proven",
    "Provenance",
    "Question",
    "Reason",
    "Rung",
    "Settling",
    "Share",
    "Span",
    "Status",
    "Struck",
    "Tag",
    "TrumpResult",
    "is_said",
    "reason",
    "said",
]
