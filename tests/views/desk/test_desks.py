"""Files, schedule, slips and people: what administrator and chief set up."""

from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rulings.importers.text import MAX_BYTES
from rulings.models import (
    Board,
    Contestant,
    Entry,
    FileReading,
    ImportFile,
    Pass,
    Person,
    Playing,
    Role,
    Session,
)
from rulings.workflow.files import read_kept_file
from tests.factories import make_event, make_staff, make_user
from tests.matrix import PBN
from tests.people import phone, sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    return made


@pytest.fixture
def cleo(cast):
    return tablet(cast.cleo)


def at(cast, name, *more):
    return reverse(name, args=[cast.event.pk, *more])


# --- files -------------------------------------------------------------------------


def upload(cleo, cast, data=PBN, name="deals.pbn"):
    file = SimpleUploadedFile(name, data)
    response = cleo.post(at(cast, "import_files"), sent(file=file))
    read_all()
    return response


def read_all():
    """Do what a worker does: read every file that waits."""
    for row in FileReading.objects.filter(status="waiting"):
        read_kept_file.call(str(row.pk))


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

    assert page.context["target"].deal_set == "evening"


# --- schedule ----------------------------------------------------------------------


PLAN = {
    "kind": "mitchell",
    "deal_set": "evening",
    "starts_at": "2026-03-14T19:00",
    "minutes": 15,
    "pause": 2,
    "tables": 3,
    "rounds": 3,
    "boards": 2,
}


def plan(cleo, cast, do="add", **fields):
    return cleo.post(at(cast, "schedule"), sent(do=do, **{**PLAN, **fields}))


def test_session_is_looked_at_before_it_is_added(cast, cleo):
    page = plan(cleo, cast, do="look")

    assert page.status_code == 200
    assert page.context["count"] == 18
    assert "A1 : 1–4, 1–2" in text_of(page)
    assert Session.objects.count() == 1


def test_mitchell_session_is_added_with_its_times(cast, cleo):
    response = plan(cleo, cast)

    assert response.status_code == 303
    session = Session.objects.get(order=2)
    rounds = list(session.rounds.order_by("order"))
    assert [row.starts_at for row in rounds] == [
        datetime(2026, 3, 14, 18, minute, tzinfo=UTC) for minute in (0, 17, 34)
    ]
    playing = Playing.objects.get(round=rounds[0], table__number=1, board__number=1)
    assert (playing.ns.number, playing.ew.number) == (1, 4)


def test_team_match_is_added(cast, cleo):
    response = plan(cleo, cast, kind="match", boards=8, rounds=2, tables="")

    assert response.status_code == 303
    playings = Playing.objects.filter(round__session__order=2)
    assert playings.count() == 16


def test_any_movement_is_read_from_csv(cast, cleo):
    lines = "section,round,table,board_from,board_to,ns,ew\nA,1,1,1,3,1,2\n"

    response = plan(cleo, cast, kind="csv", csv=lines)

    assert response.status_code == 303
    assert Playing.objects.filter(round__session__order=2).count() == 3


def test_csv_file_is_read_as_its_lines_are(cast, cleo):
    lines = b"section,round,table,board_from,board_to,ns,ew\nA,1,1,1,3,1,2\n"
    file = SimpleUploadedFile("movement.csv", lines)

    page = plan(cleo, cast, do="look", kind="csv", file=file)

    assert page.context["count"] == 3
    assert "A,1,1,1,3,1,2" in page.content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rounds": 9}, "3 tables play 1 to 3 rounds"),
        ({"tables": 5, "rounds": 5}, "Enter these first, under People: 7, 8, 9, 10."),
        ({"tables": ""}, "This movement needs the number."),
        ({"kind": "csv", "csv": "round,table\n1,1\n"}, "does not name the column"),
        ({"kind": "csv"}, "Choose a file, or paste its lines."),
    ],
    ids=["rounds", "pairs", "missing", "columns", "nothing"],
)
def test_movement_that_cannot_be_played_is_refused(cast, cleo, fields, words):
    page = plan(cleo, cast, **fields)

    assert page.status_code == 422
    assert words in text_of(page)
    assert Session.objects.count() == 1


def test_round_is_over_at_the_tap(cast):
    round_ = cast.session.rounds.order_by("order")[0]

    url = at(cast, "round_clock", round_.pk)
    response = tablet(cast.dana).post(url, sent(do="end"))

    round_.refresh_from_db()
    assert (response.status_code, round_.ended_at) == (303, cast.at)
    assert set(round_.playings.values_list("status", flat=True)) == {"finished"}


def test_director_sees_the_rounds_but_plans_nothing(cast):
    browser = tablet(cast.dana)

    assert "Plan a session" not in text_of(browser.get(at(cast, "schedule")))
    assert plan(browser, cast).status_code == 403


