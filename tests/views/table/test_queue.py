"""The queue: rows, fragment, a fixed number of queries, acts in passing."""

import uuid

import pytest
from django.urls import reverse

from rulings.models import Appeal, Case, Objection, Playing, Role, Round, Section, Table
from rulings.permissions import Refused
from rulings.workflow import cases, objections
from rulings.workflow.event import events
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.ruling import decide, mistakes
from tests.factories import (
    decision,
    make_case,
    make_event,
    make_staff,
    make_user,
    shell,
)
from tests.people import stop_clock
from tests.views.table.proposals import again, at_the_proposal
from tests.views.table.walks import Walk, hidden
from tests.workflow.ruling.test_appeals import appealed, end

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def calls(walk, cast):
    """Return every call on the page, in the order of the lanes."""
    lanes = walk.see("queue", cast.event.pk).context["lanes"]
    return [call for lane in lanes for call in lane.calls]


def test_queue_shows_what_is_called_and_what_comes_next(walk, cast):
    case = make_case(cast, state="contested")

    walk.see("queue", cast.event.pk)

    assert "Claim, doubted" in walk.text
    assert "Next:</b> the cards" in walk.text
    assert reverse("case", args=[case.pk]) in walk.text


def test_queue_sends_only_its_rows_when_polled(client, cast):
    client.force_login(cast.dana)

    response = client.get(reverse("queue", args=[cast.event.pk]), **HTMX)

    text = response.content.decode()
    assert text.lstrip().startswith('<div class="stack" id="rows"')
    assert "<html" not in text


def test_queue_shows_no_time_to_appeal_that_serves_nobody(walk, cast):
    case, _ = appealed(cast)
    end(cast, case, "EW", outcome=Appeal.Outcome.CHANGED, decision=decision(8))
    decide.announce(cast.form(cast.dana), case.pk)

    walk.see("queue", cast.event.pk)

    assert "Appeal · Law 92B" not in walk.text


@pytest.mark.parametrize("state", ["called", "agreed", "announced"])
def test_queue_asks_as_much_for_three_cases_as_for_one(
    client, cast, state, django_assert_max_num_queries
):
    client.force_login(cast.dana)
    url = reverse("queue", args=[cast.event.pk])
    make_case(cast, state=state)
    client.get(url)
    with django_assert_max_num_queries(40) as one:
        client.get(url)
    make_case(cast, state=state)
    make_case(cast, state=state)

    with django_assert_max_num_queries(len(one)) as three:
        client.get(url)

    assert len(three) == len(one)


def test_call_nobody_has_is_taken_with_the_tap(client, cast):
    player = make_user("piotr")
    playing_cast = make_event(players={"Player 1a": player}, suffix="2")
    events.give_role(shell(), playing_cast.event, player, Role.Name.DIRECTOR, [])
    walk = Walk(client)
    client.force_login(player)
    mine = Playing.objects.filter(
        board__event=playing_cast.event, ns__number=1, round__order=1
    ).first()
    walk.see("new_call", playing_cast.event.pk)
    walk.send("new_call", playing_cast.event.pk, playing=mine.pk)
    case = Case.objects.get()
    assert case.director is None
    assert walk.at == "claim"

    client.force_login(playing_cast.dana)
    walk.see("queue", playing_cast.event.pk)
    assert "nobody has taken it" in walk.text
    walk.send("take_over", case.pk)

    case.refresh_from_db()
    assert case.director == playing_cast.dana


def test_closed_case_comes_back_when_a_player_wants_something(client, cast):
    case = make_case(cast, state="closed")
    client.force_login(cast.dana)
    url = reverse("queue", args=[cast.event.pk])
    link = reverse("case", args=[case.pk])
    assert link not in client.get(url).content.decode()

    ask = objections.Wanted(wish=Objection.Wish.ASK_RULING, side="NS")
    objections.submit_objection(cast.form(cast.dana), case.pk, ask)

    assert link in client.get(url).content.decode()
    wish = reverse("wish", args=[case.pk, Objection.objects.get(case=case).pk])
    assert wish in client.get(link, follow=True).content.decode()


