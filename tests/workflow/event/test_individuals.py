"""Everybody plays for himself: four at a table, each guarded as a pair is."""

from datetime import date

import pytest

from rulings.importers.movements import individual
from rulings.importers.schedules import read_schedule_csv
from rulings.laws.regulations import load_regulations
from rulings.models import Contestant, Event, Playing, Role, Session
from rulings.permissions import embargo
from rulings.permissions.actors import pass_actor
from rulings.queries.player import own_boards
from rulings.queries.sessions import first_places, pairs_in, schedule_list
from rulings.workflow.errors import Fault
from rulings.workflow.event import changes, contestants, events, schedule
from rulings.workflow.event.repeats import repeat_event
from rulings.workflow.event.scores import end_round
from rulings.workflow.proof.verify import verify
from tests.factories import Cast, make_user, shell
from tests.people import give_slips
from tests.workflow.event.test_schedule import TIMING

pytestmark = pytest.mark.django_db
SOUTH = 4
"""Of round 1 at table 1, where 8 is North and 4 South: see `individual.toml`."""


@pytest.fixture
def cast():
    """Eight players at two tables for seven rounds; number 4 is also staff."""
    event = events.create_event(
        shell(),
        name="Autumn Individual",
        kind=Event.Kind.INDIVIDUAL,
        zone="Europe/Warsaw",
        starts_on=date(2026, 3, 14),
        ends_on=date(2026, 3, 14),
        edition="2017",
        regulations=load_regulations("WBF").replaced({"phones": "always"}),
    )
    dana, cleo, olly = (make_user(name) for name in ("dana", "cleo", "olly"))
    events.give_role(shell(), event, dana, Role.Name.DIRECTOR, [])
    events.give_role(shell(), event, cleo, Role.Name.CHIEF, [])
    schedule.add_session(
        shell(),
        event,
        placements=individual(2, 7, 1),
        timing=TIMING,
        deal_set="main",
        enters_pairs=True,
    )
    return Cast(event, Session.objects.get(event=event), dana, cleo, olly)


def named(cast):
    """Name every player after his number; the director is the player of seat South."""
    entries = [(number, [f"Player {number}"]) for number in range(1, 9)]
    staff = {f"Player {SOUTH}": cast.dana}
    contestants.add_contestants(cast.form(cast.cleo), cast.event, entries, staff)


def first_table(cast):
    return Playing.objects.get(
        round__session=cast.session, round__order=1, table__number=1
    )


def player(cast, number):
    return Contestant.objects.get(event=cast.event, number=number)


def test_four_players_sit_at_a_table_under_their_own_names(cast):
    named(cast)

    playing = first_table(cast)
    assert (playing.ns_numbers, playing.ew_numbers) == ("8+4", "7+6")
    assert playing.seats == {
        "N": player(cast, 8).members[0],
        "S": player(cast, 4).members[0],
        "E": player(cast, 7).members[0],
        "W": player(cast, 6).members[0],
    }
    assert first_places(cast.session)[player(cast, 6).pk] == "A1 W"
    assert [row.number for row in pairs_in(cast.session)] == list(range(1, 9))
    assert verify().findings == []


def test_cards_of_a_board_wait_for_every_one_of_the_four(cast):
    """Whoever of the staff plays it, in whatever seat, sees no card of it (R11)."""
    named(cast)
    mine = embargo.contestants_of(cast.dana, cast.event.pk)
    own = embargo.boards_to_come({0: mine}, cast.event.pk, cast.at)[0]

    assert own == {row.board_id for row in Playing.objects.all()}
    seats = set()
    for row in Playing.objects.all():
        assert embargo.plays_board(cast.dana, row, cast.at)
        seats |= {seat for seat, who in row.seats.items() if row.side_of(*mine)}
    assert seats == set("NESW")
    assert embargo.plays_in(cast.dana, cast.session, cast.at)


def test_a_slip_opens_the_boards_of_its_player_on_his_side(cast):
    slips = give_slips(cast)
    end_round(cast.form(cast.dana), cast.event, cast.session.rounds.get(order=1))

    for number, side in ((8, "NS"), (4, "NS"), (7, "EW"), (6, "EW")):
        (own,) = own_boards(pass_actor(slips[number].table_pass, cast.at))
        assert (own.playing, own.side) == (first_table(cast), side)


def test_a_missing_player_leaves_three_others_without_a_table(cast):
    since = cast.session.rounds.get(order=1)
    gone = changes.Absence(since=since, pair=player(cast, 4))
    changes.leave_out(cast.form(cast.cleo), cast.event, gone)
    left = Playing.objects.filter(status=Playing.Status.CANCELLED)
    assert left.count() == 7

    changes.bring_back(cast.form(cast.cleo), cast.event, gone)

    assert not left.exists()
    table = first_table(cast).table
    wanted = changes.TableRound(round=since, table=table, boards=range(20, 21))
    with pytest.raises(Fault) as caught:
        changes.change_table(cast.form(cast.cleo), cast.event, wanted)
    assert caught.value.code == "individuals_stay"


def test_the_schedule_goes_out_and_comes_in_again(cast):
    lines = "\n".join(",".join(map(str, row)) for row in schedule_list(cast.event))

    found = read_schedule_csv(lines.encode())

    assert found.problems == ()
    assert set(found.placements) == set(individual(2, 7, 1))


def test_the_same_players_sit_together_in_the_event_made_again(cast):
    named(cast)

    again = repeat_event(
        cast.form(cast.cleo),
        cast.event,
        name="Next week",
        starts_on=date(2026, 3, 21),
        with_names=True,
    )

    row = Playing.objects.get(board__event=again, round__order=1, table__number=1)
    assert (row.ns_numbers, row.ew_numbers) == ("8+4", "7+6")
    assert set(row.seats) == set("NESW")
