"""First steps: what is done is read from the record, and what is next follows."""

import pytest

from rulings.importers.movements import howell
from rulings.laws.regulations import load_regulations
from rulings.models import Contestant, Event, Playing, Role
from rulings.queries.setup import setup_of
from rulings.workflow.errors import Fault
from rulings.workflow.event import contestants, events, schedule
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, NOON, make_case, make_event, make_user, shell
from tests.people import give_slips
from tests.workflow.event.test_schedule import TIMING

pytestmark = pytest.mark.django_db


def done(event):
    return {step.key for step in setup_of(event, NOON).steps if step.done}


def empty_event():
    cast = make_event(suffix="0")
    return events.create_event(
        shell(),
        name="Friday",
        kind=Event.Kind.PAIRS,
        zone="UTC",
        starts_on=cast.event.starts_on,
        ends_on=cast.event.ends_on,
        edition="2017",
        regulations=load_regulations("WBF"),
    )


def test_each_act_does_its_step_and_the_needed_ones_come_first():
    event = empty_event()
    assert (done(event), setup_of(event, NOON).following.key) == ({"event"}, "staff")

    events.give_role(shell(), event, make_user("ida"), Role.Name.SCORER, [])
    assert "staff" not in done(event)  # nobody can rule yet
    events.give_role(shell(), event, make_user("jan"), Role.Name.CHIEF, [])
    assert setup_of(event, NOON).following.key == "schedule"
    schedule.add_session(
        shell(), event, placements=howell(2, 3, 1), timing=TIMING, deal_set="main",
        deals={1: DEAL, 2: DEAL}, enters_pairs=True,
    )  # fmt: skip
    found = setup_of(event, NOON)
    assert found.following.key == "names"
    assert found.named("boards").counts == {"dealt": 2, "all": 3}
    assert done(event) == {"event", "staff", "schedule"}

    names = [(number, [f"{number}a", f"{number}b"]) for number in range(1, 5)]
    contestants.add_contestants(shell(), event, names)
    assert done(event) == {"event", "staff", "schedule", "names"}
    assert verify().findings == []


def test_slips_for_everybody_and_a_call_are_the_last_steps():
    cast = make_event(deals=dict.fromkeys(range(1, 7), DEAL))
    give_slips(cast)
    assert setup_of(cast.event, NOON).following.key == "call"

    make_case(cast)

    assert setup_of(cast.event, NOON).following is None


def test_pairs_that_the_schedule_entered_get_their_names_and_seats():
    event = empty_event()
    schedule.add_session(
        shell(), event, placements=howell(2, 3, 1), timing=TIMING, deal_set="main",
        enters_pairs=True,
    )  # fmt: skip
    assert not any(one.seats for one in Playing.objects.filter(board__event=event))

    contestants.add_contestants(shell(), event, [(1, ["Ann", "Bob"])])

    pair = Contestant.objects.get(event=event, number=1)
    assert len(pair.members) == 2
    for playing in Playing.objects.filter(board__event=event, ns=pair):
        assert [playing.seats["N"], playing.seats["S"]] == pair.members
    for playing in Playing.objects.filter(board__event=event, ew=pair):
        assert [playing.seats["E"], playing.seats["W"]] == pair.members
    with pytest.raises(Fault, match="Entered already"):
        contestants.add_contestants(shell(), event, [(1, ["Eve"])])
    assert verify().findings == []
