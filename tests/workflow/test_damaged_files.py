"""Damaged files through the database: taken whole or not at all (T14, R17)."""

import json
import random

import pytest

from rulings.bridge.hands import Deal
from rulings.importers.faults import UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.importers.readings import reading_to_json
from rulings.models import Board, Entry, FileReading, Playing, Table
from rulings.workflow.errors import Invalid
from rulings.workflow.event.files import keep_file
from rulings.workflow.event.imports import Target, preview, reading_of, take_import
from tests.factories import make_event
from tests.importers.test_mutations import SAMPLES, mutated

pytestmark = pytest.mark.django_db


def keep_read(cast, data):
    """Keep a file and store its reading, as the worker does after its child."""
    reading = read_bytes(data)
    file = keep_file(cast.form(cast.cleo), cast.event, "damaged.pbn", data)
    FileReading.objects.filter(pk=file.pk).update(
        status="read",
        format=reading.format,
        result=json.dumps(reading_to_json(reading)).encode(),
    )
    return file


def state():
    return (
        list(Board.objects.order_by("pk").values()),
        list(Playing.objects.order_by("pk").values()),
        Entry.objects.count(),
    )


def take_all(cast, data, number):
    """Try to take every board of a file; say whether it was taken."""
    try:
        file = keep_read(cast, data)
    except UnreadableFile:
        return False
    table = Table.objects.filter(section__session__event=cast.event).first()
    target = Target(deal_set=f"set {number}", tables={"": table})
    lines = preview(cast.event, reading_of(file), target)
    before = state()
    try:
        take_import(cast.form(cast.cleo), cast.event, file, target, range(len(lines)))
    except Invalid:
        assert state() == before
        return False
    numbers = {line.board.board for line in lines}
    taken = Board.objects.filter(deal_set=target.deal_set)
    assert {row.number for row in taken} == numbers
    for row in taken:
        if row.deal:
            Deal.parse(row.deal).check()
    assert Entry.objects.count() == before[2] + 1
    return True


def take_many(seed, count):
    cast = make_event()
    chance = random.Random(seed)
    sources = [path.read_bytes() for path in SAMPLES]
    return sum(
        take_all(cast, mutated(chance.choice(sources), chance), number)
        for number in range(count)
    )


def test_damaged_files_are_taken_whole_or_not_at_all():
    assert take_many(14, 40) > 0


@pytest.mark.soak("T14")
@pytest.mark.parametrize("seed", range(20))
def test_damaged_files_in_great_number_are_taken_whole_or_not_at_all(seed):
    assert take_many(100 + seed, 100) > 0
