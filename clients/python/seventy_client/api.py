"""The operations of the API and what they take and return.

Made by `./td manage api_client` from the description of the API; do not edit.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from seventy_client.calling import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class ActOut:
    """An entry of the log: its number, instant, act, and the case it belongs to."""

    number: int
    at: datetime
    act: str
    case: uuid.UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardIn:
    """The cards of a board."""

    # The board's number
    board: int

    # Four hands from a seat, suits S.H.D.C: N:AK.. and so on
    deal: str

    # N, E, S or W; else by its number
    dealer: Literal["N", "E", "S", "W"] | None = None

    # none, NS, EW or both; else by its number
    vulnerable: Literal["none", "NS", "EW", "both"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPreview:
    """What becomes of a board: new, known, or why it cannot be taken."""

    board: int
    deal: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardsIn:
    """Boards for a deal set, all or none."""

    # Sections that play the same share it
    deal_set: str

    # One to 1,000 boards
    boards: list[BoardIn]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallIn:
    """The first call of a side on a board at its table (Law 69A)."""

    # The session's number, 1 for the first
    session: int

    # Its letter, as A
    section: str

    # The table's number
    table: int

    # The board's number
    board: int

    # The deal set, only where a board number is in two of them
    deal_set: str | None = None

    # NS or EW
    side: Literal["NS", "EW"]

    # When it was; without it, now
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOut:
    """A case: where it is, and how far; nothing of what was said or ruled."""

    session: int
    section: str
    round: int
    table: int
    board: int
    deal_set: str
    ns: int | None
    ew: int | None

    # South, where individuals play
    ns_partner: int | None = None

    # West, where individuals play
    ew_partner: int | None = None
    id: uuid.UUID
    state: str
    called_at: datetime
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantOut:
    """A pair, a team or an individual: its number, and how many belong to it."""

    number: int
    members: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedOut:
    """Entries in their order; `last` is the next `since`, `more` says to ask on."""

    last: int
    more: bool
    acts: list[ActOut]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayingOut:
    """A board at a table in the schedule; pairs by number."""

    section: str
    table: int
    board: int
    deal_set: str
    ns: int | None
    ew: int | None

    # South, where individuals play
    ns_partner: int | None = None

    # West, where individuals play
    ew_partner: int | None = None
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionIn:
    """Cards at a claim and the claim, for the solver."""

    # Strain, trick, tricks won, hands from North, in one line
    position: str

    # Who claims: N, E, S or W, not dummy
    claimer: Literal["N", "E", "S", "W"]

    # Who declares: N, E, S or W
    declarer: Literal["N", "E", "S", "W"]

    # Tricks claimed for the claimer's side, of those left
    tricks: int

    # The steps of what was said, in order
    statement: list[str] = field(default_factory=list)

    # Whether he knew of the trump still out, where it is known
    aware_of_trump: bool | None = None

    # Who showed out of what before: E:S
    show_outs: list[str] = field(default_factory=list)

    # The class of player: it sets the warnings only
    player_class: Literal["beginner", "club", "advanced", "expert"] = "club"


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionOut:
    """How far the solver is.

    `low` and `high` bound the tricks for the claimer.
    """

    id: uuid.UUID

    # queued, exact, range, timed_out or failed
    status: str
    low: int | None
    high: int | None

    # The whole proposal with line and reasons, once there is one
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptOut:
    """Proof that an act is in the log; the same again for a key sent twice."""

    at: datetime
    number: int
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordBack:
    """What stands of a board at a table after a record was taken down."""

    receipt: ReceiptOut
    contract: str

    # How many cards of its play stand
    cards: int
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordIn:
    """What is known of a board at a table so far: send it again as it grows."""

    # The session's number, 1 for the first
    session: int

    # Its letter, as A
    section: str

    # The table's number
    table: int

    # The board's number
    board: int

    # The deal set, only where a board number is in two of them
    deal_set: str | None = None

    # The calls from the dealer on: P, X, XX, 1C to 7N
    calls: list[str] = field(default_factory=list)

    # Level, strain, doubling, declarer: 4HX S. The calls tell it
    contract: str | None = None

    # True where nobody bid
    passed_out: bool = False

    # The cards in playing order from the opening lead: SA, HT, C2
    cards: list[str] = field(default_factory=list)

    # Declarer's total, 0 to 13, once the board is over
    tricks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultIn:
    """The result of a board at a table."""

    # The session's number, 1 for the first
    session: int

    # Its letter, as A
    section: str

    # The table's number
    table: int

    # The board's number
    board: int

    # The deal set, only where a board number is in two of them
    deal_set: str | None = None

    # Level, strain, doubling, declarer: 4HX S; none: passed out
    contract: str | None = None

    # Declarer's total, 0 to 13; 0 for a board passed out
    tricks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultListIn:
    """Results for boards at tables, taken all or none."""

    # At most 200 results
    results: list[ResultIn]

    # True to change results that stand
    replace: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultListOut:
    """Results, and the number of the log's last entry: the next `since`."""

    last: int
    results: list[ResultOut]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOut:
    """A result as it stands.

    A score that a ruling assigned stands in `assigned`.
    """

    session: int
    section: str
    round: int
    table: int
    board: int
    deal_set: str
    ns: int | None
    ew: int | None

    # South, where individuals play
    ns_partner: int | None = None

    # West, where individuals play
    ew_partner: int | None = None

    # 4HX S; empty where it was passed out
    contract: str

    # Declarer's total
    tricks: int | None

    # North-South's points
    score: int | None
    assigned: list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEndIn:
    """A round that has ended; with a reason its recorded end moves earlier."""

    # The session's number
    session: int

    # The round's number in the session
    round: int

    # When it was, with its zone; without it, now
    at: datetime | None = None

    # Why a recorded end is wrong, to move it earlier
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundIn:
    """A round, and when it started or ended."""

    # The session's number
    session: int

    # The round's number in the session
    round: int

    # When it was, with its zone; without it, now
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOut:
    """A round with what is played in it."""

    round: int
    starts_at: datetime | None
    ends_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    boards: list[PlayingOut]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingOut:
    """An announced ruling, and the claim that it ruled on."""

    id: uuid.UUID
    case: uuid.UUID
    number: int
    in_force: bool
    announced_at: datetime
    outcome: str
    laws: list[str]

    # The seat that claimed or conceded
    claimer: str | None

    # Tricks claimed of those that were left
    claimed: int | None

    # Tricks left at the claim
    left: int | None

    # Tricks ruled for the claiming side
    tricks: int | None
    contract: str
    old_tricks: int | None
    new_tricks: int
    old_score: int | None
    new_score: int | None
    assigned: list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOut:
    """A session with its rounds."""

    session: int
    schedule_known: bool
    rounds: list[RoundOut]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipOut:
    """What a ruling changed on a board at a table; scores are North-South's points."""

    id: uuid.UUID
    session: int
    section: str
    table: int
    board: int
    deal_set: str
    contract: str
    old_tricks: int | None
    new_tricks: int
    old_score: int | None
    new_score: int | None
    assigned: list[dict[str, Any]]
    issued_at: datetime
    taken_at: datetime | None


