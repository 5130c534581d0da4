"""What goes into a solve: the claim, its settings, and what the claimer leaves out."""

from rulings.solver.inputs.awareness import (
    conceded_suits,
    is_bare,
    known_losers,
    mentions_trumps,
    named_forgotten,
    names_squeeze,
    parts_of,
    refused_suits,
    thinks_trumps_gone,
    trumps_out,
    unseen_cards,
    without_known,
)
from rulings.solver.inputs.budget import Exhausted, NodeBudget
from rulings.solver.inputs.claim import SolverClaim
from rulings.solver.inputs.ideas import Idea, Manner
from rulings.solver.inputs.pattern import Pattern, pattern_of
from rulings.solver.inputs.pending import LeadBound, PenaltyCard, Pending
from rulings.solver.inputs.settings import (
    BATCH_BUDGET,
    NODE_BUDGET,
    PROFILES,
    FalseClaim,
    PlanShare,
    PlayAt,
    PlayerClass,
    RuffHeight,
    Settings,
    SuitOrder,
    normal_settings,
    parse_play,
    settings_under,
)
from rulings.solver.inputs.spots import MOST, Placed, fillings

__all__ = [
    "BATCH_BUDGET",
    "MOST",
    "NODE_BUDGET",
    "PROFILES",
    "Exhausted",
    "FalseClaim",
    "Idea",
    "LeadBound",
    "Manner",
    "NodeBudget",
    "Pattern",
    "PenaltyCard",
    "Pending",
    "Placed",
    "PlanShare",
    "PlayAt",
    "PlayerClass",
    "RuffHeight",
    "Settings",
    "SolverClaim",
    "SuitOrder",
    "conceded_suits",
    "fillings",
    "is_bare",
    "known_losers",
    "mentions_trumps",
    "named_forgotten",
    "names_squeeze",
    "normal_settings",
    "parse_play",
    "parts_of",
    "pattern_of",
    "refused_suits",
    "settings_under",
    "thinks_trumps_gone",
    "trumps_out",
    "unseen_cards",
    "without_known",
]