def test_objection_of_another_case_does_not_exist(client, cast):
    make_case(cast, state="contested")
    other = make_case(cast)
    client.force_login(cast.dana)
    url = reverse("withdraw_objection", args=[other.pk, Objection.objects.get().pk])

    data = {"key": uuid.uuid4(), "version": other.version}

    assert client.post(url, data).status_code == 404


def test_guarded_row_names_who_can_take_it(client, cast):
    player = make_user("piotr")
    other = make_event(players={"Player 1a": player}, suffix="2")
    events.give_role(shell(), other.event, player, Role.Name.DIRECTOR, [])
    mine = Playing.objects.filter(board__event=other.event, ns__number=1).first()
    make_case(other, playing=mine)
    client.force_login(player)

    url = reverse("queue", args=[other.event.pk])
    text = client.get(url, {"show": "all"}).content.decode()

    assert "Hand it to Cleo2 or Dana2." in text


def test_call_of_another_director_stands_under_all_and_says_whose_it_is(walk, cast):
    maria = make_staff(cast, "maria", Role.Name.DIRECTOR)
    case = make_case(cast)
    cases.take_over(cast.form(maria), case.pk)

    walk.see("queue", cast.event.pk)
    assert "No call is yours or new." in walk.text

    page = walk.client.get(reverse("queue", args=[cast.event.pk]), {"show": "all"})
    assert "Maria has it" in page.content.decode()


@pytest.mark.parametrize(
    ("minutes", "age"), [(0, "a1"), (1.9, "a1"), (2, "a2"), (5, "a2"), (5.1, "a3")]
)
def test_a_call_grows_old_in_three_steps(walk, cast, monkeypatch, minutes, age):
    stop_clock(monkeypatch, cast)
    make_case(cast)
    cast.later(minutes=minutes)

    assert [call.age for call in calls(walk, cast)] == [age]


def test_calls_are_chosen_by_section(walk, cast):
    case = make_case(cast)
    elsewhere = Section.objects.create(session=cast.session, letter="B")
    far = Table.objects.create(section=elsewhere, number=4)
    there = make_case(cast)
    Playing.objects.filter(pk=there.playing_id).update(table=far)
    url = reverse("queue", args=[cast.event.pk])

    shown = {
        show: [
            call.case.pk
            for lane in walk.client.get(url, {"show": show}).context["lanes"]
            for call in lane.calls
        ]
        for show in ("A", "B", "all")
    }

    assert (shown["A"], shown["B"]) == ([case.pk], [there.pk])
    assert set(shown["all"]) == {case.pk, there.pk}


def test_nobody_hands_over_what_another_director_has(cast):
    maria = make_staff(cast, "maria", Role.Name.DIRECTOR)
    case = make_case(cast)

    with pytest.raises(Refused):
        cases.assign(cast.form(maria), case.pk, maria)


def test_own_call_on_a_later_board_makes_an_agreement_firm(walk, cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="agreed")
    later = (
        Playing.objects.filter(table=case.playing.table)
        .exclude(pk=case.playing_id)
        .order_by("round__order", "board__number")
        .first()
    )
    walk.see("queue", cast.event.pk)
    cast.later(minutes=1)

    walk.send("own_call", cast.event.pk, later.pk, "EW")

    later.refresh_from_db()
    assert later.called_ew_at is not None
    assert case.windows.get(purpose="agreement").closes_at is not None


def test_round_is_over_after_one_question(walk, cast, monkeypatch):
    """A tap that counts for a whole room asks first: what it closes cannot reopen."""
    stop_clock(monkeypatch, cast)
    first = Round.objects.get(session=cast.session, order=1)
    make_case(cast, state="agreed")
    walk.see("queue", cast.event.pk)
    assert f'href="{reverse("round_over", args=[cast.event.pk, first.pk])}"' in (
        walk.page.content.decode()
    )

    walk.see("round_over", cast.event.pk, first.pk)
    first.refresh_from_db()
    assert first.ended_at is None
    assert "1 agreed claim is closed" in walk.text

    walk.send("round_over", cast.event.pk, first.pk)

    first.refresh_from_db()
    assert first.ended_at is not None
    assert "Round 2" in walk.text


