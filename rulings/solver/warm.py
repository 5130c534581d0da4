"""Load what a solve needs before it is forked, by solving the smallest claim.

Imported by the solver's fork server: the double-dummy library takes half a second to
load, and every child forked afterwards has it.
"""

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Claim, Settings, adjudicate

SMALLEST = Position.parse("N N:- 11-1 N:A... K... Q... J...")

adjudicate(SMALLEST, Claim(Seat.NORTH, Seat.NORTH, 1), Settings())
