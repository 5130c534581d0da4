"""How an appeal ends: upheld, without merit, not heard (Laws 92 and 93).

One event with an appeal at each table. How one is filed and how the panel changes a
ruling is walked in `test_appeal`.
"""

import pytest
from django.contrib.auth.models import User

from rulings.clock import receipt_at
from rulings.models import Appeal
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import appeals
from tests.factories import Cast, make_case

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]
BOARDS = (1, 4, 7)
"""The first board of each table."""


def appealed(world):
    """Return a case at each table; at the third the partner has not joined."""
    people = {user.username: user for user in User.objects.all()}
    dana, cleo = people["dana"], people["cleo"]
    cast = Cast(world.event, world.session, dana, cleo, people["sam"], at=receipt_at())
    cases = []
    for board in BOARDS:
        case = make_case(cast, state="announced", playing=world.playing(board))
        seats = "EW" if board != BOARDS[-1] else "E"
        appeals.file_appeal(
            cast.form(dana),
            case.pk,
            side="EW",
            concurrence=dict.fromkeys(seats, "spoken"),
            words="My nine of hearts is good.",
        )
        cases.append(case)
    appeals.set_panel(
        cast.form(cleo), cases[1].pk, panel=[people["rae"].pk], advisers=[], deposit=""
    )
    return cases


def found(case):
    return Appeal.objects.get(ruling__case=case)


def test_the_chief_upholds_and_refuses_and_the_panel_finds_no_merit(walker, world):
    upheld, merit, refused = appealed(world)

    cleo = walker("Cleo, chief director")
    cleo.sees("Appeals waiting").tap("Table A1", role="link").tap("The appeal…")
    cleo.tap("Decide the appeal…").misses("You made this ruling yourself")
    cleo.tap("of law", role="radio").tap("Ruling upheld")
    cleo.types("Reasons", "Law 70C: a trump was out.").tap("Enter this decision")
    cleo.sees("Appeal decided: ruling upheld").tap("Announce it…")
    cleo.sees("the ruling is upheld").tap("Announced to both sides")
    cleo.sees("· ruling 1")

    cleo.starts().tap("Table A3", role="link")
    cleo.tap("The appeal…").sees("not decided")
    cleo.types("Reason for hearing it or not", "The partner does not want it.")
    cleo.tap("Do not hear it").sees("not admitted").tap("Decide the appeal…").misses(
        "Ruling upheld"
    )
    cleo.tap("Not admissible")
    cleo.types("Reasons", "Law 92D: the partner did not join.").tap(
        "Enter this decision"
    )
    cleo.sees("Appeal decided: it is not heard").tap("Announce it…")
    cleo.sees("it is not heard").tap("Announced to both sides").sees("· ruling 1")

    rae = walker("Rae, reviewer")
    rae.tap("Board 4, table A2").misses("of law (chief)").tap("Upheld, without merit")
    rae.types("Reasons", "Any careless player draws the trump.").tap(
        "Enter this decision"
    )
    rae.sees("ruling upheld, the appeal had no merit")

    dana = walker("Dana, director").tap("Table A2")
    dana.sees("the ruling is upheld, and the appeal had no merit")
    dana.tap("Announced to both sides").sees("· ruling 1")

    rows = [found(case) for case in (upheld, merit, refused)]
    assert [(row.point, row.outcome) for row in rows] == [
        ("law", "upheld"),
        ("judgement", "without_merit"),
        ("law", "inadmissible"),
    ]
    assert all(row.announced_at for row in rows)
    assert {row.decided_by.username for row in Appeal.objects.all()} == {"cleo", "rae"}
    assert verify().findings == []
