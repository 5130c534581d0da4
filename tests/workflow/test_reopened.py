"""Facts of an announced ruling are opened again, and another ruling follows."""

import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import Case, Position, Ruling, Slip, Statement, Window
from rulings.presenters.table.before_after import superseding_rows
from rulings.queries.case.repaired import reopened
from rulings.queries.case.solving import solver_input
from rulings.queries.player import announced_cases
from rulings.queries.table.sheet import sheet_of
from rulings.queries.words import text_of
from rulings.views.player.pages import state_words
from rulings.workflow import facts, objections
from rulings.workflow.cases import close_case
from rulings.workflow.errors import Fault, Invalid
from rulings.workflow.facts import ClaimGiven, change_facts
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import corrections, decide
from rulings.workflow.ruling.corrections import Right
from rulings.workflow.undo import leave_as_announced
from tests.factories import POSITION, decision, free_playing, make_case, make_event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
WHY = "the tape says otherwise"
THREE = Contract.parse("3S S")


@pytest.fixture
def cast():
    return make_event()


@pytest.fixture
def case(cast):
    found = make_case(cast, state="announced")
    change_facts(cast.form(cast.dana), found.pk, reason=WHY)
    return found


def now(case):
    return Case.objects.select_related("playing", "claim", "position").get(pk=case.pk)


def say(cast, case, words, steps):
    layer = Statement.Layer.CLAIM
    form = cast.form(cast.dana, reopens=True)
    facts.record_statement(
        form, case.pk, layer=layer, seat="S", words=words, steps=steps
    )
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")


def test_the_ruling_stays_in_force_until_the_corrected_one_is_announced(cast, case):
    first = Ruling.objects.get()
    claimed = ClaimGiven(claimer="S", tricks_left=8, tricks_claimed=7)

    say(cast, case, "drawing trumps", ["draw trumps"])
    facts.record_claim(cast.form(cast.dana, reopens=True), case.pk, claimed)
    other = Cards.parse(str(POSITION).replace("5-0", "4-1"))
    form = cast.form(cast.dana, reopens=True)
    facts.record_position(form, case.pk, other, Position.Source.MARKED)
    assert now(case).state == "frozen"
    assert Ruling.objects.get(current=True) == first
    (known,) = announced_cases([now(case)])
    assert known.ruling == first
    assert "stays in force until another" in state_words(known, "NS", cast.at)
    cast.later(minutes=5)
    decide.rule(cast.form(cast.dana), case.pk, decision(6, won_before=4, laws=["70A"]))

    second = Ruling.objects.get(number=2)
    assert text_of(second.reasons) == WHY
    shown = {
        row.name: (row.before, row.after)
        for row in superseding_rows(sheet_of(now(case)))
    }
    assert shown["Words"] == ("I have the rest.", "drawing trumps")
    assert shown["Claimed"] == ("8 of 8", "7 of 8")
    assert shown["Tricks before"] == ("N–S 5, E–W 0", "N–S 4, E–W 1")
    assert shown["Tricks ruled"] == ("7 of 8", "6 of 8")
    assert shown["Result"] == ("makes, 2 over", "makes")
    assert shown["N–S"] == ("+480", "+420")
    assert shown["Law"] == ("70C (a trump still out)", "70A (a doubtful point)")
    assert shown["Appeal until"] == ("30 min after the scores are published",) * 2

    known = Window.objects.get(case=case, purpose="appeal").closes_at
    decide.announce(cast.form(cast.dana), case.pk)
    assert Ruling.objects.get(current=True) == second
    assert now(case).playing.score == 420
    window = Window.objects.get(case=case, purpose="appeal")
    assert known is None or window.closes_at > known
    assert verify().findings == []


def test_it_is_left_as_it_was_whatever_was_done_since(cast, case):
    before = str(now(case).position.text)
    say(cast, case, "drawing trumps", ["draw trumps"])
    decide.rule(cast.form(cast.dana), case.pk, decision(6))

    leave_as_announced(cast.form(cast.dana), case.pk)

    found = now(case)
    assert (found.state, found.position.text) == ("announced", before)
    said = Statement.objects.get(case=case)
    assert (text_of(said.words), said.steps) == (
        "I have the rest.",
        ["the rest are good"],
    )
    assert said.read_back_ew == "confirmed"
    assert Ruling.objects.count() == 1
    assert verify().findings == []
    decide.revise(cast.form(cast.dana), case.pk, decision(6, reasons=WHY))
    decide.overrule(cast.form(cast.cleo), case.pk, decision(5, reasons=WHY))
    with pytest.raises(Fault, match="nothing to take back"):
        leave_as_announced(cast.form(cast.dana), case.pk)


def test_it_needs_a_reason_and_time(cast):
    case = make_case(cast, state="announced")
    with pytest.raises(Fault, match="Give the reason"):
        change_facts(cast.form(cast.dana), case.pk)
    rows = Window.objects.filter(case=case, purpose=Window.Purpose.CORRECTION)
    rows.update(closes_at=cast.at)
    cast.later(minutes=1)

    with pytest.raises(Invalid, match="time for corrections is over"):
        change_facts(cast.form(cast.dana), case.pk, reason=WHY)

    assert now(case).state == "announced"
    assert reopened(now(case)) is None


def test_a_form_from_before_the_announcement_opens_nothing(cast):
    case = make_case(cast, state="announced")
    with pytest.raises(Exception, match="not possible while a case is announced"):
        say(cast, case, "drawing trumps", ["draw trumps"])


def rows_of_ruling(cast, case, ruled):
    """Rule, and return before and after by name as the director sees them."""
    decide.rule(cast.form(cast.dana), case.pk, ruled)
    rows = superseding_rows(sheet_of(now(case)))
    return {row.name: (str(row.before), str(row.after)) for row in rows}


