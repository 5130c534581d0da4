"""Load what a solve needs before it is forked: the double-dummy library is slow.

Imported by the solver's fork server only; every child forked afterwards has it.
"""

from rulings.solver import child
from rulings.solver.double_dummy import load_library

__all__ = ["child"]

load_library()
