"""A case's flow walked: the director's answers first, then what the solver knows."""

import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.models import Position, Proposal, Ruling
from rulings.queries.case import flow
from rulings.queries.case.solving import solver_input
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.log import Rows, append
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case, make_event
from tests.queries.matters import now

pytestmark = pytest.mark.django_db


def test_the_directors_answer_goes_before_the_derived_one():
    cast = make_event()
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="B01", choice="none")
    facts.record_facts(
        cast.form(cast.dana), case.pk, {"facts.order_stated": True, "facts.x": None}
    )

    walked = flow.walk_case(now(case), cast.at)

    assert walked.answers["B01"] == {"choice": "none"}
    assert "B01" not in walked.derived
    assert "A01" in walked.derived
    assert walked.facts["order_stated"] is True
    assert "x" not in walked.facts
    stored = {"entry", "facts", "answers", "solver", "notices", "derived", "stood_in"}
    assert walked.stored().keys() == stored


RESULT = {
    "claimed": 8,
    "award": 7,
    "low": 7,
    "high": 7,
    "certain": {"low": 6, "high": 6},
    "double_dummy": {"low": 8, "high": 8},
    "outstanding_trump": None,
    "settles": [],
}


NEEDED = {"trick": 1, "seat": "E", "card": "CA", "instead": "CT", "award": 8}
PLACE = [{"held": ["E:SQ"], "certain": 8}]


def trump(aware, low, high):
    spans = {"aware_award": span(aware, aware), "unaware_award": span(low, high)}
    return {"cards": ["S2"], **spans}


def span(low, high):
    return {"low": low, "high": high}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, {"location_dependent": None, "worst_normal": 7, "best_normal": 8}),
        ({"partner": NEEDED}, {"location_dependent": False}),
        (
            {"double_dummy": {"low": 7, "high": 8}},
            {"best_normal": None, "location_dependent": None},
        ),
        ({"settles": PLACE}, {"location_dependent": True}),
        ({"certain": {"low": 8, "high": 8}}, {"location_dependent": False}),
        ({"double_dummy": {"low": 7, "high": 7}}, {"location_dependent": False}),
        ({"certain": {"low": 6, "high": 8}}, {"location_dependent": None}),
        (
            {"award": None, "low": 7, "high": 8},
            {"worst_normal": None, "alt_less_successful": None},
        ),
        ({"award": None, "low": 6, "high": 7}, {"alt_less_successful": True}),
        ({"award": None, "low": 6, "high": 8}, {"alt_less_successful": None}),
        ({"award": 8}, {"alt_less_successful": False}),
        ({"outstanding_trump": trump(8, 7, 7)}, {"trump_tricks_lost": 1}),
        ({"outstanding_trump": trump(8, 7, 8)}, {"trump_tricks_lost": None}),
    ],
)
def test_the_proposal_tells_the_rules_what_it_knows_and_no_more(changed, expected):
    values = flow.values_of(RESULT | changed)

    assert {name: values.get(name) for name in expected} == expected


def asked(proven):
    """Return the question on a location, with the tricks were it proven."""
    answers = [("not_proven", 7), ("proven", proven)]
    return [
        {
            "id": "location",
            "answers": [{"key": key, "award": span(n, n)} for key, n in answers],
        }
    ]


@pytest.mark.parametrize(
    ("changed", "seen"),
    [
        ({"award": 8}, True),
        ({"award": 7}, False),
        ({"award": 7, "questions": asked(8)}, False),
        ({"award": 7, "questions": asked(7)}, None),
        ({"award": 7, "questions": []}, None),
        ({"award": None, "low": 7, "high": 8}, None),
        ({"award": 7, "settles": []}, None),
    ],
    ids=[
        "every line wins",
        "a line falls short",
        "for want of the location",
        "located or not",
        "no location asked about",
        "a range",
        "no location",
    ],
)
def test_a_card_comes_out_in_time_where_every_normal_line_wins(changed, seen):
    values = flow.values_of(RESULT | {"settles": PLACE} | changed)

    assert values.get("shows_out_every_normal_line") is seen


