"""What cannot be recorded of those who are consulted: opinions, polls, peers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rulings.workflow.faults.wording import Wording

CONSULT = {
    "facts_moved": Wording(
        _(
            "The facts were changed while you read them. Look at them again "
            "as they now stand; what you wrote is kept."
        )
    ),
    "opinion_given": Wording(
        _("This opinion has been given already: it stays with the case.")
    ),
    "opinion_of_barred": Wording(
        _("Somebody with an interest in the case cannot give an opinion."),
        "who",
    ),
    "opinion_of_own": Wording(
        _("Ask somebody who has no part in this ruling yet."),
        "who",
    ),
    "opinion_of_player": Wording(
        _("Somebody who plays or played the board cannot give an opinion."),
        "who",
    ),
    "opinion_of_stranger": Wording(
        _(
            "Only a director of this event, or somebody outside by a link, "
            "can be asked."
        ),
        "who",
    ),
    "opinion_over": Wording(_("This opinion is not asked for any more.")),
    "opinion_waits": Wording(
        _("This director has been asked already and has not answered yet."),
        "who",
    ),
    "outsider_unnamed": Wording(
        _("Say who is asked by the link."),
        "name",
    ),
    "peer_plays_board": Wording(
        _("This player has still to play the board and must not see its cards."),
        "name",
    ),
    "poll_choices": Wording(
        _("Give %(least)d to %(most)d choices, one on each line."),
        "choices",
    ),
    "poll_of_other_turn": Wording(
        _("The next call there is another player's. Choose that seat or another call."),
        "calls",
    ),
    "poll_over": Wording(_("This poll takes no more answers.")),
    "poll_unanswered": Wording(
        _("Choose one of the answers, or write another."),
        "choice",
    ),
    "poll_without_cards": Wording(
        _("No cards were taken down, so there is no hand to ask about.")
    ),
    "poll_without_deal": Wording(
        _(
            "The whole deal of this board is not known. Ask about a card, "
            "with the cards left at the claim."
        ),
        "kind",
    ),
}
"""The wording of each fault of a second opinion or a poll."""
