"""The shapes of what programs send and read, each field with what it wants.

A field that is not listed is refused: a misspelt name must not pass for nothing.
"""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from rulings.forms.times import YEARS
from rulings.queries.programs import BoardKey
from rulings.workflow.log import Receipt

CARD = r"^[SHDC][AKQJT2-9]$"
CALL = r"^(P|X|XX|[1-7][CDHSN])$"
CONTRACT = r"^[1-7][CDHSN]X{0,2} [NESW]$"
DEAL = r"^[NESW]:[AKQJT2-9.-]+( [AKQJT2-9.-]+){3}$"
PLAIN = r"^[ -~]+$"
NUMBER_AT_MOST = 32_767
MOST_CALLS, DECK, TRICKS = 200, 52, 13


def instant(value: object) -> datetime:
    """Return an instant from its text; raise ValueError where it has no zone."""
    if not isinstance(value, str):
        raise ValueError("an instant is a text")  # noqa: TRY004 - pydantic wants it
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError("the zone is missing")
    if found.year not in YEARS:
        raise ValueError(f"the year {found.year} is not from 2000 to 2099")
    return found


def different(cards: list[str]) -> list[str]:
    """Return cards; raise ValueError where one comes twice."""
    if len(set(cards)) != len(cards):
        raise ValueError("a card was played twice")
    return cards


Number = Annotated[int, Field(ge=1, le=NUMBER_AT_MOST)]
Seat = Literal["N", "E", "S", "W"]
Instant = Annotated[datetime, BeforeValidator(instant), Field(strict=False)]
Words = Annotated[str, Field(pattern=PLAIN)]


