"""A fault in the flow of claims is named with its file and key."""

from functools import partial

import pytest

from rulings.laws.engine import FlowError, load_flow
from tests.laws.flowdata import change, copied_data, fault_after

FLOW = "flows/claims.toml"
TERM = 'W2 = "windows.correction_open"'
FOUND = 'value = "later_tricks", label = "Later tricks as well"'
C06 = 'next = "C07", sets = {trump_mentioned = false}'
U01 = 'follow_ups = ["U01"]'
DUMMY = (
    'choices = [{value = "always", label = "Dummy\'s words are no claim", '
    'next = "O-NOCLAIM-DUMMY"}]'
)


ALWAYS = 'rules = [{when = "True", choice = "always"}]'
AGREED = 'effect = "agreed"'
STARTS = 'starts = {A01 = "A claim or a concession"}'
ENTRIES = 'entries = ["A01", "U01", "U02", "P02"]'
FAULTS = {
    "no entry": (
        ENTRIES,
        "entries = []",
        "flow.entries",
        "missing: a flow begins somewhere",
    ),
    "unknown entry": (ENTRIES, 'entries = ["A00"]', "flow.entries", "no step A00"),
    "point that is nowhere": (
        'award = ["C20"]',
        'award = ["C99"]',
        "points.award",
        "no step, outcome or notice C99",
    ),
    "point nobody asks for": (
        'award = ["C20"]',
        'award = ["C20"]\nprize = ["C20"]',
        "points.prize",
        "not known here",
    ),
    "point left out": (
        'award = ["C20"]\n',
        "",
        "points.award",
        "missing: the program asks for it",
    ),
    "reply that is not offered": (
        'accepted = {C20 = "accept_proposal"}',
        'accepted = {C20 = "accept"}',
        "replies.accepted",
        "C20 offers no choice accept",
    ),
    "reply of no step": (
        'accepted = {C20 = "accept_proposal"}',
        'accepted = {C99 = "accept_proposal"}',
        "replies.accepted",
        "C99 offers no choice accept_proposal",
    ),
    "reply left out": (
        'accepted = {C20 = "accept_proposal"}\n',
        "",
        "replies.accepted",
        "missing: the program asks for it",
    ),
    "unknown computation": (
        'solver = ["S2", "S3", "S4"]',
        'solver = ["S2", "S33"]',
        "steps.C19.solver",
        "no computation 'S33'; there are S1 to S14",
    ),
    "unknown computation beside": (
        'beside = ["S7"]',
        'beside = ["S0"]',
        "steps.C06.beside",
        "no computation 'S0'",
    ),
    "computation named twice": (
        'solver = ["S2", "S3", "S4"]',
        'solver = ["S2", "S2"]',
        "steps.C19.solver",
        "names one twice: S2, S2",
    ),
    "unknown jump": (C06, 'next = "C70"', "steps.C06.next", "no step or outcome C70"),
    "circle": (
        C06,
        'next = "A01"',
        "steps.C06.next",
        "runs in a circle: A01",
    ),
    "unreachable step": (
        'hint = "after agreement, after scoring, or later still", next = "T01"',
        'next = "A02"',
        "steps.T01",
        "is reached by nothing",
    ),
    "jump into another edition's question": (
        "{when = \"provision.withdrawal_test == 'no_normal_line_loses'\", choice",
        '{when = "term.W3", choice',
        "steps.D14",
        "is asked although it is not in the edition",
    ),
    "unreachable outcome": (
        'next = "O-L54"',
        'next = "O-L13"',
        "outcomes.O-L54",
        "is reached by nothing",
    ),
    "no way out": (
        DUMMY,
        "choices = []",
        "steps.A03.choices",
        "a dead end",
    ),
    "rules that may all fail": (
        ALWAYS,
        'rules = [{when = "term.W2", choice = "always"}]',
        "steps.A03.rules",
        "a dead end",
    ),
    "system step without rules": (
        ALWAYS,
        "",
        "steps.A03.rules",
        "go with a system step, and only with one",
    ),
    "rule to no choice": (
        ALWAYS,
        'rules = [{when = "True", choice = "never"}]',
        "steps.A03.rules",
        "never is no choice",
    ),
    "choice no rule leads to": (
        'rules = [\n  {when = "term.W2", choice = "open"},\n',
        "rules = [\n",
        "steps.D10.choices",
        "no rule leads to open",
    ),
    "value offered twice": (
        FOUND,
        'value = "only_current_trick", label = "Later tricks as well"',
        "steps.A02.choices",
        "offered twice",
    ),
    "no such actor": (
        'actor = "claimer"',
        'actor = "kibitzer"',
        "steps.C01.actor",
        "no actor 'kibitzer'",
    ),
    "no effect": (AGREED, 'effect = "shrug"', "outcomes.O-AGREED.effect", "no effect"),
    "unknown notice of an outcome": (
        'notices = ["N-PLAYON"]',
        'notices = ["N-PLAYOFF"]',
        "outcomes.O-VOIDCLAIM.notices",
        "no notice N-PLAYOFF",
    ),
    "unknown notice of a choice": (
        'notices = ["N-E1-2017"]',
        'notices = ["N-E2"]',
        "steps.C17.choices.clause_absent.notices",
        "no notice N-E2",
    ),
    "bad condition of a notice": (
        'when = "provision.late_score_error != ',
        'when = "provision.late_error != ',
        "outcomes.O-TOOLATE.notices",
        "nothing gives provision.late_error",
    ),
    "follow-up that is no entry": (
        U01,
        'follow_ups = ["C01"]',
        "outcomes.O-NOCONCESSION.follow_ups",
        "C01 is no entry",
    ),
    "unknown fact": (
        "facts.remaining - facts.claimed > 0",
        "facts.left - facts.claimed > 0",
        "steps.A11.rules",
        "nothing gives facts.left",
    ),
    "unknown parameter": (
        "reg.play_on_after_td_called == 'yes'",
        "reg.play_on == 'yes'",
        "steps.B04.rules",
        "nothing gives reg.play_on",
    ),
    "text a parameter never has": (
        "reg.play_on_after_td_called == 'yes'",
        "reg.play_on_after_td_called == 'true'",
        "steps.B04.rules",
        "reg.play_on_after_td_called is never 'true'; it is one of yes, no",
    ),
    "text an answer never has": (
        "answer.B03 == 'yes_all_four'",
        "answer.B03 == 'yes'",
        "steps.B04.rules",
        "answer.B03 is never 'yes'",
    ),
    "text a record never has": (
        "when = \"record.doubt_against == 'revoker'",
        "when = \"record.doubt_against == 'claimer'",
        "steps.B10.rules",
        "record.doubt_against is never 'claimer'",
    ),
    "answer of no step": (
        "answer.B03 ==",
        "answer.B99 ==",
        "steps.B04.rules",
        "nothing gives answer.B99",
    ),
    "record nobody makes": (
        "record.revoke_transfer > 0",
        "record.revoked > 0",
        "steps.C21.rules",
        "nothing gives record.revoked",
    ),
    "no such window": (
        TERM,
        'W2 = "windows.protest_open"',
        "terms.W2",
        "nothing gives windows.protest_open",
    ),
    "no such kind of name": (TERM, 'W2 = "law.70"', "terms.W2", "is no expression"),
    "no such part": (TERM, 'W2 = "laws.x"', "terms.W2", "nothing gives laws.x"),
    "term that uses a later one": (
        TERM,
        'W2 = "term.W3"',
        "terms.W2",
        "nothing gives term.W3",
    ),
    "bad condition of a choice": (
        'when = "not provision.cards_must_be_faced"',
        'when = "not provision.cards_faced"',
        "steps.C03.choices.not_needed.when",
        "nothing gives provision.cards_faced",
    ),
    "bad value of a choice": (
        'sets = {revoke_transfer = "=facts.revoke_transfer"}',
        'sets = {revoke_transfer = "=facts.transfer"}',
        "steps.R13.choices.noted.sets.revoke_transfer",
        "nothing gives facts.transfer",
    ),
    "bad final figure": (
        'final = "=facts.claimed + facts.tricks_reclaimed + term.moved"',
        'final = "=facts.claimed + facts.more + term.moved"',
        "outcomes.O-CONC-CANCELLED.final",
        "nothing gives facts.more",
    ),
    "placeholder nothing fills": (
        "Ask {claimer} to repeat",
        "Ask {player} to repeat",
        "steps.C01.question",
        "nothing fills {player}",
    ),
    "record for no choice": (
        'label = "Which exclusion", for = ["excluded"]',
        'label = "Which exclusion", for = ["shut_out"]',
        "steps.R10.records.exclusion_reason",
        "shut_out is no choice",
    ),
    "start that is no entry": (
        STARTS,
        'starts = {A02 = "A claim"}',
        "flow.starts.A02",
        "is no entry",
    ),
    "input that does not exist": (
        'inputs = ["contract", ',
        'inputs = ["contracts", ',
        "flow.inputs",
        "no input contracts; there are auction, cards",
    ),
    "limit by what nothing gives": (
        'limit = "facts.remaining"',
        'limit = "facts.left"',
        "facts.claimed.limit",
        "nothing gives facts.left",
    ),
    "check of what nothing gives": (
        "record.claimed <= record.remaining",
        "record.claimed <= record.left",
        "steps.A06.checks",
        "nothing gives record.left",
    ),
    "blank in a note that nothing fills": (
        'text = "With screens, at once counts',
        'text = "With screens, {side} at once counts',
        "steps.A12.question",
        "nothing fills {side}",
    ),
    "open question to the program": (
        'question = "Dummy may not',
        'may_stay_open = true\nwhen_open = "A02"\nquestion = "Dummy may not',
        "steps.A03.when_open",
        "asks nothing",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_fault_in_a_flow_names_file_and_key(fault, tmp_path):
    old, new, key, problem = fault

    found = fault_after(tmp_path, partial(load_flow, "claims", "2017"), FLOW, old, new)

    assert (found.file, found.key) == (FLOW, key)
    assert problem in found.problem


def test_circle_in_one_edition_alone_is_refused(tmp_path):
    folder = copied_data(tmp_path)
    new = '[steps.C02.next]\nrecorded = "C03"\n\n[steps.C03]'
    change(folder, "1997/claims.toml", '\nnext = {recorded = "C04"}', "")
    change(folder, "1997/claims.toml", "[steps.C03]", new)

    assert load_flow("claims", "2007", folder=folder)
    with pytest.raises(FlowError, match="runs in a circle: C03 C02 C03"):
        load_flow("claims", "1997", folder=folder)


def test_unchanged_copy_of_the_data_is_without_fault(tmp_path):
    flow = load_flow("claims", "2017", folder=copied_data(tmp_path))

    assert flow.hash == load_flow("claims", "2017").hash
