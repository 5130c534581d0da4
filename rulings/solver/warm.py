"""Load what a solve needs before it is forked: both libraries are slow to come.

Imported by the solver's fork server only; every child forked afterwards has it.
"""

from rulings.solver import child
from rulings.solver.double_dummy import load_library
from rulings.solver.engine import engine

__all__ = ["child"]

load_library()
engine()
