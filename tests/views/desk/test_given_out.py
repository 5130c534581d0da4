"""Results as lists: out with what changed since, in line by line, round and back."""

import json

import pytest
from django.urls import reverse

from rulings.importers.formats import read_bytes
from rulings.importers.tables import FORMULA
from rulings.models import Entry, Event, Playing, Role
from rulings.workflow.event.scores import enter_score
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, make_case, make_event, make_staff
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event(deals={1: DEAL})
    stop_clock(monkeypatch, made)
    make_staff(made, "sam", Role.Name.SCORER)
    return made


@pytest.fixture
def sam(cast):
    return tablet(cast.extra["sam"])


def playings(cast):
    rows = Playing.objects.filter(board__event=cast.event).order_by(
        "board__number", "table__number"
    )
    return list(rows.select_related("table__section", "board", "ns", "ew"))


def score(cast, playing, contract="4S S", tricks=10, points=420):
    given = {"contract": contract, "tricks": tricks, "score": points}
    enter_score(cast.form(cast.extra["sam"]), cast.event, playing, **given)


def out(browser, cast, kind="csv", **fields):
    url = reverse("results_out", args=[cast.event.pk])
    return browser.post(url, sent(kind=kind, **fields))


def changed(browser, cast):
    page = browser.get(reverse("results_out", args=[cast.event.pk]))
    views = page.context["changed"].rows
    return {(one.playing.board.number, one.playing.table.number) for one in views}


def bring(browser, cast, lines, **fields):
    url = reverse("results_in", args=[cast.event.pk])
    return browser.post(url, sent(lines=lines, **fields))


def stored(cast):
    return [(row.contract, row.tricks, row.score) for row in playings(cast)]


# --- out ------------------------------------------------------------------------------


def test_list_goes_out_and_comes_back_the_same(cast, sam):
    one, two, three, *_ = playings(cast)
    score(cast, one)
    score(cast, two, "3NX W", 6, 500)
    score(cast, three, "", 0, 0)
    before = stored(cast)

    answer = out(sam, cast)
    text = answer.content.decode("utf-8-sig")

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    cells = [cell for line in text.splitlines() for cell in line.split(";")]
    assert not any(cell.startswith(FORMULA) for cell in cells)
    assert "4S S =" in cells
    other = make_event(suffix="-elsewhere")
    other.extra["sam"] = make_staff(other, "sam2", Role.Name.SCORER)
    back = bring(tablet(other.extra["sam"]), other, text)
    assert back.status_code == 303
    assert stored(other) == before


def test_only_what_changed_since_the_last_export_is_listed(cast, sam):
    one, two, three, *_ = playings(cast)
    score(cast, one)
    score(cast, two)
    assert len(changed(sam, cast)) == 2

    out(sam, cast)

    assert changed(sam, cast) == set()
    score(cast, two, tricks=9, points=-50)
    make_case(cast, state="announced", playing=three)
    make_case(cast, state="ruled")  # not announced: nothing of it is given out
    assert changed(sam, cast) == {
        (row.board.number, row.table.number) for row in (two, three)
    }


def test_export_is_an_act_that_proves_what_went_out(cast, sam):
    score(cast, playings(cast)[0])

    out(sam, cast)

    (entry,) = Entry.objects.filter(act="export_scores")
    inputs = json.loads(bytes(entry.data))["inputs"]
    assert (inputs["kind"], inputs["results"], len(inputs["file"])) == ("csv", 1, 64)
    assert verify().findings == []


def test_assigned_scores_stand_in_signs_and_are_no_results(cast, sam):
    from tests.views.desk.test_results import assigned_shares  # noqa: PLC0415

    assigned_shares(cast, playings(cast)[0])

    line = out(sam, cast).content.decode("utf-8-sig").splitlines()[1]

    assert line.split(";")[-4:] == ["", "", "", "NS 60%, EW 40%"]


# --- USEBIO ---------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "hands"), [("sam", False), ("cleo", True)])
def test_session_goes_out_as_usebio_with_hands_for_the_chief_only(cast, who, hands):
    one, two, three, *_ = playings(cast)
    score(cast, one)
    score(cast, two, "3NX W", 6, 500)
    score(cast, three, "", 0, 0)
    user = cast.cleo if who == "cleo" else cast.extra[who]

    answer = out(tablet(user), cast, "usebio", session=cast.session.pk)

    found = read_bytes(answer.content)
    assert (found.format, found.problems) == ("USEBIO", ())
    assert [
        (board.pairs, str(board.contract or ""), board.tricks_declarer)
        for board in found.boards
    ] == [
        ((str(row.ns.number), str(row.ew.number)), contract, tricks)
        for row, contract, tricks in (
            (one, "4S S", 10),
            (two, "3NX W", 6),
            (three, "", None),
        )
    ]
    assert {board.deal for board in found.boards} == {DEAL if hands else None}
    text = answer.content.decode()
    assert "<PLAYER_NAME>Player 1a</PLAYER_NAME>" in text
    assert "<NS_MATCH_POINTS>4</NS_MATCH_POINTS>" in text


def test_usebio_holds_one_session_and_pairs_only(cast, sam, monkeypatch):
    page = out(sam, cast, "usebio")
    assert (page.status_code, "holds one session" in text_of(page)) == (422, True)

    Event.objects.filter(pk=cast.event.pk).update(kind=Event.Kind.TEAMS)

    assert out(sam, cast, "usebio", session=cast.session.pk).status_code == 422


# --- in -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        "board,table,result\n1,1,4S S =\n1,2,pass\n",
        "Result;NS;EW;Board\n4s s =;{ns};{ew};1\n",
        "section\ttable\tboard\tresult\nA\t1\t1\t4SS=\n\nA\t1\t2\t\n",
    ],
    ids=["tables", "pairs", "tabs and an empty result"],
)
def test_results_are_taken_by_table_or_by_pairs(cast, sam, lines):
    one = playings(cast)[0]

    answer = bring(sam, cast, lines.format(ns=one.ns.number, ew=one.ew.number))

    assert answer.status_code == 303
    assert stored(cast)[0] == ("4S S", 10, 420)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "The file is empty."),
        ("table,result\n1,4S S =", "does not name the column board"),
        ("board,table,result\n1,1,4S S", "line 2: 4S S is not a result"),
        ("board,table,result\nx,1,4S S =", "line 2: x is not a number"),
        ("board,result\n1,4S S =", "line 2: the line does not say where"),
        ("board,table,result\n1,99,4S S =", "board 1, line 2: No such table plays"),
        ("board,table,result\n1,1,=\n1,1,4S S =", "line 2: = is not a result"),
        ("board,table,result\n1,1,4S S =\n1,1,4S S -1", "line 3: The list holds this"),
    ],
)
def test_a_list_with_one_wrong_line_is_refused_whole_and_says_why(
    cast, sam, lines, says
):
    page = bring(sam, cast, lines)

    assert page.status_code == 422
    assert says in text_of(page)
    assert {row[1] for row in stored(cast)} == {None}


def test_result_that_stands_is_replaced_only_where_that_is_said(cast, sam):
    score(cast, playings(cast)[0])
    lines = "board,table,result\n1,1,4S S -1\n"

    page = bring(sam, cast, lines)
    assert "4S S = stands there." in text_of(page)
    assert stored(cast)[0] == ("4S S", 10, 420)

    assert bring(sam, cast, lines, replace="on").status_code == 303
    assert stored(cast)[0] == ("4S S", 9, -50)
