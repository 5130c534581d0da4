import json
import random

import pytest

from rulings.laws.engine import NotOffered, WrongValue, walk
from rulings.laws.engine.reach import choices_left
from tests.laws.flowdata import (
    CONTESTED,
    FORGOTTEN,
    claims,
    go,
    held,
    ident,
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
    with pytest.raises(NotOffered, match="it offers A01, U01, U02, P02"):
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


BLOCKS = [(flow, start) for flow in held() for start in range(0, 2000, 500)]
BLOCK_IDS = [f"{ident(flow)}-{start}" for flow, start in BLOCKS]


@pytest.mark.parametrize(("flow", "start"), BLOCKS, ids=BLOCK_IDS)
def test_random_answers_to_everything_end_in_an_outcome(flow, start):
    """Ten thousand walks, two thousand in each flow and edition."""
    for seed in range(start, start + 500):
        walked = walk(flow, **random_walk_arguments(seed, flow))

        assert walked.outcome is not None, seed
        assert walked.outcome.in_edition
        assert walked.at is None
        assert walked.missing == ()
        assert len(set(walked.ids)) == len(walked.ids)
        assert set(walked.ids) | {walked.outcome.id} <= flow.reach[walked.ids[0]]


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_random_walks_end_wait_or_want_a_value(flow):
    for seed in range(300):
        given = random_walk_arguments(seed, flow, share=0.9, leave_open=0.2)
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


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_walk_does_not_depend_on_the_order_of_answers(flow):
    for seed in range(60):
        given = random_walk_arguments(seed, flow, share=0.95)
        shuffled = list(given["answers"].items())
        random.Random(seed).shuffle(shuffled)

        again = walk(flow, **{**given, "answers": dict(shuffled)})

        assert again == walk(flow, **given)


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_stored_answers_replay_to_the_same_outcome(flow):
    """A ruling keeps facts, answers and values as JSON; the walk comes out the same."""
    for seed in range(60):
        given = random_walk_arguments(seed, flow)
        kept = {name: given[name] for name in ("facts", "solver", "answers")}
        again = walk(flow, **{**given, **json.loads(json.dumps(kept))})

        assert again == walk(flow, **given)


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_replay_needs_only_the_answers_that_were_used(flow):
    for seed in range(60):
        given = random_walk_arguments(seed, flow)
        before = walk(flow, **given)
        used = {
            key: given["answers"][key] for key in given["answers"] if key in before.ids
        }

        again = walk(flow, **{**given, "answers": used})

        assert (again.path, again.outcome) == (before.path, before.outcome)
        assert again.unused == () or again.unused == tuple(
            v.step.id for v in before.path if v.by == "fixed" and v.step.id in used
        )


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_changed_answer_keeps_what_applies_and_shows_the_rest(flow):
    for seed in range(60):
        given = random_walk_arguments(seed, flow)
        before = walk(flow, **given)
        rng = random.Random(seed)
        other = random_walk_arguments(seed + 1000, flow)["answers"]
        step = rng.choice(sorted(given["answers"]))
        if not offered(flow, step, other[step], given["regulation"]):
            continue
        changed = {**given["answers"], step: numbers_of(other[step], given, step)}

        middle = walk(flow, **{**given, "answers": changed})
        after = walk(flow, **given)

        assert after == before
        place = before.ids.index(step) if step in before.ids else len(before.ids)
        assert middle.ids[:place] == before.ids[:place]
        used = {v.step.id for v in middle.path if v.by == "answer"}
        asked = set(changed) & flow.reach[given["entry"]]
        assert asked == used | set(middle.pending) | set(middle.unused)
        for visited in middle.path:
            if visited.by == "answer" and visited.step.id != step:
                assert visited.value == given["answers"][visited.step.id]["choice"]


def offered(flow, step, answer, regulation):
    """Say whether a regulation leaves an answer of another one on offer."""
    if step != "C17" or len(choices_left(flow, flow.step(step))) < 3:
        return True
    asked = regulation["location_irrational_2017"] == "ask"
    return (answer["choice"] == "clause_absent") is not asked


def numbers_of(answer, given, step):
    """Return an answer with the numbers of the other answers beside it."""
    return {**given["answers"][step], "choice": answer["choice"]}
