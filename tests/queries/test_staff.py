"""Which player an account of the staff might be, without anybody saying so."""

import pytest

from rulings.models import Person
from rulings.queries.staff import players_of, staff_rows
from tests.factories import make_event

pytestmark = pytest.mark.django_db


def guesses(cast):
    """Return the guess for each account, by its user name."""
    rows = staff_rows(cast.event, players_of(cast.event), cast.at)
    return {row.user.get_username(): row.guess and row.guess.name for row in rows}


def name_player(cast, number, name):
    """Give the first player of a pair another name, "" as after erasing it."""
    player = next(row for row in players_of(cast.event) if row.number == number)
    Person.objects.filter(participant=player.participant).update(name=name)


def test_a_player_without_a_name_is_offered_to_nobody():
    cast = make_event()
    name_player(cast, 1, "")
    assert cast.dana.get_full_name() == ""

    assert guesses(cast) == {"cleo": None, "dana": None}


def test_an_account_without_a_full_name_is_offered_the_player_of_its_user_name():
    cast = make_event()
    name_player(cast, 1, "")
    name_player(cast, 2, "Dana Nowak")

    assert guesses(cast) == {"cleo": None, "dana": "Dana Nowak"}
