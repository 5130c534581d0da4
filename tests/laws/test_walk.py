import random

import pytest

from rulings.laws.engine import NotOffered, WrongValue, walk
from tests.laws.flowdata import (
    CONTESTED,
    FORGOTTEN,
    claims,
    go,
    random_answers,
    random_numbers,
    random_regulation,
    random_walk_arguments,
)

TRUMP = {"trump": "S"}
ASKED = {**CONTESTED, "C06": "not_mentioned", "C07": "possible"}
RULED = {**ASKED, "C12": "no", "C20": "accept_proposal"}


def test_walk_waits_at_the_first_question_without_an_answer():
    walked = go({"A01": "statement"})

    assert walked.at.id == "A02"
    assert walked.ids == ("A01",)
    assert walked.outcome is None
    assert walked.missing == ()


def test_walk_asks_for_a_value_a_rule_wants():
    walked = go(CONTESTED, TRUMP)

    assert walked.at is None
    need = walked.missing[0]
    assert (need.key, need.kind, need.step) == ("solver.opp_trumps", "int", "C05")
    assert need.question == claims().values["solver.opp_trumps"].question


def test_walk_asks_for_both_numbers_of_a_difference():
    walked = walk(
        claims(),
        facts={},
        answers={**CONTESTED, "A06": "defender"},
        regulation=random_walk_arguments(0)["regulation"],
    )

    wanted = [need.key for need in walked.missing]
    assert wanted == ["facts.remaining", "facts.claimed"]


def test_walk_does_not_ask_for_what_cannot_matter():
    walked = go({**CONTESTED, "C12": "no"}, {"trump": "NT"})

    assert walked.at.id == "C20"


def test_walk_takes_a_value_entered_by_its_dotted_name():
    answers = {"P02": "yes"}
    facts = {"appeal.event_type": "individual"}

    walked = go(answers, facts, entry="P02")

    assert walked.at.id == "P04"


def test_value_recorded_with_an_answer_replaces_the_one_handed_in():
    answers = {**CONTESTED, "A06": {"choice": "defender", "remaining": 5, "claimed": 5}}

    walked = go(answers, {"role": "declarer", "remaining": 5, "claimed": 3})

    assert "A12" not in walked.ids
    assert walked.at.id == "C11"


def test_walk_stops_with_its_sentence_when_the_cards_do_not_fit():
    walked = go(CONTESTED, solver={"position_consistent": False})

    assert walked.ids[-1] == "C03"
    assert walked.missing[0].key == "solver.position_consistent"
    assert walked.missing[0].question == claims().step("C04").stops


def test_outcome_carries_tricks_notices_and_references():
    walked = go(RULED, TRUMP, FORGOTTEN)

    assert walked.outcome.id == "O-CLAIM-CUT"
    assert (walked.tricks_to_claimer, walked.final_tricks) == (3, 3)
    assert walked.records["award_70C"] == 1
    assert [notice.id for notice in walked.notices] == ["N-APPEAL"]
    assert "70C3" in map(str, walked.references)
    assert walked.visited("C09").by == "rule"
    assert walked.visited("C07").value == "possible"
    assert walked.visited("C15") is None


def test_final_tricks_stay_unknown_when_nobody_said_what_was_claimed():
    answers = {"A01": "late_dispute", "T01": "yes", "T02": "claiming_side"}
    answers |= {"B06": "none", "E02": "yes"}

    walked = go(answers, {"claimed": None})

    assert walked.outcome.id == "O-CONC-CANCELLED"
    assert walked.final_tricks is None


def test_settled_revoke_with_unknown_claim_is_scored_without_a_number():
    answers = {"A01": "late_dispute", "T01": "yes", "T02": "a_revoke_is_reported"}
    answers |= {"B06": "revoke", "R01": "both_sides", "R15": "noted"}

    walked = go(answers, {"claimed": None})

    assert walked.outcome.id == "O-IRREGULARITY-SCORED"
    assert walked.final_tricks is None


def test_open_question_is_passed_until_something_is_settled():
    answers = {**RULED, "C06": "open"}

    walked = go(answers, TRUMP, FORGOTTEN)

    assert walked.ids[-1] == "C19"
    assert walked.at.id == "C06"
    assert [step.id for step in walked.open] == ["C06"]
    assert walked.visited("C06").value == "open"
    assert walked.pending == ("C07", "C20")
    assert walked.outcome is None


def test_open_question_is_waited_at_when_the_caller_says_so():
    answers = {**RULED, "C06": "open"}

    walked = go(answers, TRUMP, FORGOTTEN, stop_at_open=True)

    assert walked.at.id == "C06"
    assert "C06" not in walked.ids


def test_question_that_may_not_stay_open_refuses_it():
    with pytest.raises(NotOffered, match="step B06 does not offer 'open'"):
        go({**CONTESTED, "B06": "open"})


def test_accepting_a_proposal_that_is_not_there_asks_for_it():
    walked = go({**CONTESTED, "C12": "no", "C20": "accept_proposal"})

    assert walked.missing[0].key == "solver.worst_normal"