# --- slips -------------------------------------------------------------------------


def test_slips_are_printed_once_with_square_and_code(cast, cleo):
    data = sent(session=cast.session.pk)

    page = cleo.post(at(cast, "passes"), data)

    assert len(page.context["slips"]) == 6
    body = page.content.decode()
    assert body.count("<svg") == 6
    assert "style=" not in body
    code = page.context["slips"][0].code
    assert code in body
    again = cleo.post(at(cast, "passes"), data)
    assert again.context["slips"] == []
    assert "cannot be shown again" in text_of(again)
    assert Pass.objects.count() == 6


def test_secrets_stand_in_no_table_and_no_entry(cast, cleo):
    page = cleo.post(at(cast, "passes"), sent(session=cast.session.pk))

    code = page.context["slips"][0].code.replace(" ", "")
    row = Pass.objects.order_by("contestant__number").first()
    assert code not in {row.code_hash, row.secret_hash}
    assert not any(code.encode() in bytes(entry.data) for entry in Entry.objects.all())


def test_new_slip_ends_the_one_before(cast, cleo):
    two = Contestant.objects.get(number=2)
    data = {"session": cast.session.pk, "contestants": [two.pk]}
    cleo.post(at(cast, "passes"), sent(**data))
    first = Pass.objects.get()

    cleo.post(at(cast, "passes"), sent(**data))

    first.refresh_from_db()
    assert first.revoked_at == cast.at
    assert Pass.objects.filter(revoked_at=None).get().contestant == two


def test_slip_is_revoked(cast, cleo):
    cleo.post(at(cast, "passes"), sent(session=cast.session.pk))
    row = Pass.objects.select_related("session", "contestant").first()

    response = cleo.post(at(cast, "pass_revoke", row.pk), sent())

    assert response.status_code == 303
    assert phone(row).get(reverse("player")).status_code == 403


# --- people ------------------------------------------------------------------------


def test_role_is_given_and_ended(cast, cleo):
    piotr = make_user("piotr")

    cleo.post(at(cast, "roles"), sent(username="piotr", role="director"))
    role = Role.objects.get(user=piotr)
    assert (role.role, role.since, role.until) == ("director", cast.at, None)
    assert tablet(piotr).get(reverse("queue", args=[cast.event.pk])).status_code == 200

    cleo.post(at(cast, "role_end", role.pk), sent())

    role.refresh_from_db()
    assert role.until == cast.at
    assert tablet(piotr).get(reverse("queue", args=[cast.event.pk])).status_code == 404


def test_chief_makes_no_chief(cast, cleo):
    make_user("piotr")

    refused = cleo.post(at(cast, "roles"), sent(username="piotr", role="chief"))

    assert refused.status_code == 403
    assert "Chief director" not in {
        str(words) for _value, words in cleo.get(at(cast, "roles")).context["offered"]
    }


def test_account_must_exist(cast, cleo):
    page = cleo.post(at(cast, "roles"), sent(username="nobody", role="scorer"))

    assert page.status_code == 422
    assert "no account of this name" in text_of(page)


def test_pairs_are_entered_and_their_names_stay_out_of_the_log(cast, cleo):
    lines = "11; Ewa Nowak; Jan Lis\n12; Ida Bak; Olo Sum\n"

    response = cleo.post(at(cast, "people"), sent(lines=lines))

    assert response.status_code == 303
    assert Contestant.objects.filter(number__in=(11, 12)).count() == 2
    assert Person.objects.filter(name="Ewa Nowak").exists()
    assert not any(b"Nowak" in bytes(entry.data) for entry in Entry.objects.all())


@pytest.mark.parametrize(
    "lines",
    ["Ewa; Jan", "11; Ewa\n11; Jan", "1; Ewa; Jan", "0; Ewa"],
    ids=["no number", "twice", "entered already", "zero"],
)
def test_bad_lines_enter_nobody(cast, cleo, lines):
    before = Contestant.objects.count()

    page = cleo.post(at(cast, "people"), sent(lines=lines))

    assert page.status_code == 422
    assert lines.split("\n")[0] in page.content.decode()
    assert Contestant.objects.count() == before


# --- who --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["import_files", "schedule", "passes", "roles"])
def test_desk_shows_its_page_to_the_administrator_of_the_event(cast, name):
    ada = make_staff(cast, "ada", Role.Name.ADMINISTRATOR)

    assert tablet(ada).get(at(cast, name)).status_code == 200


def test_schedule_file_that_is_too_large_is_refused_unread(cast, cleo):
    big = SimpleUploadedFile("all.csv", b"x" * (MAX_BYTES + 1))

    page = plan(cleo, cast, kind="csv", file=big)

    assert page.status_code == 422
    assert "The file is larger than 2 MiB. Split it." in text_of(page)
