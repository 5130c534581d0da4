"""Can a normal line hold the claiming side to so few? The search behind `worst`.

Yes or no, depth first, with proven bounds, as in `proof`. Opponents play any legal
card, the claiming side what the rules leave; either way any line will do. To the
letter of the words (Law 70B) the claiming side chooses for itself. `lines` is the
memory of this search, `search` that of the one for what is certain, `plans` that of
the one for what some layout allows.
"""

from __future__ import annotations

from rulings.solver.kernel.choice import BEATS as BEATING
from rulings.solver.kernel.choice import (
    BY_PARTNER,
    HAS_WORDS,
    LEGAL,
    OPTIONS,
    PLAN,
    SOUND,
    STATED,
    is_any,
    look,
)
from rulings.solver.kernel.choice import PLAYED as ON_TABLE
from rulings.solver.kernel.holding import (
    forgotten_cards,
)
from rulings.solver.kernel.layout import FRAME as RECORD
from rulings.solver.kernel.layout import LINE_MEMORY
from rulings.solver.kernel.rules.exceptions import IDEAS, meant_by_ideas, switched
from rulings.solver.kernel.rules.normal import aimed, kept, narrowed
from rulings.solver.kernel.search.handed_over import believe, plain
from rulings.solver.kernel.search.line_moves import legal_cards, played_card
from rulings.solver.kernel.search.planning import TO_KEEP, TRIAL, planned
from rulings.solver.kernel.search.proof import (
    EXHAUSTED,
    GROWS,
    NO,
    OPEN,
    POSITIONS,
    YES,
    proves,
)
from rulings.solver.kernel.search.transposition import line_bounds_at, note_line
from rulings.solver.kernel.state import (
    HIGH_MASK,
    LEFT,
    LEFT_MASK,
    LOW_BOUND,
    NEED,
    NEED_MASK,
    PLAYED,
    PLAYED_MASK,
    STATE,
    WON,
    Memory,
)
from rulings.solver.kernel.words.encoded import (
    NODE,
    PROGRESS,
    WORDS,
    binds,
    carried_on,
)
from rulings.solver.kernel.words.obeying import AFTER, THROWS, find_stated

LINES_FULL = 5
"""The answer when this search's table has no room; FULL speaks of the other one."""

MORE_IS_NORMAL, TO_THE_LETTER = LINE_MEMORY.of("MORE_IS_NORMAL", "TO_THE_LETTER")
"""Where memory says that plays beyond the rules are let in, and that the words are
carried out to the letter."""

ROOT, STACK, MOVES = LINE_MEMORY.of("ROOT", "STACK", "MOVES")
AT, ALLOW, START, NEXT, END = RECORD.of("NODE_AT", "WANTED", "START", "NEXT", "END")
FRAME = RECORD.end


def refutes(lines: Memory, search: Memory, plans: Memory, allow: int) -> int:
    """Say whether a normal line from ROOT gives the side at most `allow` tricks."""
    top = STACK - FRAME
    at, moves = ROOT, MOVES
    while True:
        answer = weighed(lines, search, at, allow)
        if answer == OPEN:
            top += FRAME
            lines[top + AT], lines[top + ALLOW] = at, allow
            lines[top + START] = lines[top + NEXT] = moves
            moves = laid_open(lines, search, plans, at, moves)
            lines[top + END] = moves
            answer = 1 - telling(lines, at) if moves > 0 else -moves
        if answer > YES:
            return answer
        while True:
            if top < STACK:
                return answer
            at, allow = lines[top + AT], lines[top + ALLOW]
            if answer != telling(lines, at) and lines[top + NEXT] < lines[top + END]:
                break
            if not stored(lines, at, allow, answer) and lines[GROWS]:
                return LINES_FULL
            moves = lines[top + START]
            top -= FRAME
        at = next_line(lines, top, at)
        allow -= lines[at + STATE] >> WON & 1


def telling(lines: Memory, at: int) -> int:
    """Return the answer for one card that is the answer for its node."""
    return NO if lines[TO_THE_LETTER] and not lines[at + STATE] & 1 else YES


def stands_within(lines: Memory, at: int) -> bool:
    """Say whether a node stands within a trick: too short-lived to be kept."""
    return lines[at + STATE] >> PLAYED & PLAYED_MASK != 0 and at != ROOT


