"""What cannot be recorded of an event: schedule, scores, people, files, programs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rulings.workflow.faults.wording import Wording

EVENT = {
    "account_taken": Wording(
        _(
            "The account %(name)s already belongs to another player of this event. "
            "End that first."
        ),
        "player",
    ),
    "board_is_played": Wording(
        _(
            "Board %(board)s has been played, scored or called there. It stays. "
            "Choose a later round."
        ),
        "since",
    ),
    "board_at_table": Wording(
        _("Board %(board)s is at that table in another round."), "first"
    ),
    "board_twice": Wording(
        _("Pair %(pair)s plays board %(board)s in another round."), "first"
    ),
    "calls_lead_elsewhere": Wording(_("The calls lead to %(found)s, not %(given)s.")),
    "cases_open": Wording(
        _("Cases that can still change: %(count)s. Wait until they are final.")
    ),
    "deal_sets_several": Wording(
        _("There are several: %(where)s. Give its deal_set, one of %(names)s.")
    ),
    "entered_already": Wording(_("Entered already: %(names)s."), "lines"),
    "drawn_already": Wording(_("No round of this session waits for its draw.")),
    "drawn_unknown": Wording(
        _("These numbers of the draw are not entered: %(list)s."), "csv"
    ),
    "event_closed": Wording(
        _("This event is closed. The chief director can open it again.")
    ),
    "event_not_closed": Wording(_("This event is not closed.")),
    "file_empty": Wording(_("The file is empty."), "file"),
    "file_is_case": Wording(_("This file holds a case and no boards.")),
    "file_too_large": Wording(_("The file is larger than 2 MiB. Split it."), "file"),
    "file_unread": Wording(_("This file has not been read yet.")),
    "lines_day": Wording(
        _(
            "This key has streamed its %(n)d positions of the day (UTC). Go on in "
            "%(seconds)d seconds."
        )
    ),
    "lines_many": Wording(
        _("%(n)d streams run already. Nothing was read; try again in a few seconds.")
    ),
    "lines_off": Wording(
        _(
            "This site takes no positions by lines. Its administrator can let it "
            "(TD_BULK)."
        )
    ),
    "lines_silent": Wording(
        _("Nothing came for %(seconds)d seconds, so the stream was ended.")
    ),
    "lines_too_long": Wording(
        _("The line has more than %(n)d bytes, so the stream was ended.")
    ),
    "hook_address": Wording(
        _("Give a whole address, as https://program.example.org/notices."), "address"
    ),
    "hook_inside": Wording(
        _(
            "This address leads into the site's own network. Give one that can be "
            "reached from outside, or ask the administrator to allow it."
        ),
        "address",
    ),
    "individuals_stay": Wording(
        _(
            "Here everybody plays for himself. Leave players or tables out, or plan "
            "the session again."
        ),
        "table",
    ),
    "invitation_used": Wording(
        _("This invitation has been used or has ended. Ask for a new one.")
    ),
    "key_purpose": Wording(
        _("Say in at most 80 characters which program the key is for."), "purpose"
    ),
    "key_quota": Wording(_("Give 0 to %(most)d positions a day."), "positions"),
    "key_quota_of_site": Wording(
        _(
            "Give at most %(most)d positions a day, as the site does. Only an "
            "administrator can give a key more."
        ),
        "positions",
    ),
    "key_role": Wording(
        _("A program can be director, chief director, scorer or administrator."), "role"
    ),
    "minutes_missing": Wording(_("Say how many minutes the players get."), "minutes"),
    "no_scores": Wording(_("No result was changed.")),
    "scores_late": Wording(
        _("The correction period is over for one of them: enter that one by itself.")
    ),
    "usebio_two_deal_sets": Wording(
        _("Two deal sets of this session share a board number. Take CSV instead.")
    ),
    "no_slips": Wording(_("No slip waits.")),
    "no_board_left_out": Wording(
        _("No board is left out there whose other pair can play."),
        "since",
    ),
    "no_board_to_come": Wording(
        _(
            "No board to come is left there. Choose an earlier round, or another pair "
            "or table."
        ),
        "since",
    ),
    "no_boards": Wording(_("Choose the boards to take."), "boards"),
    "no_deal_set": Wording(
        _("Name the deal set. Sections that play the same cards share it."), "deal_set"
    ),
    "no_edition": Wording(
        _("There is no data for the %(edition)s edition. There is for: %(held)s."),
        "edition",
    ),
    "no_session_yet": Wording(_("Plan a session first.")),
    "no_time_there": Wording(
        _("No such time is open. Closing needs both sides to give up the rest first.")
    ),
    "no_name_changed": Wording(_("The names are as they were. Change one first.")),
    "page_too_old": Wording(
        _("This page is out of date. Open it again and repeat the step.")
    ),
    "pair_twice": Wording(_("Pair %(pair)s cannot play against itself."), "ns"),
    "passed_out_with_play": Wording(
        _("A passed-out board has no contract, cards or tricks. Send one or the other.")
    ),
    "player_taken": Wording(
        _("This player already has another account. End that link first."), "player"
    ),
    "published_already": Wording(
        _("These scores are already published. Give a reason to start a new period."),
        "reason",
    ),
    "query_unknown": Wording(
        _("“%(name)s” is not a parameter of this address. It takes %(wanted)s.")
    ),
    "result_ruled": Wording(
        _("Board %(board)s at table %(table)s has a case: its ruling scores it.")
    ),
    "result_stands": Wording(
        _(
            "Board %(board)s at table %(table)s has the result %(result)s. Send "
            "replace to change it."
        )
    ),
    "role_ended": Wording(_("This role has already ended.")),
    "role_held": Wording(_("This person already has that role."), "username"),
    "round_end_later": Wording(
        _(
            "This round has ended and its agreements are closed. Its end can only "
            "move to an earlier time."
        ),
        "ended_at",
    ),
    "round_start_or_end": Wording(_("Say whether the round starts or ends.")),
    "score_too_late": Wording(
        _(
            "The correction period is over. By the laws of this event no score can "
            "be changed after it (Law 79C)."
        )
    ),
    "score_unapproved": Wording(
        _(
            "The correction period is over. Say which organiser approved the "
            "change, and what proves the scoring error (Law 79C2)."
        ),
        "approved",
    ),
    "session_has_slips": Wording(
        _(
            "Slips have been issued for this session, so it stays. Leave out its pairs "
            "or tables instead."
        ),
    ),
    "session_over": Wording(
        _("All rounds of this session are over."),
    ),
    "session_played": Wording(
        _(
            "Boards of this session have been played, scored or called, so it stays. "
            "Leave out pairs or tables from a later round instead."
        ),
    ),
    "tricks_without_contract": Wording(
        _("Tricks were given without a contract. Give the contract too.")
    ),
    "value_not_shown": Wording(_("The case holds a value that cannot be shown.")),
}
"""The wording of each fault of an event."""
