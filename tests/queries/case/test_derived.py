"""What was taken down answers its questions by itself; the rest is asked."""

import pytest

from rulings.laws.engine import load_flow
from rulings.models import Claim, Objection, Position, Statement
from rulings.queries.case.flow import walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.proven import harmless_trump
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.undo import undo
from tests.factories import POSITION, make_case, make_event, take_facts
from tests.queries.matters import derived, now

pytestmark = pytest.mark.django_db


def test_a_case_has_the_flow_it_was_opened_under():
    cast = make_event()
    case = make_case(cast)

    assert flow_of(case).hash == case.flow_hash


def test_without_a_claim_only_that_nobody_named_an_irregularity_is_known():
    cast = make_event()

    assert derived(make_case(cast)) == {"B06": "none"}


@pytest.mark.parametrize("state", ["called", "agreed", "frozen", "announced"])
@pytest.mark.parametrize(
    ("code", "says"),
    [("revoke", "revoke"), ("card_count", "card_count"), ("irregularity", None)],
)
def test_what_a_reason_names_is_not_asked_again(state, code, says):
    cast = make_event()
    case = make_case(cast, state=state)
    assert derived(now(case))["B06"] == "none"

    objects(cast, case, reason_code=code)

    assert derived(now(case)).get("B06") == says


def test_two_reasons_that_name_different_ones_are_asked_about():
    cast = make_event()
    case = make_case(cast)

    objects(cast, case, reason_code="revoke")
    objects(cast, case, reason_code="card_count")

    assert "B06" not in derived(now(case))


@pytest.mark.parametrize(
    ("code", "words", "asked"),
    [
        ("", "South revoked in diamonds", True),
        ("other", "South nie dołożył do koloru", True),
        ("other", "il n'a pas fourni", True),
        ("", "East has only twelve cards", True),
        ("", "the diamonds are not good", False),
        ("other", "he never said how he gets back to his hand", False),
        ("order", "He never said he would draw trumps", False),
        ("", "", False),
    ],
)
def test_words_are_asked_about_where_they_name_one(code, words, asked):
    cast = make_event()
    case = make_case(cast)

    objects(cast, case, reason_code=code, words=words)

    assert ("B06" not in derived(now(case))) is asked


def objects(cast, case, **says):
    """Submit a doubt of East-West that says this."""
    wanted = Wanted(wish=Objection.Wish.DOUBT, side="EW", **says)
    submit_objection(cast.form(cast.dana), case.pk, wanted)


def test_an_answer_given_before_somebody_named_one_is_asked_again():
    cast = make_event()
    case = make_case(cast, state="contested")
    answer(cast.form(cast.dana), case.pk, step="B06", choice="none")
    cast.later(minutes=1)

    objects(cast, case, reason_code="revoke")
    assert walk_case(now(case), cast.at).answers["B06"] == "revoke"
    cast.later(minutes=1)
    answer(cast.form(cast.dana), case.pk, step="B06", choice="none")

    assert walk_case(now(case), cast.at).answers["B06"]["choice"] == "none"


def test_an_undone_answer_does_not_count_as_given_after_somebody_named_one():
    cast = make_event()
    case = make_case(cast, state="contested")
    answer(cast.form(cast.dana), case.pk, step="B06", choice="none")
    cast.later(minutes=1)
    objects(cast, case, reason_code="revoke")
    cast.later(minutes=1)
    answer(cast.form(cast.dana), case.pk, step="B06", choice="none")

    undo(cast.form(cast.dana), case.pk)

    assert walk_case(now(case), cast.at).answers["B06"] == "revoke"


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

    assert derived(now(case))["C12"] == "yes"


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
    assert derived(now(case)).keys() == {"A01", "A02", "B06"}

    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    assert derived(now(case))["B01"] == "none"


def test_a_trump_that_costs_nothing_is_not_asked_about():
    points = load_flow("claims", "2017").points

    assert harmless_trump(points, {"trump_tricks_lost": 1}) == {}
    assert harmless_trump(points, {"trump_tricks_lost": 0}).keys() == {"C06", "C07"}
    another_play = {"trump_tricks_lost": 1, "trump_cost": 0}
    assert harmless_trump(points, another_play)["C07"] == "clearly_aware"