def test_question_the_edition_answers_is_fixed_and_shows_its_notice():
    answers = {**CONTESTED, "C12": "no", "C15": "no", "C17": "yes_accept"}

    walked = go(answers, solver={"location_dependent": True} | NO_SHOW_OUT)

    assert walked.visited("C17").by == "fixed"
    assert walked.visited("C17").value == "clause_absent"
    assert [notice.id for notice in walked.notices] == ["N-E1-2017"]
    assert walked.unused == ("C17",)


NO_SHOW_OUT = {"shows_out_every_normal_line": False}


def test_choice_whose_condition_fails_is_not_offered():
    answers = {**CONTESTED, "C12": "no", "C15": "no", "C17": "clause_absent"}

    with pytest.raises(NotOffered, match="it offers yes_accept, no_reject") as caught:
        go(
            answers,
            solver={"location_dependent": True} | NO_SHOW_OUT,
            regulation={"location_irrational_2017": "ask"},
        )

    assert caught.value.step == "C17"
    assert caught.value.given == "clause_absent"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (
            {"A01": "shrugged"},
            "step A01 does not offer 'shrugged'; it offers statement",
        ),
        ({"A01": {"reason": "none given"}}, "step A01 does not offer None"),
        (
            {"A05": "declarer"},
            "step A05 does not offer 'declarer'; it offers no answer",
        ),
        ({"Z99": "yes"}, "step Z99 does not offer 'yes'; it offers no answer"),
    ],
    ids=["label", "no choice", "system step", "no such step"],
)
def test_answer_a_step_does_not_offer_is_refused(answers, message):
    with pytest.raises(NotOffered, match=message):
        go(answers)


def test_entry_that_is_none_is_refused():
    with pytest.raises(NotOffered, match="it offers A01, U01, P02"):
        go({}, entry="C01")


def test_window_that_does_not_exist_is_refused():
    with pytest.raises(WrongValue, match="'protest' is no window"):
        go({}, {"windows": {"protest": True}})


def test_changed_answer_keeps_all_that_still_apply():
    before = go(RULED, TRUMP, FORGOTTEN)

    after = go({**RULED, "C06": "mentioned"}, TRUMP, FORGOTTEN | {"worst_normal": 4})

    assert before.unused == ()
    assert after.outcome.id == "O-CLAIM-STANDS"
    assert after.unused == ("C07",)
    assert after.visited("C12").by == "answer"


def test_changed_answer_keeps_later_ones_while_a_new_question_waits():
    walked = go({**RULED, "A06": "defender"}, TRUMP, FORGOTTEN)

    assert walked.at.id == "C11"
    assert walked.pending == ("C12", "C20")
    assert walked.unused == ()


def test_answers_to_another_part_of_the_flow_are_left_alone():
    walked = go({**RULED, "P02": "no"}, entry="P02")

    assert walked.outcome.id == "O-FINAL"
    assert (walked.pending, walked.unused) == ((), ())


@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_random_answers_to_everything_end_in_an_outcome(start):
    flow = claims()
    for seed in range(start, start + 250):
        walked = walk(flow, **random_walk_arguments(seed))

        assert walked.outcome is not None, seed
        assert walked.at is None
        assert walked.missing == ()
        assert len(set(walked.ids)) == len(walked.ids)


@pytest.mark.parametrize("start", range(0, 1000, 250))
def test_random_walks_end_wait_or_want_a_value(start):
    flow = claims()
    for seed in range(start, start + 250):
        given = random_walk_arguments(seed, share=0.9, leave_open=0.2)
        rng = random.Random(seed)
        for part in ("facts", "solver"):
            drop = [name for name in given[part] if rng.random() < 0.1]
            given[part] = {k: v for k, v in given[part].items() if k not in drop}

        walked = walk(flow, **given)

        ends = (walked.at, walked.missing or None, walked.outcome)
        assert sum(end is not None for end in ends) == 1, seed
        used = {v.step.id for v in walked.path if v.by in ("answer", "open")}
        parts = [used - set(walked.pending), set(walked.pending), set(walked.unused)]
        asked = set(given["answers"]) & flow.reach[given["entry"]]
        assert set.union(*parts) == asked
        assert sum(map(len, parts)) == len(asked)


@pytest.mark.parametrize("seed", range(100))
def test_walk_does_not_depend_on_the_order_of_answers(seed):
    flow, given = claims(), random_walk_arguments(seed, share=0.95)
    shuffled = list(given["answers"].items())
    random.Random(seed).shuffle(shuffled)

    again = walk(flow, **{**given, "answers": dict(shuffled)})

    assert again == walk(flow, **given)


@pytest.mark.parametrize("seed", range(100))
def test_answer_changed_and_changed_back_gives_the_same_walk(seed):
    flow, given = claims(), random_walk_arguments(seed)
    before = walk(flow, **given)
    rng = random.Random(seed)
    random_regulation(rng)
    numbers = random_numbers(rng)
    other = random_answers(flow, given["regulation"], random.Random(-seed - 1), numbers)
    step = random.Random(seed).choice(sorted(given["answers"]))
    changed = {**given["answers"], step: other[step]}
    middle = walk(flow, **{**given, "answers": changed})

    back = {**changed, step: given["answers"][step]}
    after = walk(flow, **{**given, "answers": back})

    assert after == before
    place = before.ids.index(step) if step in before.ids else len(before.ids)
    assert middle.ids[:place] == before.ids[:place]
