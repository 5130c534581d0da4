"""How a position that belongs to no case is solved under the laws of an event."""

from __future__ import annotations

from dataclasses import replace

from rulings.models import Event
from rulings.solver import Settings, normal_settings
from rulings.solver.settings import PlayerClass, SuitOrder, settings_under


def settings_of(event: Event, player_class: str) -> Settings:
    """Return the settings of an event's edition and regulation set.

    As for its cases: the order inside a suit is the profile's own where it knows of the
    exception for spot cards.
    """
    name = event.regulation["name"]
    found = settings_under(event.regulation["values"], name, event.edition)
    if found.suit_order is SuitOrder.TOP_DOWN:
        own = normal_settings(name, event.edition)
        found = replace(found, suit_order=own.suit_order)
    return replace(found, player_class=PlayerClass(player_class))
