"""Which player an account is: an act of its own, on which the guard of cards rests."""

import pytest

from rulings.models import Entry, Participant
from rulings.permissions import Refused, letters_in_case, user_actor
from rulings.workflow.errors import Invalid
from rulings.workflow.event.events import link_account
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event()


def player(playing, side="ns"):
    """Return a player of a board, named by his contestant."""
    return Participant.objects.get(pk=getattr(playing, side).members[0])


def test_linked_director_has_no_right_on_a_board_he_plays(cast):
    case = make_case(cast)
    assert "D" in letters_in_case(user_actor(cast.dana, cast.at), case)

    link_account(cast.form(cast.cleo), cast.event, player(case.playing), cast.dana)

    assert letters_in_case(user_actor(cast.dana, cast.at), case) == {"D-"}
    assert Entry.objects.filter(act="link_account").count() == 1


def test_nobody_ends_his_own_link(cast):
    case = make_case(cast)
    mine = player(case.playing)
    link_account(cast.form(cast.cleo), cast.event, mine, cast.cleo)

    with pytest.raises(Refused, match="somebody else"):
        link_account(cast.form(cast.cleo), cast.event, mine, None)


def test_account_is_one_player_of_an_event(cast):
    playing = make_case(cast).playing
    link_account(cast.form(cast.cleo), cast.event, player(playing), cast.dana)

    with pytest.raises(Invalid, match="another player"):
        link_account(cast.form(cast.cleo), cast.event, player(playing, "ew"), cast.dana)


def test_director_links_nobody(cast):
    playing = make_case(cast).playing

    with pytest.raises(Refused):
        link_account(cast.form(cast.dana), cast.event, player(playing), cast.dana)
