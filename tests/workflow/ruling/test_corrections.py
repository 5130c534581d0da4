"""Facts that were wrong are corrected after the players were told."""

import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.models import Case, Playing, Position, Ruling, Statement, Window
from rulings.workflow.errors import Invalid
from rulings.workflow.facts import change_facts
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import corrections, decide
from rulings.workflow.ruling.corrections import Right
from rulings.workflow.undo import undo
from tests.factories import decision, free_playing, make_case, make_event

pytestmark = pytest.mark.django_db

THREE, FOUR = Contract.parse("3S S"), Contract.parse("4S S")
WHY = "both sides say so"


def correct(cast, case, right, reason=WHY):
    return corrections.correct_facts(
        cast.form(cast.dana), case.pk, right, reason=reason
    )


def now(case):
    return Case.objects.select_related("playing", "claim").get(pk=case.pk)


def test_an_announced_ruling_is_superseded_with_the_right_contract():
    cast = make_event()
    case = make_case(cast, state="announced")
    first = Ruling.objects.get()

    correct(cast, case, Right(THREE))

    assert now(case).state == "ruled"
    first.refresh_from_db()
    assert first.current
    assert first.contract == "4S S"
    decide.announce(cast.form(cast.dana), case.pk)
    second = Ruling.objects.get(current=True)
    assert (second.number, second.contract) == (2, "3S S")
    assert second.tricks_claimer == first.tricks_claimer
    assert second.new_score != first.new_score
    assert second.old_score == first.new_score
    assert Playing.objects.get(pk=case.playing_id).score == second.new_score
    assert verify().findings == []


def test_nothing_that_players_read_changes_before_it_is_announced():
    cast = make_event()
    case = make_case(cast, state="announced")

    correct(cast, case, Right(Contract.parse("4S W"), Seat.WEST, tricks_ns=1))

    found = now(case)
    assert (found.playing.contract, found.claim.claimer) == ("4S S", "S")
    assert Statement.objects.filter(case=case).exists()
    undo(cast.form(cast.dana), case.pk)
    assert now(case).state == "announced"
    assert verify().findings == []


def test_tricks_stay_with_their_side_when_another_claimed():
    cast = make_event()
    case = make_case(cast, state="announced")
    first = Ruling.objects.get()

    correct(cast, case, Right(FOUR, Seat.WEST))
    decide.announce(cast.form(cast.dana), case.pk)

    second = Ruling.objects.get(current=True)
    assert now(case).claim.claimer == "W"
    assert second.tricks_claimer == 8 - first.tricks_claimer
    assert second.new_score == first.new_score
    assert (second.outcome, second.laws) == ("O-CLAIM-CUT", ["70"])
    assert not Statement.objects.filter(case=case).exists()
    assert verify().findings == []


def test_tricks_are_given_to_a_side_whoever_claimed():
    cast = make_event()
    case = make_case(cast, state="announced")

    correct(cast, case, Right(FOUR, Seat.WEST, tricks_ns=5))

    second = Ruling.objects.get(number=2)
    assert (second.tricks_claimer, second.tricks_ns) == (3, 10)


def test_the_board_that_was_not_played_gets_its_own_result_back():
    cast = make_event()
    case = make_case(cast, state="announced")
    wrong, right = case.playing, free_playing(cast)

    correct(cast, case, Right(FOUR, playing_id=right.pk))
    wrong.refresh_from_db()
    assert wrong.score is not None
    decide.announce(cast.form(cast.dana), case.pk)

    wrong.refresh_from_db()
    right.refresh_from_db()
    second = Ruling.objects.get(current=True)
    assert now(case).playing_id == right.pk
    assert (wrong.contract, wrong.score, wrong.tricks) == ("", None, None)
    assert (right.contract, right.score) == ("4S S", second.new_score)
    assert verify().findings == []


def test_a_board_with_a_case_of_its_own_is_not_ruled_on_twice():
    cast = make_event()
    case = make_case(cast, state="announced")
    other = make_case(cast, state="announced", playing=free_playing(cast))
    score = Playing.objects.get(pk=other.playing_id).score

    with pytest.raises(Invalid, match="has a case of its own"):
        correct(cast, case, Right(FOUR, playing_id=other.playing_id, tricks_ns=2))

    assert Ruling.objects.filter(case=case).count() == 1
    assert Playing.objects.get(pk=other.playing_id).score == score


def test_a_case_opened_meanwhile_holds_the_announcement():
    cast = make_event()
    case = make_case(cast, state="announced")
    right = free_playing(cast)
    correct(cast, case, Right(FOUR, playing_id=right.pk))
    make_case(cast, state="announced", playing=right)

    with pytest.raises(Invalid, match="has a case of its own"):
        decide.announce(cast.form(cast.dana), case.pk)

    assert Ruling.objects.filter(current=True).count() == 2
    assert now(case).playing_id != right.pk


def test_the_cards_of_the_other_board_are_set_aside():
    cast = make_event()
    case = make_case(cast, state="announced")
    wrong, right = case.playing, free_playing(cast)
    assert wrong.board_id != right.board_id

    correct(cast, case, Right(FOUR, playing_id=right.pk))
    assert Position.objects.filter(case=case).exists()
    decide.announce(cast.form(cast.dana), case.pk)

    assert not Position.objects.filter(case=case).exists()
    assert verify().findings == []


def test_facts_of_a_correction_are_not_taken_up_again():
    cast = make_event()
    case = make_case(cast, state="announced")
    correct(cast, case, Right(THREE))

    with pytest.raises(Invalid, match="corrects facts"):
        change_facts(cast.form(cast.dana), case.pk)
    with pytest.raises(Invalid, match="corrects facts"):
        decide.send_back(cast.form(cast.cleo), case.pk, reason="Look again.")

    other = decide.with_tricks(case, Ruling.objects.get(number=2), 6, ["70C"], WHY)
    decide.overrule(cast.form(cast.cleo), case.pk, other)
    assert Ruling.objects.get(number=3).contract == "3S S"


@pytest.mark.parametrize(
    ("right", "words"),
    [
        (Right(FOUR), "Nothing is different"),
        (Right(FOUR, Seat.NORTH), "North is dummy"),
        (Right(FOUR, Seat.WEST, tricks_ns=9), "at most 8"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(right, words):
    cast = make_event()
    case = make_case(cast, state="announced")

    with pytest.raises(Invalid, match=words):
        correct(cast, case, right)


def test_an_agreed_claim_keeps_its_tricks_and_needs_a_reason():
    cast = make_event()
    case = make_case(cast, state="agreed")
    with pytest.raises(Invalid, match="Say how"):
        correct(cast, case, Right(THREE), reason="")
    with pytest.raises(Invalid, match="was agreed to"):
        correct(cast, case, Right(THREE, Seat.WEST))

    correct(cast, case, Right(THREE))

    assert now(case).state == "agreed"
    assert Playing.objects.get(pk=case.playing_id).contract == "3S S"
    assert verify().findings == []


def test_after_the_period_for_corrections_the_score_stands():
    cast = make_event()
    case = make_case(cast, state="announced")
    rows = Window.objects.filter(case=case, purpose=Window.Purpose.CORRECTION)
    rows.update(closes_at=cast.at)
    cast.later(minutes=1)

    with pytest.raises(Invalid, match="time for corrections is over"):
        correct(cast, case, Right(THREE))
    with pytest.raises(Invalid, match="time for corrections is over"):
        decide.revise(cast.form(cast.dana), case.pk, decision(5, reasons=WHY))

    assert Ruling.objects.count() == 1