def weighed(lines: Memory, search: Memory, at: int, allow: int) -> int:
    """Answer for a node without a move, OPEN where its moves must be tried."""
    tricks = lines[at + STATE] >> LEFT & LEFT_MASK
    if allow < 0 or allow >= tricks:
        return YES if allow >= 0 else NO
    if not stands_within(lines, at):
        bounds = line_bounds_at(lines, at)
        if bounds >> LOW_BOUND > allow or min(tricks, bounds & HIGH_MASK) <= allow:
            return NO if bounds >> LOW_BOUND > allow else YES
    if search[POSITIONS] <= 0:
        return EXHAUSTED
    search[POSITIONS] -= 1
    if stands_within(lines, at):
        return OPEN
    answer = plain(lines, search, at, allow)
    if answer != OPEN:
        stored(lines, at, allow, answer)
        return answer
    answer = surely_kept(lines, search, at, allow + 1)
    if answer == YES:
        stored(lines, at, allow, NO)
        return NO
    return OPEN if answer == NO else answer


def stored(lines: Memory, at: int, allow: int, answer: int) -> bool:
    """Store an answer that was found; say whether the table has room for more."""
    if stands_within(lines, at):
        return True
    bounds = line_bounds_at(lines, at)
    if answer == YES:
        return note_line(lines, at, bounds >> LOW_BOUND, allow)
    high = min(bounds & HIGH_MASK, lines[at + STATE] >> LEFT & LEFT_MASK)
    return note_line(lines, at, allow + 1, high)


def surely_kept(lines: Memory, search: Memory, at: int, tricks: int) -> int:
    """Say whether no normal line can fall below a number of tricks.

    With nothing forgotten, nothing said and nothing beyond the rules, a normal line
    keeps what is certain, up to what the claim needs.
    """
    if lines[MORE_IS_NORMAL] or lines[at + STATE] >> NEED & NEED_MASK < tricks:
        return NO
    if binds(lines, at):
        return NO
    for suit in range(4):
        if forgotten_cards(lines[at + suit]):
            return NO
    believe(lines, at, search)
    return proves(search, tricks)


def laid_open(lines: Memory, search: Memory, plans: Memory, at: int, moves: int) -> int:
    """Write the nodes that may follow; return where they end, or less than 0.

    Cards that would be winning stand first. Below 0 it is an answer: spent or full.
    """
    legal_cards(lines, at)
    for suit in range(4):
        lines[OPTIONS + suit] = lines[LEGAL + suit]
        lines[PLAN + suit] = lines[LEGAL + suit]
    lines[HAS_WORDS] = 0
    lines[TO_KEEP] = -1
    if not lines[at + STATE] & 1:
        answer = chosen(lines, search, plans, at)
        if answer != OPEN:
            return -answer
    return laid(lines, at, moves)


def all_laid(lines: Memory, at: int, moves: int) -> int:
    """Write the nodes after all legal cards; return where they end."""
    legal_cards(lines, at)
    for suit in range(4):
        lines[OPTIONS + suit] = lines[LEGAL + suit]
    lines[HAS_WORDS] = 0
    if binds(lines, at) and not lines[at + STATE] & 1:
        look(lines, at)
        find_stated(lines, at)
    return laid(lines, at, moves)


def laid(lines: Memory, at: int, moves: int) -> int:
    """Write the nodes after the cards in OPTIONS; return where they end."""
    for rest in range(2):
        for suit in range(4):
            beats = lines[BEATING + suit]
            cards = lines[OPTIONS + suit] & (~beats if rest else beats)
            while cards:
                card = cards & -cards
                cards ^= card
                follow_on(lines, at, moves, suit, card)
                moves += NODE
    return moves


def follow_on(lines: Memory, at: int, to: int, suit: int, card: int) -> None:
    """Write the node after a card, with what is said carried on."""
    played_card(lines, at, to, suit, card)
    if lines[to + WORDS]:
        if lines[HAS_WORDS] and lines[STATED + suit] & card:
            lines[to + WORDS] = lines[to + WORDS] & ~PROGRESS | lines[AFTER]
            lines[to + STATE] += lines[THROWS]
        carried_on(lines, to)


