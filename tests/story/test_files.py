"""Files on a laptop: given together, read by a worker, looked at, taken, given out."""

import pytest
from django.urls import reverse

from rulings.importers.formats import read_bytes
from rulings.models import Board, ImportFile
from rulings.workflow.proof.dossier import dossier
from rulings.workflow.proof.exchange import case_text
from tests.factories import make_case, make_event
from tests.importers.samples import FOLDER
from tests.processes import worker
from tests.story.devices import LAPTOP, device, world
from tests.story.looks import Looks

__all__ = ["device", "worker", "world"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


@pytest.fixture
def case_file(tmp_path):
    path = tmp_path / "case.json"
    cast = make_event(suffix="-elsewhere")
    path.write_text(case_text(dossier(make_case(cast, state="ruled"))), "utf-8")
    return path


def give(page, event, *paths):
    page.goto(reverse("import_files", args=[event.pk]))
    page.locator('input[type="file"]').set_input_files(paths)
    page.locator("form.sheet button").click()


def test_files_are_given_read_looked_at_taken_and_given_out(
    world, device, worker, case_file
):
    page, looks = device(LAPTOP, "cleo"), Looks()
    broken = FOLDER / "pbn" / "broken.pbn"

    give(page, world.event, FOLDER / "lin" / "club.lin", broken, case_file)
    page.get_by_text("3 boards, 18 not readable").wait_for(timeout=90_000)
    page.get_by_text("1 boards, 0 not readable").wait_for()
    page.get_by_text("a case", exact=True).wait_for()
    looks.at(page)

    page.get_by_role("link", name="broken.pbn").click()
    page.get_by_role("heading", name="Not readable").wait_for()
    looks.at(page)

    page.goto(reverse("import_files", args=[world.event.pk]))
    page.get_by_role("link", name="case.json").click()
    page.get_by_text("This record proves itself").wait_for()
    looks.at(page)

    page.goto(reverse("import_files", args=[world.event.pk]))
    page.get_by_role("link", name="club.lin").click()
    page.get_by_label("Deal set").fill("evening")
    page.get_by_role("button", name="Look again").click()
    page.wait_for_url("**deal_set=evening**")
    page.get_by_role("button", name="Take 1 board").click()
    page.get_by_text("✓").wait_for()
    assert Board.objects.get(deal_set="evening").number == 1

    with page.expect_download() as given:
        page.get_by_role("link", name="PBN", exact=True).click()
    boards = read_bytes(given.value.path().read_bytes()).boards
    assert 1 in {board.board for board in boards}
    assert looks.violations == []


def test_a_file_that_cannot_be_read_says_why_while_the_page_waits(
    world, device, worker, tmp_path
):
    path = tmp_path / "bomb.gz"
    path.write_bytes(b"\x1f\x8b\x08\x00 nothing")
    page, looks = device(LAPTOP, "cleo"), Looks()

    give(page, world.event, path)
    page.get_by_text("The archive cannot be unpacked.").wait_for(timeout=90_000)
    looks.at(page)

    assert ImportFile.objects.get().taken_at is None
    assert looks.violations == []
