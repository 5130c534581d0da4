"""Who may not do something, beyond the table of rights: which role it needs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rulings.workflow.faults.wording import Wording

RIGHTS = {
    "cards_not_for_you": Wording(_("The cards of this case are not for you.")),
    "chief_desk": Wording(_("This desk is the chief director's.")),
    "creates_events": Wording(_("Only an administrator can create events.")),
    "decides_other_points": Wording(
        _("The chief director decides points of law, the panel points of judgement.")
    ),
    "desk_not_for_role": Wording(_("This desk is not for your role in the event.")),
    "gives_case_away": Wording(
        _(
            "Only the chief director, or the director who has a case, gives it to "
            "somebody else."
        )
    ),
    "gives_high_role": Wording(
        _("A chief director can give only the roles director, scorer and reviewer.")
    ),
    "gives_key": Wording(_("Only an administrator can give a key in that role.")),
    "gives_this_role": Wording(_("You cannot give this role.")),
    "inviter_without_right": Wording(
        _(
            "Whoever invited you may no longer give this role. Ask the chief "
            "director of the event."
        )
    ),
    "is_this_player": Wording(
        _("You are this player. If that is wrong, somebody else must correct it.")
    ),
    "last_act_of_another": Wording(_("Somebody else did the last act on this case.")),
    "moves_call_there": Wording(
        _(
            "You do not direct at that table, or you play that board. Another "
            "director must move this call there."
        )
    ),
    "opinion_first": Wording(
        _(
            "You are asked for an opinion on this case without knowing its ruling. "
            "Give it first, or decline."
        )
    ),
    "part_not_for_role": Wording(_("This part of the case is not for your role.")),
    "plays_this_board": Wording(
        _(
            "You have played this board, or will play it later. Its cards and its "
            "ruling are not shown to you; another director takes it from here."
        )
    ),
    "programs_only": Wording(_("This is for programs with a key.")),
    "takes_calls": Wording(_("Only directors take calls.")),
}
"""The wording of each refusal for want of a right."""
