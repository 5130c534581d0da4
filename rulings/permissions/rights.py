"""The table of acts and who may do them (model.md section 3)."""

from __future__ import annotations

import uuid
from enum import StrEnum

from django.utils.translation import gettext as _

from rulings.models import (
    Case,
    Event,
    Playing,
    Session,
)
from rulings.permissions.actors import Actor
from rulings.permissions.conditions import CONDITIONS, CONSULTS, RESPONSIBLE
from rulings.permissions.embargo import (
    contestants_of,
    plays_in,
)
from rulings.permissions.relations import (
    Letters,
    letters_at_table,
    letters_in_case,
    letters_in_event,
    side_of_pass,
)
from rulings.states import Act


class Refusal(Exception):
    """Why something was not done: a sentence, translated for whoever reads it.

    `given` fills its placeholders.
    """

    def __init__(self, sentence: str = "", **given: object) -> None:
        """Take the English sentence."""
        super().__init__(sentence)
        self.given = given

    def __str__(self) -> str:
        """Return the sentence in the language of the reader."""
        sentence = str(self.args[0])
        text = _(sentence) if sentence else ""
        return text % self.given if self.given else text


class Refused(Refusal):
    """This person may not do this now; nothing was written."""


_DC = frozenset({"D", "C"})
_TABLE = _DC | {"D-", "C-"}
_KEY_DC = frozenset({"KD", "KC"})

RIGHTS: dict[Act, Letters] = {
    Act.OPEN: _TABLE | _KEY_DC | {"P"},
    Act.CLAIM: _TABLE,
    Act.STATEMENT: _TABLE,
    Act.OBJECT: _DC | {"P", "S"},
    Act.POSITION: _DC,
    Act.FACT: _DC,
    Act.READ_BACK: _DC,
    Act.ANSWER: _DC,
    Act.RESOLVE: _DC,
    Act.ADMIT: _DC,
    Act.AGREE: _DC | {"P"},
    Act.CONTEST: _DC | {"P"},
    Act.ASK_AGAIN: _DC,
    Act.CLOSE: _DC,
    Act.REOPEN: _DC,
    Act.CANCEL: _DC,
    Act.MOVE: _DC,
    Act.FREEZE: _DC,
    Act.PROPOSE: _DC,
    Act.SOLVED: frozenset({"W"}),
    Act.STRIKE: _DC,
    Act.ALLOW: _DC,
    Act.RESERVE: _DC,
    Act.RULE: _DC,
    Act.CHANGE_FACTS: _DC,
    Act.ANNOUNCE: _DC,
    Act.REVISE: _DC,
    Act.CONFIRM: frozenset({"C"}),
    Act.SEND_BACK: frozenset({"C"}),
    Act.OVERRULE: frozenset({"C"}),
    Act.APPEAL: _DC | {"P"},
    Act.CONCUR: _DC | {"P"},
    Act.PANEL: frozenset({"C"}),
    Act.WITHDRAW_APPEAL: _DC | {"P"},
    Act.DECIDE_APPEAL: frozenset({"C", "R"}),
    Act.WAIVE: _DC | {"P"},
    Act.EXTEND: frozenset({"C"}),
    Act.CLOSE_EARLY: frozenset({"C"}),
    Act.TAKE_OVER: _DC,
    Act.EXPORT: _DC | {"R"},
    Act.INTO_CASEBOOK: frozenset({"C"}),
    Act.OUT_OF_CASEBOOK: frozenset({"C"}),
    Act.ASK_OPINION: _DC,
    Act.GIVE_OPINION: _DC | {"O"},
    Act.END_OPINION: _DC | {"O"},
    Act.ASK_POLL: _DC,
    Act.ANSWER_POLL: _DC | {"O"},
    Act.END_POLL: _DC,
    Act.UNDO: _DC,
}
"""Who may do an act on a case. What else an act asks is in `CONDITIONS`."""


