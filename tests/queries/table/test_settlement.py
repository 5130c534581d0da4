"""Which laws a ruling cites: those of the edition that made the difference."""

import pytest

from rulings.laws.engine import load_flow, walk
from rulings.laws.regulations import from_values
from rulings.queries.case.explaining import cause_law
from rulings.queries.table.settlement import deciding_laws, settlement_of
from rulings.solver import adjudicate
from rulings.solver.tools.exam import exam_questions
from tests.laws.flowdata import CONTESTED, DEFAULT

LOW = {"worst_normal": 3, "alt_less_successful": False, "location_dependent": False}
TRUMP = {"opp_trumps": 1, "trump_tricks_lost": 1}
WORSE = {"alt_less_successful": True}
PLACE = {"location_dependent": True, "shows_out_every_normal_line": False}
ANSWERS = {**CONTESTED, "C12": "no", "C20": "accept_proposal"}


def walked(edition, *, answers=None, solver=None, **facts):
    return walk(
        load_flow("claims", edition),
        facts={"remaining": 4, "claimed": 4, "trump": "S", "opp_trumps": 0, **facts},
        answers={**ANSWERS, **(answers or {})},
        regulation=from_values(DEFAULT, edition=edition),
        solver={"opp_trumps": 0, **LOW, **(solver or {})},
    )


CITED = {
    "doubt": ({}, {}, {"1997": ["70A", "70"], "2007": ["70A", "70"]}),
    "trump": (
        {"C06": "not_mentioned", "C07": "possible"},
        TRUMP,
        {"1997": ["70C", "70"], "2017": ["70C", "70"]},
    ),
    "new line": (
        {"C12": "yes"},
        {"alt_less_successful": True},
        {"1997": ["70D", "70"], "2007": ["70D1", "70"], "2017": ["70D1", "70"]},
    ),
    "partner": (
        {"A06": "defender", "C11": "yes"},
        {},
        {"1997": ["70A", "70"], "2017": ["70D2", "70"]},
    ),
    "place": (
        {"C15": "no", "C17": "no_reject"},
        PLACE,
        {"1997": ["70E", "70"], "2007": ["70E1", "70"]},
    ),
    "place in an edition without the clause": (
        {"C15": "no"},
        PLACE,
        {"2017": ["70E1", "70"]},
    ),
}


@pytest.mark.parametrize(
    ("answers", "solver", "edition", "laws"),
    [
        pytest.param(answers, solver, edition, laws, id=f"{name}-{edition}")
        for name, (answers, solver, cited) in CITED.items()
        for edition, laws in cited.items()
    ],
)
def test_a_cut_cites_the_clause_of_its_edition(answers, solver, edition, laws):
    found = walked(edition, answers=answers, solver=solver)

    assert found.outcome.id == "O-CLAIM-CUT"
    assert deciding_laws(found) == laws


def test_a_claim_that_stands_cites_its_outcome_alone():
    found = walked("2017", solver={"worst_normal": 4})

    assert deciding_laws(found) == deciding_laws(found, "70D1") == ["70"]


def test_the_clause_that_the_proposal_gave_is_cited_where_no_question_decided():
    doubt, asked = walked("2017"), walked("2017", answers={"C12": "yes"}, solver=WORSE)

    assert deciding_laws(doubt, "70E1") == ["70E1", "70A", "70"]
    assert deciding_laws(doubt, "70A") == ["70A", "70"]
    assert "70E1" not in deciding_laws(asked, "70E1")


def test_a_transfer_is_cited_after_the_judgement_of_the_claim():
    revoke = {"B06": "revoke", "R01": "claiming_side", "R02": "played"}
    revoke |= {"R10": "applies", "R14": "enough"}
    found = walked(
        "2017",
        answers=revoke,
        revoke_trick=3,
        hands_returned=False,
        revoke_transfer=1,
        revoking_side="claiming_side",
    )

    assert deciding_laws(found) == ["70A", "64A", "70"]
    assert settlement_of(found, due=1).moved == -1


def test_doubt_against_the_other_side_is_no_cut():
    revoke = {"B06": "revoke", "R01": "opponents", "R05": "no", "R07": "corrected"}
    found = walked("2017", answers=revoke, revoke_trick=9, hands_returned=False)

    settled = settlement_of(found)
    assert (settled.against_revoker, settled.against_opponents) == (True, True)
    assert deciding_laws(found) == ["62A-C", "70"]


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("forgotten-side-card", "70D1"),
        ("finesse-or-drop", "70E1"),
        ("last-trick-lost", "70A"),
        ("trump-known", ""),
    ],
)
def test_the_clause_of_a_proposal_is_that_of_its_first_sentence(name, law):
    one = exam_questions()[name]
    result = adjudicate(one.position, one.claim, one.settings).to_json()

    assert cause_law(result, one.claim, one.position) == law
    assert cause_law(None, one.claim, one.position) == ""
