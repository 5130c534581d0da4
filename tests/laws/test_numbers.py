"""Every number a person enters has its bounds, by itself and beside the others."""

import pytest

from rulings.laws.engine import WrongValue, walk
from rulings.laws.regulations import law_default
from tests.laws.flowdata import CONTESTED, FORGOTTEN, claims, go, held

AWARD = {**CONTESTED, "C12": "no"}
LATE = {"A01": "late_dispute", "T02": "opponents_of_claimer"}


def counted(remaining, claimed):
    return {"choice": "declarer", "remaining": remaining, "claimed": claimed}


@pytest.mark.parametrize(("remaining", "claimed"), [(0, 0), (4, 0), (4, 4), (13, 13)])
def test_claim_of_up_to_what_is_left_is_taken(remaining, claimed):
    walked = go({**CONTESTED, "A06": counted(remaining, claimed)})

    assert walked.records["conceded"] == remaining - claimed


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (counted(4, 5), "More tricks are claimed than are left"),
        (counted(14, 4), r"A06.remaining is 14; .* from 0 to 13"),
        (counted(4, -1), r"A06.claimed is -1; .* from 0 to 13"),
        (counted(4, "4"), r"A06.claimed is '4'; it must be a whole number"),
        (counted(4, claimed=True), r"A06.claimed is True; it must be a whole number"),
    ],
)
def test_claim_that_cannot_be_is_refused(given, message):
    with pytest.raises(WrongValue, match=message):
        go({**CONTESTED, "A06": given})


def test_claim_of_a_late_dispute_has_the_same_bounds():
    given = {**counted(3, 4), "choice": "yes", "role": "defender"}

    with pytest.raises(WrongValue, match="More tricks are claimed than are left"):
        go({**LATE, "T01": given}, {"timing": {"round_ended": True}})


def test_number_that_a_rule_asks_for_is_bound_by_what_is_known():
    answers = {**CONTESTED, "A06": {"choice": "defender", "remaining": 5}}

    walked = walk(claims(), facts={}, answers=answers, regulation=law_default("2017"))
    unknown = walk(
        claims(),
        facts={},
        answers={**answers, "A06": "defender"},
        regulation=law_default("2017"),
    )

    assert [(n.key, n.low, n.high) for n in walked.missing] == [("facts.claimed", 0, 5)]
    assert [(n.key, n.high) for n in unknown.missing] == [
        ("facts.remaining", 13),
        ("facts.claimed", 13),
    ]


def test_award_is_no_more_than_was_left():
    answers = {**AWARD, "C20": {"choice": "override", "tricks": 5, "reason": "x"}}

    with pytest.raises(WrongValue, match="More tricks are awarded than were left"):
        go(answers, solver=FORGOTTEN)
    answers["C20"]["tricks"] = 4
    assert go(answers, solver=FORGOTTEN).final_tricks == 4


def test_award_after_a_corrected_revoke_may_take_an_earlier_trick():
    answers = {**AWARD, "B06": "revoke", "R01": "opponents", "R05": "no"}
    answers |= {"R07": "corrected"}
    answers |= {"C20": {"choice": "override", "tricks": 5, "reason": "x"}}

    walked = go(answers, {"revoke_trick": 9, "hands_returned": False})

    assert walked.final_tricks == 5


def test_award_needs_its_number_and_reason():
    for given in ({"tricks": 3}, {"reason": "x"}, {"tricks": 14, "reason": "x"}):
        with pytest.raises(WrongValue, match=r"C20\.(tricks|reason)"):
            go({**AWARD, "C20": {"choice": "override", **given}})


@pytest.mark.parametrize(
    ("what", "tricks", "final"),
    [
        ("trick_not_yet_played", 1, 3),
        ("trick_not_yet_played", 4, 0),
        ("trick_already_won", 4, 0),
        # Tricks won before the claim are no part of what was claimed.
        ("trick_already_won", 5, -1),
    ],
)
def test_tricks_asked_back_are_taken_from_the_claim(what, tricks, final):
    assert asked_back(what, tricks).final_tricks == final


@pytest.mark.parametrize(
    ("what", "tricks", "message"),
    [
        ("trick_not_yet_played", 5, "More tricks are asked back than were claimed"),
        ("trick_not_yet_played", 0, "from 1 to 13"),
        ("trick_already_won", 14, "from 1 to 13"),
    ],
)
def test_more_or_less_than_can_be_asked_back_is_refused(what, tricks, message):
    with pytest.raises(WrongValue, match=message):
        asked_back(what, tricks)


def asked_back(what, tricks):
    given = {"choice": what, "tricks_reclaimed": tricks}
    answers = {**LATE, "T01": "yes", "D11": given, "D12": "yes", "D15": "yes"}
    return go(answers, {"timing": {"round_ended": True}})


def test_trick_of_a_revoke_may_be_entered_with_the_answer():
    answers = {**CONTESTED, "B06": "revoke", "R02": "played"}
    answers["R01"] = {"choice": "claiming_side", "revoke_trick": 12}

    assert go(answers, {"hands_returned": False}).at.id == "R12"
    assert go(answers, {"hands_returned": True}).at.id == "R10"


def test_every_number_of_every_flow_has_bounds():
    for flow in held():
        records = [record for step in flow.steps.values() for record in step.records]
        for spec in (*flow.values.values(), *records):
            if spec.kind == "int":
                assert 0 <= spec.low < spec.high <= 13, spec
