"""What was done, in words: every act that an entry of the log can name."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rulings.permissions import EventAct
from rulings.states import Act
from rulings.workflow.event.invitations import ACCEPT
from rulings.workflow.event.transaction import RETIME

ACT_WORDS: Mapping[str, Promise] = {
    Act.OPEN: _("Case opened"),
    Act.CLAIM: _("Claim recorded"),
    Act.STATEMENT: _("Statement recorded"),
    Act.POSITION: _("Cards entered"),
    Act.FACT: _("Facts recorded"),
    Act.READ_BACK: _("Facts read back"),
    Act.ANSWER: _("Question answered"),
    Act.OBJECT: _("Objection filed"),
    Act.RESOLVE: _("Objection dealt with"),
    Act.AGREE: _("Agreement recorded"),
    Act.CONTEST: _("Claim contested"),
    Act.ASK_AGAIN: _("Both sides asked again"),
    Act.CLOSE: _("Case closed"),
    Act.REOPEN: _("Case reopened"),
    Act.CANCEL: _("Case cancelled"),
    Act.MOVE: _("Case moved to another board"),
    Act.FREEZE: _("All facts taken down"),
    Act.PROPOSE: _("Computation asked for"),
    Act.SOLVED: _("Number found"),
    Act.STRIKE: _("Play excluded"),
    Act.ALLOW: _("Play allowed again"),
    Act.RESERVE: _("Ruling reserved"),
    Act.RULE: _("Ruling made"),
    Act.CHANGE_FACTS: _("Facts reopened"),
    Act.CONFIRM: _("Ruling confirmed"),
    Act.SEND_BACK: _("Ruling sent back"),
    Act.ANNOUNCE: _("Ruling announced"),
    Act.REVISE: _("Ruling revised"),
    Act.OVERRULE: _("Ruling overruled"),
    Act.APPEAL: _("Appeal filed"),
    Act.CONCUR: _("Consent to the appeal"),
    Act.PANEL: _("Panel named"),
    Act.WITHDRAW_APPEAL: _("Appeal taken back"),
    Act.DECIDE_APPEAL: _("Appeal decided"),
    Act.ADMIT: _("Late filing decided on"),
    Act.WAIVE: _("Agreement with the ruling"),
    Act.EXTEND: _("Time extended"),
    Act.CLOSE_EARLY: _("Time ended early"),
    Act.TAKE_OVER: _("Case taken over"),
    Act.EXPORT: _("Case exported"),
    Act.UNDO: _("Last act undone"),
    RETIME: _("Times recomputed"),
    EventAct.CREATE_EVENT: _("Event created"),
    EventAct.REPEAT_EVENT: _("Event made from an earlier one"),
    EventAct.GIVE_ROLE: _("Role given"),
    EventAct.INVITE: _("Invitation issued or withdrawn"),
    ACCEPT: _("Invitation accepted"),
    EventAct.LINK_ACCOUNT: _("Account linked to a player"),
    EventAct.REGULATION: _("Regulations set"),
    EventAct.IMPORT: _("Records imported"),
    EventAct.SCHEDULE: _("Schedule set"),
    EventAct.START_ROUND: _("Round started"),
    EventAct.END_ROUND: _("Round ended"),
    EventAct.OWN_CALL: _("Call on the next board recorded"),
    EventAct.ENTER_SCORE: _("Score entered"),
    EventAct.PUBLISH: _("Scores published"),
    EventAct.ACKNOWLEDGE: _("Slip acknowledged"),
    EventAct.EXPORT_SCORES: _("Scores exported"),
    EventAct.OUTAGE: _("Outage recorded"),
    EventAct.EXTEND_SESSION: _("Times of a session extended"),
    EventAct.CLOSE_SESSION: _("Times of a session ended early"),
    EventAct.ISSUE_PASS: _("Slip of a pair issued"),
    EventAct.REVOKE_PASS: _("Slip of a pair revoked"),
    EventAct.ISSUE_KEY: _("Key of a program issued"),
    EventAct.REVOKE_KEY: _("Key of a program revoked"),
    EventAct.ASK_POSITION: _("Position solved for a program"),
    EventAct.CLOSE_EVENT: _("Event closed"),
    EventAct.REOPEN_EVENT: _("Event opened again"),
    EventAct.ARCHIVE: _("Event archived"),
    EventAct.OWN_DATA: _("A player's data handed out"),
    EventAct.ERASE: _("A player's name and words erased"),
}
"""By the act as the log has it."""
