"""A session is changed, its times are ended, the evening is repeated and closed.

Each screen is looked at by axe in light and dark, and enlarged.
"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.models import Event, Playing, Round, Session, Window
from rulings.workflow.cases import close_case
from rulings.workflow.event.scores import publish_scores
from rulings.workflow.proof.verify import verify
from rulings.workflow.windows import waive_window
from tests.factories import Cast, make_case
from tests.story.looks import Looks
from tests.walks.conftest import PHONE, TABLET

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


@pytest.fixture
def looks():
    """Look at every screen, and say at the end what was wrong."""
    found = Looks()
    yield found
    assert found.violations == []


def plans_a_session(cleo, world):
    """Plan a Mitchell of three tables for tomorrow, and open its page."""
    tomorrow = (receipt_at() + timedelta(days=1)).astimezone(world.zone)
    cleo.tap("Schedule", role="link").tap("Mitchell", role="radio")
    cleo.types("First start", f"{tomorrow:%Y-%m-%d}T19:00")
    cleo.types("Tables, or teams", "3").types("Rounds", "3")
    cleo.types("Boards (in a match: in all; otherwise: a round)", "2")
    cleo.tap("Look at it").sees("The same two pairs meet at most: 1.")
    return cleo.tap("Add the session").sees("Session 2").tap("Change session 2")


def left_out():
    return Playing.objects.filter(status=Playing.Status.CANCELLED).count()


@pytest.mark.soak("walks")
def test_a_planned_session_is_changed_and_removed(walker, world, looks):
    cleo = walker("Cleo, chief director", device=TABLET)
    plans_a_session(cleo, world).sees("Change session 2")
    lines = (
        cleo.tap("Back to the schedule").looks(looks).downloads("The schedule as CSV")
    )
    assert "\n2;A;1;1;1;2;1;4" in lines.replace("\r", "")

    cleo.tap("Change session 2").types("Minutes a round", "20").tap("Save these times")
    cleo.turns().chooses("Pair", "5").tap("Leave out").sees("Left out").looks(looks)
    assert left_out() == 6
    cleo.chooses("Pair", "5").chooses("From round", "2", near="Or table")
    cleo.tap("Bring back").turns()
    assert left_out() == 2
    cleo.chooses("Or table", "A3").chooses("From round", "2", near="Or table")
    cleo.tap("Leave out").turns().sees("Round 2, table A3").sees("Round 3, table A3")
    cleo.chooses("Instead of", "1 Player 1a").types("Name of the substitute", "Sub One")
    cleo.tap("Seat the substitute").turns()

    cleo.chooses("Table", "A1", near="One table in one round")
    cleo.chooses("Round", "1", near="One table in one round")
    cleo.types("First board", "11", near="One table in one round")
    cleo.types("Last board", "12", near="One table in one round")
    cleo.tap("Change the table").turns()
    moved = Playing.objects.filter(board__number=11, round__session__order=2)
    assert moved.get().table.name == "A1"

    first = Round.objects.filter(session__order=2).earliest("order")
    assert first.ends_at - first.starts_at == timedelta(minutes=20)
    cleo.tap("People").sees("Sub One")
    assert "Sub One" in cleo.downloads("These names as CSV")
    cleo.tap("Schedule").tap("Change session 2").tap("Remove it").misses("Session 2")
    assert Session.objects.count() == 1
    assert verify().findings == []


@pytest.mark.soak("walks")
def test_what_has_been_called_is_protected_with_a_sentence(walker, world, looks):
    dana = walker("Dana, director")
    dana.tap("New call").tap("4", role="button").sees("Contract")
    cleo = walker("Cleo, chief director", device=PHONE)
    cleo.tap("Schedule").tap("Change session 1").tap("Remove it")

    cleo.sees("have been played, scored or called, so it stays").looks(looks)
    cleo.chooses("Or table", "A2").tap("Leave out")
    cleo.sees("Board 4 has been played, scored or called there. It stays.")
    assert left_out() == 0


def gives_up(cast, case, *purposes):
    """Let both sides give up the rest of some times."""
    for purpose in purposes:
        for side in ("NS", "EW"):
            case.refresh_from_db()
            form = cast.form(cast.dana, version=case.version)
            waive_window(form, case.pk, Window.Purpose(purpose), side)


@pytest.mark.soak("walks")
def test_open_times_are_extended_and_those_given_up_are_ended(walker, world, looks):
    people = {user.username: user for user in User.objects.all()}
    staff = [people[name] for name in ("dana", "cleo", "sam")]
    cast = Cast(world.event, world.session, *staff, at=receipt_at())
    case = make_case(cast, state="announced", playing=world.playing(1))
    publish_scores(cast.form(cast.cleo), world.event, world.session)
    cleo = walker("Cleo, chief director", device=PHONE)
    cleo.tap("Final").turns().looks(looks).tap("Times of session 1…").sees("Still open")
    cleo.types("More minutes", "10").types("Reason", "no light", near="More time")
    cleo.tap("Extend").turns().looks(looks)
    gives_up(cast, case, Window.Purpose.APPEAL)

    cleo.tap("Back").tap("Times of session 1…").sees("End these now").looks(looks)
    cleo.types("Reason", "prize-giving", near="End these now")
    cleo.tap("Close now").turns()

    appeal = case.windows.get(purpose=Window.Purpose.APPEAL)
    assert appeal.extended_minutes == 10
    assert appeal.closed_early_at is not None


def test_the_evening_is_made_again_for_another_day(walker, world, looks):
    cleo = walker("Cleo, chief director", device=PHONE)
    cleo.tap("First steps").turns().looks(looks)
    cleo.tap("The same again").turns().looks(looks)
    cleo.types("Name", "Next Friday").tap("Make the event").sees("steps done")

    cleo.looks(looks)
    made = Event.objects.get(name="Next Friday")
    assert made.starts_on == world.event.starts_on + timedelta(weeks=1)


def test_an_event_is_closed_and_its_rulings_are_printed(walker, world, looks):
    people = {user.username: user for user in User.objects.all()}
    staff = [people[name] for name in ("dana", "cleo", "sam")]
    cast = Cast(world.event, world.session, *staff, at=receipt_at())
    case = make_case(cast, state="contested", playing=world.playing(1))
    cleo = walker("Cleo, chief director", device=PHONE)
    cleo.tap("Final").tap("Rulings of the event, to print…").turns().looks(looks)
    cleo.sees("1 case can still change").sees("Facts being taken")
    assert not cleo.finds("Close the event…")
    close_case(cast.form(cast.dana), case.pk, outcome="O-NOCONCESSION")
    gives_up(cast, case, *Window.objects.values_list("purpose", flat=True).distinct())

    cleo.tap("Final").tap("Close the event…").turns().looks(looks)
    cleo.tap("Close the event", role="button").sees("The event is closed.")
    cleo.tap("Rulings of the event, to print…").sees("All of them are final")
    cleo.prints().sees("Rulings of the event").misses("Print this page as it stands")
    dana = walker("Dana, director", device=PHONE)
    dana.tap("Notices").tap("is closed: all rulings are final").turns().looks(looks)
    dana.sees("All of them are final").misses("First steps")
