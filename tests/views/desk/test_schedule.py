"""Sessions planned, read from a file, and their rounds ended at a tap."""

from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from rulings.importers.text import MAX_BYTES
from rulings.models import Contestant, Event, Playing, Session
from tests.factories import make_case
from tests.people import sent, tablet, text_of
from tests.views.desk.desks import at

pytestmark = pytest.mark.django_db


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


LINES = "section,round,table,board_from,board_to,ns,ew\n"


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


def test_pairs_that_are_not_entered_come_with_the_session(cast, cleo):
    page = plan(cleo, cast, do="look", tables=5, rounds=5)
    assert "their names can follow: 7, 8, 9, 10." in text_of(page)

    assert plan(cleo, cast, tables=5, rounds=5).status_code == 303

    assert Contestant.objects.filter(event=cast.event).count() == 10
    assert "7" in text_of(cleo.get(at(cast, "roles")))


def test_team_match_is_added(cast, cleo):
    response = plan(cleo, cast, kind="match", boards=8, rounds=2, tables="")

    assert response.status_code == 303
    playings = Playing.objects.filter(round__session__order=2)
    assert playings.count() == 16


def test_teams_that_meet_each_other_are_looked_at_and_added(cast, cleo):
    page = plan(cleo, cast, do="look", kind="robin", tables=3, rounds=3, boards=4)
    assert "1 sits out in round 1." in text_of(page)
    assert "The same two pairs meet at most: 1." in text_of(page)

    assert (
        plan(cleo, cast, kind="robin", tables=3, rounds=3, boards=4).status_code == 303
    )

    assert Playing.objects.filter(round__session__order=2).count() == 24


def test_howell_with_a_missing_pair_is_added(cast, cleo):
    response = plan(cleo, cast, kind="howell", tables=2, rounds=3, missing=4)

    assert response.status_code == 303
    playings = Playing.objects.filter(round__session__order=2)
    met = {(one.ns.number, one.ew.number) for one in playings}
    assert {frozenset(two) for two in met} == {
        frozenset(two) for two in ((1, 2), (2, 3), (1, 3))
    }


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
        (
            {"kind": "csv", "csv": LINES + "A,1,1,1,3,Ann,2\n"},
            "A pair is named by a number. These are none: Ann.",
        ),
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


def test_schedule_file_that_is_too_large_is_refused_unread(cast, cleo):
    big = SimpleUploadedFile("all.csv", b"x" * (MAX_BYTES + 1))

    page = plan(cleo, cast, kind="csv", file=big)

    assert page.status_code == 422
    assert "The file is larger than 2 MiB. Split it." in text_of(page)


def test_a_session_is_changed_on_its_own_page(cast, cleo):
    page = cleo.get(at(cast, "session", cast.session.pk))
    assert "Remove the session" in text_of(page)
    form = page.context["absence"]
    pair, since = form.fields["pair"].choices[1][0], form.fields["since"].choices[1][0]

    neither = cleo.post(at(cast, "session_field", cast.session.pk), sent(since=since))
    left = cleo.post(
        at(cast, "session_field", cast.session.pk),
        sent(since=since, pair=pair, do="leave"),
    )
    player = page.context["substitute"].fields["player"].choices[-1][0]
    seated = cleo.post(
        at(cast, "session_substitute", cast.session.pk),
        sent(since=since, player=player, name="Ida Late"),
    )
    times = cleo.post(
        at(cast, "session", cast.session.pk),
        sent(starts_at="2026-03-14T20:00", minutes=20, pause=1),
    )

    assert "Choose a pair or a table." in text_of(neither)
    assert [one.status_code for one in (left, seated, times)] == [303, 303, 303]
    assert "Left out Round 1, table A1: 1 and 4" in text_of(
        cleo.get(at(cast, "session", cast.session.pk))
    )
    assert "Ida Late" in text_of(cleo.get(at(cast, "roles")))
    back = cleo.post(
        at(cast, "session_field", cast.session.pk),
        sent(since=since, pair=pair, do="back"),
    )
    assert back.status_code == 303
    removed = cleo.post(at(cast, "session_removed", cast.session.pk), sent())
    assert removed.status_code == 303
    assert not Session.objects.exists()


def test_a_session_that_stays_says_why_at_its_button(cast, cleo):
    make_case(cast)

    page = cleo.post(at(cast, "session_removed", cast.session.pk), sent())

    assert page.status_code == 422
    assert "have been played, scored or called, so it stays" in text_of(page)


def test_a_barometer_and_a_table_of_individuals_are_looked_at(cast, cleo):
    same = plan(cleo, cast, do="look", kind="barometer", tables=3, rounds=5)
    alone = plan(cleo, cast, do="look", kind="individual", tables=1, rounds=3)
    none = plan(cleo, cast, do="look", kind="individual", tables=14, rounds=3)

    assert "Tables that share boards in a round: A1, A2, A3." in text_of(same)
    words = "The same two players are opponents at most: 2, partners: 1."
    assert words in text_of(alone)
    assert "A1 : 4+2–3+1, 1–2" in text_of(alone)
    assert "Individuals play at one of these numbers of tables" in text_of(none)


def test_rounds_are_drawn_by_hand_or_from_a_file(cast, cleo):
    """Of the Swiss the first round is planned with the session, each other drawn."""
    given = {"kind": "draw", "rounds": 3, "csv": "1 - 4\n2 - 5\n3 - 6\n"}
    assert plan(cleo, cast, **given).status_code == 303
    session = Session.objects.get(order=2)
    page, url = at(cast, "session", session.pk), at(cast, "session_draw", session.pk)
    assert "Draw round 2" in text_of(cleo.get(page))

    wrong = cleo.post(url, sent(first=3, boards=2, csv="1 - 4\n1 - 5"))
    nothing = cleo.post(url, sent(first=3, boards=2))
    unknown = cleo.post(url, sent(first=3, boards=2, csv="1 - 44"))
    hand = cleo.post(url, sent(first=3, boards=2, csv="5 - 1\n4 - 3\n6 - 2"))
    file = SimpleUploadedFile("draw.csv", b"home;away\n1;6\n2;4\n3;5\n")
    imported = cleo.post(url, sent(first=5, boards=2, file=file))

    assert "Number 1 is drawn twice." in text_of(wrong)
    assert "Choose a file, or paste its lines." in text_of(nothing)
    assert "These numbers of the draw are not entered: 44." in text_of(unknown)
    assert [hand.status_code, imported.status_code] == [303, 303]
    rows = Playing.objects.filter(round__session=session)
    met = rows.filter(round__order=3, board__number=6)
    assert {(row.ns.number, row.ew.number) for row in met} == {(1, 6), (2, 4), (3, 5)}
    assert "Draw round" not in text_of(cleo.get(page))


def test_a_drawn_match_of_teams_has_two_tables(cast, cleo):
    Event.objects.filter(pk=cast.event.pk).update(kind=Event.Kind.TEAMS)

    page = plan(cleo, cast, do="look", kind="draw", rounds=2, csv="1 - 3")

    assert "A1 : 1–6, 1–2 · A2 : 5–2, 1–2" in text_of(page)
