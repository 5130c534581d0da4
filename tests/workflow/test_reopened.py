"""Facts of an announced ruling are opened again, and another ruling follows."""

import pytest

from rulings.bridge.positions import Position as Cards
from rulings.models import Case, Position, Ruling, Statement, Window
from rulings.presenters.table.before_after import superseding_rows
from rulings.queries.case.repaired import reopened
from rulings.queries.player import announced_cases
from rulings.queries.table.sheet import sheet_of
from rulings.queries.words import text_of
from rulings.views.player.pages import state_words
from rulings.workflow import facts, objections
from rulings.workflow.cases import close_case
from rulings.workflow.errors import Fault, Invalid
from rulings.workflow.facts import ClaimGiven, change_facts
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from rulings.workflow.undo import leave_as_announced
from tests.factories import POSITION, decision, make_case, make_event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
WHY = "the tape says otherwise"


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
    assert "stays in force until another" in state_words(known, cast.at)
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
    assert shown["Appeal until"][1] == "30 min after the new announcement"

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


def test_claimer_and_contract_are_not_changed_under_a_ruling(cast, case):
    other = ClaimGiven(claimer="W", tricks_left=8, tricks_claimed=None)
    with pytest.raises(Fault, match="correct them by themselves"):
        facts.record_claim(cast.form(cast.dana, reopens=True), case.pk, other)


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
