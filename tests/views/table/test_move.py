"""A call moved to a board that no schedule foresaw: a look changes nothing."""

import uuid

import pytest
from django.urls import reverse

from rulings.models import Board, Case, Entry, Playing, Position, Session
from rulings.queries.case.repaired import playing_of
from rulings.workflow import facts
from rulings.workflow.errors import Invalid
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide, mistakes
from tests.factories import POSITION, decision, free_playing, make_case

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(client, cast):
    client.force_login(cast.dana)
    return make_case(cast, state="contested")


def sent(case, **more):
    session = case.playing.round.session_id
    numbers = {"section": "A", "table": "1", "board": "77"}
    form = {"key": str(uuid.uuid4()), "version": case.version}
    return {**form, **numbers, "sure": f"A-1-77 {session}", **more}


def post(client, case, data):
    return client.post(reverse("mistake", args=[case.pk]), data)


def test_looking_at_a_board_that_is_not_planned_adds_nothing(client, case):
    before = Entry.objects.count()

    page = post(client, case, sent(case))

    assert page.status_code == 200
    assert "Move this call to table A1, board 77?" in page.content.decode()
    assert Entry.objects.count() == before
    assert not Board.objects.filter(number=77).exists()
    assert Session.objects.get().schedule_known


def test_the_confirmation_adds_the_board_and_moves_the_call(client, case):
    data = sent(case, reason="the wrong board")

    assert post(client, case, data).status_code == 303
    assert post(client, case, data).status_code == 303  # the same form sent twice

    moved = Case.objects.get(pk=case.pk)
    assert moved.playing.board.number == 77
    assert Playing.objects.filter(board__number=77).count() == 1
    assert not Session.objects.get().schedule_known
    assert verify().findings == []


def test_a_move_that_is_refused_leaves_the_schedule(client, case, monkeypatch):
    def refuses(*_args):
        raise Invalid("not there")

    monkeypatch.setattr(mistakes, "require_place", refuses)

    assert post(client, case, sent(case, reason="the wrong board")).status_code == 422

    assert not Board.objects.filter(number=77).exists()
    assert Session.objects.get().schedule_known


def test_board_of_a_ruling_that_is_open_again_is_put_right_with_it(walk, cast):
    walk.case = make_case(cast, state="announced")
    was = walk.case.playing_id
    facts.change_facts(cast.form(cast.dana), walk.case.pk, reason="Another board.")
    to = free_playing(cast)
    walk.see("case")
    assert "Another table or board…" in walk.text
    walk.see("mistake")
    assert "it cannot be cancelled" in walk.text

    walk.see("move_case", walk.case.pk, to.pk)
    walk.send("move_case", walk.case.pk, to.pk, reason="the wrong board")

    case = Case.objects.get(pk=walk.case.pk)
    assert (case.playing_id, playing_of(case).pk) == (was, to.pk)
    if to.board_id != case.playing.board_id:
        assert not Position.objects.filter(case=case).exists()
        form = cast.form(cast.dana)
        facts.record_position(form, case.pk, POSITION, Position.Source.MARKED)
    decide.rule(cast.form(cast.dana), case.pk, decision(6))
    assert Case.objects.get(pk=case.pk).playing_id == was
    decide.announce(cast.form(cast.dana), case.pk)
    assert Case.objects.get(pk=case.pk).playing_id == to.pk
    assert verify().findings == []


def test_board_put_right_in_a_repair_can_be_put_back(walk, cast):
    walk.case = make_case(cast, state="announced")
    was = walk.case.playing_id
    facts.change_facts(cast.form(cast.dana), walk.case.pk, reason="Another board.")
    for to in (free_playing(cast).pk, was):
        walk.see("move_case", walk.case.pk, to)
        walk.send("move_case", walk.case.pk, to, reason="the wrong board")

        assert playing_of(Case.objects.get(pk=walk.case.pk)).pk == to

    assert verify().findings == []
