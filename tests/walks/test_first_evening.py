"""A club's first evening from an empty site to a call, and the next one like it."""

import random
from datetime import date, timedelta

import pytest

from rulings.models import Case, Event, Person, Playing
from tests.factories import make_user
from tests.walks.conftest import LAPTOP

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
EIGHT_TABLES, ROUNDS, BOARDS = 8, 9, 2
MOST_FORMS = 10
"""From an empty site to an event whose first call can be taken and whose slips lie on
the tables."""

MOST_TAPS = 3
"""From the first steps of this week to the event of the next."""


def brings(person, label, path):
    """Choose a file of the device for a field: a tap, and one in the list."""
    person.gestures += 2
    person._page.get_by_label(label).set_input_files(path)


def names_file(path):
    lines = [f"{n};Player {n}a;Player {n}b" for n in range(1, 2 * EIGHT_TABLES + 1)]
    path.write_text("\n".join(["number;name;name", *lines]), encoding="utf-8")
    return path


def hands_file(path):
    dice = random.Random(8)
    boards = []
    for number in range(1, 31):
        cards = [f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJT98765432"]
        dice.shuffle(cards)
        hands = (cards[n : n + 13] for n in range(0, 52, 13))
        deal = " ".join(
            ".".join(
                "".join(r for r in "AKQJT98765432" if suit + r in hand)
                for suit in "SHDC"
            )
            for hand in hands
        )
        boards.append(f'[Event "x"]\n[Board "{number}"]\n[Deal "N:{deal}"]\n')
    path.write_text("\n".join(boards), encoding="utf-8")
    return path


def test_from_an_empty_site_to_the_first_call_and_to_next_week(
    walker, worker, tmp_path
):
    make_user("cleo", is_superuser=True)
    cleo = walker("Cleo, chief director", device=LAPTOP)
    cleo.sees("There is no event yet").tap("New event…")
    today = f"{date.today():%Y-%m-%d}"
    cleo.types("Name", "Friday").tap("Pairs", role="radio")
    cleo.types("First day", today).types("Last day", today)
    cleo.types("Time zone", "Europe/Warsaw").tap("2017", role="radio")
    cleo.tap("WBF", role="radio").tap("Make the event")

    cleo.sees("1 of 7 steps done").tap("Do this step")
    cleo.types("Name of the account", "cleo").tap("Chief director", role="radio", nth=0)
    cleo.tap("Give the role").turns()
    cleo.tap("First steps").sees("Tables, rounds and times").tap("Do this step")
    cleo.tap("Howell", role="radio").types("First start", f"{today}T00:05")
    cleo.types("Tables, or teams", str(EIGHT_TABLES)).types("Rounds", str(ROUNDS))
    cleo.types("Boards (match: in all, else: a round)", str(BOARDS))
    cleo.tap("Look at it").sees("The same two pairs meet at most: 1.")
    cleo.tap("Add the session").sees("Session 1")
    cleo.tap("First steps").sees("Paste the names").tap("Do this step")
    brings(cleo, "A CSV file", names_file(tmp_path / "names.csv"))
    cleo.tap("Enter", role="button").sees("Player 16b")
    cleo.tap("First steps").sees("Hand records save").tap("Do this step")
    brings(cleo, "PBN", hands_file(tmp_path / "hands.pbn"))
    cleo.tap("Look at them").tap("Take 30 boards").turns()
    cleo.tap("First steps").sees("A printed slip").tap("Do this step")
    cleo.tap("Issue and print").sees("Print this page now")
    assert cleo.forms <= MOST_FORMS, cleo.forms
    assert Playing.objects.count() == EIGHT_TABLES * ROUNDS * BOARDS
    assert Person.objects.count() == 4 * EIGHT_TABLES
    cleo.tap("First steps").sees("Take one call from start to end").tap("Do this step")
    cleo.tap("28", role="button").sees("Contract and claim")
    cleo.starts().tap("Chief director").tap("First steps").sees("All steps are done")

    cleo.gestures = 0
    cleo.tap("The same again on another day…").tap("Make the event")

    cleo.sees("4 of 7 steps done")
    assert cleo.gestures <= MOST_TAPS
    again = Event.objects.get(starts_on=date.today() + timedelta(weeks=1))
    playings = Playing.objects.filter(board__event=again)
    assert playings.count() == EIGHT_TABLES * ROUNDS * BOARDS
    assert all(len(one.seats) == 4 for one in playings)
    assert Case.objects.get().event_id != again.pk
