"""A stored proposal checked by rules written a second time, on real cards."""

from rulings.solver.reference.checker import Checked, check

__all__ = [
    "Checked",
    "check",
]
