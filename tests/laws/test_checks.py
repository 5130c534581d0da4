"""Each fault in the data is found when a flow is loaded, with its file and key."""

import pytest

from rulings.laws.engine import FlowError, load_flow
from tests.laws.flowdata import change, copied_data

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
ENTRIES = 'entries = ["A01", "U01", "P02"]'

FAULTS = {
    "no entry": (ENTRIES, "entries = []", "flow.entries", "there is none"),
    "unknown entry": (ENTRIES, 'entries = ["A00"]', "flow.entries", "no step A00"),
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
    "system step without rules": (ALWAYS, "", "steps.A03.rules", "system step"),
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
        "record.doubt_against == 'revoker'",
        "record.doubt_against == 'claimer'",
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
        'final = "=facts.claimed + facts.tricks_reclaimed"',
        'final = "=facts.claimed + facts.more"',
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
    folder = copied_data(tmp_path)
    change(folder, FLOW, old, new)

    with pytest.raises(FlowError) as caught:
        load_flow("claims", "2017", folder=folder)

    assert caught.value.file == FLOW
    assert caught.value.key == key
    assert problem in caught.value.problem


def test_unchanged_copy_of_the_data_is_without_fault(tmp_path):
    flow = load_flow("claims", "2017", folder=copied_data(tmp_path))

    assert flow.hash == load_flow("claims", "2017").hash
