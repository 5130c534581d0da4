"""Under which name a solve is found again: the version, and the hash of its input."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache, lru_cache

from rulings.bridge.positions import Position
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.kernel.rules.normal import rules_signature

VERSION = "13"
"""Part of every input hash: it changes when any award or line may change."""


def input_hash(position: Position, claim: SolverClaim, settings: Settings) -> str:
    """Return the hash under which a solve of this input may be found again."""
    data = {
        "claim": claim.as_cards_lie(position).to_json(),
        "position": str(position),
        "rules": _rules(),
        "settings": _written(settings),
        "solver": VERSION,
    }
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


_rules = cache(rules_signature)


@lru_cache(maxsize=8)
def _written(settings: Settings) -> Mapping[str, object]:
    return settings.to_json()
