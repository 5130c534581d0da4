"""A corrected ruling says what was corrected, and why the number goes on holding."""

from datetime import timedelta

import pytest

from rulings.models import Case, Playing, Window
from rulings.presenters.readouts import MOST, ruling_readout
from rulings.presenters.readouts.ruled import UNSEEN, why_words
from rulings.presenters.table.before_after import appeal_row
from rulings.queries.table.sheet import sheet_of
from rulings.workflow.event import scores
from rulings.workflow.ruling import decide
from rulings.workflow.ruling.corrections import Right, correct_facts
from tests.factories import NOON, decision, make_case, make_event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

OWN = "South ruffed the jack as they played on"
FOUND = "West came with the score card"


def corrected(tricks_ns=None):
    """Return the sheet of a ruling by hand whose contract was one lower."""
    cast = make_event()
    case = make_case(cast, state="frozen", claimed=7)
    decide.rule(cast.form(cast.dana), case.pk, decision(6, laws=["70A"], reasons=OWN))
    decide.announce(cast.form(cast.dana), case.pk)
    contract = sheet_of(Case.objects.get(pk=case.pk)).contract
    lower = type(contract)(3, contract.strain, 0, contract.declarer)
    right = Right(lower, tricks_ns=tricks_ns)
    correct_facts(cast.form(cast.dana), case.pk, right, reason=FOUND)
    return sheet_of(Case.objects.get(pk=case.pk))


def why(sheet):
    return ruling_readout(sheet, sheet.ruling, None).why


def test_the_right_contract_and_the_reason_for_the_number_are_read_out():
    assert why(corrected()) == (
        f"The contract was 3 spades, not 4 spades. {FOUND}. {OWN}."
    )


def test_a_reason_for_another_number_is_not_read_out():
    sheet = corrected(5)
    words = why(sheet)

    assert "It is 5 tricks, not 6." in ruling_readout(sheet, sheet.ruling, None).said
    assert words.startswith(f"The contract was 3 spades, not 4 spades. {FOUND}.")
    assert OWN not in words


def test_what_a_reader_may_not_see_is_left_out_of_both_reasons():
    sheet = corrected()
    sheet.texts[sheet.ruling.reasons] = UNSEEN

    assert why_words(sheet, sheet.ruling) == "The contract was 3 spades, not 4 spades."


def test_what_was_read_out_keeps_and_leaves_out_the_same_words():
    cast = make_event()
    case = make_case(cast, state="frozen", claimed=7)
    decide.rule(cast.form(cast.dana), case.pk, decision(6, reasons=OWN))
    before = sheet_of(Case.objects.get(pk=case.pk))
    Playing.objects.filter(pk=case.playing_id).update(status="finished")
    later = sheet_of(Case.objects.get(pk=case.pk))
    closes = Window(case=case, closes_at=NOON + timedelta(minutes=30))

    for length in range(2, 60):
        for sheet in (before, later):
            sheet.texts[sheet.ruling.reasons] = "because " * length
        aloud = ruling_readout(before, before.ruling, None)
        again = ruling_readout(later, later.ruling, closes)

        assert (again.said, again.why) == (aloud.said, aloud.why)
        assert again.words < aloud.words <= MOST


def test_a_time_to_appeal_that_runs_starts_again_with_the_new_announcement():
    cast = make_event()
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)

    (row,) = appeal_row(Case.objects.get(pk=case.pk))

    assert row.before.endswith(":30")  # in the zone of whoever looks
    assert row.after == "30 min after the new announcement"
