"""The transition table of a case: which act is possible in which state.

Pure data for model.md's states; who may act is `permissions`, what an act writes is
`workflow`. Law 68D to 71 decide which way a case goes, the flow says so to the user.
"""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where a case stands."""

    CALLED = "called"
    AGREED = "agreed"
    CONTESTED = "contested"
    FROZEN = "frozen"
    RESERVED = "reserved"
    RULED = "ruled"
    ANNOUNCED = "announced"
    APPEALED = "appealed"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Act(StrEnum):
    """What somebody does to a case; the word that stands in the log."""

    OPEN = "open"
    CLAIM = "claim"
    STATEMENT = "statement"
    POSITION = "position"
    FACT = "fact"
    READ_BACK = "read_back"
    ANSWER = "answer"
    OBJECT = "object"
    RESOLVE = "resolve"
    AGREE = "agree"
    CONTEST = "contest"
    ASK_AGAIN = "ask_again"
    CLOSE = "close"
    REOPEN = "reopen"
    CANCEL = "cancel"
    MOVE = "move"
    FREEZE = "freeze"
    PROPOSE = "propose"
    SOLVED = "solved"
    STRIKE = "strike"
    ALLOW = "allow"
    RESERVE = "reserve"
    RULE = "rule"
    CHANGE_FACTS = "change_facts"
    CONFIRM = "confirm"
    SEND_BACK = "send_back"
    ANNOUNCE = "announce"
    REVISE = "revise"
    OVERRULE = "overrule"
    APPEAL = "appeal"
    CONCUR = "concur"
    PANEL = "panel"
    WITHDRAW_APPEAL = "withdraw_appeal"
    DECIDE_APPEAL = "decide_appeal"
    ADMIT = "admit"
    WAIVE = "waive"
    EXTEND = "extend"
    CLOSE_EARLY = "close_early"
    TAKE_OVER = "take_over"
    EXPORT = "export"
    INTO_CASEBOOK = "into_casebook"
    OUT_OF_CASEBOOK = "out_of_casebook"
    ASK_OPINION = "ask_opinion"
    GIVE_OPINION = "give_opinion"
    END_OPINION = "end_opinion"
    ASK_POLL = "ask_poll"
    ANSWER_POLL = "answer_poll"
    END_POLL = "end_poll"
    UNDO = "undo"


class NotAllowed(Exception):
    """An act that the present state does not know: says which, and what is possible."""


_TAKING = frozenset({State.CALLED, State.CONTESTED})
_CANCELS = (State.CALLED, State.AGREED, State.CONTESTED, State.CLOSED)
_SOLVING = frozenset({State.CONTESTED, State.FROZEN, State.RESERVED, State.RULED})
_FACTS_STAND = frozenset(
    {State.FROZEN, State.RESERVED, State.RULED, State.ANNOUNCED, State.APPEALED}
)
_ANY = frozenset(State)

SAME: dict[Act, frozenset[State]] = {
    Act.CLAIM: _TAKING,
    Act.STATEMENT: _TAKING,
    Act.POSITION: _TAKING,
    Act.FACT: _TAKING | {State.FROZEN, State.AGREED},
    Act.READ_BACK: _TAKING,
    Act.MOVE: _TAKING,
    Act.ANSWER: _TAKING | {State.FROZEN},
    Act.OBJECT: _ANY,
    Act.RESOLVE: _ANY,
    Act.ADMIT: _ANY,
    Act.PROPOSE: _SOLVING,
    Act.SOLVED: _ANY,
    Act.STRIKE: _SOLVING,
    Act.ALLOW: _SOLVING,
    Act.CONFIRM: frozenset({State.RULED}),
    Act.CONCUR: frozenset({State.APPEALED}),
    Act.PANEL: frozenset({State.APPEALED}),
    Act.WAIVE: _ANY,
    Act.EXTEND: _ANY,
    Act.CLOSE_EARLY: _ANY,
    Act.TAKE_OVER: _ANY,
    Act.EXPORT: _ANY,
    Act.INTO_CASEBOOK: frozenset({State.ANNOUNCED}),
    Act.OUT_OF_CASEBOOK: _ANY,
    Act.ASK_OPINION: _FACTS_STAND,
    Act.GIVE_OPINION: _FACTS_STAND,
    Act.END_OPINION: _ANY,
    Act.ASK_POLL: _FACTS_STAND,
    Act.ANSWER_POLL: _ANY,
    Act.END_POLL: _ANY,
}
"""Acts that leave the state as it is, and where they are possible."""

MOVES: dict[tuple[State, Act], State] = {
    (State.CALLED, Act.AGREE): State.AGREED,
    (State.CALLED, Act.CONTEST): State.CONTESTED,
    (State.AGREED, Act.CONTEST): State.CONTESTED,
    (State.CONTESTED, Act.ASK_AGAIN): State.CALLED,  # another claimed: nobody doubts
    (State.CALLED, Act.CLOSE): State.CLOSED,
    (State.CONTESTED, Act.CLOSE): State.CLOSED,
    (State.CLOSED, Act.REOPEN): State.CALLED,
    (State.AGREED, Act.REOPEN): State.CALLED,  # nobody had agreed
    **dict.fromkeys(((state, Act.CANCEL) for state in _CANCELS), State.CANCELLED),
    (State.CONTESTED, Act.FREEZE): State.FROZEN,
    (State.FROZEN, Act.RESERVE): State.RESERVED,
    (State.FROZEN, Act.RULE): State.RULED,
    (State.RESERVED, Act.RULE): State.RULED,
    (State.FROZEN, Act.CHANGE_FACTS): State.CONTESTED,
    (State.RESERVED, Act.CHANGE_FACTS): State.CONTESTED,
    (State.RULED, Act.CHANGE_FACTS): State.CONTESTED,
    (State.ANNOUNCED, Act.CHANGE_FACTS): State.CONTESTED,  # the ruling stays in force
    (State.RULED, Act.SEND_BACK): State.FROZEN,
    (State.RULED, Act.ANNOUNCE): State.ANNOUNCED,
    (State.RULED, Act.OVERRULE): State.RULED,
    (State.ANNOUNCED, Act.REVISE): State.RULED,
    (State.ANNOUNCED, Act.OVERRULE): State.RULED,
    (State.ANNOUNCED, Act.APPEAL): State.APPEALED,
    (State.APPEALED, Act.APPEAL): State.APPEALED,  # the other side's (Law 92A)
    (State.APPEALED, Act.WITHDRAW_APPEAL): State.ANNOUNCED,
    (State.APPEALED, Act.DECIDE_APPEAL): State.RULED,  # decided, not announced
}
"""Acts that change the state."""

ENDS_AN_APPEAL = frozenset({Act.WITHDRAW_APPEAL, Act.DECIDE_APPEAL})
"""Acts that leave `appealed` only with the last appeal that waits."""

BEFORE_A_DECISION = frozenset(
    {Act.CHANGE_FACTS, Act.SEND_BACK, Act.CONFIRM, Act.OVERRULE}
)
"""Acts on an unannounced ruling that the decision of an appeal does not allow."""

REOPENS = frozenset({Act.CHANGE_FACTS, Act.SEND_BACK})
"""Acts that take the facts of a ruling up again: not those that it corrects."""

NOT_OVER_A_RULING = frozenset({Act.AGREE, Act.ASK_AGAIN, Act.CLOSE})
"""Acts that would leave a ruling that is in force without another in its place."""

BESIDE = frozenset(
    {
        *(Act.ASK_OPINION, Act.GIVE_OPINION, Act.END_OPINION),
        *(Act.ASK_POLL, Act.ANSWER_POLL, Act.END_POLL),
    }
)
"""Acts that change nothing in a case: nobody's page is older for them, and undo looks
past them."""

IN_FORCE = frozenset({State.ANNOUNCED, State.APPEALED})
"""States in which an announced ruling is in force."""

BEING_RULED = frozenset({State.CONTESTED, State.FROZEN, State.RESERVED, State.RULED})
"""States in which a director works on a ruling."""

RESULT_KNOWN = IN_FORCE | {State.AGREED}
"""States in which both sides know what the claim gives."""

UNDO_BEFORE = _ANY - IN_FORCE
"""States in which the last act may still be taken back; undo restores its own."""


def possible(state: State) -> frozenset[Act]:
    """Return every act the table knows in a state."""
    acts = {act for act, states in SAME.items() if state in states}
    acts |= {act for (before, act) in MOVES if before is state}
    if state in UNDO_BEFORE:
        acts.add(Act.UNDO)
    return frozenset(acts)


def next_state(
    state: State | None,
    act: Act,
    *,
    another_waits: bool = False,
    unannounced: bool = False,
) -> State:
    """Return the state after an act; raise NotAllowed if the table has no such move.

    `None` is the state before a case is opened. Undo returns the state it is in;
    what it restores is written in the entry it takes back. With `another_waits` the
    end of an appeal leaves the case appealed: the other side's has still to be heard.
    With `unannounced` the withdrawal leaves the other side's decision to be announced.
    """
    if state is None:
        if act is Act.OPEN:
            return State.CALLED
        raise NotAllowed(f"{act} needs a case that has been opened")
    if (state, act) in MOVES:
        after = MOVES[state, act]
        if another_waits and act in ENDS_AN_APPEAL:
            return state
        return State.RULED if unannounced and act is Act.WITHDRAW_APPEAL else after
    if act in possible(state):
        return state
    acts = ", ".join(sorted(possible(state)))
    raise NotAllowed(f"{act} is not possible while a case is {state}; possible: {acts}")