def test_board_that_no_schedule_foresaw_is_named_and_needs_a_yes(walk, cast):
    event = cast.event.pk
    numbers = {"section": "A", "table": "7", "board": "33"}
    walk.see("new_call", event)

    asked = walk.client.post(
        reverse("new_call", args=[event]), {**hidden(walk.page), **numbers}
    )

    text = asked.content.decode()
    assert asked.status_code == 422
    assert "There is no board 33 in this event." in text
    assert 'value="33"' in text
    assert not Case.objects.exists()

    walk.send("new_call", event, **numbers, sure=f"A-7-33 {cast.session.pk}")

    case = Case.objects.get()
    assert (case.playing.table.number, case.playing.board.number) == (7, 33)


def test_yes_holds_for_the_numbers_it_was_said_to(walk, cast):
    event = cast.event.pk
    walk.see("new_call", event)
    sure = f"A-7-33 {cast.session.pk}"

    asked = walk.client.post(
        reverse("new_call", args=[event]),
        {**hidden(walk.page), "table": "7", "board": "34", "sure": sure},
    )

    assert "There is no board 34 in this event." in asked.content.decode()
    assert not Case.objects.exists()


def test_call_without_a_board_is_refused_and_kept(client, cast):
    client.force_login(cast.dana)
    walk = Walk(client)
    walk.see("new_call", cast.event.pk)

    response = client.post(
        reverse("new_call", args=[cast.event.pk]),
        {"key": "4f5b6c0e-6f3c-4f0a-9d3a-0f5b6c0e6f3c", "table": "7"},
    )

    assert response.status_code == 422
    assert "Give the table and the board." in response.content.decode()
    assert not Case.objects.exists()


def test_wish_stands_by_when_it_came_not_by_the_old_call(walk, cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    old = make_case(cast, state="announced")
    cast.later(minutes=30)
    later = make_case(cast, state="announced")
    wanted = Wanted(wish=Objection.Wish.DOUBT, side="EW", seat="W")
    for case in (later, old):
        cast.later(minutes=1)
        submit_objection(cast.form(cast.dana), case.pk, wanted)

    rows = calls(walk, cast)

    assert [row.case.pk for row in rows] == [later.pk, old.pk]
    assert rows[1].title == "West objects to the ruling"


def test_new_calls_come_first_then_those_with_whom_play_waits(walk, cast, monkeypatch):
    stop_clock(monkeypatch, cast)
    taken = make_case(cast)
    ruled = make_case(cast, state="announced")
    cast.later(minutes=30)
    wanted = Wanted(wish=Objection.Wish.DOUBT, side="EW", seat="W")
    submit_objection(cast.form(cast.dana), ruled.pk, wanted)
    cast.later(minutes=1)
    fresh = make_case(cast)
    Case.objects.filter(pk=fresh.pk).update(director=None)

    rows = calls(walk, cast)

    assert [row.case.pk for row in rows] == [fresh.pk, taken.pk, ruled.pk]
    assert "session 1" in walk.text


def test_cancelled_call_keeps_its_reason_from_one_who_is_to_play_it(client, cast):
    player = make_user("piotr")
    other = make_event(players={"Player 1a": player}, suffix="2")
    events.give_role(shell(), other.event, player, Role.Name.DIRECTOR, [])
    mine = Playing.objects.filter(board__event=other.event, ns__number=1).first()
    case = make_case(other, playing=mine)
    mistakes.cancel_case(other.form(other.dana), case.pk, reason="South only showed.")
    pages = []

    for user in (player, other.dana):
        client.force_login(user)
        page = client.get(reverse("queue", args=[other.event.pk]))
        pages.append(page.content.decode())

    address = reverse("case", args=[case.pk])
    assert ["1 call cancelled" in page for page in pages] == [True, True]
    assert ["South only showed." in page for page in pages] == [False, True]
    assert [address in page for page in pages] == [False, True]


def test_a_ruling_that_is_ready_shows_the_number_of_the_facts_now(client, cast):
    walk = at_the_proposal(client, cast)

    def ready():
        return walk.see("queue", cast.event.pk).content.decode()

    assert "Ruling ready: 3 or 4" in ready()
    walk.see("proposal")
    cast.later(minutes=1)
    walk.send("settle", aware_of_trump="not_aware")
    assert "Ruling ready: " not in ready()  # it is being counted

    again(walk)

    assert "Ruling ready: 3<" in ready()
