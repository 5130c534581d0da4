"""What cannot be recorded of a case: facts, objections, answers, times."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rulings.workflow.faults.wording import Wording

CASE = {
    "agreement_has_no_minutes": Wording(
        _(
            "An agreement ends with the next call or the end of the round; minutes "
            "cannot make it longer."
        ),
        "minutes",
    ),
    "agrees_itself": Wording(_("Only the side that did not claim can agree.")),
    "appeal_decided": Wording(
        _("The appeal has been decided. Announce the decision as it is.")
    ),
    "auction_over": Wording(_("The auction is over. No call can follow.")),
    "award_impossible": Wording(
        _("%(tricks)d of %(left)d tricks is not possible. Give at most %(left)d.")
    ),
    "call_entered": Wording(
        _("The call in question has been entered. Take it back first.")
    ),
    "call_no_bid": Wording(
        _(
            "The call in question is a bid that follows another bid. Enter the "
            "auction up to it."
        )
    ),
    "card_twice_in_play": Wording(
        _("%(cards)s stands twice in one play. Name each card once.")
    ),
    "case_changing": Wording(
        _("The case is being changed right now. Open the page again.")
    ),
    "case_file_format": Wording(_("The file holds no case in the format %(format)s.")),
    "case_file_large": Wording(_("The file is too large to be a case.")),
    "case_file_unreadable": Wording(_("The file is not written in the way a case is.")),
    "case_final": Wording(
        _("This case is final. Every period in which it could change is over.")
    ),
    "case_not_proven": Wording(_("The case does not prove itself. %(finding)s")),
    "case_part_damaged": Wording(
        _("The part '%(name)s' of the case is missing or damaged.")
    ),
    "case_rows_damaged": Wording(
        _("The part '%(name)s' of the case has rows that cannot be read.")
    ),
    "case_without_cards": Wording(_("The case has no claim or no cards.")),
    "case_without_contract": Wording(_("The case has no contract.")),
    "claim_not_computed": Wording(_("The claim cannot be computed. %(why)s")),
    "claimed_impossible": Wording(
        _("Nobody can claim %(claimed)d of %(left)d tricks. Give 0 to %(left)d.")
    ),
    "director_plays": Wording(
        _("Give the case to a director who does not play this board."), "user"
    ),
    "dummy_cannot_claim": Wording(
        _(
            "%(seat)s is dummy and cannot claim (Law 43A1). Choose declarer or a "
            "defender."
        )
    ),
    "equity_below_transfer": Wording(
        _(
            "The assigned result gives the non-offending side less than the "
            "transfer of %(n)d would: change the assigned tricks, or let the "
            "transfer stand (Law 64C)."
        )
    ),
    "equity_without_result": Wording(
        _("Give the assigned result with the answer on equity (Law 64C).")
    ),
    "event_archived": Wording(
        _("This event has been archived. It can be read, and nothing is added to it.")
    ),
    "idea_unknown": Wording(
        _("This kind of play cannot be ruled out. Open the page again.")
    ),
    "left_impossible": Wording(
        _(
            "%(left)d tricks left are not possible. Give 1 to 13; the trick in "
            "progress counts."
        )
    ),
    "needs_a_ruling": Wording(
        _("By its facts this case needs a ruling. It cannot be closed without one.")
    ),
    "no_call_yet": Wording(_("No call has been entered yet.")),
    "no_claim_yet": Wording(
        _("Enter the claim first. There is nothing to agree to yet.")
    ),
    "no_position": Wording(_("These cards cannot be a position: %(faults)s.")),
    "no_session_yet": Wording(
        _("This event has no session yet. Add its schedule first.")
    ),
    "no_step_named": Wording(_("No step is named by “%(words)s”.")),
    "no_such_objection": Wording(
        _("This case has no such objection. Open the case again to see its objections.")
    ),
    "no_window": Wording(_("This case has no %(window)s period.")),
    "nothing_to_leave": Wording(
        _("The announced ruling is in force as it was. There is nothing to take back.")
    ),
    "nothing_to_undo": Wording(
        _("There is nothing left to take back. Close the case instead.")
    ),
    "read_back_unanswered": Wording(
        _("Say for each side whether it confirms or disputes.")
    ),
    "reason_missing": Wording(_("Give the reason."), "reason"),
    "refusal_without_reason": Wording(
        _("Give the reason for refusing. The players will see it."), "reason"
    ),
    "ruling_corrects_facts": Wording(
        _(
            "This ruling corrects facts of the announced ruling. Announce it, or "
            "take it back with undo. The chief director can overrule it."
        )
    ),
    "ruling_stands": Wording(
        _(
            "A ruling on this claim is in force. Make the corrected ruling, or "
            "leave it as it was."
        )
    ),
    "said_later": Wording(
        _("That time is in the future. Enter when it was said."), "said"
    ),
    "score_stands": Wording(
        _(
            "The time for corrections is over, so the score stands (79C). If the "
            "score itself is plainly wrong, ask the chief director to overrule it "
            "(79C2)."
        )
    ),
    "side_unknown": Wording(_("Choose a side: North–South or East–West.")),
    "time_is_known": Wording(
        _(
            "The players know this time, so it cannot be taken back. Extend it, or "
            "let both sides waive it."
        )
    ),
    "too_many_filings": Wording(
        _(
            "Your side has sent a great deal within a few minutes. Wait a little, "
            "or call the director."
        )
    ),
    "window_not_given_up": Wording(
        _(
            "The players know this time. It ends early only when both sides have "
            "given up the rest of it."
        ),
        "do",
    ),
    "words_missing": Wording(_("Type what was said, or say that nothing was said.")),
}
"""The wording of each fault of a case."""
