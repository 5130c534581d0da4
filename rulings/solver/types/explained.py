"""The sentences of an explanation, each with its rule and its Law, by key.

English templates: first the cause, then the card and what happens, then what was
better and the number; last what is said of a claim that stands.
"""

from __future__ import annotations

EXPLAINED: dict[str, tuple[str, str, str]] = {
    "trump_unsaid": (
        "N9",
        "70C",
        "{seat_2} still holds a trump, {card_2}, and {seat} said nothing about it.",
    ),
    "trumps_unsaid": (
        "N9",
        "70C",
        "Trumps are still out ({cards}), and {seat} said nothing about them.",
    ),
    "trump_said_gone": (
        "N9",
        "70C",
        "{seat} said that no trump was out, but {seat_2} still holds {card_2}.",
    ),
    "trumps_said_gone": (
        "N9",
        "70C",
        "{seat} said that no trump was out, but trumps are: {cards}.",
    ),
    "trump_lost_sight": (
        "N9",
        "70C",
        "{seat} lost sight of a trump: {seat_2} still holds {card_2}.",
    ),
    "trumps_lost_sight": (
        "N9",
        "70C",
        "{seat} lost sight of trumps that are still out: {cards}.",
    ),
    "card_left_out": (
        "N10",
        "70D1",
        "{seat} took no account of {card_2}, which {seat_2} still holds.",
    ),
    "cards_left_out": (
        "N10",
        "70D1",
        "{seat} took no account of cards that are still out: {cards}.",
    ),
    "card_thought_gone": (
        "N10",
        "70D1",
        "{seat_2} still holds {card_2}; perhaps {seat} thought it gone.",
    ),
    "cards_thought_gone": (
        "N10",
        "70D1",
        "Cards are still out ({cards}); perhaps {seat} thought them gone.",
    ),
    "stated_fails": ("N2", "68C", "The play that {seat} named does not work."),
    "words_unread": (
        "N1",
        "70D1",
        "Part of what {seat} said was not understood, and the rest names no play here.",
    ),
    "no_suit_named": ("N1", "70D1", "{seat} did not say which suit comes first."),
    "no_order_named": (
        "N5",
        "70E2",
        "{seat} did not say which card of the suit comes first.",
    ),
    "no_card_named": (
        "N1",
        "70D1",
        "{seat} did not say which card is played to this trick.",
    ),
    "no_discard_named": ("N1", "70D1", "{seat} did not say which card is thrown."),
    "winner_thrown": (
        "N1",
        "70D1",
        "{card_2} is a winner, and {seat} did not say that it must be kept.",
    ),
    "no_ruff_or_throw_named": (
        "N1",
        "70D1",
        "{seat} did not say whether this trick is ruffed.",
    ),
    "no_ruff_named": ("N1", "70D1", "{seat} did not say that this trick is ruffed."),
    "no_ruff_height_named": ("N1", "70D1", "{seat} did not say how high to ruff."),
    "no_way_to_hand": (
        "N1",
        "70D1",
        "{seat} did not say how the lead gets back to hand.",
    ),
    "no_way_to_dummy": (
        "N1",
        "70D1",
        "{seat} did not say how the lead gets to dummy.",
    ),
    "left_in_hand": (
        "N1",
        "70D1",
        "{seat} did not say how the lead gets back to hand. Left there: {cards}.",
    ),
    "left_in_dummy": (
        "N1",
        "70D1",
        "{seat} did not say how the lead gets to dummy. Left there: {cards}.",
    ),
    "blocked": (
        "N1",
        "70D1",
        "{seat} did not say that {card_2} is played in time; it blocks {cards}.",
    ),
    "place_unknown": (
        "N1",
        "70E1",
        (
            "The claim hangs on who holds {card_2}, and {seat} did not say how to play "
            "for it."
        ),
    ),
    "squeeze_unsaid": (
        "N20",
        "70D1",
        "The rest would come only from a squeeze, and {seat} said nothing of one.",
    ),
    "not_all_sure": (
        "N1",
        "70D1",
        (
            "Not all the tricks claimed are sure, and {seat} did not say where the "
            "others come from."
        ),
    ),
    "partner_needed": (
        "N13",
        "70D2",
        (
            "The claim needs {card} from {seat} in trick {trick}, not {card_2}; a "
            "partner's choice is not counted on."
        ),
    ),
    "too_many": (
        "N1",
        "70A",
        (
            "Even the best play wins {best}, not {claimed}: {seat_2} takes a trick "
            "with {card_2}."
        ),
    ),
    "lead_beaten": (
        "N1",
        "70D1",
        "{seat} leads {card}; {seat_2} wins with {card_2}.",
    ),
    "lead_ruffed": (
        "N1",
        "70D1",
        "{seat} leads {card}; {seat_2} ruffs with {card_2}.",
    ),
    "lead_later": (
        "N1",
        "70D1",
        "{seat} leads {card}; later {card_3} loses to {card_2}.",
    ),
    "lead_taken": (
        "N1",
        "70D1",
        "{seat} leads {card}; later {seat_2} takes a trick with {card_2}.",
    ),
    "follow_beaten": (
        "N1",
        "70D1",
        "{seat} plays {card} on {card_3}; {seat_2} wins with {card_2}.",
    ),
    "follow_ruffed": (
        "N1",
        "70D1",
        "{seat} plays {card} on {card_3}; {seat_2} ruffs with {card_2}.",
    ),
    "follow_later": (
        "N1",
        "70D1",
        "{seat} plays {card}; later {card_3} loses to {card_2}.",
    ),
    "follow_taken": (
        "N1",
        "70D1",
        "{seat} plays {card}; later {seat_2} takes a trick with {card_2}.",
    ),
    "discard_beaten": (
        "N1",
        "70D1",
        "{seat} throws {card} on {card_3}; {seat_2} wins with {card_2}.",
    ),
    "discard_ruffed": (
        "N1",
        "70D1",
        "{seat} throws {card} on {card_3}; {seat_2} ruffs with {card_2}.",
    ),
    "discard_later": (
        "N1",
        "70D1",
        "{seat} throws {card}; later {card_3} loses to {card_2}.",
    ),
    "discard_taken": (
        "N1",
        "70D1",
        "{seat} throws {card}; later {seat_2} takes a trick with {card_2}.",
    ),
    "ruff_ruffed": (
        "N1",
        "70D1",
        "{seat} ruffs with {card}; {seat_2} overruffs with {card_2}.",
    ),
    "ruff_later": (
        "N1",
        "70D1",
        "{seat} ruffs with {card}; later {card_3} loses to {card_2}.",
    ),
    "ruff_taken": (
        "N1",
        "70D1",
        "{seat} ruffs with {card}; later {seat_2} takes a trick with {card_2}.",
    ),
    "better_first": ("N1", "70D1", "With {card} first, the claim was good."),
    "better_instead": ("N1", "70D1", "With {card} instead, the claim was good."),
    "fewer_first": (
        "N1",
        "70A",
        "With {card} first, {best} of the {claimed} tricks claimed were there.",
    ),
    "fewer_instead": (
        "N1",
        "70A",
        "With {card} instead, {best} of the {claimed} tricks claimed were there.",
    ),
    "total": (
        "N1",
        "70A",
        "That makes {award} of the last {left} tricks; claimed: {claimed}.",
    ),
    "trump_costs_nothing": (
        "N9",
        "70C",
        (
            "{seat_2} still holds a trump, {card_2}, but no normal play loses a trick "
            "to it."
        ),
    ),
    "trumps_cost_nothing": (
        "N9",
        "70C",
        "Trumps are still out ({cards}), but no normal play loses a trick to them.",
    ),
    "plan": ("N1", "70A", "The claim stands: {plan}."),
    "certain_plan": ("N1", "70A", "The claim stands however the cards lie: {plan}."),
    "without_words": (
        "N2",
        "70B",
        "Some words of {seat} were not understood: the number is the one without them.",
    ),
    "all_certain": ("N1", "70A", "The claim stands however the cards lie."),
    "no_loss": (
        "N1",
        "70A",
        "The claim stands: no normal play loses a trick that was claimed.",
    ),
    "more_than_claimed": (
        "N14",
        "71",
        "Every normal line wins {award}, more than the {claimed} claimed.",
    ),
    "spots_all_one": (
        "pending",
        "70B",
        "Whichever small cards they were, the number is the same.",
    ),
    "penalty_major": (
        "pending",
        "50D1",
        "{seat} has to play the penalty card {card_2} at the first chance.",
    ),
    "penalty_minor": (
        "pending",
        "50C",
        "{seat} has to play {card_2}, a small penalty card, before other small ones.",
    ),
    "lead_required": (
        "pending",
        "26",
        "{seat} has to lead this suit at the next lead: {suit}.",
    ),
    "lead_forbidden": (
        "pending",
        "26",
        "{seat} may not lead this suit, and not while keeping the lead: {suit}.",
    ),
    "lead_required_by_card": (
        "pending",
        "50D2",
        "With the penalty card there declarer asks {seat} to lead its suit: {suit}.",
    ),
    "lead_forbidden_by_card": (
        "pending",
        "50D2",
        "With the penalty card there declarer bars {seat} from its suit: {suit}.",
    ),
}
