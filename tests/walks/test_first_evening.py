"""A club's first evening from an empty site to a ruling, and the next one like it.

TD_EVENING=docs/walks.md writes what each part took.
"""

import os
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from rulings.models import Case, Event, Person, Playing
from tests.factories import make_user
from tests.walks.conftest import LAPTOP, objects

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
EIGHT_TABLES, ROUNDS, BOARDS = 8, 9, 2
RANKS = "AKQJT98765432"
CALLED_ON = 28
CALLED = "N:54.KQJT.AQJ82.Q9 KQ.652.T74.AKT65 AJT732.A43.9.J74 986.987.K653.832"
LEFT = (
    *(("king of hearts", "queen of hearts"), ("ace of diamonds", "jack of diamonds")),
    *(("5 of hearts", ""), ("10 of diamonds", "7 of diamonds")),
    *(("10 of clubs", "6 of clubs"), ("7 of spades", "2 of spades")),
    *(("3 of hearts", ""), ("9 of diamonds", ""), ("6 of spades", "")),
    *(("9 of hearts", ""), ("king of diamonds", "5 of diamonds")),
)
MOST_FORMS = 10
"""From an empty site to slips on the tables; and again from there to the ruling."""

MOST_TAPS = 5
"""From the first steps of this week to the printed slips of the next."""

WRITTEN = "<!-- evening -->"
"""Stands in the page before and after what is written."""


def brings(person, label, path):
    """Choose a file of the device for a field: a tap, and one in the list."""
    person.gestures += 2
    person._page.get_by_label(label).set_input_files(path)


def names_file(path):
    lines = [f"{n};Player {n}a;Player {n}b" for n in range(1, 2 * EIGHT_TABLES + 1)]
    path.write_text("\n".join(["number;name;name", *lines]), encoding="utf-8")
    return path


def hands_file(path):
    """Write 30 random boards; the one that the first call is on has its own deal."""
    dice = random.Random(8)
    boards = []
    for number in range(1, 31):
        cards = [f"{suit}{rank}" for suit in "SHDC" for rank in RANKS]
        dice.shuffle(cards)
        hands = [cards[n : n + 13] for n in range(0, 52, 13)]
        deal = " ".join(
            ".".join("".join(r for r in RANKS if s + r in hand) for s in "SHDC")
            for hand in hands
        )
        deal = CALLED if number == CALLED_ON else f"N:{deal}"
        boards.append(f'[Event "x"]\n[Board "{number}"]\n[Deal "{deal}"]\n')
    path.write_text("\n".join(boards), encoding="utf-8")
    return path


def counted(person, steps, what):
    """Keep what a part of the evening took, and begin to count again."""
    steps.append((what, person.forms, person.gestures))
    person.forms = person.gestures = 0


@pytest.fixture
def steps():
    """Collect the parts of an evening; TD_EVENING=FILE writes them as a table."""
    found = []
    yield found
    if listed := os.environ.get("TD_EVENING"):
        rows = [f"| {what} | {forms} | {taps} |" for what, forms, taps in found]
        head = ["| part | forms | taps and fields |", "|---|---|---|"]
        before, _old, after = Path(listed).read_text("utf-8").split(WRITTEN)
        table = "\n".join(["", "", *head, *rows, "", ""])
        Path(listed).write_text(WRITTEN.join([before, table, after]), "utf-8")


def test_from_an_empty_site_to_the_first_ruling_and_to_next_week(
    walker, worker, tmp_path, steps
):
    make_user("cleo", is_superuser=True)
    cleo = walker("Cleo, chief director", device=LAPTOP)
    cleo.forms = 0  # a demo signs in by a form, a site by a passkey
    makes_the_evening(cleo, tmp_path)
    assert cleo.forms <= MOST_FORMS, cleo.forms
    assert Playing.objects.count() == EIGHT_TABLES * ROUNDS * BOARDS
    assert Person.objects.count() == 4 * EIGHT_TABLES
    counted(cleo, steps, "from an empty site to slips on the tables")

    rules_on_the_test_call(cleo)
    assert Case.objects.get().state == "announced"
    assert cleo.forms <= MOST_FORMS, cleo.forms
    counted(cleo, steps, "the first call, to the ruling announced")

    cleo.starts().tap("Chief director").tap("First steps").sees("All steps are done")
    counted(cleo, [], "back to the first steps")
    cleo.tap("The same again on another day…").tap("Make the event")
    cleo.sees("4 of 7 steps done").sees("Hand records save").tap("Leave it for now")
    cleo.sees("A printed slip").tap("Do this step").tap("Issue and print")
    cleo.sees("Print this page now")
    assert cleo.gestures <= MOST_TAPS
    counted(cleo, steps, "the same again next week, to slips on the tables")

    again = Event.objects.get(starts_on=date.today() + timedelta(weeks=1))
    playings = Playing.objects.filter(board__event=again)
    assert playings.count() == EIGHT_TABLES * ROUNDS * BOARDS
    assert all(len(one.seats) == 4 for one in playings)
    assert Case.objects.get().event_id != again.pk


def makes_the_evening(cleo, folder):
    """Make the event of a club evening, step by step, to the printed slips."""
    cleo.sees("There is no event yet").tap("New event…")
    cleo.types("Name", "Friday").types("Time zone", "Europe/Warsaw")
    cleo.tap("Make the event")

    cleo.sees("2 of 7 steps done").sees("Tables, rounds and times").tap("Do this step")
    today = f"{date.today():%Y-%m-%d}"
    cleo.tap("Howell", role="radio").types("First start", f"{today}T00:05")
    cleo.types("Tables, or teams", str(EIGHT_TABLES)).types("Rounds", str(ROUNDS))
    cleo.types("Boards (in a match: in all; otherwise: a round)", str(BOARDS))
    cleo.tap("Look at it").sees("The same two pairs meet at most: 1.")
    cleo.tap("Add the session").sees("Session 1")
    cleo.tap("First steps").sees("Paste the names").tap("Do this step")
    brings(cleo, "A CSV file", names_file(folder / "names.csv"))
    cleo.tap("Enter", role="button").sees("Player 16b")
    cleo.tap("First steps").sees("Hand records save").tap("Do this step")
    brings(cleo, "PBN", hands_file(folder / "hands.pbn"))
    cleo.tap("Look at them").tap("Take 30 boards").turns()
    cleo.tap("First steps").sees("A printed slip").tap("Do this step")
    cleo.tap("Issue and print").sees("Print this page now")


def rules_on_the_test_call(cleo):
    """Take the test call: a trump that may be forgotten; announce the ruling."""
    cleo.tap("First steps").sees("Take one call from start to end").tap("Do this step")
    cleo.tap(str(CALLED_ON), role="button").sees("Contract and claim")
    cleo.tap("4", role="radio", nth=0).tap("spade", role="radio")
    cleo.tap("South", role="radio", nth=0)
    cleo.tap("5", role="radio", nth=1).tap("Next").turns()
    cleo.types("words, as spoken", "the rest are mine").tap("Keep:")
    objects(cleo, "West", "A trump is out").sees("Undo swipe")
    for first, last in LEFT:
        if last:
            cleo.swipe(first, last)
        else:
            cleo.tap(first)
    cleo.tap("5", role="radio", near="has won")
    cleo.tap("South", role="button", near="Who leads now")
    cleo.tap("It may be forgotten").tap("Accept").sees("Read this out")
    cleo.tap("Announced to both sides").sees("Table code")
