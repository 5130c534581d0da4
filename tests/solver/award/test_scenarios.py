"""The careless rungs are those of which some class of player is warned."""

from dataclasses import replace

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.award.scenarios import WARNED
from rulings.solver.inputs import PlayerClass
from rulings.solver.lines import Lapse

RUFFS = Position.parse("H S:- 10-0 N:K.4.A. .9.8.4 Q.T.9. .6.4.7")
"""Three tricks each, trumps in all four hands."""


def careless(player_class):
    settings = replace(Settings(), player_class=player_class)
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3, aware_of_trump=True)
    ladder = adjudicate(RUFFS, claim, settings).ladder
    return {rung.key for rung in ladder if rung.warning}


@pytest.mark.parametrize("player_class", PlayerClass)
def test_class_of_player_has_a_rung_for_each_lapse_it_is_warned_of(player_class):
    warned = {f"free_{lapse}" for lapse in WARNED[player_class]}

    assert careless(player_class) == warned


def test_every_lapse_is_looked_at_for_some_class():
    assert set().union(*WARNED.values()) == set(Lapse)
