"""What a factory takes from the shelf is what the workflow would have written."""

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from rulings.models import Case, Entry, Playing, Role
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event, make_staff, make_user, take_facts
from tests.people import give_slips
from tests.prefab import shelf

pytestmark = pytest.mark.django_db


def entries():
    rows = Entry.objects.order_by("chain", "seq")
    return list(rows.values_list("chain", "seq", "code", "act"))


def build():
    """Build a cast with all that factories make, and tell every entry of it."""
    cast = make_event(suffix="p")
    scorer = make_staff(cast, "sam", Role.Name.SCORER)
    case = make_case(cast, state="announced", claimed=8)
    slips = give_slips(cast)
    return cast, scorer, case, slips, entries()


@pytest.fixture
def emptied(db):
    """Return a function that runs another and empties the database again."""

    def run(function):
        with transaction.atomic():
            made = function()
            transaction.set_rollback(True)
        shelf.forget()
        return made

    return run


@pytest.fixture
def built_before(emptied):
    """Return what was built on an empty database that was emptied again."""
    return emptied(build)


def test_second_time_the_same_rows_are_written(built_before):
    cast, scorer, case, slips, told = built_before
    assert not Entry.objects.exists()

    again, scorer_again, case_again, slips_again, told_again = build()

    assert told_again == told
    assert (again.event, again.dana, again.at) == (cast.event, cast.dana, cast.at)
    assert User.objects.get(username="danap") == cast.dana
    assert again.extra == {"sam": scorer_again} == {"sam": scorer}
    assert (case_again, case_again.version) == (case, case.version)
    assert Case.objects.get() == case
    assert slips_again == slips
    assert verify().findings == []


def test_what_was_written_again_is_worked_on_as_ever(built_before):
    cast, _scorer, _case, _slips, told = build()

    case = make_case(cast, state="called")
    take_facts(cast, case)

    assert Entry.objects.count() > len(told)
    assert verify().findings == []


def test_what_a_test_changes_in_memory_is_its_own(emptied, built_before):
    first = emptied(build)[0]
    first.event.name = "Changed"
    first.extra.clear()

    again = emptied(build)[0]

    assert (again.event.name, list(again.extra)) == ("Spring Pairs", ["sam"])


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda: make_user("x").delete(), id="delete"),
        pytest.param(lambda: Playing.objects.update(tricks=3), id="update"),
        pytest.param(lambda: User.objects.create_user("y"), id="insert"),
    ],
)
def test_own_writing_of_a_test_is_seen_by_what_is_built_next(built_before, write):
    cast = make_event(suffix="p")
    assert shelf.here is not None
    write()
    assert shelf.here is None

    case = make_case(cast, state="announced", claimed=8)

    assert case != built_before[2]
    assert verify().entries == Entry.objects.count()


def test_other_instant_gives_other_rows(built_before):
    cast = make_event(suffix="p")
    cast.later(minutes=5)

    case = make_case(cast, state="called")

    assert case.called_at == cast.at
    assert verify().findings == []


@pytest.mark.django_db(transaction=True)
def test_rows_that_other_connections_see_are_built_by_the_workflow():
    held = len(shelf.empty.then)

    make_event(suffix="q")

    assert (len(shelf.empty.then), shelf.here) == (held, None)
    assert verify().findings == []