class Shape(BaseModel):
    """What programs send: nothing is guessed, nothing is left over."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PlaceIn(Shape):
    """A board at a table."""

    session: Number = Field(description="The session's number, 1 for the first")
    section: str = Field(pattern="^[A-Z]{1,3}$", description="Its letter, as A")
    table: Number = Field(description="The table's number")
    board: Number = Field(description="The board's number")
    deal_set: Annotated[str, Field(pattern=PLAIN, max_length=40)] | None = Field(
        None, description="The deal set, only where a board number is in two of them"
    )

    def place(self) -> BoardKey:
        """Return the place as queries take it."""
        return BoardKey(
            session=self.session,
            section=self.section,
            table=self.table,
            board=self.board,
            deal_set=self.deal_set or "",
        )


class RecordIn(PlaceIn):
    """What is known of a board at a table so far: send it again as it grows."""

    calls: list[Annotated[str, Field(pattern=CALL)]] = Field(
        default=[],
        max_length=MOST_CALLS,
        description="The calls from the dealer on: P, X, XX, 1C to 7N",
    )
    contract: Annotated[str, Field(pattern=CONTRACT)] | None = Field(
        None, description="Level, strain, doubling, declarer: 4HX S. The calls tell it"
    )
    passed_out: bool = Field(default=False, description="True where nobody bid")
    cards: Annotated[
        list[Annotated[str, Field(pattern=CARD)]], AfterValidator(different)
    ] = Field(
        default=[],
        max_length=DECK,
        description="The cards in playing order from the opening lead: SA, HT, C2",
    )
    tricks: Annotated[int, Field(ge=0, le=TRICKS)] | None = Field(
        None, description="Declarer's total, 0 to 13, once the board is over"
    )


class RecordBack(BaseModel):
    """What stands of a board at a table after a record was taken down."""

    receipt: ReceiptOut
    contract: str
    cards: int = Field(description="How many cards of its play stand")
    status: str


class BoardIn(Shape):
    """The cards of a board."""

    board: Number = Field(description="The board's number")
    deal: str = Field(
        pattern=DEAL,
        max_length=80,
        description="Four hands from a seat, suits S.H.D.C: N:AK.. and so on",
    )
    dealer: Seat | None = Field(None, description="N, E, S or W; else by its number")
    vulnerable: Literal["none", "NS", "EW", "both"] | None = Field(
        None, description="none, NS, EW or both; else by its number"
    )


class BoardsIn(Shape):
    """Boards for a deal set, all or none."""

    deal_set: str = Field(
        pattern=PLAIN, max_length=40, description="Sections that play the same share it"
    )
    boards: list[BoardIn] = Field(
        min_length=1, max_length=1000, description="One to 1,000 boards"
    )


class BoardPreview(BaseModel):
    """What becomes of a board: new, known, or why it cannot be taken."""

    board: int
    deal: str
    problem: str


class RoundIn(Shape):
    """A round, and when it started or ended."""

    session: Number = Field(description="The session's number")
    round: Number = Field(description="The round's number in the session")
    at: Instant | None = Field(
        None, description="When it was, with its zone; without it, now"
    )


class RoundEndIn(RoundIn):
    """A round that has ended; with a reason its recorded end moves earlier."""

    reason: Annotated[str, Field(max_length=500, pattern=r"^[^\x00]*$")] = Field(
        default="", description="Why a recorded end is wrong, to move it earlier"
    )


class CallIn(PlaceIn):
    """The first call of a side on a board at its table (Law 69A)."""

    side: Literal["NS", "EW"] = Field(description="NS or EW")
    at: Instant | None = Field(None, description="When it was; without it, now")


class PositionIn(Shape):
    """Cards at a claim and the claim, for the solver."""

    position: str = Field(
        pattern=PLAIN,
        max_length=200,
        description="Strain, trick, tricks won, hands from North, in one line",
    )
    claimer: Seat = Field(description="Who claims: N, E, S or W, not dummy")
    declarer: Seat = Field(description="Who declares: N, E, S or W")
    tricks: Annotated[int, Field(ge=0, le=TRICKS)] = Field(
        description="Tricks claimed for the claimer's side, of those left"
    )
    statement: list[Annotated[str, Field(pattern=PLAIN, max_length=80)]] = Field(
        default=[], max_length=30, description="The steps of what was said, in order"
    )
    aware_of_trump: bool | None = Field(
        None, description="Whether he knew of the trump still out, where it is known"
    )
    show_outs: list[Annotated[str, Field(pattern="^[NESW]:[SHDC]$")]] = Field(
        default=[], max_length=12, description="Who showed out of what before: E:S"
    )
    player_class: Literal["beginner", "club", "advanced", "expert"] = Field(
        default="club", description="The class of player: it sets the warnings only"
    )


class PositionLineIn(PositionIn):
    """A position in a stream of lines."""

    id: Annotated[str, Field(pattern=PLAIN, max_length=80)] | None = Field(
        None, description="A text of your own, which comes back with the row"
    )


class ReceiptOut(BaseModel):
    """Proof that an act is in the log; the same again for a key sent twice."""

    at: datetime
    number: int
    code: str

    @classmethod
    def of(cls, receipt: Receipt) -> ReceiptOut:
        """Return what a program is told of a receipt."""
        return cls(at=receipt.at, number=receipt.seq, code=receipt.short)


class PositionOut(BaseModel):
    """How far the solver is. `low` and `high` bound the tricks for the claimer."""

    id: uuid.UUID
    status: str = Field(description="queued, exact, range, timed_out or failed")
    low: int | None
    high: int | None
    result: dict[str, object] | None = Field(
        description="The whole proposal with line and reasons, once there is one"
    )


class PlayingOut(BaseModel):
    """A board at a table in the schedule; pairs by number."""

    section: str
    table: int
    board: int
    deal_set: str
    ns: int | None
    ew: int | None
    ns_partner: int | None = Field(None, description="South, where individuals play")
    ew_partner: int | None = Field(None, description="West, where individuals play")
    status: str


class RoundOut(BaseModel):
    """A round with what is played in it."""

    round: int
    starts_at: datetime | None
    ends_at: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    boards: list[PlayingOut]


class SessionOut(BaseModel):
    """A session with its rounds."""

    session: int
    schedule_known: bool
    rounds: list[RoundOut]


class SlipOut(BaseModel):
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
    assigned: list[dict[str, object]]
    issued_at: datetime
    taken_at: datetime | None


class ResultIn(PlaceIn):
    """The result of a board at a table."""

    contract: Annotated[str, Field(pattern=CONTRACT)] | None = Field(
        None, description="Level, strain, doubling, declarer: 4HX S; none: passed out"
    )
    tricks: Annotated[int, Field(ge=0, le=TRICKS)] = Field(
        description="Declarer's total, 0 to 13; 0 for a board passed out"
    )


class ResultListIn(Shape):
    """Results for boards at tables, taken all or none."""

    results: list[ResultIn] = Field(
        min_length=1, max_length=200, description="At most 200 results"
    )
    replace: bool = Field(
        default=False, description="True to change results that stand"
    )


SENT: tuple[type[Shape], ...] = (
    *(PlaceIn, RecordIn, BoardIn, BoardsIn, RoundIn, RoundEndIn, CallIn, PositionIn),
    *(ResultIn, ResultListIn),
)
FIELD_WORDS = {
    name: field.description or ""
    for shape in SENT
    for name, field in shape.model_fields.items()
} | {"Idempotency-Key": "A UUID of your own, new for each act and kept for its repeats"}
"""What each field wants, for the answer to a wrong one."""

RecordBack.model_rebuild()
