"""What runs the searches: functions compiled by `kernel`, or the same as plain Python.

Both give the same answers and count the same positions. Nothing heavy is loaded
before the first search of a process; TD_KERNEL=plain keeps it away for good.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from rulings.solver.kernel import believed, breaks, choice, dealing, holding
from rulings.solver.kernel.dealing import Memory
from rulings.solver.kernel.rules import (
    following,
    lapses,
    leading,
    looking,
    normal,
    switches,
)
from rulings.solver.kernel.search import (
    bounds,
    cashing,
    legal,
    proof,
    refutation,
    verdicts,
)
from rulings.solver.kernel.words import finesse, obeying, spoken, towards

SOURCES = (
    believed,
    dealing,
    bounds,
    breaks,
    cashing,
    proof,
    holding,
    choice,
    leading,
    following,
    lapses,
    normal,
    spoken,
    legal,
    looking,
    finesse,
    towards,
    obeying,
    switches,
    verdicts,
    refutation,
)
"""The modules that are compiled, each after those it calls."""


@dataclass(frozen=True, slots=True)
class Engine:
    """One way to run the searches: memory for them, and their ways in."""

    name: str
    memory: Callable[[int], Memory]
    stretch: Callable[[Memory, int, int], list[int]]
    proves: Callable[[Memory, int], int]
    bounds_at: Callable[[Memory, int], int]
    carried_over: Callable[[Memory, Memory], int]
    refutes: Callable[[Memory, Memory, int], int]
    laid_open: Callable[[Memory, Memory, int, int], int]
    all_laid: Callable[[Memory, int, int], int]
    verdict_at: Callable[[Memory, int], int]
    verdicts_carried: Callable[[Memory, Memory, int], int]


PLAIN = Engine(
    "plain",
    lambda size: [0] * size,
    lambda memory, start, end: list(memory[start:end]),
    proof.proves,
    bounds.bounds_at,
    bounds.carried_over,
    refutation.refutes,
    refutation.laid_open,
    refutation.all_laid,
    verdicts.verdict_at,
    verdicts.verdicts_carried,
)


@cache
def engine() -> Engine:
    """Return the compiled engine, the plain one where numba is missing."""
    if os.environ.get("TD_KERNEL") == PLAIN.name:
        return PLAIN
    compiler = import_module("rulings.solver.kernel.compiler")
    found: Engine | None = compiler.compiled_engine()
    return found or PLAIN