CONCEDED = RESULT | {
    "claimed": 7,
    "low": 7,
    "high": 7,
    "left": 8,
    "any_play": {"low": 7, "high": 7},
}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, {"normal_line_loses": True, "legal_line_loses": True}),
        ({"low": 8, "high": 8}, {"normal_line_loses": False}),
        ({"low": 7, "high": 8}, {"normal_line_loses": None}),
        ({"any_play": {"low": 8, "high": 8}}, {"legal_line_loses": False}),
        ({"any_play": {"low": 7, "high": 8}}, {"legal_line_loses": None}),
        ({"claimed": 8}, {"normal_line_loses": None, "legal_line_loses": None}),
    ],
)
def test_the_proposal_tells_whether_what_was_given_up_can_be_lost(changed, expected):
    values = flow.values_of(CONCEDED | changed)

    assert {name: values.get(name) for name in expected} == expected


def test_cards_tell_whether_they_fit_and_how_many_trumps_are_out():
    cast = make_event()
    case = make_case(cast, state="frozen")

    assert flow.solver_values(case, None) == {
        "position_consistent": True,
        "opp_trumps": 1,
    }
    assert flow.solver_values(make_case(cast), None) == {}


@pytest.mark.parametrize(
    ("edition", "stands"), [("1997", "C03"), ("2007", "C06"), ("2017", "C06")]
)
def test_where_cards_must_be_faced_the_director_is_asked_to_have_it_done(
    edition, stands
):
    cast = make_event(edition=edition)
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="B01", choice="none")

    walked = flow.walk_case(now(case), cast.at)

    assert walked.stands == stands


@pytest.mark.parametrize(
    ("won", "claimer", "fact"),
    [
        ("9-0", "S", None),
        ("8-1", "S", False),
        ("4-5", "W", None),
        ("5-4", "W", False),
    ],
    ids=[
        "declarer has made it",
        "not yet",
        "defenders have beaten it",
        "not beaten yet",
    ],
)
def test_what_was_not_decided_is_not_asked(won, claimer, fact):
    cast = make_event()
    case, contract = make_case(cast), Contract.parse("3N S")
    text = f"N S:- {won} N:.KQJ.A. .5.7.65 J..94.A 6.97.K."
    given = facts.ClaimGiven(claimer=claimer, contract=contract, tricks_left=4)
    facts.record_claim(cast.form(cast.dana), case.pk, given)
    facts.record_position(
        cast.form(cast.dana), case.pk, Cards.parse(text), Position.Source.MARKED
    )

    walked = flow.walk_case(now(case), cast.at)

    assert walked.facts.get("contract_already_decided") is fact


def proposal(case, status, budget, low=None, high=None):
    """Store a proposal for the case as it is now, as the log would."""
    asked = solver_input(case, budget)
    rows = Rows()
    row = rows.insert(
        Proposal,
        case=case,
        case_version=case.version,
        settings=asked.settings.to_json(),
        solver_version="1",
        input_hash=asked.hash,
        budget=budget,
        status=status,
        low=low,
        high=high,
        queued_at=case.called_at,
    )
    content = {"inputs": {}, "key": None}
    append(chain=case.event_id, act="propose", at=case.called_at, rows=rows,
           content=content, case_id=case.pk)  # fmt: skip
    return row


@pytest.mark.parametrize(
    ("first", "second", "better"),
    [
        (("range", 3, 8), ("exact", 7, 7), 2),
        (("exact", 7, 7), ("queued", None, None), 1),
        (("range", 3, 8), ("queued", None, None), 1),
        (("range", 3, 8), ("range", 4, 8), 2),
        (("range", 3, 8), ("range", 3, 8), 2),
        (("range", 3, 8), ("timed_out", 6, 7), 1),
        (("failed", None, None), ("queued", None, None), 2),
    ],
)
def test_of_several_budgets_the_one_that_tells_most_is_current(first, second, better):
    cast = make_event()
    case = make_case(cast, state="frozen")
    rows = [
        proposal(case, status, budget, low, high)
        for budget, (status, low, high) in zip(
            (2_000_000, 9_000_000), (first, second), strict=True
        )
    ]

    assert flow.current_proposal(case) == rows[better - 1]


def test_without_a_question_there_is_no_proposal():
    cast = make_event()

    assert flow.current_proposal(make_case(cast)) is None


def test_a_walk_that_ends_nowhere_replays_to_no_outcome():
    cast = make_event()
    case = make_case(cast, state="frozen")
    walked = flow.walk_case(case, cast.at)
    assert walked.walk.outcome is None
    decide.rule(cast.form(cast.dana), case.pk, decision(walk=walked.stored()))

    assert flow.replayed_outcome(Ruling.objects.get()) == ""
