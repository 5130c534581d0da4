"""What the record says answers the flow; what it cannot know is asked."""

from datetime import timedelta

import pytest

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.laws.engine import load_flow
from rulings.models import Case, Claim, Objection, Position, Proposal, Ruling, Statement
from rulings.queries import flow, situation
from rulings.queries.derived import derived_answers, harmless_trump
from rulings.queries.flows import flow_of
from rulings.queries.solving import solver_input
from rulings.workflow import decide, facts, objections, scores
from rulings.workflow.answers import answer
from rulings.workflow.log import Rows, append
from tests.factories import POSITION, decision, make_case, make_event, take_facts

pytestmark = pytest.mark.django_db
Wish = Objection.Wish


def derived(case):
    return derived_answers(case, flow_of(case).points)


def now(case):
    return Case.objects.get(pk=case.pk)


def put(cast, case, wish=Wish.DOUBT, **form):
    wanted = objections.Wanted(wish=wish, side="EW")
    objections.submit_objection(cast.form(cast.dana, **form), case.pk, wanted)
    return Objection.objects.filter(case=case).order_by("-received_at")[0]


def test_a_case_has_the_flow_it_was_opened_under():
    cast = make_event()
    case = make_case(cast)

    assert flow_of(case).hash == case.flow_hash


def test_without_a_claim_nothing_is_answered_by_itself():
    cast = make_event()

    assert derived(make_case(cast)) == {}


def test_what_was_taken_down_answers_its_questions():
    cast = make_event()
    case = make_case(cast, state="contested")

    answers = derived(case)

    assert answers == {
        "A01": "statement",
        "A02": "later_tricks",
        "A06": {"choice": "declarer", "remaining": 8, "claimed": 8},
        "B01": "partial",
        "B02": "doubted_td_called",
        "B06": "none",
        "C01": "repeated",
        "C02": "recorded",
        "C03": "not_needed",
        "C12": "no",
    }


def test_cards_taken_down_and_words_added_are_seen():
    cast = make_event()
    case = make_case(cast, state="contested")
    facts.record_statement(
        cast.form(cast.dana), case.pk, layer=Statement.Layer.ADDED, seat="S",
        words="later", steps=[],
    )  # fmt: skip

    assert "C12" not in derived(now(case))


@pytest.mark.parametrize(("faced", "answer"), [(True, "faced"), (False, "not_needed")])
def test_cards_are_faced_only_where_the_director_said_so(faced, answer):
    cast = make_event()
    case = make_case(cast, state="contested")
    facts.record_position(
        cast.form(cast.dana), case.pk, POSITION, Position.Source.MARKED, faced=faced
    )

    assert derived(now(case))["C03"] == answer


@pytest.mark.parametrize(
    ("words", "steps", "quality"),
    [
        ("", [], "none"),
        ("Well, you know.", [], "partial"),
        ("The rest are good.", ["the rest are good"], "partial"),
        ("", ["the rest are mine"], "partial"),
        ("Clubs.", ["cash clubs from the top"], "clear"),
        ("Trumps, the rest.", ["draw trumps", "the rest are good"], "clear"),
    ],
)
def test_line_is_stated_where_words_name_a_play(words, steps, quality):
    cast = make_event()
    case = make_case(cast, state="contested")
    facts.record_statement(
        cast.form(cast.dana), case.pk, layer=Statement.Layer.CLAIM, seat="S",
        words=words, steps=steps,
    )  # fmt: skip

    assert derived(now(case))["B01"] == quality


@pytest.mark.parametrize(
    ("claimer", "manner", "claimed", "expected"),
    [
        ("S", Claim.Manner.SHOWED_CARDS, None, ("declarer", 8)),
        ("E", Claim.Manner.STATEMENT, 2, ("defender", 2)),
    ],
)
def test_who_claims_and_how_is_answered(claimer, manner, claimed, expected):
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)
    given = facts.ClaimGiven(
        claimer=claimer, manner=manner, tricks_left=8, tricks_claimed=claimed
    )
    facts.record_claim(cast.form(cast.dana), case.pk, given)

    answers = derived(now(case))

    assert (answers["A06"]["choice"], answers["A06"]["claimed"]) == expected
    assert ("A04" in answers) == (manner == Claim.Manner.SHOWED_CARDS)
    assert "B02" not in answers


def test_a_claim_without_words_or_numbers_leaves_them_to_be_asked():
    cast = make_event()
    case = make_case(cast)
    facts.record_claim(cast.form(cast.dana), case.pk, facts.ClaimGiven(claimer="S"))
    assert derived(now(case)).keys() == {"A01", "A02"}

    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    assert derived(now(case))["B01"] == "none"


