"""Every state with every act, against a copy of the table written from the model."""

import pytest

from rulings.states import Act, NotAllowed, State, next_state, possible

STANDS = dict.fromkeys(("frozen", "reserved", "ruled", "announced", "appealed"), "=")
"""Where the facts stand: others can be asked what they would rule on them."""

TABLE = {
    "claim": {"called": "=", "contested": "="},
    "statement": {"called": "=", "contested": "="},
    "position": {"called": "=", "contested": "="},
    "fact": dict.fromkeys(("called", "agreed", "contested", "frozen"), "="),
    "read_back": {"called": "=", "contested": "="},
    "answer": {"called": "=", "contested": "=", "frozen": "="},
    "object": dict.fromkeys(State, "="),
    "resolve": dict.fromkeys(State, "="),
    "admit": dict.fromkeys(State, "="),
    "agree": {"called": "agreed"},
    "contest": {"called": "contested", "agreed": "contested"},
    "ask_again": {"contested": "called"},
    "close": {"called": "closed", "contested": "closed"},
    "reopen": {"closed": "called", "agreed": "called"},
    "cancel": dict.fromkeys(("called", "agreed", "contested", "closed"), "cancelled"),
    "move": {"called": "=", "contested": "="},
    "freeze": {"contested": "frozen"},
    "propose": dict.fromkeys(("contested", "frozen", "reserved", "ruled"), "="),
    "strike": dict.fromkeys(("contested", "frozen", "reserved", "ruled"), "="),
    "allow": dict.fromkeys(("contested", "frozen", "reserved", "ruled"), "="),
    "solved": dict.fromkeys(State, "="),
    "reserve": {"frozen": "reserved"},
    "rule": {"frozen": "ruled", "reserved": "ruled"},
    "change_facts": dict.fromkeys(
        ("frozen", "reserved", "ruled", "announced"), "contested"
    ),
    "send_back": {"ruled": "frozen"},
    "confirm": {"ruled": "="},
    "announce": {"ruled": "announced"},
    "revise": {"announced": "ruled"},
    "overrule": {"ruled": "ruled", "announced": "ruled"},
    # Either side may appeal (Law 92A), and in time is in time (R8): that the other
    # side's appeal waits already refuses nobody's own.
    "appeal": {"announced": "appealed", "appealed": "appealed"},
    "withdraw_appeal": {"appealed": "announced"},
    "decide_appeal": {"appealed": "ruled"},
    "waive": dict.fromkeys(State, "="),
    "extend": dict.fromkeys(State, "="),
    "close_early": dict.fromkeys(State, "="),
    "take_over": dict.fromkeys(State, "="),
    "export": dict.fromkeys(State, "="),
    "into_casebook": {"announced": "="},
    "out_of_casebook": dict.fromkeys(State, "="),
    "concur": {"appealed": "="},
    "panel": {"appealed": "="},
    "ask_opinion": STANDS,
    "give_opinion": STANDS,
    "end_opinion": dict.fromkeys(State, "="),
    "ask_poll": STANDS,
    "answer_poll": dict.fromkeys(State, "="),
    "end_poll": dict.fromkeys(State, "="),
    "undo": dict.fromkeys(set(State) - {"announced", "appealed"}, "="),
}
"""Act to {state before: state after}; "=" keeps it. What is missing is refused."""


def test_table_names_every_act_but_open():
    assert TABLE.keys() | {"open"} == set(Act)


def after(state, act, **more):
    """Return the state that follows, "=" for the same one, or None for a refusal."""
    try:
        found = next_state(State(state), Act(act), **more)
    except NotAllowed as refusal:
        return None if "possible:" in str(refusal) else str(refusal)
    return "=" if found == state and TABLE[act].get(state) == "=" else found


def test_next_state_follows_the_table():
    pairs = [(state, act) for state in State for act in TABLE]
    faults = [
        (state, act, after(state, act))
        for state, act in pairs
        if after(state, act) != TABLE[act].get(state)
    ]

    assert len(pairs) >= 400
    assert faults == []


def test_what_the_table_has_is_possible_and_nothing_else():
    for state in State:
        expected = {act for act, befores in TABLE.items() if state in befores}
        assert set(possible(state)) & set(TABLE) == expected, state


@pytest.mark.parametrize("act", [Act.WITHDRAW_APPEAL, Act.DECIDE_APPEAL])
def test_a_case_stays_appealed_while_another_appeal_waits(act):
    assert next_state(State.APPEALED, act, another_waits=True) == "appealed"
    with pytest.raises(NotAllowed):
        next_state(State.ANNOUNCED, act, another_waits=True)


def test_another_appeal_keeps_no_other_act_back():
    faults = [
        (state, act, found)
        for act in set(TABLE) - {"withdraw_appeal"}
        for state in set(TABLE[act]) - {"appealed"}
        for found in [after(state, act, another_waits=True)]
        if found != TABLE[act][state]
    ]

    assert faults == []


def test_a_case_starts_by_being_opened():
    assert next_state(None, Act.OPEN) == "called"


@pytest.mark.parametrize("act", sorted(set(Act) - {Act.OPEN}))
def test_nothing_happens_to_a_case_that_is_not_open(act):
    with pytest.raises(NotAllowed, match="opened"):
        next_state(None, act)


@pytest.mark.parametrize("state", sorted(State))
def test_open_is_refused_for_a_case_that_exists(state):
    with pytest.raises(NotAllowed):
        next_state(State(state), Act.OPEN)
