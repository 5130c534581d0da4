"""The casebook for another site: pages that link each other and name nobody."""

import re

import pytest
from django.core.management import CommandError, call_command

from rulings.models import Person
from rulings.presenters.paper.anonymous import anonymous_view
from rulings.presenters.paper.casebook import casebook_page
from rulings.presenters.paper.export import casebook_files
from rulings.queries.table.casebook import casebook_case
from tests.casebook import REASONS, SAID, end_session, enter
from tests.factories import make_case, make_event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]


@pytest.fixture
def cast():
    made = make_event()
    cases = [make_case(made, state="announced") for _ in range(2)]
    end_session(made)
    for case in cases:
        enter(made, case)
    return made


def test_every_name_of_the_event_is_looked_for_in_every_page(cast, tmp_path):
    folder = tmp_path / "book"

    call_command("casebook", folder)

    pages = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert set(pages) == {
        *("index.html", "case-1.html", "case-2.html"),
        *("style.css", "casebook.pdf"),
    }
    assert pages["casebook.pdf"].startswith(b"%PDF-")
    names = [
        *Person.objects.values_list("name", flat=True),
        *(cast.dana.username, cast.cleo.username, cast.event.name),
        *("March", "2026-03", "14 Mar", "Board 1"),
    ]
    for page in (data.decode() for name, data in pages.items() if "html" in name):
        words = re.sub(r"<[^>]+>", " ", page)
        assert [name for name in names if name in words] == []
        assert "<script" not in page
        for address in re.findall(r'(?:href|src)="([^"]+)"', page):
            assert address.startswith("#") or address in pages, address
    assert SAID in pages["case-1.html"].decode()
    assert REASONS in pages["case-2.html"].decode()


def test_the_same_cases_give_the_same_bytes_in_each_language(cast):
    polish = dict(casebook_files(cast.at, "pl"))

    assert polish == dict(casebook_files(cast.later(days=1), "pl"))
    assert 'lang="pl"' in polish["index.html"].decode()
    assert polish["index.html"] != dict(casebook_files(cast.at, "en"))["index.html"]


def test_a_page_shows_the_published_texts_in_place_of_those_of_the_case(cast):
    row = casebook_case(1)

    page = casebook_page(row, cast.at)

    assert page["said"] == SAID
    kept = anonymous_view(row.case, cast.at, words=False)
    assert [fact.term for fact in kept["facts"]] == [
        "Board",
        *(fact.term for fact in page["facts"]),
    ]


def test_a_folder_with_files_and_an_unknown_language_are_refused(cast, tmp_path):
    (tmp_path / "mine.txt").write_text("kept")

    with pytest.raises(CommandError, match="new or empty"):
        call_command("casebook", tmp_path)
    with pytest.raises(CommandError, match="no language"):
        call_command("casebook", tmp_path / "new", language="xx")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
