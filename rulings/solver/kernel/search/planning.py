"""Does some layout still let the claim be made? What a claimer plays for (N19, N20).

Serves Laws 70D1 and 70E1. A layout deals every card counted as out to the two hidden
hands as the view allows; in it every card is seen and the other side defends best. An
opponent who cannot follow may keep all his cards (`MAY_PASS`): no trick is won by a
squeeze. `plans` is the memory of these searches, laid out like that of `proof`; bounds
of a believed node there are those of the best layout. Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import EITHER, how_many, places
from rulings.solver.kernel.choice import (
    BEYOND,
    BY_PARTNER,
    HAS_WORDS,
    LEGAL,
    OPTIONS,
    PLAN,
    PLAN_SHARE,
    is_any,
)
from rulings.solver.kernel.layout import FREE_ROW, LINE_MEMORY, SEARCH_MEMORY
from rulings.solver.kernel.search.handed_over import believe
from rulings.solver.kernel.search.line_moves import played_card
from rulings.solver.kernel.search.proof import (
    EXHAUSTED,
    GROWS,
    NO,
    OPEN,
    POSITIONS,
    ROOT,
    YES,
    noted,
    proves,
)
from rulings.solver.kernel.search.proof import FULL as NO_ROOM
from rulings.solver.kernel.search.transposition import bounds_at
from rulings.solver.kernel.state import (
    AT_MOST,
    BREAK_BITS,
    BREAK_MASK,
    BREAKS,
    BY_BREAKS,
    FIRST,
    HIGH_MASK,
    LEFT,
    LEFT_MASK,
    LOW_BOUND,
    MOST_BITS,
    MOST_MASK,
    NEED,
    NEED_MASK,
    ODD,
    SECOND,
    SLACK,
    SLACK_2,
    SLACK_MASK,
    STATE,
    WON,
    Memory,
    copied,
)

PLANS_FULL = 6
"""The answer when the table of these searches has no room."""

FREE, BASE = SEARCH_MEMORY.of("FREE", "BASE")
FREE_SUIT, FREE_CARD = FREE_ROW.of("FREE_SUIT", "FREE_CARD")
FREE_LENGTH = FREE_ROW.end
"""Where memory keeps the cards to be dealt, a row each, and the believed node."""

FEW, DRAWN = 10, 40
"""So many free cards are dealt in every way; of more, so many deals are drawn."""

SEED, FACTOR, STEP, CUT = 20_261_123, 1_103_515_245, 12_345, 2**31 - 1
UNEVEN = 8
"""The numbers drawn are the same at every node; their lowest bits are not used."""

TRIAL, LAYOUTS, TO_KEEP = LINE_MEMORY.of("TRIAL", "LAYOUTS", "TO_KEEP")
"""In the memory of the lines: room for a node, in how many layouts each option at a
turn makes the claim, and what had to be kept at the turn."""

QUARTERS = 4
ONE, ALL = 1, 100_000
"""How many layouts are looked for: the first that will do, or each of them."""

FAILED = -1
"""Times an answer above YES: how a search for layouts says that it did not end."""


def planned(lines: Memory, search: Memory, plans: Memory, at: int) -> int:
    """Write into PLAN the options with which the claim may still be made.

    Where none is left, those with which the most beyond what is certain may be; all
    legal cards where it is not asked. OPEN when it is done.
    """
    for suit in range(4):
        lines[PLAN + suit] = lines[LEGAL + suit]
    least, state = lines[TO_KEEP], lines[at + STATE]
    if lines[BY_PARTNER] or lines[HAS_WORDS] or least < 0 or has_one(lines):
        return OPEN
    need = max(0, (state >> NEED & NEED_MASK) - lines[BEYOND])
    tricks = min(need, state >> LEFT & LEFT_MASK)
    while tricks > least:
        answer = hopeful(lines, search, plans, at, tricks)
        if answer != OPEN or is_any(lines, PLAN):
            return answer
        tricks -= 1
    for suit in range(4):
        lines[PLAN + suit] = lines[LEGAL + suit]
    return OPEN


def has_one(lines: Memory) -> bool:
    """Say whether at most one option is left."""
    found = 0
    for suit in range(4):
        cards = lines[OPTIONS + suit]
        found += (1 if cards else 0) + (1 if cards & (cards - 1) else 0)
    return found <= 1


def hopeful(lines: Memory, search: Memory, plans: Memory, at: int, tricks: int) -> int:
    """Write into PLAN the options after which enough layouts give so many tricks.

    One is enough, or where PLAN_SHARE asks for more that share of the best option's.
    """
    wanted = ALL if lines[PLAN_SHARE] else ONE
    best = number = 0
    for suit in range(4):
        lines[PLAN + suit] = 0
        cards = lines[OPTIONS + suit]
        while cards:
            card = cards & -cards
            cards ^= card
            played_card(lines, at, TRIAL, suit, card)
            believe(lines, TRIAL, search)
            copied_over(search, plans)
            plans[POSITIONS] = search[POSITIONS]
            won = lines[TRIAL + STATE] >> WON & 1
            found = layouts_for(plans, tricks - won, search[BREAKS], wanted)
            search[POSITIONS] = plans[POSITIONS]
            if found < 0:
                answer = found * FAILED
                return PLANS_FULL if answer == NO_ROOM else answer
            if found:
                lines[PLAN + suit] |= card
            lines[LAYOUTS + number] = found
            number += 1
            best = max(best, found)
    if wanted == ALL:
        only_often(lines, best)
    return OPEN


def only_often(lines: Memory, best: int) -> None:
    """Take out of PLAN the options that make the claim too seldom beside the best."""
    number = 0
    for suit in range(4):
        cards = lines[OPTIONS + suit]
        while cards:
            card = cards & -cards
            cards ^= card
            if QUARTERS * lines[LAYOUTS + number] < lines[PLAN_SHARE] * best:
                lines[PLAN + suit] &= ~card
            number += 1


def copied_over(search: Memory, plans: Memory) -> None:
    """Write the believed node where the searches of layouts begin."""
    for part in range(STATE + 1):
        plans[ROOT + part] = search[ROOT + part]


def layouts_for(plans: Memory, tricks: int, breaks: int, wanted: int) -> int:
    """Return how many layouts of the node at ROOT give so many tricks, cards seen.

    It counts no further than to `wanted`. Below 0 where a search did not end.
    """
    left = plans[ROOT + STATE] >> LEFT & LEFT_MASK
    if tricks <= 0 and wanted == ONE:
        return ONE
    bounds = bounds_at(plans, ROOT)
    if tricks > min(left, bounds & HIGH_MASK):
        return 0
    if wanted == ONE and tricks <= bounds >> LOW_BOUND:
        return ONE
    free = written_down(plans)
    if free == 0:
        return counted(0, proves(plans, tricks) if tricks > 0 else YES)
    copied(plans, ROOT, BASE)
    if free <= FEW:
        found = dealt_in_every_way(plans, tricks, breaks, free, wanted)
    else:
        found = drawn(plans, tricks, breaks, free, wanted)
    copied(plans, BASE, ROOT)
    if found >= 0 and tricks > 0:
        answer = YES if found else NO
        if not noted(plans, ROOT, tricks, answer) and plans[GROWS]:
            return NO_ROOM * FAILED
    return found


def counted(found: int, answer: int) -> int:
    """Return a count with one layout more; below 0 where its search did not end."""
    if answer > YES:
        return answer * FAILED
    return found + (1 if answer == YES else 0)


def written_down(plans: Memory) -> int:
    """Write down the cards that either hidden hand may hold; return how many."""
    free = 0
    for suit in range(4):
        cards = places(plans[ROOT + suit], EITHER)
        while cards:
            card = cards & -cards
            cards ^= card
            row = FREE + FREE_LENGTH * free
            plans[row + FREE_SUIT], plans[row + FREE_CARD] = suit, card
            free += 1
    return free


def dealt_in_every_way(
    plans: Memory, tricks: int, breaks: int, free: int, wanted: int
) -> int:
    """Ask every layout in turn until enough give so many tricks."""
    found = 0
    state = plans[BASE + STATE]
    room, room_2 = state >> SLACK & SLACK_MASK, state >> SLACK_2 & SLACK_MASK
    for deal in range(1 << free):
        held, rest = 0, deal
        while rest:
            rest &= rest - 1
            held += 1
        if held > room or free - held > room_2:
            continue
        found = counted(found, asked_of(plans, deal, tricks, breaks, free))
        if found < 0 or found == wanted:
            break
    return found


def drawn(plans: Memory, tricks: int, breaks: int, free: int, wanted: int) -> int:
    """Ask some layouts, drawn the same way at every node, until enough will do.

    Cards out of mind are drawn with the others: a hand has room for them too.
    """
    found = 0
    state = plans[BASE + STATE]
    room, room_2 = state >> SLACK & SLACK_MASK, state >> SLACK_2 & SLACK_MASK
    number = SEED
    for _ in range(DRAWN):
        deal, open_, whole = 0, room, room + room_2
        for card in range(free):
            number = number * FACTOR + STEP & CUT
            if (number >> UNEVEN) % whole < open_:
                deal |= 1 << card
                open_ -= 1
            whole -= 1
        found = counted(found, asked_of(plans, deal, tricks, breaks, free))
        if found < 0 or found == wanted:
            break
    return found


def asked_of(plans: Memory, deal: int, tricks: int, breaks: int, free: int) -> int:
    """Say whether one layout gives so many tricks; NO for one that is not believed."""
    if plans[POSITIONS] <= 0:
        return EXHAUSTED
    plans[POSITIONS] -= 1
    copied(plans, BASE, ROOT)
    state = plans[BASE + STATE]
    first, second = plans[FIRST], plans[SECOND]
    for number in range(free):
        row = FREE + FREE_LENGTH * number
        suit, card = plans[row + FREE_SUIT], plans[row + FREE_CARD]
        is_first = deal >> number & 1
        state -= 1 << (SLACK if is_first else SLACK_2)
        holder = first if is_first else second
        plans[ROOT + suit] ^= (EITHER ^ holder) * card
    plans[ROOT + STATE] = state & ~(BY_BREAKS << AT_MOST) if breaks else state
    if breaks and not breaks_so(plans, breaks):
        return NO
    return proves(plans, tricks) if tricks > 0 else YES


def breaks_so(plans: Memory, breaks: int) -> bool:
    """Say whether the suits that are believed to break do so in a layout."""
    for suit in range(4):
        kind = breaks >> BREAK_BITS * suit & BREAK_MASK
        if kind and places(plans[BASE + suit], EITHER):
            most = plans[BASE + STATE] >> AT_MOST + MOST_BITS * suit & MOST_MASK
            held = how_many(places(plans[ROOT + suit], plans[FIRST]))
            if not most - (kind >> ODD) <= held <= most:
                return False
    return True


COMPILED = (
    has_one,
    copied_over,
    breaks_so,
    asked_of,
    counted,
    drawn,
    dealt_in_every_way,
    written_down,
    layouts_for,
    only_often,
    hopeful,
    planned,
)
