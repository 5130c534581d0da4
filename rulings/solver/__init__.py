"""The claim solver: normal lines, the worst of them, the bounds, the explanation.

Pure: no Django, no clock, no randomness; the budget counts positions. It proposes
an adjudication under Laws 69 to 71 and says why; a director decides.
"""

from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import (
    PlanShare,
    PlayAt,
    PlayerClass,
    RuffHeight,
    Settings,
    SolverClaim,
    SuitOrder,
    normal_settings,
    settings_under,
)
from rulings.solver.kernel.rules.normal import RULES, rules_signature
from rulings.solver.types import Adjudication, Span, Status, Tag
from rulings.solver.version import VERSION, input_hash

__all__ = [
    "RULES",
    "VERSION",
    "Adjudication",
    "PlanShare",
    "PlayAt",
    "PlayerClass",
    "RuffHeight",
    "Settings",
    "SolverClaim",
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
