"""Tables and constraints only; one file a noun. `workflow` writes, `queries` reads."""

from rulings.models.api_key import (
    KEY_ROLES,
    ApiKey,
    AskedPosition,
    KeyDay,
    LineBatch,
    SafeResult,
    VisitorQuestion,
)
from rulings.models.case import Answer, Case, Claim, Fact, Position, Statement
from rulings.models.event import (
    Contestant,
    Event,
    Invitation,
    Participant,
    Person,
    Private,
    Role,
)
from rulings.models.log import SITE_CHAIN, Entry, Head, KeyUse
from rulings.models.logged import Logged, logged_tables
from rulings.models.notice import Hook, Notice, Push, Subscription
from rulings.models.objection import Agreement, Objection, Window
from rulings.models.opinion import Opinion, Poll, PollPeer
from rulings.models.passes import ImportFile, Pass, WrongCode
from rulings.models.preparation import Preparation
from rulings.models.reading import FileReading
from rulings.models.ruling import (
    Appeal,
    CasebookCase,
    CasePattern,
    Progress,
    Proposal,
    Result,
    Ruling,
    Slip,
)
from rulings.models.schedule import (
    SEATED,
    Board,
    Playing,
    Round,
    Section,
    Session,
    Table,
    seats_any_of,
)
from rulings.models.tablet import LeftPage, Pin, SharedTablet

__all__ = [
    "KEY_ROLES",
    "SEATED",
    "SITE_CHAIN",
    "Agreement",
    "Answer",
    "ApiKey",
    "Appeal",
    "AskedPosition",
    "Board",
    "Case",
    "CasePattern",
    "CasebookCase",
    "Claim",
    "Contestant",
    "Entry",
    "Event",
    "Fact",
    "FileReading",
    "Head",
    "Hook",
    "ImportFile",
    "Invitation",
    "KeyDay",
    "KeyUse",
    "LeftPage",
    "LineBatch",
    "Logged",
    "Notice",
    "Objection",
    "Opinion",
    "Participant",
    "Pass",
    "Person",
    "Pin",
    "Playing",
    "Poll",
    "PollPeer",
    "Position",
    "Preparation",
    "Private",
    "Progress",
    "Proposal",
    "Push",
    "Result",
    "Role",
    "Round",
    "Ruling",
    "SafeResult",
    "Section",
    "Session",
    "SharedTablet",
    "Slip",
    "Statement",
    "Subscription",
    "Table",
    "VisitorQuestion",
    "Window",
    "WrongCode",
    "logged_tables",
    "seats_any_of",
]
