"""Results typed in a grid, a board compared between its tables, slips taken at once."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.importers.movements import mitchell, round_robin
from rulings.models import Playing, Role, Slip
from rulings.workflow.event import schedule, scores
from rulings.workflow.ruling import decide
from rulings.workflow.ruling.assign import Assigned, Blame, Possible, assign_score
from tests.factories import decision, make_case, make_event, make_staff
from tests.people import sent, stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    made = make_event()
    stop_clock(monkeypatch, made)
    make_staff(made, "sam", Role.Name.SCORER)
    return made


@pytest.fixture
def sam(cast):
    return tablet(cast.extra["sam"])


def board_one(cast):
    """Return the tables of board 1."""
    rows = Playing.objects.filter(board__event=cast.event, board__number=1)
    return list(
        rows.select_related("board", "table__section").order_by("table__number")
    )


def score(cast, playing, contract, tricks, points):
    scores.enter_score(
        cast.form(cast.extra["sam"]),
        cast.event,
        playing,
        contract=contract,
        tricks=tricks,
        score=points,
    )


# --- the grid -----------------------------------------------------------------


def grid(cast):
    return reverse("result_grid", args=[cast.event.pk])


def shown(sam, cast):
    """Return what the grid sends where nothing is touched."""
    form = sam.get(grid(cast)).context["form"]
    return {name: form[name].value() or "" for name in form.fields}


def lines(sam, cast):
    return [name for name in shown(sam, cast) if name.startswith("result_")]


def stored(cast):
    rows = Playing.objects.filter(board__event=cast.event, tricks__isnull=False)
    return sorted(rows.values_list("contract", "tricks", "score"))


def test_a_round_is_typed_and_entered_in_one_act(cast, sam):
    first, second, third, *rest = lines(sam, cast)
    given = {first: "4s s =", second: "3NT W -2", third: "pass"}

    answer = sam.post(grid(cast), sent(**given))

    assert answer.status_code == 303
    assert stored(cast) == [("", 0, 0), ("3N W", 7, 100), ("4S S", 10, 420)]
    assert {first, second, third} < set(lines(sam, cast)) >= set(rest)
    assert shown(sam, cast)[first] == "4S S ="


def test_what_is_not_touched_stays_and_needs_no_act(cast, sam):
    sam.post(grid(cast), sent(**{lines(sam, cast)[0]: "4S S ="}))

    again = sam.post(grid(cast), sent(**shown(sam, cast)))

    assert again.status_code == 422
    assert "No result was changed." in text_of(again)
    assert stored(cast) == [("4S S", 10, 420)]


def test_one_wrong_line_costs_no_typing_and_enters_nothing(cast, sam):
    first, second = lines(sam, cast)[:2]

    page = sam.post(grid(cast), sent(**{first: "4S S =", second: "4S 10"}))

    assert page.status_code == 422
    assert "“4S 10” is not a result" in text_of(page)
    assert 'value="4S S ="' in page.content.decode()
    assert stored(cast) == []


def test_what_a_colleague_entered_meanwhile_is_not_lost(cast, sam):
    mine = shown(sam, cast)
    first = lines(sam, cast)[0]
    sam.post(grid(cast), sent(**{first: "4S S ="}))

    late = sam.post(grid(cast), sent(**mine | {first: "4S S -1"}))
    assert (late.status_code, stored(cast)) == (422, [("4S S", 10, 420)])
    assert "Meanwhile 4S S = was entered." in text_of(late)

    seen = shown(sam, cast) | {first: "4S S -1"}
    sam.post(grid(cast), sent(**seen))
    assert stored(cast) == [("4S S", 9, -50)]


def test_result_is_not_emptied(cast, sam):
    first = lines(sam, cast)[0]
    sam.post(grid(cast), sent(**{first: "4S S ="}))

    page = sam.post(grid(cast), sent(**shown(sam, cast) | {first: ""}))

    assert "A result cannot be emptied." in text_of(page)


def test_late_change_is_sent_to_its_own_page(cast, sam):
    first = lines(sam, cast)[0]
    sam.post(grid(cast), sent(**{first: "4S S ="}))
    sam.post(reverse("publish", args=[cast.event.pk]), sent(session=cast.session.pk))
    cast.later(hours=3)

    page = sam.post(grid(cast), sent(**shown(sam, cast) | {first: "4S S -1"}))

    assert page.status_code == 422
    assert "The correction period is over" in text_of(page)
    assert stored(cast) == [("4S S", 10, 420)]


# --- a board between its tables -------------------------------------------------


def compared(sam, cast, by=""):
    page = sam.get(
        reverse("board_compared", args=[cast.event.pk, board_one(cast)[0].board_id]),
        {"by": by} if by else {},
    )
    return page, [
        (row.result.playing.table.number, row.result.points, row.now, row.before)
        for row in page.context["rows"].rows
    ]


def test_board_with_and_without_the_ruling_once_it_is_announced(cast, sam):
    one, two, three = board_one(cast)
    score(cast, one, "4S S", 10, 420)
    score(cast, two, "4S S", 11, 450)
    score(cast, three, "4S S", 9, -50)
    case = make_case(cast, state="frozen", playing=one)
    decide.rule(cast.form(cast.dana), case.pk, decision(tricks=4))

    _, before = compared(sam, cast)
    assert [row[2] for row in before] == [("2", "2"), ("4", "0"), ("0", "4")]

    decide.announce(cast.form(cast.dana), case.pk)

    page, after = compared(sam, cast)
    assert after == [
        (1, "−50", ("1", "3"), ("2", "2")),
        (2, "+450", ("4", "0"), ("4", "0")),
        (3, "−50", ("1", "3"), ("0", "4")),
    ]
    assert "Without the ruling" in text_of(page)
    _, in_imps = compared(sam, cast, by="cross_imps")
    assert [row[2][0] for row in in_imps] == ["−5.5", "11", "−5.5"]


@pytest.mark.parametrize(
    ("given", "earned", "words"),
    [
        (
            {
                "results": [
                    Possible(Contract.parse("4S S"), 11, 60),
                    Possible(Contract.parse("4S S"), 9, 40),
                ]
            },
            [("2.8", "1.2"), ("2.8", "1.2"), ("0.4", "3.6")],
            "60 % of",
        ),
        (
            {"faults": {Side.NS: Blame.NONE, Side.EW: Blame.FULL}},
            [("2.4", "1.6"), ("3.5", "0.5"), ("0.5", "3.5")],
            "60 % to North–South",
        ),
    ],
    ids=["weighted", "shares"],
)
def test_assigned_score_is_compared_as_it_is(cast, sam, given, earned, words):
    one, two, three = board_one(cast)
    score(cast, two, "4S S", 10, 420)
    score(cast, three, "4S S", 9, -50)
    case = make_case(cast, state="frozen", playing=one)
    assigned = Assigned(outcome="O-ADJUST", laws=["12C1"], reasons="Seen.", **given)
    assign_score(cast.form(cast.dana), case.pk, assigned)
    decide.announce(cast.form(cast.dana), case.pk)

    page, rows = compared(sam, cast)

    assert [row[2] for row in rows] == earned
    assert words in text_of(page)
    assert rows[0][3] == ("–", "–")


def assigned_shares(cast, playing):
    """Rule that a board has no result, through the fault of East-West."""
    case = make_case(cast, state="frozen", playing=playing)
    faults = {Side.NS: Blame.NONE, Side.EW: Blame.FULL}
    assigned = Assigned(
        outcome="O-ADJUST", laws=["12C2"], reasons="Seen.", faults=faults
    )
    assign_score(cast.form(cast.dana), case.pk, assigned)
    decide.announce(cast.form(cast.dana), case.pk)


def test_board_that_nobody_has_scored_shows_so(cast, sam):
    page, rows = compared(sam, cast)

    assert page.status_code == 200
    assert [row[2] for row in rows] == [("–", "–")] * 3


def board_two(cast):
    """Score board 2: of its first table North-South have a top, East-West nothing."""
    rows = Playing.objects.filter(board__event=cast.event, board__number=2)
    for row, points in zip(
        rows.order_by("table__number"), (450, 420, -50), strict=True
    ):
        tricks = {450: 11, 420: 10, -50: 9}[points]
        score(cast, row, "4S S", tricks, points)


def test_a_share_goes_to_the_average_of_the_session_where_the_law_says_so(cast, sam):
    """Not at fault, and more than the share: that; at fault, and less: that."""
    one, two, three = board_one(cast)
    score(cast, two, "4S S", 10, 420)
    score(cast, three, "4S S", 9, -50)
    board_two(cast)
    assigned_shares(cast, one)

    page, rows = compared(sam, cast)

    assert rows[0][2] == ("4", "0")
    assert "own average of the session: North–South 100 %, East–West 0 %" in text_of(
        page
    )
    assert [row[2] for row in rows[1:]] == [("3.5", "0.5"), ("0.5", "3.5")]


def test_the_standing_counts_what_a_session_carries_over(cast, sam):
    board_two(cast)
    schedule.add_session(
        cast.form(cast.cleo),
        cast.event,
        placements=mitchell(3, 3, 1),
        timing=schedule.Timing(starts_at=cast.at, round_length=timedelta(minutes=15)),
        deal_set="second",
        carried=50,
    )
    second = Playing.objects.filter(board__deal_set="second", board__number=1)
    for row, points in zip(
        second.order_by("table__number"), (-50, 420, 420), strict=True
    ):
        score(cast, row, "4S S", 9 if points < 0 else 10, points)

    page = sam.get(reverse("standing", args=[cast.event.pk]))

    found = {
        one.number: (*one.sessions, one.total) for one in page.context["standing"].rows
    }
    assert found["1"] == ("100", "0", "33.33")  # half of 4 of 4, and 0 of 4
    assert found["2"] == ("50", "75", "66.67")
    totals = [float(one[2]) for one in found.values()]
    assert totals == sorted(totals, reverse=True)
    assert "carries 50 %" in text_of(page)


def test_a_match_of_teams_entered_as_pairs_is_compared_in_imps(cast, sam):
    schedule.add_session(
        cast.form(cast.cleo),
        cast.event,
        placements=round_robin(3, 3, 1),
        timing=schedule.Timing(starts_at=cast.at, round_length=timedelta(minutes=15)),
        deal_set="teams",
    )
    first = Playing.objects.filter(board__deal_set="teams", board__number=1)
    tables = first.select_related("board", "table").order_by("table__number")
    for row, points in zip(tables, (620, 170), strict=True):
        score(cast, row, "4S S" if points > 600 else "2S S", 10, points)

    url = reverse("board_compared", args=[cast.event.pk, tables[0].board_id])
    rows = sam.get(url, {"by": "imps"}).context["rows"].rows

    assert [row.now for row in rows] == [("10", "−10"), ("−10", "10")]


# --- slips ------------------------------------------------------------------------


def test_all_slips_on_the_page_are_taken_and_one_that_comes_later_waits(cast, sam):
    for _ in range(2):
        make_case(cast, state="announced")
    page = sam.get(reverse("scores", args=[cast.event.pk]))
    seen = page.context["take_all"]["slips"].value()
    assert "Take all 2 slips" in text_of(page)
    make_case(cast, state="announced")

    url = reverse("slips_taken", args=[cast.event.pk])
    answer = sam.post(url, sent(slips=seen))

    taken = Slip.objects.exclude(acknowledged_at=None)
    assert answer.status_code == 303
    assert {str(row.pk) for row in taken} == set(seen.split())
    assert {row.by for row in taken} == {cast.extra["sam"]}
    again = sam.post(url, sent(slips=seen))
    assert (again.status_code, "No slip waits." in text_of(again)) == (422, True)
