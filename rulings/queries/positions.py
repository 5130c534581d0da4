"""How a position that belongs to no case is solved under the laws of an event."""

from __future__ import annotations

from dataclasses import replace

from rulings.models import Event
from rulings.solver import Settings
from rulings.solver.settings import PlayerClass, settings_under


def settings_of(event: Event, player_class: str) -> Settings:
    """Return the settings of an event's edition and regulation set."""
    name = event.regulation["name"]
    found = settings_under(event.regulation["values"], name, event.edition)
    return replace(found, player_class=PlayerClass(player_class))
