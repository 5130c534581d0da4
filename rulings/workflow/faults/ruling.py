"""What cannot be recorded of a ruling: its number, its correction, its appeal."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rulings.workflow.faults.wording import Wording

RULING = {
    "adviser_hears": Wording(
        _("Somebody who made the ruling or advised on it cannot hear the appeal."),
        "panel",
    ),
    "announced_on_call": Wording(
        _(
            "A ruling has been announced on this call. Correct the fact and "
            "announce a new ruling instead."
        )
    ),
    "appeal_not_admitted": Wording(
        _(
            "This appeal has not been admitted. Admit it first, with the reason, or"
            " end it as not admissible."
        ),
        "outcome",
    ),
    "appeal_not_waiting": Wording(_("No appeal is waiting on this case.")),
    "appeal_waits": Wording(
        _("This side has already appealed. The partner can join that appeal.")
    ),
    "appeals_of_both": Wording(
        _("Both sides have appealed. Say whose appeal you mean.")
    ),
    "barred_hears": Wording(
        _("Somebody with an interest in the case cannot hear the appeal."), "panel"
    ),
    "board_has_case": Wording(
        _(
            "That board has a case of its own at that table, and one board cannot "
            "have two rulings. Check the table and the board, or cancel or move the"
            " other case first."
        )
    ),
    "board_tricks_impossible": Wording(
        _("%(tricks)d tricks on the board are not possible. Give 0 to 13.")
    ),
    "board_without_contract": Wording(
        _("No contract has been entered for this board yet.")
    ),
    "cancelled_without_reason": Wording(
        _("Give the reason: the wrong table, the wrong board, no call, or another."),
        "reason",
    ),
    "casebook_board_in_play": Wording(
        _("Somebody may still play this board. Take the case in when nobody can.")
    ),
    "casebook_names": Wording(
        _(
            "This is a name in the event: %(names)s. Nobody is named in the casebook; "
            "say it in other words."
        )
    ),
    "casebook_not_final": Wording(
        _(
            "The casebook takes rulings that nothing can change any more. Here an "
            "appeal, an objection or a time is still open."
        )
    ),
    "casebook_not_in": Wording(_("This case is not in the casebook.")),
    "changed_without_tricks": Wording(
        _("A changed ruling needs its number of tricks."), "tricks"
    ),
    "check_not_due": Wording(
        _("This check is not due on this case, or has been answered already.")
    ),
    "chief_confirms_first": Wording(
        _("In this event the chief director confirms a ruling before it is announced.")
    ),
    "choose_answer": Wording(_("Choose one of the answers.")),
    "choose_of_two": Wording(_("Choose one of the two answers.")),
    "claim_agreed_to": Wording(
        _("This claim was agreed to. Take it up again to correct who claimed.")
    ),
    "contract_first": Wording(_("Enter the contract first. The score depends on it.")),
    "correction_over": Wording(
        _(
            "The time for corrections is over (Law 79C). The ruling stands, unless "
            "an appeal is decided otherwise."
        )
    ),
    "deposit_goes_back": Wording(
        _("The appeal has changed the ruling: the deposit is returned."), "deposit_end"
    ),
    "dummy_in_new_contract": Wording(
        _(
            "%(seat)s is dummy in that contract and cannot claim (Law 43A1). Also "
            "correct who claimed."
        )
    ),
    "error_of_nobody": Wording(
        _("After a director's error neither side is at fault (Law 82C).")
    ),
    "fact_misfits_cards": Wording(_("This fact does not fit the cards.")),
    "facts_without_ruling": Wording(
        _("The facts of this case lead to no ruling. Ask the chief director.")
    ),
    "fault_unanswered": Wording(_("Say for both sides whether they are at fault.")),
    "left_missing": Wording(_("The number of tricks left has not been entered.")),
    "merit_is_judgement": Wording(
        _(
            "Whether an appeal had merit is a matter of judgement. Choose a point "
            "of judgement, or uphold the ruling."
        ),
        "point",
    ),
    "mistake_unexplained": Wording(_("Say how the mistake was found.")),
    "more_than_left": Wording(
        _("There are only %(left)d tricks left. Give at most %(left)d.")
    ),
    "no_announced_error": Wording(
        _("No ruling has been announced here yet, so there is none to put right.")
    ),
    "no_announced_ruling": Wording(_("There is no announced ruling to correct.")),
    "no_announced_tricks": Wording(
        _("There is no announced number of tricks to correct here.")
    ),
    "no_deposit": Wording(_("No deposit is noted for this appeal."), "deposit_end"),
    "no_ruling_yet": Wording(_("There is no ruling yet.")),
    "not_played_there": Wording(
        _("That board is not played at that table. Choose another.")
    ),
    "nothing_different": Wording(_("Nothing is different. Choose what was wrong.")),
    "outcome_without_tricks": Wording(
        _("The facts lead to “%(outcome)s”, which is no ruling on tricks.")
    ),
    "panel_plays": Wording(
        _("Somebody who plays or played the board cannot hear the appeal."), "panel"
    ),
    "play_off_line": Wording(
        _("This play is not on the line any more. Open the page again.")
    ),
    "promise_past": Wording(_("That time is past. Promise a later time.")),
    "question_incomplete": Wording(
        _("The solver needs contract, claim and cards first.")
    ),
    "results_and_shares": Wording(_("Give results or shares by fault, not both.")),
    "same_place": Wording(_("Choose another table or board of this event.")),
    "score_was_assigned": Wording(
        _(
            "A score was assigned, not a number of tricks: open the case and assign"
            " another one."
        ),
        "tricks",
    ),
    "searches_waiting": Wording(
        _("Too many computations are waiting. Try again soon.")
    ),
    "side_without_score": Wording(_("Give a score for each side.")),
    "total_impossible": Wording(
        _(
            "That makes %(tricks)d tricks on the board. Give a number that makes 0 "
            "to 13."
        )
    ),
    "tricks_in_old_contract": Wording(
        _("The tricks were worked out in %(contract)s. Give the number again.")
    ),
    "votes_against": Wording(
        _("More members voted the other way. Put votes and result in agreement."),
        "outcome",
    ),
    "votes_of_others": Wording(_("Only members of the panel vote.")),
    "weights_not_whole": Wording(
        _(
            "The weights make %(total)d percent. Give whole percents of 1 or more "
            "that make 100."
        )
    ),
    "wish_taken_up": Wording(
        _("A director already deals with this. Say at the table what has changed.")
    ),
    "visitors_too_many": Wording(
        _(
            "%(n)d questions wait already. Yours was not taken; everything you typed "
            "is kept. Ask again in a minute."
        )
    ),
    "visitors_too_fast": Wording(
        _(
            "Too many questions came from your network in a minute. Everything you "
            "typed is kept. Ask again in %(seconds)d seconds."
        )
    ),
}
"""The wording of each fault of a ruling."""
