"""Load what a solve needs before it is forked: both libraries are slow to come.

Imported by the solver's fork server, and once by a process that solves itself; every
child forked afterwards has it. Compiled code comes from disk at its first call, so one
small claim is solved here.
"""

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.kernel.engine import engine
from rulings.solver.lines import load_library
from rulings.solver.tools import child

__all__ = ["child"]

SMALL = "S S: 6-5 N:2.3.. 3..4. .K..5 .A.5."

load_library()
engine()
adjudicate(Position.parse(SMALL), SolverClaim(Seat.SOUTH, Seat.SOUTH, 1), Settings())
