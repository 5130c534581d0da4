"""What runs the searches: compiled by `compiler`, or the same functions as they are.

Both give the same answers and count the same positions. Nothing heavy is loaded
before the first search of a process; TD_KERNEL=plain keeps it away for good.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from rulings.solver.kernel import believed, breaks, choice, holding, state
from rulings.solver.kernel.rules import exceptions, following, leading, normal
from rulings.solver.kernel.search import (
    handed_over,
    hidden_moves,
    line_moves,
    open_penalties,
    planning,
    proof,
    quick_tricks,
    ranks,
    refutation,
    restricted_moves,
    transposition,
)
from rulings.solver.kernel.state import Memory
from rulings.solver.kernel.words import encoded, finesse, obeying, towards

SOURCES = (
    believed,
    state,
    breaks,
    restricted_moves,
    hidden_moves,
    holding,
    encoded,
    quick_tricks,
    ranks,
    transposition,
    proof,
    choice,
    leading,
    following,
    exceptions,
    normal,
    open_penalties,
    line_moves,
    finesse,
    towards,
    obeying,
    handed_over,
    planning,
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
    refutes: Callable[[Memory, Memory, Memory, int], int]
    laid_open: Callable[[Memory, Memory, Memory, int, int], int]
    all_laid: Callable[[Memory, int, int], int]
    line_bounds_at: Callable[[Memory, int], int]
    lines_carried_over: Callable[[Memory, Memory, int], int]


PLAIN = Engine(
    "plain",
    lambda size: [0] * size,
    lambda memory, start, end: list(memory[start:end]),
    proof.proves,
    transposition.bounds_at,
    transposition.carried_over,
    refutation.refutes,
    refutation.laid_open,
    refutation.all_laid,
    transposition.line_bounds_at,
    transposition.lines_carried_over,
)


@cache
def engine() -> Engine:
    """Return the compiled engine, the plain one where numba is missing."""
    if os.environ.get("TD_KERNEL") == PLAIN.name:
        return PLAIN
    compiler = import_module("rulings.solver.kernel.compiler")
    found: Engine | None = compiler.compiled_engine()
    return found or PLAIN
