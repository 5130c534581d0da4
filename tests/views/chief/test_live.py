"""The chief's list: figures, groups, one case peeked at, deadlines."""

import re
import sys
from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Case, Objection, Participant, Playing, Role, Ruling
from rulings.presenters.live.rows import group_views
from rulings.presenters.live.timeline import timeline_of
from rulings.queries.chief import Group, live_of
from rulings.workflow import objections
from rulings.workflow.event import scores
from rulings.workflow.event.events import give_role
from rulings.workflow.ruling import decide, mistakes
from rulings.workflow.ruling.appeals import file_appeal
from tests.factories import (
    as_actor,
    decision,
    make_case,
    make_event,
    make_user,
    shell,
)
from tests.forms_on_pages import flat
from tests.people import stop_clock, tablet, text_of

pytestmark = pytest.mark.django_db
STATES = ("called", "agreed", "contested", "reserved", "ruled", "announced", "closed")


@pytest.fixture
def cast(monkeypatch):
    made = make_event(tables=5)
    stop_clock(monkeypatch, made)
    return made


def at(cast):
    return reverse("live", args=[cast.event.pk])


def test_cases_stand_under_what_they_wait_for(cast):
    cases = {state: make_case(cast, state=state) for state in STATES}
    by_mistake = make_case(cast)
    mistakes.cancel_case(cast.form(cast.dana), by_mistake.pk, reason="Wrong table.")

    live = live_of(as_actor(cast, cast.cleo), cast.event)

    groups = {group: {row.case.pk for row in live.of(group)} for group in Group}
    ruling = ("called", "contested", "reserved", "ruled")
    assert groups == {
        Group.PLAYER: set(),
        Group.WAITING: set(),
        Group.APPEAL: set(),
        Group.RULING: {cases[state].pk for state in ruling},
        Group.WINDOWS: {cases[state].pk for state in ("agreed", "announced", "closed")},
        Group.DONE: set(),
        Group.CANCELLED: {by_mistake.pk},
    }


def test_an_appeal_that_waits_stands_before_what_is_being_ruled(cast):
    case = make_case(cast, state="announced")
    form = cast.form(cast.dana)
    file_appeal(form, case.pk, side="EW", concurrence={"E": "x"}, words="")
    make_case(cast)

    live = live_of(as_actor(cast, cast.cleo), cast.event)

    assert [row.case.pk for row in live.of(Group.APPEAL)] == [case.pk]
    order = [group.words for group in group_views(live, live.rows)]
    assert order == ["Appeals waiting", "Being ruled"]


def test_case_with_nothing_open_stands_last(cast):
    case = make_case(cast, state="closed")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(days=1)

    live = live_of(as_actor(cast, cast.cleo), cast.event)

    assert [row.case.pk for row in live.of(Group.DONE)] == [case.pk]


def test_page_shows_figures_and_every_case(cast):
    for state in STATES:
        make_case(cast, state=state)

    page = tablet(cast.cleo).get(at(cast))

    figures = page.context["figures"]
    assert (figures["waiting"], figures["ruling"], figures["blocking"]) == (0, 4, 4)
    assert figures["windows"] == 9
    words = text_of(page)
    assert "Being ruled 4" in words
    assert "Deadlines running 3" in words


def test_empty_event_says_when_it_was_looked_at(cast):
    page = tablet(cast.cleo).get(at(cast))

    assert "No case yet." in text_of(page)
    assert "13:00" in text_of(page)  # noon UTC in Warsaw


def test_polled_part_is_a_fragment(cast):
    make_case(cast, state="ruled")

    part = tablet(cast.cleo).get(at(cast), headers={"HX-Request": "true"})

    body = part.content.decode()
    assert "<html" not in body
    assert 'id="board"' in body
    assert 'hx-trigger="every 5s' in body


@pytest.mark.parametrize("count", [1, 3])
def test_list_asks_as_often_for_one_case_as_for_three(
    cast, django_assert_num_queries, count
):
    for _case in range(count):
        make_case(cast, state="announced")
    actor = as_actor(cast, cast.cleo)

    with django_assert_num_queries(5):
        assert len(live_of(actor, cast.event).rows) == count


def test_case_asked_for_is_the_one_peeked_at(cast):
    first = make_case(cast, state="ruled")
    cast.later(minutes=1)
    second = make_case(cast, state="ruled")

    browser = tablet(cast.cleo)

    assert browser.get(at(cast)).context["peeked_id"] == first.pk
    page = browser.get(at(cast), {"peek": str(second.pk)})
    assert page.context["peeked_id"] == second.pk
    assert "I have the rest." in text_of(page)
    assert "Confirm 7" in text_of(page)


def test_chief_who_plays_the_board_sees_no_numbers(monkeypatch):
    carl = make_user("carl")
    cast = make_event(players={"Player 1a": carl})
    stop_clock(monkeypatch, cast)
    give_role(shell(), cast.event, carl, Role.Name.CHIEF, [])
    case = make_case(cast, state="ruled")
    assert case.playing.ns.number == 1

    page = tablet(carl).get(at(cast))

    words = text_of(page)
    for hidden in ("I have the rest.", "7 of 8", "Confirm", "4♠"):
        assert hidden not in words
    assert "you play it" in words


def test_ruling_that_needs_the_chief_asks_for_it(monkeypatch):
    cast = make_event(values={"chief_confirms": "always"})
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="ruled")
    browser = tablet(cast.cleo)
    assert "Asks you to confirm" in text_of(browser.get(at(cast)))

    decide.confirm(cast.form(cast.cleo), case.pk)

    assert "Asks you to confirm" not in text_of(browser.get(at(cast)))


