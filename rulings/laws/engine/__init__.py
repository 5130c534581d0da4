"""The face of the law package: load a flow in an edition, walk it.

The engine knows nothing of bridge; what it asks and why stands in the data files.
"""

from rulings.laws.editions import Edition, editions, load_edition
from rulings.laws.engine.answers import Need
from rulings.laws.engine.flow import EFFECTS, OPEN, Flow, Outcome, Step
from rulings.laws.engine.loading import flows, load_flow
from rulings.laws.engine.paths import Visited, Walk
from rulings.laws.engine.walk import walk
from rulings.laws.errors import FlowError, NotHeld, NotOffered, WrongValue

__all__ = [
    "EFFECTS",
    "OPEN",
    "Edition",
    "Flow",
    "FlowError",
    "Need",
    "NotHeld",
    "NotOffered",
    "Outcome",
    "Step",
    "Visited",
    "Walk",
    "WrongValue",
    "editions",
    "flows",
    "load_edition",
    "load_flow",
    "walk",
]
