"""Files of boards: kept, read by a worker, looked at, taken or refused."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulings.models import Board, FileReading, ImportFile
from rulings.views import pace
from tests.matrix import PBN
from tests.people import sent, text_of
from tests.views.desk.desks import at, read_all, upload

pytestmark = pytest.mark.django_db


def test_file_is_looked_at_before_it_is_taken(cast, cleo):
    response = upload(cleo, cast)

    file = ImportFile.objects.get()
    preview = at(cast, "import_preview", file.pk)
    assert (response.status_code, response["Location"]) == (303, preview)
    page = cleo.get(preview)
    assert "Take 1 board" in text_of(page)
    assert Board.objects.get(number=1).deal == ""
    assert "KQJ" not in text_of(page)

    taken = cleo.post(preview, sent(deal_set="main", boards=[0]))

    assert taken.status_code == 303
    assert Board.objects.get(number=1).deal != ""
    assert "✓ 13:00" in text_of(cleo.get(at(cast, "import_files")))


def test_unreadable_file_says_why(cast, cleo):
    upload(cleo, cast, b"\x1f\x8b\x08\x00", "deals.pbn")

    file = ImportFile.objects.get()
    page = cleo.get(at(cast, "import_preview", file.pk))
    assert "cannot be unpacked" in text_of(page)
    assert "cannot be unpacked" in text_of(cleo.get(at(cast, "import_files")))


def test_file_that_waits_shows_how_far_it_is_and_asks_again(cast, cleo):
    cleo.post(at(cast, "import_files"), sent(file=SimpleUploadedFile("a.pbn", PBN)))
    file = ImportFile.objects.get()
    FileReading.objects.update(found=75)
    url = at(cast, "import_preview", file.pk)

    page = cleo.get(url)
    part = cleo.get(url, headers={"HX-Request": "true"})

    assert "75 boards so far" in text_of(page)
    assert "every 1s" in part.content.decode()
    assert "<h1>" not in part.content.decode()
    assert "being read: 75 so far" in text_of(cleo.get(at(cast, "import_files")))
    read_all()
    assert cleo.get(url, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_several_files_are_kept_at_once(cast, cleo):
    files = [
        SimpleUploadedFile("a.pbn", PBN),
        SimpleUploadedFile("b.pbn", PBN + b"\n"),
        SimpleUploadedFile("empty.pbn", b""),
    ]

    page = cleo.post(at(cast, "import_files"), sent(file=files))

    assert page.status_code == 422
    assert "empty.pbn: The file is empty." in text_of(page)
    assert {file.name for file in ImportFile.objects.all()} == {"a.pbn", "b.pbn"}
    read_all()
    assert text_of(cleo.get(at(cast, "import_files"))).count("1 boards, 0 not") == 2


def test_list_of_files_asks_the_database_as_often_for_three_as_for_one(
    cast, cleo, django_assert_num_queries
):
    upload(cleo, cast)
    url = at(cast, "import_files")
    with CaptureQueriesContext(connection) as one:
        cleo.get(url)
    asked = len(one)  # now: the next request empties the list of queries
    upload(cleo, cast, PBN + b"\n", "b.pbn")
    upload(cleo, cast, PBN + b"\n\n", "c.pbn")

    with django_assert_num_queries(asked):
        cleo.get(url)


def test_too_many_files_are_refused(cast, cleo):
    files = [SimpleUploadedFile(f"{n}.pbn", PBN) for n in range(21)]

    page = cleo.post(at(cast, "import_files"), sent(file=files))

    assert (page.status_code, ImportFile.objects.count()) == (422, 0)
    assert "At most 20 files" in text_of(page)


def test_file_is_read_once_more_on_request(cast, cleo):
    upload(cleo, cast)
    file = ImportFile.objects.get()

    response = cleo.post(at(cast, "import_again", file.pk), sent())

    assert response["Location"] == at(cast, "import_preview", file.pk)
    assert FileReading.objects.get().status == "waiting"


def test_refused_board_stops_them_all(cast, cleo):
    upload(cleo, cast)
    file = ImportFile.objects.get()
    cleo.post(at(cast, "import_preview", file.pk), sent(deal_set="main", boards=[0]))
    other = PBN.replace(b'Deal "N:', b'Deal "E:')
    upload(cleo, cast, other)
    second = ImportFile.objects.exclude(pk=file.pk).get()
    url = at(cast, "import_preview", second.pk)
    assert "This deal set has other cards" in text_of(cleo.get(url))
    before = Board.objects.get(number=1).deal

    page = cleo.post(url, sent(deal_set="main", boards=[0]))

    assert page.status_code == 422
    assert Board.objects.get(number=1).deal == before


def test_other_deal_set_can_be_looked_at(cast, cleo):
    upload(cleo, cast)
    file = ImportFile.objects.get()

    page = cleo.get(at(cast, "import_preview", file.pk), {"deal_set": "evening"})

    assert page.context["place"].cleaned_data["deal_set"] == "evening"


def test_whoever_asks_for_file_after_file_is_told_when_to_come_again(
    cast, cleo, monkeypatch
):
    monkeypatch.setattr(pace, "EXPORTS", 2)
    url = at(cast, "export_event")
    first = [cleo.get(url).status_code for _ in range(2)]

    refused = cleo.get(url)

    assert (first, refused.status_code) == ([200, 200], 429)
    assert 0 < int(refused["Retry-After"]) <= 60
    assert f"Wait {refused['Retry-After']} seconds" in text_of(refused)
    assert cleo.get(at(cast, "import_files")).status_code == 200
    cast.later(minutes=1)
    assert cleo.get(url).status_code == 200
