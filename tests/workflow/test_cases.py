"""Cases are opened with what holds now, taken over, closed and opened again."""

import json

import pytest

from rulings.models import Case, Entry, Participant, Playing, Private
from rulings.permissions import Refused
from rulings.states import NotAllowed
from rulings.workflow import cases
from rulings.workflow.errors import Invalid, KeyReused
from rulings.workflow.event import events, scores
from rulings.workflow.proof.verify import verify
from tests.factories import free_playing, make_case, make_event, make_user, shell

pytestmark = pytest.mark.django_db


def now(case):
    return Case.objects.get(pk=case.pk)


def seat(user, playing):
    """Make a member of staff one of the players of a board."""
    Participant.objects.filter(pk=playing.ns.members[0]).update(user=user)


def test_opening_copies_edition_and_regulations_and_tells_the_board():
    cast = make_event()
    place = free_playing(cast)

    receipt = cases.open_case(cast.form(cast.dana), place, flow_hash="f" * 64)

    case = Case.objects.get(pk=receipt.case_id)
    assert (case.edition, case.regulation_hash) == ("2017", cast.event.regulation_hash)
    assert (case.director, case.state, case.version) == (cast.dana, "called", 1)
    assert case.called_at == cast.at
    assert Playing.objects.get(pk=place.pk).status == "in_play"
    content = json.loads(bytes(Entry.objects.get(case_id=case.pk).data))
    assert content["after"] is None
    told = content["inputs"]["place"]
    assert told["event"]["name"] == "Spring Pairs"
    assert told["board"]["number"] == place.board.number
    assert told["playing"]["status"] == "in_play"


def test_a_board_already_in_play_stays_so():
    cast = make_event()
    place = free_playing(cast)
    scores.start_round(cast.form(cast.dana), cast.event, place.round)

    make_case(cast, playing=place)

    assert Playing.objects.get(pk=place.pk).status == "in_play"
    assert verify().findings == []


def test_a_director_who_plays_the_board_opens_it_for_another():
    cast = make_event()
    place = free_playing(cast)
    seat(cast.dana, place)

    receipt = cases.open_case(cast.form(cast.dana), place, flow_hash="x")

    case = Case.objects.get(pk=receipt.case_id)
    assert case.director is None
    with pytest.raises(Refused):
        cases.take_over(cast.form(cast.dana), case.pk)
    cases.take_over(cast.form(cast.cleo), case.pk)
    assert now(case).director == cast.cleo


def test_an_opening_form_with_another_kind_is_another_form():
    cast = make_event()
    form, place = cast.form(cast.dana), free_playing(cast)
    cases.open_case(form, place, flow_hash="x")

    with pytest.raises(KeyReused):
        cases.open_case(form, place, flow_hash="x", kind=Case.Kind.LAW27)


def test_who_has_no_business_opens_nothing():
    cast = make_event()

    with pytest.raises(Refused):
        cases.open_case(cast.form(cast.olly), free_playing(cast), flow_hash="x")
    assert not Case.objects.exists()


def test_taking_over_tells_from_whom():
    cast = make_event()
    case = make_case(cast)

    receipt = cases.take_over(cast.form(cast.cleo), case.pk)

    content = json.loads(
        bytes(Entry.objects.get(seq=receipt.seq, case_id=case.pk).data)
    )
    assert content["inputs"]["from"] == cast.dana.pk


def test_the_chief_or_who_has_it_gives_a_case_to_another_director():
    cast = make_event()
    piotr = make_user("piotr")
    events.give_role(shell(), cast.event, piotr, "director", [])
    case = make_case(cast)

    cases.assign(cast.form(cast.dana), case.pk, piotr)
    assert now(case).director == piotr
    with pytest.raises(Refused):
        cases.assign(cast.form(cast.dana), case.pk, cast.dana)
    cases.assign(cast.form(cast.cleo), case.pk, cast.dana)

    assert now(case).director == cast.dana


def test_a_case_is_given_neither_to_its_players_nor_to_strangers():
    cast = make_event()
    case = make_case(cast)
    seat(cast.dana, case.playing)

    for user in (cast.dana, cast.olly):
        with pytest.raises((Refused, Invalid)):
            cases.assign(cast.form(cast.cleo), case.pk, user)


def test_closing_tells_the_outcome_and_why():
    cast = make_event()
    case = make_case(cast)

    receipt = cases.close_case(
        cast.form(cast.dana),
        case.pk,
        outcome="O-NOCLAIM-TRICK",
        reason="he only thought",
    )

    assert (now(case).state, now(case).outcome) == ("closed", "O-NOCLAIM-TRICK")
    content = json.loads(
        bytes(Entry.objects.get(seq=receipt.seq, case_id=case.pk).data)
    )
    reason = Private.objects.get(pk=content["inputs"]["reason"])
    assert reason.text == "he only thought"


def test_a_closed_case_is_opened_again_with_a_reason_until_it_is_final():
    cast = make_event()
    case = make_case(cast, state="closed")
    with pytest.raises(Invalid, match="reason"):
        cases.reopen_case(cast.form(cast.dana), case.pk, reason="")
    cases.reopen_case(cast.form(cast.dana), case.pk, reason="he meant it")
    assert (now(case).state, now(case).outcome) == ("called", "")

    cases.close_case(cast.form(cast.dana), case.pk, outcome="O-NOCLAIM-TRICK")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    cast.later(minutes=31)

    with pytest.raises(Invalid, match="final"):
        cases.reopen_case(cast.form(cast.dana), case.pk, reason="he meant it")


def test_only_a_closed_case_is_opened_again():
    cast = make_event()
    case = make_case(cast)

    with pytest.raises(NotAllowed):
        cases.reopen_case(cast.form(cast.dana), case.pk, reason="x")
