"""Events, roles and contestants: who may set them up, and once for a form."""

from datetime import date

import pytest

from rulings.laws.regulations import load_regulations
from rulings.models import Case, Contestant, Entry, Event, Participant, Person, Role
from rulings.permissions import Refused, letters_in_event, user_actor
from rulings.workflow.errors import Invalid, KeyReused
from rulings.workflow.event import contestants, events
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event, make_user, shell

pytestmark = pytest.mark.django_db


def create(form, **values):
    given = {
        "name": "Club night",
        "kind": Event.Kind.PAIRS,
        "zone": "UTC",
        "starts_on": date(2026, 3, 14),
        "ends_on": date(2026, 3, 14),
        "edition": "2017",
        "regulations": load_regulations("WBF"),
    }
    return events.create_event(form, **{**given, **values})


def test_a_form_sent_twice_makes_one_event():
    form = shell()

    first, again = create(form), create(form)

    assert first == again == Event.objects.get()
    assert verify().findings == []


def test_a_form_sent_again_with_another_name_makes_no_event():
    form = shell()
    create(form)

    with pytest.raises(KeyReused):
        create(form, name="Another night")
    assert Event.objects.count() == 1


def test_a_director_creates_no_event():
    cast = make_event()

    with pytest.raises(Refused, match="administrator"):
        create(cast.form(cast.dana))


@pytest.mark.parametrize("role", ["director", "scorer", "reviewer"])
def test_a_chief_gives_and_ends_the_lesser_roles(role):
    cast = make_event()
    events.give_role(cast.form(cast.cleo), cast.event, cast.olly, role, [])
    row = Role.objects.get(user=cast.olly)
    cast.later(minutes=1)

    events.end_role(cast.form(cast.cleo), cast.event, row)

    assert Role.objects.get(pk=row.pk).until == cast.at
    assert letters_in_event(user_actor(cast.olly, cast.at), cast.event.pk) == set()
    with pytest.raises(Invalid, match="already ended"):
        events.end_role(cast.form(cast.cleo), cast.event, row)


@pytest.mark.parametrize("role", ["chief", "administrator"])
def test_a_chief_neither_gives_nor_ends_the_greater_roles(role):
    cast = make_event()

    with pytest.raises(Refused, match="director, scorer and reviewer"):
        events.give_role(cast.form(cast.cleo), cast.event, cast.olly, role, [])
    events.give_role(shell(), cast.event, cast.olly, role, [])
    with pytest.raises(Refused, match="director, scorer and reviewer"):
        events.end_role(
            cast.form(cast.cleo), cast.event, Role.objects.get(user=cast.olly)
        )


def test_an_administrator_gives_any_role():
    cast = make_event()
    admin = make_user("ada", is_superuser=True)

    events.give_role(cast.form(admin), cast.event, cast.olly, Role.Name.CHIEF, [])

    assert Role.objects.get(user=cast.olly).role == "chief"


def test_a_role_is_held_once_so_that_ending_it_ends_it():
    cast = make_event()

    with pytest.raises(Invalid, match="already"):
        events.give_role(shell(), cast.event, cast.dana, Role.Name.DIRECTOR, [])
    events.give_role(shell(), cast.event, cast.dana, Role.Name.DIRECTOR, ["x"])

    assert Role.objects.filter(user=cast.dana).count() == 2


def test_another_regulation_set_leaves_open_cases_with_theirs():
    cast = make_event()
    case = make_case(cast)
    ebu = load_regulations("EBU")

    events.set_laws(cast.form(cast.cleo), cast.event, cast.event.edition, ebu)

    assert Event.objects.get().regulation_hash == ebu.hash
    assert Case.objects.get(pk=case.pk).regulation["name"] == "WBF"
    assert make_case(cast).regulation["name"] == "EBU"
    assert verify().findings == []


def test_names_of_players_stay_out_of_the_log():
    cast = make_event()
    staff = {"Zoe Playing": cast.olly}

    contestants.add_contestants(
        shell(), cast.event, [(99, ["Zoe Playing", "Ida Other"])], staff
    )

    pair = Contestant.objects.get(number=99)
    people = [Participant.objects.get(pk=pk) for pk in pair.members]
    assert [person.user for person in people] == [cast.olly, None]
    names = [Person.objects.get(pk=pk).name for pk in pair.members]
    assert names == ["Zoe Playing", "Ida Other"]
    assert not any(b"Zoe" in bytes(entry.data) for entry in Entry.objects.all())