def test_same_claim_with_other_tricks_is_flagged(cast):
    one = make_case(cast, state="ruled")
    board = one.playing.board
    other = Playing.objects.filter(board=board).exclude(pk=one.playing.pk).first()
    two = make_case(cast, state="frozen", playing=other)
    live = live_of(as_actor(cast, cast.cleo), cast.event)
    assert not any(row.same for row in live.rows)

    decide.rule(cast.form(cast.dana), two.pk, decision(6))

    live = live_of(as_actor(cast, cast.cleo), cast.event)
    same = {row.case.pk: row.same and row.same.pk for row in live.rows}
    assert same == {one.pk: two.pk, two.pk: one.pk}
    assert "Same claim, different tricks." in text_of(tablet(cast.cleo).get(at(cast)))


def test_player_who_waits_after_the_ruling_is_flagged(cast):
    case = make_case(cast, state="announced")
    wanted = objections.Wanted(wish=Objection.Wish.DOUBT, side="EW")
    objections.submit_objection(cast.form(cast.dana), case.pk, wanted)

    words = text_of(tablet(cast.cleo).get(at(cast)))

    assert "A player waits 1" in words
    assert "blocks final" in words


def test_promise_that_has_passed_is_overdue(cast):
    make_case(cast, state="reserved")
    cast.later(minutes=21)

    assert "overdue until 13:20" in text_of(tablet(cast.cleo).get(at(cast)))


def test_what_asks_the_chief_and_late_promises_stand_first(monkeypatch):
    cast = make_event(values={"chief_confirms": "always"}, tables=5)
    stop_clock(monkeypatch, cast)
    plain, late, ruled = (
        make_case(cast, state=state) for state in ("frozen", "reserved", "ruled")
    )
    cast.later(minutes=30)

    rows = live_of(as_actor(cast, cast.cleo), cast.event).of(Group.RULING)

    assert [row.case for row in rows] == [ruled, late, plain]


def test_deadlines_are_bars_in_minutes(cast):
    make_case(cast, state="announced")
    cast.later(minutes=5)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=5)

    timeline = timeline_of(live_of(as_actor(cast, cast.cleo), cast.event))

    (bar,) = timeline.bars
    assert timeline.starts_at == cast.at - timedelta(minutes=25)
    assert (timeline.now, bar.x, bar.width) == (25, 15, 35)
    assert bar.until == cast.at + timedelta(minutes=25)
    assert (bar.hot, bar.soft) == (False, False)


def test_blocks_lists_who_must_act_and_what_only_takes_time(cast):
    waiting = make_case(cast, state="frozen")
    timed = make_case(cast, state="announced")

    page = tablet(cast.cleo).get(reverse("blocks", args=[cast.event.pk]))

    acting = [row.view.row.case.pk for row in page.context["acting"].rows]
    rest = [row.view.row.case.pk for row in page.context["timed"].rows]
    assert (acting, rest) == ([waiting.pk], [timed.pk])
    assert "Slips the scorer has not taken" in text_of(page)


def test_rulings_are_listed_by_table_for_print_and_hide_a_board_still_to_play(cast):
    ruled = make_case(cast, state="announced")
    waiting = make_case(cast, state="ruled")
    page = tablet(cast.cleo).get(reverse("rulings", args=[cast.event.pk]))

    rows = {row["view"].row.case.pk: row for row in page.context["rows"]}
    assert list(rows) == [ruled.pk, waiting.pk]
    assert rows[ruled.pk]["score"]
    assert rows[ruled.pk]["tricks"]
    assert (rows[waiting.pk]["view"].tricks, rows[waiting.pk]["tricks"]) == (
        "7 of 8",
        "",
    )
    assert rows[waiting.pk]["score"] == ""
    assert "2 cases can still change" in text_of(page)
    assert "2 cases can still change" in text_of(
        tablet(cast.dana).get(reverse("rulings", args=[cast.event.pk]))
    )

    player = ruled.playing.ns.members[0]
    Participant.objects.filter(pk=player).update(user=cast.cleo)
    hidden = tablet(cast.cleo).get(reverse("rulings", args=[cast.event.pk]))
    row = hidden.context["rows"][0]
    assert (row["view"].contract, row["view"].tricks, row["score"]) == (
        None,
        "",
        "",
    )


def test_ruling_confirmed_with_one_tap(cast, django_assert_max_num_queries):
    case = make_case(cast, state="ruled")
    browser = tablet(cast.cleo)
    page = browser.get(at(cast))
    form = re.search(
        r'action="[^"]*/review".*?</form>', flat(page.content.decode()), re.DOTALL
    )
    fields = re.findall(r'name="(key|version)" value="([^"]+)"', form.group())

    url = reverse("review", args=[case.pk])
    response = browser.post(url, {**dict(fields), "do": "confirm"})

    assert response.status_code == 303
    assert Ruling.objects.get(case=case).review == "confirmed"
    assert Case.objects.get(pk=case.pk).state == "ruled"
    with django_assert_max_num_queries(12):
        after = text_of(browser.get(response["Location"]))
    assert "Confirmed: " in after
    assert "Confirmed by Cleo at " in after
    ruling = tablet(cast.dana).get(reverse("ruling", args=[case.pk]))
    assert "Confirmed by Cleo at " in text_of(ruling)


def test_chief_reads_what_the_solver_lacks_on_this_machine(cast, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)

    page = text_of(tablet(cast.cleo).get(at(cast)))

    assert "The solver has no compiler on this machine" in page
