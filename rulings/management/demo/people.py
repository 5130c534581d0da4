"""Who is in the demo: five members of staff and twenty pairs, all made up."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.models import User

from rulings.laws.engine import editions
from rulings.laws.regulations import load_regulations
from rulings.management.demo.floor import Floor
from rulings.models import Event, Role
from rulings.workflow.event.contestants import add_contestants
from rulings.workflow.event.events import create_event, give_role

NAME = "Seventy Demo Pairs"
STAFF = {
    "dana": Role.Name.DIRECTOR,
    "piotr": Role.Name.DIRECTOR,
    "cleo": Role.Name.CHIEF,
    "sam": Role.Name.SCORER,
    "rae": Role.Name.REVIEWER,
}
PLAYING_DIRECTOR, HIS_PAIR = "piotr", 12
PAIRS = 20
FIRST_NAMES = """Ada Ben Cleo Dirk Elsa Finn Gwen Hugo Iris Jon Kira Leo Mona Nils Olga
Paul Rosa Sven Tess Udo""".split()
TREES = """Acorn Birch Cedar Dogwood Elder Fir Gingko Hazel Ivy Juniper Kapok Larch
Maple Nutmeg Olive Pine Quince Rowan Spruce Teak""".split()


def make_staff(floor: Floor) -> None:
    """Make the accounts of the staff; they have no password, one tap signs them in."""
    for name in STAFF:
        floor.people[name] = User.objects.create_user(
            name, first_name=name.capitalize()
        )


def make_event(floor: Floor, at: datetime, zone: str) -> None:
    """Create the event, give the roles, enter the pairs."""
    floor.event_row = create_event(
        floor.form("shell", at),
        name=NAME,
        kind=Event.Kind.PAIRS,
        zone=zone,
        starts_on=at.date(),
        ends_on=(at + timedelta(days=1)).date(),
        edition=editions()[-1],
        regulations=load_regulations("WBF"),
    )
    for name, role in STAFF.items():
        user = floor.people[name]
        give_role(floor.form("shell", at), floor.event_row, user, role, [])
    add_contestants(
        floor.form("shell", at),
        floor.event_row,
        [(number, names_of(number)) for number in range(1, PAIRS + 1)],
        users={names_of(HIS_PAIR)[0]: floor.people[PLAYING_DIRECTOR]},
    )


def names_of(pair: int) -> list[str]:
    """Return the names of a pair; one of them is a director who also plays."""
    tree = TREES[pair - 1]
    partner = FIRST_NAMES[(pair + 6) % len(FIRST_NAMES)]
    first = FIRST_NAMES[pair - 1]
    if pair == HIS_PAIR:
        first = PLAYING_DIRECTOR.capitalize()
    return [f"{first} {tree}", f"{partner} {tree}"]