class Client(Caller):
    """Boards, records of play, results, rounds, cases, rulings, slips and positions of one event."""

    def preview_boards(
        self,
        sent: BoardsIn,
    ) -> list[BoardPreview]:
        """Say what taking each board would do; nothing is written."""
        found: list[BoardPreview] = self.call(
            "POST",
            "/api/v1/boards/preview",
            list[BoardPreview],
            body=sent,
        )
        return found

    def add_boards(
        self,
        sent: BoardsIn,
        *,
        key: uuid.UUID | None = None,
    ) -> ReceiptOut:
        """Take the cards of boards into a deal set, all or none; what is there stays."""
        found: ReceiptOut = self.call(
            "POST",
            "/api/v1/boards",
            ReceiptOut,
            body=sent,
            key=key or uuid.uuid4(),
        )
        return found

    def add_record(
        self,
        sent: RecordIn,
        *,
        key: uuid.UUID | None = None,
    ) -> RecordBack:
        """Take down how far a board has been played.

        Send it again as it grows. What stands may only grow: a record that says
        otherwise is refused, and one that ends before what stands changes nothing.
        """
        found: RecordBack = self.call(
            "POST",
            "/api/v1/records",
            RecordBack,
            body=sent,
            key=key or uuid.uuid4(),
        )
        return found

    def read_schedule(
        self,
        *,
        session: int | None = None,
    ) -> list[SessionOut]:
        """Return the sessions with rounds, tables and boards; no names and no cards."""
        found: list[SessionOut] = self.call(
            "GET",
            "/api/v1/schedule",
            list[SessionOut],
            query={"session": session},
        )
        return found

    def start_round(
        self,
        sent: RoundIn,
        *,
        key: uuid.UUID | None = None,
    ) -> ReceiptOut:
        """Record that a round has started: its boards are in play."""
        found: ReceiptOut = self.call(
            "POST",
            "/api/v1/rounds/start",
            ReceiptOut,
            body=sent,
            key=key or uuid.uuid4(),
        )
        return found

    def end_round(
        self,
        sent: RoundEndIn,
        *,
        key: uuid.UUID | None = None,
    ) -> ReceiptOut:
        """Record that a round has ended: agreements in it are established (Law 69A).

        A recorded end moves with a reason, and only to an earlier time.
        """
        found: ReceiptOut = self.call(
            "POST",
            "/api/v1/rounds/end",
            ReceiptOut,
            body=sent,
            key=key or uuid.uuid4(),
        )
        return found

    def add_call(
        self,
        sent: CallIn,
        *,
        key: uuid.UUID | None = None,
    ) -> ReceiptOut:
        """Record that a side has called on a board: it agrees to what went before (69A)."""
        found: ReceiptOut = self.call(
            "POST",
            "/api/v1/calls",
            ReceiptOut,
            body=sent,
            key=key or uuid.uuid4(),
        )
        return found

    def read_contestants(self) -> list[ContestantOut]:
        """Return the contestants by number; no names."""
        found: list[ContestantOut] = self.call(
            "GET",
            "/api/v1/contestants",
            list[ContestantOut],
        )
        return found

    def read_results(
        self,
        *,
        since: int | None = None,
    ) -> ResultListOut:
        """Return the results as they stand, or those that changed behind an entry."""
        found: ResultListOut = self.call(
            "GET",
            "/api/v1/results",
            ResultListOut,
            query={"since": since},
        )
        return found

    def send_results(
        self,
        sent: ResultListIn,
        *,
        key: uuid.UUID | None = None,
    ) -> ReceiptOut:
        """Enter results, all or none; one that stands is changed only with `replace`.

        A board with a case is scored by its ruling.
        """
        found: ReceiptOut = self.call(
            "POST",
            "/api/v1/results",
            ReceiptOut,
            body=sent,
            key=key or uuid.uuid4(),
        )
        return found

    def read_cases(self) -> list[CaseOut]:
        """Return the cases of the event with their states, the oldest first."""
        found: list[CaseOut] = self.call(
            "GET",
            "/api/v1/cases",
            list[CaseOut],
        )
        return found

    def read_rulings(self) -> list[RulingOut]:
        """Return the announced rulings with their claims, the oldest first."""
        found: list[RulingOut] = self.call(
            "GET",
            "/api/v1/rulings",
            list[RulingOut],
        )
        return found

    def read_feed(
        self,
        *,
        since: int = 0,
    ) -> FeedOut:
        """Return what was done in the event behind an entry: acts, and no content."""
        found: FeedOut = self.call(
            "GET",
            "/api/v1/feed",
            FeedOut,
            query={"since": since},
        )
        return found

    def read_slips(
        self,
        *,
        waiting: bool = False,
    ) -> list[SlipOut]:
        """Return the slips of the event, or those that no scorer has taken yet."""
        found: list[SlipOut] = self.call(
            "GET",
            "/api/v1/slips",
            list[SlipOut],
            query={"waiting": waiting},
        )
        return found

    def take_slip(
        self,
        slip_id: uuid.UUID,
        *,
        key: uuid.UUID | None = None,
    ) -> ReceiptOut:
        """Record that a slip has been taken into the scores."""
        found: ReceiptOut = self.call(
            "POST",
            f"/api/v1/slips/{slip_id}/taken",
            ReceiptOut,
            key=key or uuid.uuid4(),
        )
        return found

    def ask_position(
        self,
        sent: PositionIn,
        *,
        key: uuid.UUID | None = None,
    ) -> PositionOut:
        """Queue a position under the event's laws and regulations; then read its answer.

        The solver proposes and rules nothing: no case comes of it. Sent as JSON lines
        (application/x-ndjson), many are answered in one stream (docs/api.md).
        """
        found: PositionOut = self.call(
            "POST",
            "/api/v1/positions",
            PositionOut,
            body=sent,
            key=key or uuid.uuid4(),
        )
        return found

    def read_position(
        self,
        asked_id: uuid.UUID,
    ) -> PositionOut:
        """Return how far the solver is with a position, and its proposal once there."""
        found: PositionOut = self.call(
            "GET",
            f"/api/v1/positions/{asked_id}",
            PositionOut,
        )
        return found
