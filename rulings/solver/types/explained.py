"""The sentences of an explanation, each with its rule and its Law, by key.

English templates: the parts of a first sentence, the cause, the card and what happens;
what was better, the number, and what is open. A claim that stands has `stands`.
"""

from __future__ import annotations

EXPLAINED: dict[str, tuple[str, str, str]] = {
    "turned": ("N1", "70A", "{play}: {cause}."),
    "trump_unsaid": (
        "N9",
        "70C",
        "the trump {card_2} was still out, and {seat} said nothing about it",
    ),
    "trumps_unsaid": (
        "N9",
        "70C",
        "trumps were still out ({cards}), and {seat} said nothing about them",
    ),
    "trump_said_gone": (
        "N9",
        "70C",
        "{seat} said that no trump was out, but {card_2} was",
    ),
    "trumps_said_gone": (
        "N9",
        "70C",
        "{seat} said that no trump was out, but these were: {cards}",
    ),
    "trump_lost_sight": (
        "N9",
        "70C",
        "{seat} lost sight of the trump still out, {card_2}",
    ),
    "trumps_lost_sight": (
        "N9",
        "70C",
        "{seat} lost sight of the trumps still out: {cards}",
    ),
    "card_left_out": ("N10", "70D1", "{seat} took no account of {card_2}"),
    "cards_left_out": ("N10", "70D1", "{seat} took no account of these cards: {cards}"),
    "card_thought_gone": (
        "N10",
        "70D1",
        "{card_2} was still out, and perhaps {seat} thought it gone",
    ),
    "cards_thought_gone": (
        "N10",
        "70D1",
        "cards were still out ({cards}), and perhaps {seat} thought them gone",
    ),
    "stated_fails": ("N2", "68C", "that is the play {seat} named, and it fails"),
    "words_unread": (
        "N1",
        "70D1",
        "part of what {seat} said was not understood, and the rest names no play here",
    ),
    "words_unread_quoted": (
        "N1",
        "70D1",
        "the words “{words}” were not understood, and the rest names no play here",
    ),
    "no_suit_named": ("N1", "70D1", "{seat} did not say which suit comes first"),
    "no_order_named": (
        "N5",
        "70E2",
        "{seat} did not say which card of the suit comes first",
    ),
    "no_card_named": (
        "N1",
        "70D1",
        "{seat} did not say which card is played to this trick",
    ),
    "no_discard_named": ("N1", "70D1", "{seat} did not say which card is thrown"),
    "winner_thrown": (
        "N1",
        "70D1",
        "{card_2} is a winner, and {seat} did not say that it must be kept",
    ),
    "no_ruff_or_throw_named": (
        "N1",
        "70D1",
        "{seat} did not say whether this trick is ruffed",
    ),
    "no_ruff_named": ("N1", "70D1", "{seat} did not say that this trick is ruffed"),
    "no_ruff_height_named": ("N1", "70D1", "{seat} did not say how high to ruff"),
    "no_way_to_hand": (
        "N1",
        "70D1",
        "{seat} did not say how the lead gets back to hand",
    ),
    "no_way_to_dummy": ("N1", "70D1", "{seat} did not say how the lead gets to dummy"),
    "left_in_hand": (
        "N1",
        "70D1",
        "{seat} did not say how the lead gets back to hand, to {cards}",
    ),
    "left_in_dummy": (
        "N1",
        "70D1",
        "{seat} did not say how the lead gets to dummy, to {cards}",
    ),
    "blocked": (
        "N1",
        "70D1",
        "{card_2} blocks {cards}, and {seat} did not say how to unblock",
    ),
    "place_unknown": (
        "N1",
        "70E1",
        "all depends on who holds {card_2}, and {seat} did not say how to play for it",
    ),
    "unsure_lead": (
        "N1",
        "70D1",
        "no lead is safe here, and {seat} did not name {card}",
    ),
    "unsure_card": (
        "N1",
        "70D1",
        "no card is safe here, and {seat} did not name {card}",
    ),
    "unsure_discard": (
        "N1",
        "70D1",
        "no discard is safe here, and {seat} did not name {card}",
    ),
    "unsure": (
        "N1",
        "70D1",
        "no card is safe here, and {seat} did not say how to play",
    ),
    "partner_needed": (
        "N13",
        "70D2",
        "the claim needs {card} from {seat}, and a partner's choice is not counted on",
    ),
    "squeeze_unsaid": (
        "N20",
        "70D1",
        "The rest would come only from a squeeze, and {seat} said nothing of one.",
    ),
    "squeeze_open": (
        "N20",
        "70D1",
        "It is not known yet whether a result of {high} needs a squeeze.",
    ),
    "too_many": (
        "N1",
        "70A",
        (
            "Even the best play wins {best}, not {claimed}: {seat_2} takes a trick "
            "with {card_2}."
        ),
    ),
    "line_loses": (
        "N1",
        "70D1",
        "On a normal line {seat_2} takes a trick that was claimed, with {card_2}.",
    ),
    "lead_beaten": (
        "N1",
        "70D1",
        "{seat} leads {card} and {seat_2} wins with {card_2}",
    ),
    "lead_ruffed": (
        "N1",
        "70D1",
        "{seat} leads {card} and {seat_2} ruffs with {card_2}",
    ),
    "lead_later": (
        "N1",
        "70D1",
        "{seat} leads {card} and later {card_3} loses to {card_2}",
    ),
    "lead_taken": (
        "N1",
        "70D1",
        "{seat} leads {card} and later {seat_2} takes a trick with {card_2}",
    ),
    "follow_beaten": (
        "N1",
        "70D1",
        "{seat} plays {card} on {card_3} and {seat_2} wins with {card_2}",
    ),
    "follow_ruffed": (
        "N1",
        "70D1",
        "{seat} plays {card} on {card_3} and {seat_2} ruffs with {card_2}",
    ),
    "follow_later": (
        "N1",
        "70D1",
        "{seat} plays {card} and later {card_3} loses to {card_2}",
    ),
    "follow_taken": (
        "N1",
        "70D1",
        "{seat} plays {card} and later {seat_2} takes a trick with {card_2}",
    ),
    "discard_beaten": (
        "N1",
        "70D1",
        "{seat} throws {card} on {card_3} and {seat_2} wins with {card_2}",
    ),
    "discard_ruffed": (
        "N1",
        "70D1",
        "{seat} throws {card} on {card_3} and {seat_2} ruffs with {card_2}",
    ),
    "discard_later": (
        "N1",
        "70D1",
        "{seat} throws {card} and later {card_3} loses to {card_2}",
    ),
    "discard_taken": (
        "N1",
        "70D1",
        "{seat} throws {card} and later {seat_2} takes a trick with {card_2}",
    ),
    "ruff_ruffed": (
        "N1",
        "70D1",
        "{seat} ruffs with {card} and {seat_2} overruffs with {card_2}",
    ),
    "ruff_later": (
        "N1",
        "70D1",
        "{seat} ruffs with {card} and later {card_3} loses to {card_2}",
    ),
    "ruff_taken": (
        "N1",
        "70D1",
        "{seat} ruffs with {card} and later {seat_2} takes a trick with {card_2}",
    ),
    "better_first": (
        "N1",
        "70D1",
        "With {card} first, the claim would have been good.",
    ),
    "better_instead": (
        "N1",
        "70D1",
        "With {card} instead, the claim would have been good.",
    ),
    "fewer_first": (
        "N1",
        "70A",
        "With {card} first, {best} of the {claimed} tricks claimed were possible.",
    ),
    "fewer_instead": (
        "N1",
        "70A",
        "With {card} instead, {best} of the {claimed} tricks claimed were possible.",
    ),
    "total": (
        "N1",
        "70A",
        "That makes {award} of the last {left} tricks; claimed: {claimed}.",
    ),
    "either_way": (
        "N1",
        "70A",
        (
            "With {cards} remembered: {award} of the last {left} tricks. "
            "Forgotten: {low}. Claimed: {claimed}."
        ),
    ),
    "range_answer": (
        "N1",
        "70A",
        (
            "Open until the question is answered: {low} to {high} of the last "
            "{left} tricks; claimed: {claimed}."
        ),
    ),
    "range_proven": (
        "N1",
        "70A",
        (
            "Not settled: at least {low} and at most {high} of the last {left} "
            "tricks; claimed: {claimed}."
        ),
    ),
    "range_certain": (
        "N1",
        "70A",
        "With no card forgotten, {certain} are sure however the cards lie.",
    ),
    "narrow_search": ("N1", "70A", "More computing time would narrow this."),
    "narrow_trump": (
        "N9",
        "70C",
        "It would narrow this to know whether {seat} remembered these trumps: {cards}.",
    ),
    "narrow_place": (
        "N1",
        "70D1",
        "It would narrow this to have proof of who holds these cards: {cards}.",
    ),
}