class EventAct(StrEnum):
    """Acts that concern no single case."""

    CREATE_EVENT = "create_event"
    REPEAT_EVENT = "repeat_event"
    GIVE_ROLE = "give_role"
    INVITE = "invite"
    LINK_ACCOUNT = "link_account"
    REGULATION = "regulation"
    IMPORT = "import"
    SCHEDULE = "schedule"
    START_ROUND = "start_round"
    END_ROUND = "end_round"
    OWN_CALL = "own_call"
    ENTER_SCORE = "enter_score"
    PUBLISH = "publish"
    ACKNOWLEDGE = "acknowledge"
    EXPORT_SCORES = "export_scores"
    OUTAGE = "outage"
    EXTEND_SESSION = "extend_session"
    CLOSE_SESSION = "close_session"
    ISSUE_PASS = "issue_pass"  # noqa: S105 - an act
    REVOKE_PASS = "revoke_pass"  # noqa: S105 - an act
    ISSUE_KEY = "issue_key"
    REVOKE_KEY = "revoke_key"
    KEY_QUOTA = "key_quota"
    ASK_POSITION = "ask_position"
    CLOSE_EVENT = "close_event"
    REOPEN_EVENT = "reopen_event"
    ARCHIVE = "archive"
    OWN_DATA = "own_data"
    ERASE = "erase"


EVENT_RIGHTS: dict[EventAct, Letters] = {
    EventAct.CREATE_EVENT: frozenset({"A", "X"}),
    EventAct.REPEAT_EVENT: frozenset({"A", "C", "X"}),
    EventAct.GIVE_ROLE: frozenset({"A", "C", "X"}),
    EventAct.INVITE: frozenset({"A", "C", "X"}),
    EventAct.LINK_ACCOUNT: frozenset({"A", "C", "X"}),
    EventAct.REGULATION: frozenset({"A", "C", "X"}),
    EventAct.IMPORT: frozenset({"A", "C", "X", "KA", "KC"}),
    EventAct.SCHEDULE: frozenset({"A", "C", "X", "KA", "KC"}),
    EventAct.START_ROUND: _DC | _KEY_DC,
    EventAct.END_ROUND: _DC | _KEY_DC,
    EventAct.OWN_CALL: _DC | _KEY_DC,
    EventAct.ENTER_SCORE: _DC | {"S", "KS", "KC"},
    EventAct.PUBLISH: frozenset({"S", "C"}),
    EventAct.ACKNOWLEDGE: frozenset({"S", "C", "KS", "KC"}),
    EventAct.EXPORT_SCORES: frozenset({"S", "C"}),
    EventAct.OUTAGE: frozenset({"C"}),
    EventAct.EXTEND_SESSION: frozenset({"C"}),
    EventAct.CLOSE_SESSION: frozenset({"C"}),
    EventAct.ISSUE_PASS: _DC | {"A", "X"},
    EventAct.REVOKE_PASS: _DC | {"A", "X"},
    EventAct.ISSUE_KEY: frozenset({"A", "C", "X"}),
    EventAct.REVOKE_KEY: frozenset({"A", "C", "X"}),
    EventAct.KEY_QUOTA: frozenset({"A", "C", "X"}),
    EventAct.ASK_POSITION: _DC | _KEY_DC,
    EventAct.CLOSE_EVENT: frozenset({"C"}),
    EventAct.REOPEN_EVENT: frozenset({"C"}),
    EventAct.ARCHIVE: frozenset({"A", "X"}),
    EventAct.OWN_DATA: frozenset({"A", "X"}),
    EventAct.ERASE: frozenset({"A", "X"}),
}


def may(actor: Actor, act: Act, case: Case) -> bool:
    """Say whether somebody may do an act on a case now."""
    return _allows(actor, act, case, letters_in_case(actor, case))


def _allows(actor: Actor, act: Act, case: Case, letters: Letters) -> bool:
    mine = letters & RIGHTS[act]
    return bool(mine) and _conditions(actor, act, case, mine)


def _conditions(actor: Actor, act: Act, case: Case, letters: Letters) -> bool:
    condition = CONDITIONS.get(act)
    return condition is None or condition.holds(actor, case, letters)


def require_side(actor: Actor, case: Case, side: str) -> None:
    """Raise Refused where a pass speaks for the other side of a case."""
    if actor.table_pass is not None and side_of_pass(actor.table_pass, case) != side:
        raise Refused("This slip speaks only for its own side.")


