"""Why an act is refused: wrong input, an outdated page, a form sent twice.

Each error carries one sentence for the user. What a person can mend is a `Fault`: a
code, worded once in `FAULTS` and translated, with the field of the form it concerns.
`NotAllowed` (the state table) is in `states`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.models import Case
from rulings.permissions.rights import Refusal


class Invalid(Refusal, ValueError):
    """What was given cannot be recorded: says what is wrong and what would be right."""

    field = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """The sentence of a fault, and the field of the form that caused it, if any."""

    sentence: Promise
    field: str = ""


FAULTS = {
    "player_taken": Wording(
        _("This player already has another account. End that link first."), "player"
    ),
    "account_taken": Wording(
        _(
            "The account %(name)s already belongs to another player of this "
            "event. End that first."
        ),
        "player",
    ),
    "adviser_hears": Wording(
        _("Somebody who made the ruling or advised on it cannot hear the appeal."),
        "panel",
    ),
    "barred_hears": Wording(
        _("Somebody with an interest in the case cannot hear the appeal."), "panel"
    ),
    "votes_of_others": Wording(_("Only members of the panel vote.")),
    "votes_against": Wording(
        _("More members voted the other way. Put votes and result in agreement."),
        "outcome",
    ),
    "no_deposit": Wording(_("No deposit is noted for this appeal."), "deposit_end"),
    "deposit_goes_back": Wording(
        _("The appeal has changed the ruling: the deposit goes back."), "deposit_end"
    ),
    "wish_taken_up": Wording(
        _("A director already deals with this. Say at the table what has changed.")
    ),
    "hook_address": Wording(
        _("Give a whole address, as https://program.example.org/notices."), "address"
    ),
    "hook_inside": Wording(
        _(
            "This address leads into the site's own network. Give one that can be"
            " reached from outside, or ask the administrator to allow it."
        ),
        "address",
    ),
    "invitation_used": Wording(
        _("This invitation has been used or has ended. Ask for a new one.")
    ),
    "event_archived": Wording(
        _("This event has been archived. It can be read, and nothing is added to it.")
    ),
    "no_name_changed": Wording(_("The names are as they were. Change one first.")),
    "event_closed": Wording(
        _("This event is closed. The chief director can open it again.")
    ),
    "event_not_closed": Wording(_("This event is not closed.")),
    "cases_open": Wording(
        _("Cases that can still change: %(count)s. Wait until they are final."),
    ),
    "agreement_has_no_minutes": Wording(
        _(
            "An agreement ends with the next call or the end of the round; minutes "
            "cannot make it longer."
        ),
        "minutes",
    ),
    "agrees_itself": Wording(_("Only the side that did not claim can agree.")),
    "appeal_not_admitted": Wording(
        _(
            "This appeal has not been admitted. Admit it first, with the reason, or "
            "end it as not admissible."
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
    "changed_without_tricks": Wording(
        _("A changed ruling needs its number of tricks."), "tricks"
    ),
    "corrected_alone": Wording(
        _(
            "A ruling on this claim is in force, so the contract and the claimer stay "
            "here. Leave the ruling as it was, then correct them by themselves."
        )
    ),
    "director_plays": Wording(
        _("Give the case to a director who does not play this board."), "user"
    ),
    "entered_already": Wording(_("Entered already: %(names)s."), "lines"),
    "file_empty": Wording(_("The file is empty."), "file"),
    "file_is_case": Wording(_("This file holds a case and no boards.")),
    "file_too_large": Wording(_("The file is larger than 2 MiB. Split it."), "file"),
    "file_unread": Wording(_("This file has not been read yet.")),
    "key_purpose": Wording(
        _("Say in at most 80 characters which program the key is for."), "purpose"
    ),
    "key_role": Wording(
        _("A program can be director, chief director, scorer or administrator."), "role"
    ),
    "merit_is_judgement": Wording(
        _(
            "Whether an appeal had merit is a matter of judgement. Choose a point of "
            "judgement, or uphold the ruling."
        ),
        "point",
    ),
    "minutes_missing": Wording(_("Say how many minutes the players get."), "minutes"),
    "no_boards": Wording(_("Choose the boards to take."), "boards"),
    "no_claim_yet": Wording(
        _("Enter the claim first. There is nothing to agree to yet.")
    ),
    "no_deal_set": Wording(
        _("Name the deal set. Sections that play the same cards share it."), "deal_set"
    ),
    "no_edition": Wording(
        _("There is no data for the %(edition)s edition. There is for: %(held)s."),
        "edition",
    ),
    "no_ruling_yet": Wording(_("There is no ruling yet.")),
    "no_window": Wording(_("This case has no %(window)s period.")),
    "nothing_to_leave": Wording(
        _("The announced ruling is in force as it was. There is nothing to take back.")
    ),
    "too_many_filings": Wording(
        _(
            "Your side has sent a great deal within a few minutes. Wait a little, or "
            "call the director."
        )
    ),
    "page_too_old": Wording(
        _("This page is out of date. Open it again and repeat the step.")
    ),
    "panel_plays": Wording(
        _("Somebody who plays or played the board cannot hear the appeal."),
        "panel",
    ),
    "published_already": Wording(
        _("These scores are already published. Give a reason to start a new period."),
        "reason",
    ),
    "reason_missing": Wording(_("Give the reason."), "reason"),
    "role_ended": Wording(_("This role has already ended.")),
    "role_held": Wording(_("This person already has that role."), "username"),
    "round_end_later": Wording(
        _(
            "This round has ended and its agreements are closed. Its end"
            " can only move to an earlier time."
        ),
        "ended_at",
    ),
    "said_later": Wording(
        _("That time is in the future. Enter when it was said."), "said"
    ),
    "score_too_late": Wording(
        _(
            "The correction period is over. By the laws of this event no "
            "score can be changed after it (Law 79C)."
        )
    ),
    "score_unapproved": Wording(
        _(
            "The correction period is over. Say which organiser approved the "
            "change, and what proves the scoring error (Law 79C2)."
        ),
        "approved",
    ),
    "ruling_stands": Wording(
        _(
            "A ruling on this claim is in force. Make the corrected ruling, or leave "
            "it as it was."
        )
    ),
    "score_was_assigned": Wording(
        _(
            "A score was assigned, not a number of tricks: open the case and assign "
            "another one."
        ),
        "tricks",
    ),
    "window_not_given_up": Wording(
        _(
            "The players know this time. It ends early only when both sides have "
            "given up the rest of it."
        ),
        "do",
    ),
}
"""The wording of each fault."""


class Fault(Invalid):
    """Something that a person gave and can mend, by its code in `FAULTS`."""

    def __init__(self, code: str, **given: object) -> None:
        """Take a code of the table, and what its sentence names."""
        super().__init__(code, **given)
        self.code = code
        self.field = FAULTS[code].field

    def __str__(self) -> str:
        """Return the sentence, in the language of who reads it."""
        return str(FAULTS[self.code].sentence) % self.given


def sentence_of(error: Exception) -> str:
    """Return why something was refused, in the language of who reads it.

    What the pure packages refuse carries an English template and its parameters.
    """
    if not isinstance(error, ParseError | IllegalPlay):
        return str(error)
    given = dict(error.params)
    if "seat" in given:
        given["seat"] = gettext(str(given["seat"]))
    template = gettext(error.template)
    return template.format(**given) if given else template


def need_reason(text: str) -> None:
    """Raise the fault of an act that nobody gave a reason for."""
    if not text.strip():
        raise Fault("reason_missing")


class Overtaken(Exception):
    """Somebody else changed the case after the form was opened (R4)."""

    def __init__(self, case: Case, seen: int) -> None:
        """Keep the case as it is now, for the page that shows both versions."""
        super().__init__(
            f"The case is at version {case.version}; your page showed version {seen}."
        )
        self.case = case
        self.seen = seen


class KeyReused(Exception):
    """The key of this form has been used for something else (R3)."""

    def __str__(self) -> str:
        """Return the sentence, in the language of who reads it."""
        return str(
            _(
                "This form has been sent before with other content. Nothing was "
                "changed this time; open the page again to send something new."
            )
        )
