"""Which cards obey a statement now: stated play first, failed parts lapse.

Serves Laws 68C, 70B and 70C (normal-play rule N2). A step binds while it offers a
legal card; a later step that works is taken when an earlier one fails; when none
works, this play is as if nothing had been said. The same on real cards, for checks,
is in `rulings/statements/play/obeying.py`. Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.choice import (
    BEATS,
    HAS_WORDS,
    LEGAL,
    NAMED,
    STATED,
    UNSEEN,
    is_any,
)
from rulings.solver.kernel.holding import BELOW, highest
from rulings.solver.kernel.layout import LINE_MEMORY
from rulings.solver.kernel.state import (
    LED,
    LED_MASK,
    LEFT,
    LEFT_MASK,
    PLAYED,
    PLAYED_MASK,
    SEAT_MASK,
    STATE,
    THROWN,
    THROWN_BITS,
    TRUMP,
    Memory,
)
from rulings.solver.kernel.words.encoded import (
    ACT,
    ANYWHERE,
    AT,
    AT_MASK,
    CARD,
    CARD_SUIT,
    CASH,
    COUNTED,
    CROSS,
    CROSSRUFF,
    DISCARD,
    DRAW,
    FINESSE,
    FROM_TOP,
    HIGH,
    IN_DUMMY,
    IN_HAND,
    LEAD,
    LIMIT,
    MADE,
    MADE_MASK,
    MANY,
    NONE,
    NOTHING,
    NUMBERED,
    ON_SUIT,
    PLACE,
    PLAY,
    PROGRESS,
    RUFF,
    RUN,
    STEPS,
    SUIT,
    UNDER_WAY,
    WORDS,
    named_card,
    row_of,
    thrown,
)
from rulings.solver.kernel.words.finesse import (
    in_other,
    is_against,
    legal_named,
    low_towards,
    masters,
    offer_finesse,
    offer_finessed,
    offer_lead_to,
    offer_led_to,
    other_hand,
    suit_of,
    without_winners,
)
from rulings.solver.kernel.words.towards import (
    is_sure,
    named_to_a_lead,
    offer_named,
    offer_towards_winners,
    offer_winner,
    towards_named,
)

AFTER, THROWS = LINE_MEMORY.of("AFTER", "THROWS")
"""Where memory says how far the words have come after a stated card, and what it adds
to the numbered discards of the state."""


def find_stated(memory: Memory, at: int) -> None:
    """Write the cards the words ask for now and the progress after one of them.

    The legal cards and what is unseen are there already.
    """
    memory[HAS_WORDS] = 0
    clear(memory)
    memory[AFTER] = memory[at + WORDS] & PROGRESS
    memory[THROWS] = 0
    if memory[at + STATE] >> PLAYED & PLAYED_MASK:
        note_named(memory, at)
        follow_words(memory, at)
    else:
        lead_words(memory, at)
    if is_any(memory, STATED):
        memory[HAS_WORDS] = 1


def clear(memory: Memory) -> None:
    """Say that no card is stated."""
    for suit in range(4):
        memory[STATED + suit] = 0


def note_named(memory: Memory, at: int) -> None:
    """Write down the cards that the words name to be played later."""
    words = memory[at + WORDS]
    now, done = words >> AT & AT_MASK, words & MADE_MASK
    for step in range(now + 1 if done else now, memory[STEPS]):
        row = row_of(step)
        if memory[row + ACT] in (PLAY, LEAD, FINESSE) and memory[row + CARD] >= 0:
            memory[NAMED + memory[row + CARD_SUIT]] |= named_card(memory, at, step)


def come_to(memory: Memory, step: int, made: int) -> None:
    """Write down how far the words have come; leads without a limit are not counted."""
    if memory[row_of(step) + LIMIT] == MANY:
        made = min(made, 1)
    memory[AFTER] = step << AT | made << MADE


def lead_words(memory: Memory, at: int) -> None:
    """Find the first step from here on that offers a lead."""
    words = memory[at + WORDS]
    now, done = words >> AT & AT_MASK, words & MADE_MASK
    for step in range(now, memory[STEPS]):
        made = done if step == now else 0
        if made < memory[row_of(step) + LIMIT]:
            offer_leads(memory, at, step)
            if is_any(memory, STATED):
                come_to(memory, step, made + 1)
                return


def place_of_seat(memory: Memory, at: int) -> int:
    """Return which hand is to play."""
    return IN_DUMMY if memory[at + STATE] & SEAT_MASK else IN_HAND


def offer_leads(memory: Memory, at: int, step: int) -> None:  # noqa: C901, PLR0912 - a branch for each act
    """Write the leads that a step asks for, none if it does not work now."""
    row = row_of(step)
    act, suit, trump = memory[row + ACT], memory[row + SUIT], memory[TRUMP]
    here = memory[row + PLACE] == place_of_seat(memory, at)
    if act == DRAW:
        if trump >= 0 and (memory[row + COUNTED] or memory[UNSEEN + trump] != BELOW):
            memory[STATED + trump] = memory[LEGAL + trump]
    elif act == CASH:
        if memory[row + PLACE] == ANYWHERE or here:
            offer_winners(memory, at, step)
        if memory[STATED + suit] == 0 and not here:
            offer_towards_winners(memory, at, suit)
    elif act == RUN:
        if masters(memory, at, suit):
            memory[STATED + suit] = memory[LEGAL + suit]
    elif act == PLAY:
        if memory[row + CARD] >= 0:
            card = legal_named(memory, at, step) or towards_named(memory, at, step)
            memory[STATED + memory[row + CARD_SUIT]] = card
    elif act == LEAD:
        if memory[row + CARD] != NONE:
            if not here and in_other(memory, at, step):
                offer_lead_to(memory, at, step, suit)
        elif not here:
            card = highest(other_hand(memory, at, suit))
            memory[STATED + suit] = low_towards(memory, at, suit, card)
    elif act == RUFF:
        for other in range(4):
            if suit in (NONE, other) and not here and may_ruff(memory, at, other):
                cards = memory[LEGAL + other]
                memory[STATED + other] = without_winners(memory, at, other, cards)
    elif act == CROSSRUFF:
        for other in range(4):
            if may_ruff(memory, at, other):
                memory[STATED + other] = memory[LEGAL + other]
    elif act == FINESSE:
        offer_finesse(memory, at, step)
    elif act == CROSS and not here:
        offer_crossing(memory, at, suit)


def offer_winners(memory: Memory, at: int, step: int) -> None:
    """Write the cards to be cashed: good ones, or any where a number is said."""
    row = row_of(step)
    suit = memory[row + SUIT]
    cards = memory[LEGAL + suit]
    if not memory[row + COUNTED]:
        cards &= masters(memory, at, suit)
    memory[STATED + suit] = highest(cards) if memory[row + FROM_TOP] else cards


def may_ruff(memory: Memory, at: int, suit: int) -> bool:
    """Say whether the other hand has a trump and none of a suit."""
    trump = memory[TRUMP]
    if trump < 0 or other_hand(memory, at, trump) == 0:
        return False
    return other_hand(memory, at, suit) == 0


def offer_crossing(memory: Memory, at: int, suit: int) -> None:
    """Write the leads that reach the other hand."""
    for led in range(4):
        if suit == led or (
            suit < 0 and masters(memory, at, led) & other_hand(memory, at, led)
        ):
            card = highest(other_hand(memory, at, led))
            memory[STATED + led] = low_towards(memory, at, led, card)


def follow_words(memory: Memory, at: int) -> None:
    """Find what the words ask of a hand that does not lead."""
    state, words = memory[at + STATE], memory[at + WORDS]
    led = state >> LED & LED_MASK
    for step in range(memory[STEPS]):
        row = row_of(step)
        if memory[row + ACT] == DISCARD and memory[row + ON_SUIT] == led:
            offer_discard(memory, at, step)
            if is_any(memory, STATED):
                if memory[row + NUMBERED] >= 0:
                    memory[THROWS] = 1 << THROWN + THROWN_BITS * memory[row + NUMBERED]
                return
    if state >> PLAYED & 1:
        follow_others(memory, at)
    elif words & MADE_MASK:
        behind_the_lead(memory, at, words >> AT & AT_MASK)
    elif words & PROGRESS == 0:
        under_way(memory, at)


def behind_the_lead(memory: Memory, at: int, step: int) -> None:
    """Find what the words ask of the hand behind a lead they asked for.

    A card that was named and led may be led for the step after it: a low club, then
    the finesse; not one that wins the trick by itself.
    """
    offer_follow(memory, at, step)
    row, led = row_of(step), memory[at + STATE] >> LED & LED_MASK
    if memory[row + ACT] != PLAY or step + 1 == memory[STEPS]:
        return
    if is_any(memory, STATED) or is_sure(memory, at):
        return
    if memory[row + CARD_SUIT] == led and suit_of(memory, step + 1) in (NONE, led):
        offer_follow(memory, at, step + 1)
        if is_any(memory, STATED):
            come_to(memory, step + 1, 1)


def follow_others(memory: Memory, at: int) -> None:
    """Find what the words ask of a hand to which the other side has led."""
    words, led = memory[at + WORDS], memory[at + STATE] >> LED & LED_MASK
    now, done = words >> AT & AT_MASK, words & MADE_MASK
    if done >= memory[row_of(now) + LIMIT]:
        now, done = now + 1, 0
    if now == memory[STEPS]:
        return
    row = row_of(now)
    if memory[row + ACT] == PLAY and named_to_a_lead(memory, at, now):
        memory[STATED + memory[row + CARD_SUIT]] = named_to_a_lead(memory, at, now)
    elif memory[row + ACT] == RUFF and memory[row + SUIT] in (NONE, led):
        offer_follow(memory, at, now)
    if is_any(memory, STATED):
        come_to(memory, now, done + 1)


def under_way(memory: Memory, at: int) -> None:
    """Find what the words ask of a trick the side led to unasked.

    A card named later than others does not make those lapse. More than a named card
    is asked for only in the trick that lay on the table when he spoke.
    """
    state = memory[at + STATE]
    led, names_suit_led = (
        state >> LED & LED_MASK,
        state >> LEFT & LEFT_MASK == memory[UNDER_WAY],
    )
    for step in range(memory[STEPS]):
        row = row_of(step)
        act = memory[row + ACT]
        if act == PLAY and named_to_a_lead(memory, at, step):
            memory[STATED + memory[row + CARD_SUIT]] = named_to_a_lead(memory, at, step)
            if step == 0:
                come_to(memory, 0, 1)
            return
        if names_suit_led and suit_of(memory, step) in (NONE, led):
            offer_follow(memory, at, step)
            if is_any(memory, STATED):
                come_to(memory, step, 1)
                return
        if act not in (NOTHING, PLAY, DISCARD):
            return


def offer_follow(memory: Memory, at: int, step: int) -> None:  # noqa: C901 - a branch for each act
    """Write what a step asks of the hand that follows its lead."""
    row = row_of(step)
    act, led = memory[row + ACT], memory[at + STATE] >> LED & LED_MASK
    here = memory[row + PLACE] == place_of_seat(memory, at)
    if act in (RUFF, CROSSRUFF):
        anywhere = act == CROSSRUFF or memory[row + PLACE] == ANYWHERE
        trump = memory[TRUMP]
        if (here or anywhere) and trump >= 0 and memory[LEGAL + led] == 0:
            cards = memory[LEGAL + trump]
            memory[STATED + trump] = highest(cards) if memory[row + HIGH] else cards
    elif act == FINESSE:
        if is_against(memory, at, step):
            offer_finessed(memory, at, step)
    elif act == LEAD:
        if memory[row + CARD] != NONE:
            offer_led_to(memory, at, step)
    elif act == PLAY:
        offer_named(memory, at, step)
    elif act == CASH and memory[row + SUIT] == led:
        if here or (memory[row + PLACE] == ANYWHERE and not memory[row + COUNTED]):
            offer_winner(memory, at, step)
    elif act == CROSS and here:
        for suit in range(4):
            memory[STATED + suit] = memory[BEATS + suit]


def offer_discard(memory: Memory, at: int, step: int) -> None:
    """Write the cards to be thrown on a suit, as often as is said."""
    row = row_of(step)
    made = thrown(memory, at, step)
    if memory[row + NUMBERED] >= 0 and made >= memory[row + LIMIT]:
        return
    if memory[LEGAL + (memory[at + STATE] >> LED & LED_MASK)]:
        return
    if memory[row + CARD] == NONE:
        suit = memory[row + SUIT]
        memory[STATED + suit] = memory[LEGAL + suit]
    elif memory[row + CARD] >= 0:
        suit = memory[row + CARD_SUIT]
        memory[STATED + suit] = legal_named(memory, at, step)


COMPILED = (
    clear,
    note_named,
    come_to,
    place_of_seat,
    offer_winners,
    may_ruff,
    offer_crossing,
    offer_leads,
    lead_words,
    offer_follow,
    offer_discard,
    behind_the_lead,
    under_way,
    follow_others,
    follow_words,
    find_stated,
)