def test_contract_number_and_words_are_corrected_by_one_ruling(cast, case):
    claimed = ClaimGiven(
        claimer="S", contract=THREE, tricks_left=8, tricks_claimed=7, number_said=True
    )
    facts.record_claim(cast.form(cast.dana), case.pk, claimed)
    assert now(case).playing.contract == "4S S"
    assert sheet_of(now(case)).contract == THREE
    assert solver_input(now(case)).claim.tricks == 7
    say(cast, case, "drawing trumps", ["draw trumps"])

    rows = rows_of_ruling(cast, case, decision(6))

    assert rows["Contract"] == ("4S S", "3S S")
    assert rows["Words"] == ("I have the rest.", "drawing trumps")
    assert rows["Claimed"] == ("8 of 8", "7 of 8")
    assert rows["N–S"][1] == "+200"
    second = Ruling.objects.get(number=2)
    assert second.corrects == {"contract": ["4S S", "3S S"]}
    assert second.contract == "3S S"
    assert Ruling.objects.get(current=True).number == 1
    decide.announce(cast.form(cast.dana), case.pk)
    found = now(case)
    assert (found.playing.contract, found.playing.score) == ("3S S", 200)
    assert text_of(Statement.objects.get().words) == "drawing trumps"
    assert Slip.objects.filter(ruling=second).count() == 1
    assert sheet_of(found).contract == THREE
    assert verify().findings == []


def test_another_claimer_is_heard_before_the_one_ruling(cast, case):
    other = ClaimGiven(claimer="W", tricks_left=8, tricks_claimed=2)
    facts.record_claim(cast.form(cast.dana), case.pk, other)
    sheet = sheet_of(now(case))
    assert (now(case).claim.claimer, sheet.claim.claimer) == ("S", "W")
    assert (now(case).state, sheet.layers) == ("contested", {})
    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat="W",
        words="my trump",
        steps=[],
    )
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    assert solver_input(now(case)).claim.claimer.letter == "W"

    rows = rows_of_ruling(cast, case, decision(2, won_before=0))

    assert rows["Claimer"] == ("South", "West")
    assert rows["Words"] == ("I have the rest.", "my trump")
    decide.announce(cast.form(cast.dana), case.pk)
    assert now(case).claim.claimer == "W"
    assert text_of(Statement.objects.get().words) == "my trump"
    assert Ruling.objects.get(current=True).tricks_ew == 2
    assert verify().findings == []


def test_another_board_asks_for_its_cards_before_the_one_ruling(cast):
    case, there = make_case(cast, state="announced"), free_playing(cast)
    right = Right(THREE, playing_id=there.pk)
    form = cast.form(cast.dana)
    corrections.open_facts(form, case.pk, right, reason=WHY)
    assert not Position.objects.filter(case=case).exists()
    assert now(case).playing_id != there.pk
    facts.record_position(
        cast.form(cast.dana), case.pk, POSITION, Position.Source.MARKED
    )
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")

    rows = rows_of_ruling(cast, case, decision(6))

    assert {"Board", "Contract"} <= rows.keys()
    decide.announce(cast.form(cast.dana), case.pk)
    found = now(case)
    assert (found.playing_id, found.playing.contract) == (there.pk, "3S S")
    assert found.position.text == str(POSITION)
    assert verify().findings == []


def test_what_waits_goes_with_the_ruling_left_as_it_was(cast):
    case = make_case(cast, state="announced")
    form = cast.form(cast.dana)
    corrections.open_facts(form, case.pk, Right(THREE, Seat.WEST), reason=WHY)
    assert sheet_of(now(case)).claimer is Seat.WEST

    leave_as_announced(cast.form(cast.dana), case.pk)
    change_facts(cast.form(cast.dana), case.pk, reason=WHY)

    sheet = sheet_of(now(case))
    assert (str(sheet.contract), sheet.claimer) == ("4S S", Seat.SOUTH)
    assert text_of(sheet.layers["claim"].words) == "I have the rest."
    assert verify().findings == []


def test_a_corrected_ruling_that_is_sent_back_keeps_what_it_corrects(cast, case):
    claimed = ClaimGiven(claimer="S", contract=THREE, tricks_left=8)
    facts.record_claim(cast.form(cast.dana), case.pk, claimed)
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    decide.rule(cast.form(cast.dana), case.pk, decision(6))
    decide.send_back(cast.form(cast.cleo), case.pk, reason=WHY)
    decide.rule(cast.form(cast.dana), case.pk, decision(7))
    decide.announce(cast.form(cast.dana), case.pk)

    assert now(case).playing.contract == "3S S"
    assert verify().findings == []


def test_dummy_of_the_right_contract_has_not_claimed(cast):
    case = make_case(cast, state="announced")
    right = Right(Contract.parse("4S N"))
    with pytest.raises(Fault, match="dummy"):
        corrections.open_facts(cast.form(cast.dana), case.pk, right, reason=WHY)
    assert now(case).state == "announced"


def test_a_doubt_that_is_taken_back_leaves_the_ruling_to_be_made(cast, case):
    doubt = case.objections.get()
    objections.resolve_objection(
        cast.form(cast.dana),
        case.pk,
        doubt.pk,
        resolution="withdrawn",
        settled=objections.Assent(side="EW", how="spoken"),
    )
    assert now(case).state == "contested"
    with pytest.raises(Fault, match="A ruling on this claim is in force"):
        close_case(cast.form(cast.dana), case.pk, outcome="O-NOCLAIM-TRICK")