def require(actor: Actor, act: Act, case: Case) -> Letters:
    """Return somebody's letters in a case; raise Refused unless he may do the act."""
    letters = letters_in_case(actor, case)
    if not _allows(actor, act, case, letters):
        raise Refused(_sentence(act, letters))
    return letters


def _sentence(act: Act, letters: Letters) -> str:
    if letters & {"D-", "C-"}:
        return _(
            "You have played this board, or will play it later. Hand the case to "
            "another director. You may still write down the claim in words."
        )
    if act is Act.OPEN and "P" in letters:
        return _("You can ask about a board of your own once you have played it.")
    if "P0" in letters:  # of the other contestants nobody finds the case
        return _(
            "Phones may be used once the session is over. Call the director: what "
            "you say is written down at the table."
        )
    if act in RESPONSIBLE | CONSULTS and "D" in letters:
        return _("Another director has this case. Take it over first.")
    return _("You may not do this on this case.")


HEARS: Letters = frozenset({"C", "R"})


def require_hearing(actor: Actor, case: Case) -> Letters:
    """Return somebody's letters; raise Refused unless appeals are his business."""
    letters = letters_in_case(actor, case)
    if not letters & HEARS:
        raise Refused("Appeals are the chief director's and the panel's.")
    return letters


SLIP_READERS: Letters = _DC | _KEY_DC | {"S", "KS"}
"""Who reads the slips of an event: what was announced, and never a card."""


def may_in_event(
    actor: Actor, act: EventAct, event: Event, section_id: uuid.UUID | None = None
) -> bool:
    """Say whether somebody may do an act in a section now, or in the whole event.

    Without a section a role that is given for some sections only does not suffice.
    """
    letters = letters_in_event(actor, event.pk, section_id, whole=True)
    return bool(letters & EVENT_RIGHTS[act])


def may_somewhere(actor: Actor, act: EventAct, event: Event) -> bool:
    """Say whether somebody may do an act in some section: he has a desk for it."""
    return bool(letters_in_event(actor, event.pk) & EVENT_RIGHTS[act])


def require_in_event(
    actor: Actor, act: EventAct, event: Event, section_id: uuid.UUID | None = None
) -> Letters:
    """Return somebody's letters there; raise Refused unless he may do the act."""
    letters = letters_in_event(actor, event.pk, section_id, whole=True)
    if not letters & EVENT_RIGHTS[act]:
        raise Refused("You may not do this here.")
    return letters


def may_read_slips(actor: Actor, event: Event) -> bool:
    """Say whether somebody may read the slips of an event."""
    return bool(letters_in_event(actor, event.pk) & SLIP_READERS)


def require_slips(actor: Actor, event: Event) -> None:
    """Raise Refused unless somebody may read the slips of an event."""
    if not may_read_slips(actor, event):
        raise Refused(
            "Only directors, the chief director and the scorer can see slips."
        )


def may_score(actor: Actor, playing: Playing) -> bool:
    """Say whether somebody may enter the score of a playing, and see it there."""
    letters = letters_at_table(actor, playing)
    return bool(letters & EVENT_RIGHTS[EventAct.ENTER_SCORE])


def require_score(actor: Actor, playing: Playing) -> None:
    """Raise Refused unless somebody may enter the score of a playing."""
    if not may_score(actor, playing):
        raise Refused(
            "You have played this board or will play it later, or it is not "
            "in your section. Somebody else must enter its score."
        )


def require_no_contestant(actor: Actor, event: Event) -> None:
    """Raise Refused where somebody plays in an event: a key reads its slips."""
    if actor.user is not None and contestants_of(actor.user, event.pk):
        raise Refused(
            "You play in this event. Somebody who does not play must issue "
            "and revoke the keys of its programs."
        )


def require_no_player(actor: Actor, session: Session) -> None:
    """Raise Refused where somebody plays in a session: a pass opens its rulings."""
    if actor.user is not None and plays_in(actor.user, session, actor.at):
        raise Refused(
            "You play in this session. Somebody who does not play must issue "
            "and revoke its slips."
        )
