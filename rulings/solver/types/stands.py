"""The sentences about a claim that stands, and about what binds the play, by key.

Templates with rule and Law, as those of `explained`.
"""

from __future__ import annotations

STANDS: dict[str, tuple[str, str, str]] = {
    "trump_costs_nothing": (
        "N9",
        "70C",
        (
            "{seat_2} still holds a trump, {card_2}, but no normal play loses a "
            "trick to it."
        ),
    ),
    "trumps_cost_nothing": (
        "N9",
        "70C",
        "Trumps are still out ({cards}), but no normal play loses a trick to them.",
    ),
    "card_costs_nothing": (
        "N1",
        "70A",
        (
            "{seat_2} still holds {card_2}, but no normal play loses a claimed "
            "trick to it."
        ),
    ),
    "cards_cost_nothing": (
        "N1",
        "70A",
        "Still out are {cards}, but no normal play loses a claimed trick to them.",
    ),
    "every_line": ("N1", "70A", "Every other normal line wins at least as many."),
    "plan": ("N1", "70A", "The claim stands: {plan}."),
    "certain_plan": ("N1", "70A", "The claim stands however the cards lie: {plan}."),
    "without_words": (
        "N2",
        "70B",
        "Some words of {seat} were not understood: the number leaves them out.",
    ),
    "without_words_quoted": (
        "N2",
        "70B",
        "Not understood: “{words}”. The number leaves these words out.",
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
    "more_plan": (
        "N14",
        "71",
        "Every normal line wins {award}, more than the {claimed} claimed: {plan}.",
    ),
    "conceded_back": (
        "N14",
        "71",
        "A trick that no normal play loses is not lost by conceding it.",
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
        (
            "{seat} has to play {card_2}, a small penalty card, before other small "
            "cards of its suit."
        ),
    ),
    "lead_required": (
        "pending",
        "26",
        "{seat} has to lead this suit at the next lead: {suit}.",
    ),
    "lead_forbidden": (
        "pending",
        "26",
        "{seat} may not lead this suit while keeping the lead: {suit}.",
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
