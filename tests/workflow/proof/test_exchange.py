"""A case is a value: written, read, written it is the same bytes; no log takes it."""

import json

import pytest
from django.urls import reverse

from rulings.models import Case, Entry
from rulings.queries.case.solving import solver_input
from rulings.solver.tools.golden import read_case as read_golden
from rulings.workflow.errors import Invalid
from rulings.workflow.event.files import keep_file, read_kept_file
from rulings.workflow.proof.dossier import dossier
from rulings.workflow.proof.exchange import (
    MAX_CASE_BYTES,
    case_text,
    looks_like_case,
    read_case,
    write_case,
)
from rulings.workflow.proof.golden_case import golden_text, question_of
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event
from tests.people import sent, stop_clock, tablet, text_of
from tests.workflow.dossiers import fresh, full_case

pytestmark = pytest.mark.django_db


def written(case):
    return case_text(dossier(fresh(case))).encode()


@pytest.fixture
def cast():
    return make_event()


def test_case_written_read_and_written_is_the_same_bytes(cast):
    data = written(full_case(cast))

    found = read_case(data)

    assert found.proves_itself
    assert write_case(found) == data
    assert write_case(read_case(write_case(found))) == data


def test_case_that_the_screen_gives_out_reads_back(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    case = full_case(cast)
    response = tablet(cast.cleo).post(
        reverse("dossier_file", args=[case.pk]), sent(case)
    )

    assert write_case(read_case(response.content)) == response.content


def test_case_that_was_changed_is_read_and_says_so(cast):
    parts = json.loads(written(make_case(cast, state="ruled")))
    parts["rulings"][0]["tricks_claimer"] += 1

    found = read_case(case_text(parts).encode())

    assert not found.proves_itself
    assert "tricks_claimer" in found.findings[0].where


GOOD = {"format": "case/1"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "not written in the way", id="nothing"),
        pytest.param(b"[1]", "no case in the format", id="list"),
        pytest.param(b"{}", "no case in the format", id="object"),
        pytest.param(json.dumps(GOOD).encode(), "statements", id="empty case"),
        pytest.param(b'{"a": 1, "a": 2}', "not written in the way", id="twice"),
        pytest.param(b'{"a": NaN}', "not written in the way", id="no number"),
        pytest.param(b'{"a": 1.5}', "not written in the way", id="fraction"),
        pytest.param(b"[" * 100_000, "not written in the way", id="deep"),
        pytest.param(b"\xff\xfe{}", "not written in the way", id="no utf-8"),
        pytest.param(b" " * (MAX_CASE_BYTES + 1), "too large to be", id="large"),
    ],
)
def test_file_that_is_no_case_says_why(data, sentence):
    with pytest.raises(Invalid, match=sentence):
        read_case(data)


@pytest.mark.parametrize("part", ["case", "entries", "texts", "claim", "rulings"])
def test_case_with_a_part_of_another_kind_is_refused(cast, part):
    parts = json.loads(written(make_case(cast, state="called"))) | {part: 5}

    with pytest.raises(Invalid, match=part):
        read_case(case_text(parts).encode())


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"\xef\xbb\xbf \n{", True), (b'[Event "x"]', False), (b"", False)],
)
def test_looks_like_case(data, expected):
    assert looks_like_case(data) is expected


def opened(cast, data, name="case.json"):
    """Upload a case in the cast's event and return its page."""
    cleo = tablet(cast.cleo)
    file = keep_file(cast.form(cast.cleo), cast.event, name, data)
    read_kept_file.call(str(file.pk))
    preview = cleo.get(reverse("import_preview", args=[cast.event.pk, file.pk]))
    assert preview.status_code == 303
    return cleo.get(preview["Location"])


def test_case_from_a_file_opens_read_only_and_enters_no_log(cast, monkeypatch):
    data = written(full_case(cast))
    stop_clock(monkeypatch, cast)
    before = Entry.objects.count(), Case.objects.count()

    page = opened(cast, data)

    words = text_of(page)
    assert page.status_code == 200
    assert "This record proves itself" in words
    assert "Law 70C" in words
    assert (
        "<form"
        not in page.content.decode().partition("<main")[2].partition("</main")[0]
    )
    assert (Entry.objects.count(), Case.objects.count()) == before
    assert verify([]).findings == []


def test_case_that_was_changed_opens_with_what_is_wrong(cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    parts = json.loads(written(make_case(cast, state="ruled")))
    parts["rulings"][0]["tricks_claimer"] += 1

    page = opened(cast, case_text(parts).encode())

    assert "What does not prove itself" in text_of(page)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("board", {"number": ["x"]}),
        ("position", {"text": "nonsense"}),
        ("rulings", [{"laws": 5}]),
        ("statements", [{"words": {}, "steps": 7}]),
        ("playing", {}),
    ],
)
def test_case_with_hostile_values_is_a_page_and_no_crash(
    cast, monkeypatch, part, value
):
    stop_clock(monkeypatch, cast)
    parts = json.loads(written(make_case(cast, state="ruled"))) | {part: value}

    assert opened(cast, case_text(parts).encode()).status_code in {200, 422}


def test_golden_case_asks_what_the_case_asked_and_solves_the_same(cast, tmp_path):
    case = make_case(cast, state="frozen")
    found = read_case(written(case))
    path = tmp_path / "a_case.toml"

    path.write_text(golden_text(found), "utf-8")

    asked = solver_input(fresh(case))
    assert question_of(found) == (asked.position, asked.claim, asked.settings)
    golden = read_golden(path)
    assert (golden.position, golden.claim) == (asked.position, asked.claim)
    solved = golden.solve()
    assert solved.low == golden.expected["low"]
    assert [one.id for one in solved.questions] == golden.expected["questions"]


def test_golden_case_of_a_case_with_everything_names_the_law_and_no_words(cast):
    text = golden_text(read_case(written(full_case(cast))))

    assert 'law = "70C"' in text
    assert 'forgotten = ["S9"]' in text
    assert "A trump was out" not in text


def test_golden_case_needs_claim_and_cards(cast):
    with pytest.raises(Invalid, match="no claim or no cards"):
        golden_text(read_case(written(make_case(cast, state="called"))))
