"""The answers that the demo's director gives, read from `answers.toml` beside it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def given_answers() -> dict[str, Any]:
    """Return the answers by the name of what they are for."""
    text = Path(__file__).with_name("answers.toml").read_text("utf-8")
    return tomllib.loads(text)
