"""What is given out reads back as what was taken, and holds nobody's name."""

import io
import json
import zipfile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from rulings.bridge.positions import Position
from rulings.importers.formats import read_bytes
from rulings.models import Board, Entry, Participant, Playing, Table
from rulings.queries.exports import event_boards, event_file, position_file
from rulings.workflow.event.files import keep_file, read_kept_file, reading_of
from rulings.workflow.event.imports import Target, take_import
from rulings.workflow.proof.exchange import read_case
from tests.factories import make_case, make_event
from tests.importers.made import plain
from tests.importers.samples import sample
from tests.people import stop_clock, tablet

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event()


def take(cast, path, data=None):
    """Take a sample file's boards with their records for the first table."""
    form = cast.form(cast.cleo)
    file = keep_file(form, cast.event, path, data or sample(path))
    read_kept_file.call(str(file.pk))
    table = Table.objects.get(section__session__event=cast.event, number=1)
    boards = reading_of(file).boards
    target = Target(deal_set="main", tables={"": table})
    take_import(cast.form(cast.cleo), cast.event, file, target, range(len(boards)))
    return boards


def boards_of(cast, user=None):
    return event_boards(cast.event, user, cast.at)


def test_boards_that_were_taken_are_given_out_the_same(cast):
    taken = take(cast, "pbn/plain.pbn")

    given = boards_of(cast)

    assert [plain(board) for board in given] == [plain(board) for board in taken]


@pytest.mark.parametrize("kind", ["pbn", "lin"])
def test_boards_given_out_read_back(cast, kind):
    take(cast, "pbn/plain.pbn")
    boards = boards_of(cast)

    found = read_bytes(event_file(cast.event, boards, kind), f"x.{kind}").boards

    assert list(map(plain, found)) == boards


def test_zip_of_the_boards_holds_both_and_is_the_same_each_time(cast):
    take(cast, "pbn/plain.pbn")
    data = event_file(cast.event, boards_of(cast), "zip")

    assert {name.rpartition(".")[2] for name in names_in(data)} == {"pbn", "lin"}
    assert event_file(cast.event, boards_of(cast), "zip") == data
    assert len(read_bytes(data).boards) == 4


def names_in(data):
    return zipfile.ZipFile(io.BytesIO(data)).namelist()


def test_zip_names_what_lin_cannot_hold(cast):
    changed = sample("pbn/plain.pbn").replace(b'Result "10"', b'Result "^0"')
    take(cast, "changed.pbn", changed)

    data = event_file(cast.event, boards_of(cast), "zip")

    text = zipfile.ZipFile(io.BytesIO(data)).read("not-in-lin.txt").decode()
    assert text == "board 1: total\n"


def test_board_that_somebody_may_still_play_is_not_given_to_him(cast):
    take(cast, "pbn/plain.pbn")
    waiting = Playing.objects.filter(board__number=1, status="scheduled").first()
    contestant = waiting.ns
    Participant.objects.filter(pk=contestant.members[0]).update(user=cast.cleo)
    still = {
        row.board.number
        for row in Playing.objects.filter(status="scheduled")
        if contestant.pk in {row.ns_id, row.ew_id}
    }

    given = {board.board for board in boards_of(cast, cast.cleo)}

    assert given == {board.board for board in boards_of(cast)} - still
    assert 1 in still


def test_total_of_a_board_with_a_case_is_no_claim(cast):
    (board, _) = take(cast, "pbn/plain.pbn")
    playing = Playing.objects.get(board__number=board.board, table__number=1)
    make_case(cast, state="called", playing=playing)

    given = boards_of(cast)[0]

    assert (given.claimed, given.tricks_declarer) == (False, board.tricks_declarer)
    assert '[Result "^10"]' in event_file(cast.event, [given], "pbn").decode()


def test_export_screen_gives_a_file_to_be_kept(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    take(cast, "pbn/plain.pbn")
    url = reverse("export_event", args=[cast.event.pk])

    response = tablet(cast.cleo).get(url, {"kind": "pbn"})

    assert response["Content-Disposition"].endswith('.pbn"')
    assert len(read_bytes(response.content).boards) == 2
    assert tablet(cast.cleo).get(url, {"kind": "exe"}).status_code == 404


def test_position_is_given_out_as_text_and_as_the_question(cast):
    case = make_case(cast, state="frozen")

    text = position_file(case, "txt").decode()
    question = json.loads(position_file(case, "json"))

    assert str(Position.parse(text)) == question["position"] == text.strip()
    assert question["format"] == "position/1"
    assert question["claim"]["claimer"] == case.claim.claimer
    assert position_file(case, "pbn") is None


def test_dossier_page_offers_the_cards_as_a_file(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="ruled")
    dana = tablet(cast.dana)

    page = dana.get(reverse("dossier", args=[case.pk])).content.decode()
    url = reverse("export_position", args=[case.pk])

    assert f'href="{url}?kind=json"' in page
    given = dana.get(url, {"kind": "json"})
    assert given["Content-Type"].startswith("application/json")
    assert json.loads(given.content)["position"] == case.position.text
    assert dana.get(url, {"kind": "exe"}).status_code == 404


def test_position_as_pbn_is_the_board_up_to_the_claim(cast):
    (board, _) = take(cast, "pbn/plain.pbn")
    playing = Playing.objects.get(board__number=board.board, table__number=1)
    case = make_case(cast, state="called", playing=playing)

    (found,) = read_bytes(position_file(case, "pbn")).boards

    assert found.play == board.play
    assert position_file(case, "json") is None


def test_export_command_writes_boards_positions_and_cases(cast, tmp_path, capsys):
    take(cast, "pbn/plain.pbn")
    case = make_case(cast, state="frozen")
    before = Entry.objects.count()
    out = tmp_path / "out"

    call_command("export", event=cast.event.pk, kind="lin", out=out)
    assert len(read_bytes(out.read_bytes()).boards) == len(boards_of(cast))
    call_command("export", position=case.pk, kind="txt", out=out)
    assert Position.parse(out.read_text())
    assert Entry.objects.count() == before
    call_command("export", case=case.pk, by=cast.dana.username, out=out)
    assert read_case(out.read_bytes()).proves_itself
    assert Entry.objects.count() == before + 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param({"event": "event", "kind": "json"}, "boards are given", id="kind"),
        pytest.param({"case": "case"}, "--by", id="nobody"),
        pytest.param({"case": "case", "by": "olly"}, "may not", id="no right"),
        pytest.param({"case": "case", "by": "nobody"}, "does not exist", id="unknown"),
        pytest.param({"position": "case", "kind": "zip"}, "no cards", id="no kind"),
    ],
)
def test_export_command_says_why_not(cast, tmp_path, options, sentence):
    ids = {"event": cast.event.pk, "case": make_case(cast, state="called").pk}
    filled = {name: ids.get(value, value) for name, value in options.items()}

    with pytest.raises(CommandError, match=sentence):
        call_command("export", out=tmp_path / "x", **filled)


def test_files_hold_no_name(cast):
    take(cast, "lin/club.lin")
    assert Board.objects.filter(deal__gt="").exists()

    data = event_file(cast.event, boards_of(cast), "pbn").decode()

    assert '[North ""]' in data
    assert "golf" not in data
