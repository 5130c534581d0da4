"""Every end of every flow has words to read out, in each edition and language."""

import pytest
from django.utils.translation import override

from rulings.laws.engine import load_flow
from rulings.laws.handbook.tables import held
from rulings.models import Case, Ruling
from rulings.presenters.readouts import MOST, ended_readout, ruling_readout
from rulings.presenters.readouts.ruled import BY_EFFECT
from rulings.queries.case.endings import ASSIGNS, RULINGS, is_closing
from rulings.queries.table.sheet import sheet_of
from rulings.workflow import cases
from tests.factories import free_playing, make_case, make_event
from tests.presenters.test_readouts import FORBIDDEN, LANGUAGES, UNTIL, appeal_of

pytestmark = pytest.mark.django_db

APART = {
    *("O-FINAL", "O-APPEAL-INADMISSIBLE", "O-APPEAL-UPHELD", "O-RULING-CORRECTED"),
    *("O-APPEAL-NO-MERIT", "O-APPEAL-CHANGED"),
}
"""Appeals and the ruling that corrects have read-outs of their own."""


def ends_of(effects):
    """Return every outcome of a flow in an edition with or without these effects."""
    return [
        pytest.param(flow, one, id=f"{flow.name}, {flow.edition.name}, {one.id}")
        for flow in held()
        for one in flow.outcomes.values()
        if one.id not in APART and effects(one)
    ]


def bid_case(flow):
    """Return the sheet of a case about an insufficient bid."""
    cast = make_event(edition=flow.edition.name)
    form, place = cast.form(cast.dana), free_playing(cast)
    made = cases.open_case(form, place, flow_hash=flow.hash, kind=flow.name)
    return sheet_of(Case.objects.get(pk=made.case_id))


@pytest.mark.parametrize(("flow", "outcome"), ends_of(is_closing))
def test_every_end_has_its_words_and_the_right_of_appeal(flow, outcome):
    sheet = (
        bid_case(flow) if flow.name != "claims" else sheet_of(make_case(make_event()))
    )
    for language in LANGUAGES:
        with override(language):
            one = ended_readout(sheet, outcome, ())

            assert len(outcome.readout) == 3
            assert all((one.said, one.why, one.result)), outcome.id
            assert 15 < one.words <= MOST
            assert "30" in one.then
            assert language == "en" or one.said != outcome.readout[0]
            if language == "en":
                assert not FORBIDDEN.search(" ".join(one.parts)), one.parts


@pytest.mark.parametrize(
    ("flow", "outcome"),
    ends_of(lambda one: one.effect in {*RULINGS, ASSIGNS} - {"ruled"}),
)
def test_every_ruling_has_a_reason_of_its_own(flow, outcome):
    known = BY_EFFECT.get(outcome.effect, {})

    assert outcome.effect == "too_late" or any(
        law.startswith(reference.partition("(")[0])
        for reference in map(str, outcome.refs)
        for law in known
    ), outcome.refs


@pytest.mark.parametrize("edition", ["2007", "2017"])
@pytest.mark.parametrize(
    ("outcome", "words"),
    [("O-27D", "too low"), ("O-AWARE-ADJUST", "could have known")],
)
def test_a_score_assigned_for_a_low_bid_is_read_out(edition, outcome, words):
    flow = load_flow("law27", edition)
    sheet = bid_case(flow)
    row = Ruling(
        case=sheet.case,
        number=1,
        outcome=outcome,
        laws=[str(ref) for ref in flow.outcomes[outcome].refs],
        assigned=[{"weight": 100, "contract": "3S S", "tricks": 9, "points": 140}],
    )
    for language in LANGUAGES:
        with override(language):
            one = ruling_readout(sheet, row, appeal_of(sheet.case))
        assert one.why
        assert UNTIL in one.then
        assert 15 < one.words <= MOST
        assert language != "en" or words in one.why
