"""Files are kept as they came and read by a worker, outside the web process (R17)."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django_tasks_db.models import DBTaskResult

from rulings.importers.text import MAX_BYTES
from rulings.models import FileReading, ImportFile
from rulings.permissions import Refused
from rulings.workflow.errors import Invalid
from rulings.workflow.event import files
from rulings.workflow.event.files import (
    keep_file,
    read_again,
    read_kept_file,
    reading_of,
    refusal_of,
    standing_of,
)
from tests.factories import make_event
from tests.importers.samples import sample
from tests.importers.test_archives import zipped

pytestmark = pytest.mark.django_db

PLAIN = sample("pbn/plain.pbn")


def keep(cast, data=PLAIN, name="some.pbn", by=None):
    return keep_file(cast.form(by or cast.cleo), cast.event, name, data)


def read(cast, data=PLAIN, name="some.pbn"):
    file = keep(cast, data, name)
    read_kept_file.call(str(file.pk))
    return file


def test_file_is_kept_as_it_was_given_and_once():
    cast = make_event()
    first = keep(cast)

    again = keep(cast, name="renamed.pbn")

    assert again == first
    row = ImportFile.objects.get()
    assert bytes(row.data) == PLAIN
    assert (row.name, row.by, row.taken_at) == ("some.pbn", cast.cleo, None)


@pytest.mark.django_db(transaction=True)
def test_the_same_bytes_given_at_once_are_kept_once():
    cast = make_event()

    def give(_number):
        try:
            return keep(cast).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        kept = set(pool.map(give, range(16)))

    assert kept == {ImportFile.objects.get().pk}
    connections.close_all()


def test_file_waits_for_a_worker_and_has_no_boards_till_then():
    cast = make_event()
    file = keep(cast)

    assert standing_of(file).status == "waiting"
    assert DBTaskResult.objects.get().args_kwargs["args"] == [str(file.pk)]
    with pytest.raises(Invalid, match="has not been read yet"):
        reading_of(file)


def test_file_that_was_read_gives_its_boards_and_counts():
    cast = make_event()
    file = read(cast, sample("pbn/broken.pbn"))

    row = standing_of(file)
    assert (row.status, row.format, row.found, row.problems) == ("read", "PBN", 21, 18)
    assert row.finished_at >= row.asked_at
    assert len(reading_of(file).boards) == 3
    assert '"names"' not in bytes(row.result).decode()


def test_reading_counts_while_it_goes_on(monkeypatch):
    cast = make_event()
    file = keep(cast, b"".join(b'[Board "%d"]\n\n' % n for n in range(1, 31)))
    seen = []
    limited = files.read_limited

    def watched(data, name, report):
        def tell(found):
            report(found)
            seen.append(standing_of(file).found)

        return limited(data, name, tell)

    monkeypatch.setattr(files, "read_limited", watched)
    read_kept_file.call(str(file.pk))

    assert seen == [25]


def test_running_a_reading_twice_is_harmless():
    cast = make_event()
    file = read(cast)
    before = FileReading.objects.values().get()

    read_kept_file.call(str(file.pk))

    assert FileReading.objects.values().get() == before


@pytest.mark.parametrize(
    ("data", "fault", "words"),
    [
        pytest.param(b"no record at all", "no_record", "no record", id="prose"),
        pytest.param(b"\x1f\x8b\x08\x00", "archive_damaged", "unpacked", id="gz"),
        pytest.param(
            zipped({"a.pbn": b" " * 9_000_000}), "archive_bomb", "8388608", id="bomb"
        ),
        pytest.param(b"{}", "no_case", "case/1", id="other json"),
        pytest.param(b"{" * 5000, "no_case", "not written in the way", id="no json"),
    ],
)
def test_what_is_no_record_is_kept_and_says_why(data, fault, words):
    cast = make_event()
    file = read(cast, data)

    row = standing_of(file)
    template, params = refusal_of(row)
    assert (row.status, row.fault) == ("refused", fault)
    assert words in template.format(**params)
    with pytest.raises(Invalid, match=words):
        reading_of(file)
    json.dumps(row.params)


def test_file_can_be_read_once_more():
    cast = make_event()
    file = read(cast)
    FileReading.objects.update(status="refused", fault="reading_stopped")

    read_again(cast.form(cast.cleo), cast.event, file)

    assert standing_of(file).status == "waiting"
    read_kept_file.call(str(file.pk))
    assert len(reading_of(file).boards) == 2


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"", "is empty"), (b" " * (MAX_BYTES + 1), "2 MiB")],
    ids=["empty", "large"],
)
def test_file_of_no_right_size_is_not_kept(data, sentence):
    cast = make_event()

    with pytest.raises(Invalid, match=sentence):
        keep(cast, data)

    assert not ImportFile.objects.exists()


def test_director_lets_nothing_be_read():
    cast = make_event()
    file = keep(cast)

    with pytest.raises(Refused):
        keep(cast, b"x", by=cast.dana)
    with pytest.raises(Refused):
        read_again(cast.form(cast.dana), cast.event, file)
