"""The claim solver: normal lines, the worst of them, the bounds, the explanation.

Pure: no Django, no clock, no randomness; the budget counts positions. It proposes
an adjudication under Laws 69 to 71 and says why; a director decides.
"""

from rulings.solver.adjudication import Adjudication, Span, Status, Tag
from rulings.solver.claim import Claim
from rulings.solver.normal import RULES, rules_signature
from rulings.solver.proposal import VERSION, adjudicate, input_hash
from rulings.solver.settings import (
    PlayAt,
    PlayerClass,
    RuffHeight,
    Settings,
    SuitOrder,
    normal_settings,
    settings_under,
)

__all__ = [
    "RULES",
    "VERSION",
    "Adjudication",
    "Claim",
    "PlayAt",
    "PlayerClass",
    "RuffHeight",
    "Settings",
    "Span",
    "Status",
    "SuitOrder",
    "Tag",
    "adjudicate",
    "input_hash",
    "normal_settings",
    "rules_signature",
    "settings_under",
]
