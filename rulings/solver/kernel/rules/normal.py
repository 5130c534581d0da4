"""The rules of normal play, one small function each, in the order they are applied.

Serves Laws 70 and 71 and their footnote on "normal". Each rule names its law, the
sentence a director reads, and a function that narrows or widens the plays of a
`choice`. A rule that needs a fact not in the choice adds it there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rulings.solver.kernel.choice import (
    BY_PARTNER,
    HAS_WORDS,
    LEGAL,
    OPTIONS,
    SOUND,
    STATED,
)
from rulings.solver.kernel.rules.exceptions import let_in_careless_plays
from rulings.solver.kernel.rules.following import (
    economy,
    named_for_later,
    no_refused_finesse,
    no_trick_given_up,
    no_winner_wasted,
    partner_keeps_winners,
    partner_throws_low,
    plays_for_the_claim,
)
from rulings.solver.kernel.rules.leading import (
    known_losers,
    low_in_a_conceded_suit,
    spot_from_a_broken_suit,
    supposed_last_trump,
    top_down,
)
from rulings.solver.kernel.state import Memory


@dataclass(frozen=True, slots=True)
class NormalRule:
    """A rule of normal play: id, law, the director's sentence, the plays it leaves.

    `parameter` names the setting that turns it, "" where it always applies. A rule
    about belief acts on the view and leaves plays alone.
    """

    id: str
    law: str
    sentence: str
    parameter: str
    leaves: Callable[[Memory], None]


def keep_what_is_certain(turn: Memory) -> None:
    """Leave the plays that keep every trick the claimer is certain of (N1).

    When the narrower rules left none of those, every legal play that keeps them is
    normal; a stated play stands even if it keeps nothing.
    """
    if turn[BY_PARTNER]:
        return
    found = 0
    for suit in range(4):
        found |= turn[OPTIONS + suit] & turn[SOUND + suit]
    if found == 0 and turn[HAS_WORDS]:
        return
    field = OPTIONS if found else LEGAL
    for suit in range(4):
        turn[OPTIONS + suit] = turn[field + suit] & turn[SOUND + suit]


def stated_play_first(turn: Memory) -> None:
    """Leave the plays the statement names, while one of them is legal (N2)."""
    if turn[HAS_WORDS]:
        for suit in range(4):
            turn[OPTIONS + suit] = turn[STATED + suit]


def leave_plays(_: Memory) -> None:
    """Leave every play: the rule acts on what is believed."""


RULES: tuple[NormalRule, ...] = (
    NormalRule(
        "N9",
        "70C",
        "A trump the claimer is not aware of is neither drawn nor feared.",
        "aware_of_trump",
        leave_plays,
    ),
    NormalRule(
        "N10",
        "70D1",
        (
            "Where the claimer thinks a card good, the cards above it are not counted "
            "as out."
        ),
        "forgotten",
        leave_plays,
    ),
    NormalRule(
        "N12",
        "70A",
        (
            "A claim that no play can make rests on a mistake: each smallest set of "
            "forgotten cards that explains it is tried, and the worst counts."
        ),
        "",
        leave_plays,
    ),
    NormalRule(
        "N21",
        "70A",
        (
            "Where no play can make the claim, the question is what was counted: a "
            "trick too many, or a card thought gone."
        ),
        "false_claim",
        leave_plays,
    ),
    NormalRule(
        "N11",
        "70E1",
        (
            "The claimer sees every card: what falls is remembered, with all of its "
            "suit, and a failure to follow counts at once."
        ),
        "",
        leave_plays,
    ),
    NormalRule(
        "N2",
        "70B",
        "The stated play comes first while it is legal; what fails lapses.",
        "statement",
        stated_play_first,
    ),
    NormalRule(
        "N17",
        "70B",
        "A card named to be played later is kept while another can be played.",
        "statement",
        named_for_later,
    ),
    NormalRule(
        "N5",
        "70E2",
        "A suit whose top card is thought good is led from the top.",
        "suit_order",
        top_down,
    ),
    NormalRule(
        "N6",
        "70E2",
        "From spot cards with a gap, or jack and one other, the lowest may be led too.",
        "suit_order",
        spot_from_a_broken_suit,
    ),
    NormalRule(
        "N4",
        "71",
        "In a suit in which a trick was given up a low lead is normal.",
        "low_lead_in_conceded_suit",
        low_in_a_conceded_suit,
    ),
    NormalRule(
        "N3",
        "70D1",
        "Cards known to be losers are not led, and are thrown first.",
        "statement",
        known_losers,
    ),
    NormalRule(
        "N7",
        "70C",
        "While no trump is thought to be out, trumps are not led before other suits.",
        "last_trump_lead_normal",
        supposed_last_trump,
    ),
    NormalRule(
        "N16",
        "70B",
        "A finesse that was refused in the words is not taken: the sure winner is "
        "played.",
        "statement",
        no_refused_finesse,
    ),
    NormalRule(
        "N8",
        "70",
        "No card is wasted: low when it cannot win or a good card of its side wins, "
        "else low, the cheapest winner or the highest.",
        "ruff_height",
        economy,
    ),
    NormalRule(
        "N13",
        "70D2",
        "What a defender's partner plays is not guided by what the claimer knows; "
        "the worst counts. The partner throws low cards first.",
        "",
        partner_throws_low,
    ),
    NormalRule(
        "N22",
        "70D2",
        "When throwing, a defender's partner keeps a card that dummy, that hand and "
        "the cards played show to be a winner.",
        "",
        partner_keeps_winners,
    ),
    NormalRule(
        "N1",
        "70D1",
        "Any play that keeps every trick the claimer is sure of is normal.",
        "",
        keep_what_is_certain,
    ),
    NormalRule(
        "N15",
        "70D1",
        "Whoever claims every trick does not give one up while a sure card may win it.",
        "",
        no_trick_given_up,
    ),
    NormalRule(
        "N18",
        "70",
        "No winner is thrown, and no trump spent on a winner of the other hand, while "
        "a card that wins nothing can be thrown.",
        "",
        no_winner_wasted,
    ),
    NormalRule(
        "N19",
        "70D1",
        (
            "The claimer plays for the claim: where more tricks are needed than are "
            "sure, a play with which some layout still lets the claim be made."
        ),
        "plan_share",
        plays_for_the_claim,
    ),
    NormalRule(
        "N20",
        "70D1",
        "No trick is won by a squeeze that was not stated.",
        "statement",
        leave_plays,
    ),
    NormalRule(
        "N14",
        "71",
        "More than was claimed is given only where every normal line wins it.",
        "",
        leave_plays,
    ),
)


def _place(leaves: Callable[[Memory], None]) -> int:
    return next(at for at, rule in enumerate(RULES) if rule.leaves is leaves)


_AT = _place(keep_what_is_certain)
_PLAN = _place(plays_for_the_claim)


def narrowed(turn: Memory) -> None:
    """Apply the rules that come before what is certain is asked for."""
    for rule in RULES[:_AT]:
        rule.leaves(turn)


def kept(turn: Memory) -> None:
    """Apply the rules from N1 on; SOUND holds what keeps the certain tricks."""
    for rule in RULES[_AT:_PLAN]:
        rule.leaves(turn)


def aimed(turn: Memory) -> None:
    """Apply the rules from N19 on; PLAN holds what may still make the claim."""
    for rule in RULES[_PLAN:]:
        rule.leaves(turn)
    let_in_careless_plays(turn)


COMPILED = (keep_what_is_certain, stated_play_first, leave_plays)
CHAINS = (
    (narrowed, tuple(rule.leaves for rule in RULES[:_AT])),
    (kept, tuple(rule.leaves for rule in RULES[_AT:_PLAN])),
    (aimed, (*(rule.leaves for rule in RULES[_PLAN:]), let_in_careless_plays)),
)
"""What `compiler` makes of the table: functions that call its rules in a row."""


@cache
def rules_signature() -> str:
    """Return a hash of the rules in force, their laws and sentences, in order."""
    text = "\n".join(f"{rule.id} {rule.law} {rule.sentence}" for rule in RULES)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