def test_an_agreement_and_what_came_of_it_are_answered():
    cast = make_event()
    case = make_case(cast, state="agreed")
    assert derived(case)["B02"] == "all_agreed"
    assert flow.facts_of(case, cast.at)["later_objection"] is False

    put(cast, case)

    assert derived(now(case))["B02"] == "all_agreed"
    known = flow.facts_of(now(case), cast.at)
    assert known["assented"] is known["later_objection"] is True
    assert known["later_by"] == "opponents"


@pytest.mark.parametrize(
    ("admitted", "resolution", "later_by"),
    [
        (None, "", "claiming_side"),
        (True, "", "claiming_side"),
        (False, "", "opponents"),
        (None, "refused", "opponents"),
    ],
)
def test_a_concession_is_cancelled_unless_that_was_refused(
    admitted, resolution, later_by
):
    cast = make_event()
    case = make_case(cast, state="agreed")
    put(cast, case, Wish.CANCEL_CONCESSION)
    Objection.objects.update(admitted=admitted, resolution=resolution)

    assert flow.facts_of(case, cast.at)["later_by"] == later_by


@pytest.mark.parametrize(("contract", "trump"), [("4S S", "S"), ("3N S", "NT")])
def test_trump_and_kind_of_event_are_known(contract, trump):
    cast = make_event()
    case = make_case(cast, state="contested", contract=contract)

    known = flow.facts_of(case, cast.at)

    assert known["trump"] == trump
    assert known["appeal"] == {"event_type": "pairs"}
    assert known["order_stated"] is False
    assert "assented" not in known


def test_without_contract_and_words_less_is_known():
    cast = make_event()

    known = flow.facts_of(make_case(cast), cast.at)

    assert known.keys() == {"windows", "explicit_claim", "appeal"}


def test_a_stated_order_is_known():
    cast = make_event()
    case = make_case(cast)
    facts.record_statement(
        cast.form(cast.dana), case.pk, layer=Statement.Layer.CLAIM, seat="S",
        words="spades from the top", steps=["cash spades from the top"],
    )  # fmt: skip

    assert flow.facts_of(case, cast.at)["order_stated"] is True


def test_the_matter_was_put_when_the_player_put_it():
    cast = make_event()
    case = make_case(cast)
    later = cast.at + timedelta(hours=1)
    assert situation.put_at(case, later) == later

    row = put(cast, case)

    assert situation.put_at(case, later) == row.received_at


@pytest.mark.parametrize("admitted", [True, None, False])
def test_a_spoken_time_counts_when_a_director_has_admitted_it(admitted):
    cast = make_event()
    case = make_case(cast)
    said = cast.at
    cast.later(minutes=10)
    row = put(cast, case, said_at=said)
    later = cast.later(minutes=10)
    Objection.objects.update(admitted=admitted)

    expected = {True: said, None: row.received_at, False: later}[admitted]
    assert situation.put_at(case, later) == expected


def test_a_wish_that_waits_is_the_matter_and_a_refused_one_is_none():
    cast = make_event()
    case = make_case(cast)
    first = put(cast, case)
    cast.later(minutes=10)
    second = put(cast, case, Wish.ASK_RULING)
    later = cast.later(minutes=10)
    assert situation.put_at(case, later) == first.received_at

    Objection.objects.filter(pk=first.pk).update(resolution="contested")
    assert situation.put_at(case, later) == second.received_at
    Objection.objects.filter(pk=second.pk).update(resolution="withdrawn")
    assert situation.put_at(case, later) == first.received_at
    Objection.objects.filter(pk=first.pk).update(resolution="refused")
    assert situation.put_at(case, later) == later


def test_windows_are_those_of_the_moment():
    cast = make_event()
    case = make_case(cast, state="agreed")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    half_past = cast.at + timedelta(minutes=30)

    assert situation.windows_at(case, half_past)["correction_open"] is True
    assert situation.windows_at(case, half_past)["agreement_established"] is True
    after = half_past + timedelta(milliseconds=1)
    assert situation.windows_at(case, after)["correction_open"] is False


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
    stored = {"entry", "facts", "answers", "solver", "notices", "derived"}
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


def test_a_trump_that_costs_nothing_is_not_asked_about():
    points = load_flow("claims", "2017").points

    assert harmless_trump(points, {"trump_tricks_lost": 1}) == {}
    assert harmless_trump(points, {"trump_tricks_lost": 0}).keys() == {"C06", "C07"}


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
            (1000, 9000), (first, second), strict=True
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