def next_line(lines: Memory, top: int, at: int) -> int:
    """Return the next node to try: an opponent's winners first, his own side's last."""
    if lines[at + STATE] & 1:
        lines[top + NEXT] += NODE
        return lines[top + NEXT] - NODE
    lines[top + END] -= NODE
    return lines[top + END]


def chosen(lines: Memory, search: Memory, plans: Memory, at: int) -> int:
    """Leave the normal ones of the legal cards in OPTIONS; OPEN when it is done."""
    if binds(lines, at):
        look(lines, at)
        find_stated(lines, at)
    if only_one(lines):
        return OPEN
    if lines[TO_THE_LETTER]:
        if lines[HAS_WORDS]:
            for suit in range(4):
                lines[OPTIONS + suit] = lines[STATED + suit]
        return OPEN
    if not binds(lines, at):
        look(lines, at)
    narrowed(lines)
    answer = OPEN if lines[BY_PARTNER] else weighed_up(lines, search, at)
    if answer == OPEN:
        kept(lines)
        answer = planned(lines, search, plans, at)
    if answer == OPEN:
        aimed(lines)
        if lines[IDEAS]:
            answer = instead(lines, search, at)
        switched(lines, at)
    return answer


def instead(lines: Memory, search: Memory, at: int) -> int:
    """Leave other legal cards where ideas rule out every normal one; OPEN when done.

    Those that keep what is certain; none where no other does, or where words bind.
    """
    left = 0
    for suit in range(4):
        meant = meant_by_ideas(lines, at, suit, 0)
        left |= lines[OPTIONS + suit] & ~meant
    if left or lines[HAS_WORDS]:
        return OPEN
    for suit in range(4):
        meant = meant_by_ideas(lines, at, suit, 0)
        lines[STATED + suit] = lines[LEGAL + suit] & ~meant
    field = STATED
    if not lines[BY_PARTNER]:
        answer = judged(lines, search, at, STATED, lines[TO_KEEP])
        if answer != OPEN:
            return answer
        field = SOUND
    if is_any(lines, field):
        for suit in range(4):
            lines[OPTIONS + suit] = lines[field + suit]
    return OPEN


def weighed_up(lines: Memory, search: Memory, at: int) -> int:
    """Find which of the options keep what is certain; OPEN when it is done."""
    least = to_keep(lines, search, at)
    if least < 0:
        return -least
    lines[TO_KEEP] = least
    answer = judged(lines, search, at, OPTIONS, least)
    if answer == OPEN and not (is_any(lines, SOUND) or lines[HAS_WORDS]):
        answer = judged(lines, search, at, LEGAL, least)
    return answer


def only_one(lines: Memory) -> bool:
    """Say whether there is a single legal card."""
    found = 0
    for suit in range(4):
        cards = lines[LEGAL + suit]
        found += (1 if cards else 0) + (1 if cards & (cards - 1) else 0)
    return found == 1


def to_keep(lines: Memory, search: Memory, at: int) -> int:
    """Return the certain tricks he must keep, less than 0 for an answer instead."""
    state = lines[at + STATE]
    most = state >> LEFT & LEFT_MASK if lines[ON_TABLE] else state >> NEED & NEED_MASK
    believe(lines, at, search)
    if lines[ON_TABLE] == 0:
        answer = proves(search, most)
        if answer != NO:
            return most if answer == YES else -answer
        most -= 1
    tricks = 0
    while tricks < most:
        answer = proves(search, tricks + 1)
        if answer != YES:
            return tricks if answer == NO else -answer
        tricks += 1
    return tricks


def judged(lines: Memory, search: Memory, at: int, field: int, least: int) -> int:
    """Write into SOUND which cards of a field keep so many certain tricks."""
    for suit in range(4):
        lines[SOUND + suit] = 0
        cards = lines[field + suit]
        while cards:
            card = cards & -cards
            cards ^= card
            played_card(lines, at, TRIAL, suit, card)
            believe(lines, TRIAL, search)
            answer = proves(search, least - (lines[TRIAL + STATE] >> WON & 1))
            if answer > YES:
                return answer
            if answer == YES:
                lines[SOUND + suit] |= card
    return OPEN


COMPILED = (
    surely_kept,
    telling,
    stands_within,
    stored,
    weighed,
    only_one,
    to_keep,
    judged,
    weighed_up,
    instead,
    chosen,
    follow_on,
    laid,
    laid_open,
    all_laid,
    next_line,
    refutes,
)
