"""The fixed positions of the benchmarks: recorded online claims, where they lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MOST_LEFT = 8


def online_claims(data: Path, most_left: int = MOST_LEFT) -> list[dict[str, Any]]:
    """Return the recorded claims with so few tricks left; none where they are not."""
    path = data / "real-claims" / "claims-online.jsonl"
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [record for record in records if record["left"] <= most_left]
