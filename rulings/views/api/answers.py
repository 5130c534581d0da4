"""The shapes of what programs read of results, cases, rulings and the log."""

from __future__ import annotations

import uuid
from datetime import datetime

from pydantic import BaseModel, Field


class ContestantOut(BaseModel):
    """A pair, a team or an individual: its number, and how many belong to it."""

    number: int
    members: int


class PlaceOut(BaseModel):
    """A board at a table; pairs by number."""

    session: int
    section: str
    round: int
    table: int
    board: int
    deal_set: str
    ns: int | None
    ew: int | None
    ns_partner: int | None = Field(None, description="South, where individuals play")
    ew_partner: int | None = Field(None, description="West, where individuals play")


class ResultOut(PlaceOut):
    """A result as it stands. A score that a ruling assigned stands in `assigned`."""

    contract: str = Field(description="4HX S; empty where it was passed out")
    tricks: int | None = Field(description="Declarer's total")
    score: int | None = Field(description="North-South's points")
    assigned: list[dict[str, object]]


class ResultListOut(BaseModel):
    """Results, and the number of the log's last entry: the next `since`."""

    last: int
    results: list[ResultOut]


class CaseOut(PlaceOut):
    """A case: where it is, and how far; nothing of what was said or ruled."""

    id: uuid.UUID
    state: str
    called_at: datetime
    version: int


class RulingOut(BaseModel):
    """An announced ruling, and the claim that it ruled on."""

    id: uuid.UUID
    case: uuid.UUID
    number: int
    in_force: bool
    announced_at: datetime
    outcome: str
    laws: list[str]
    claimer: str | None = Field(description="The seat that claimed or conceded")
    claimed: int | None = Field(description="Tricks claimed of those that were left")
    left: int | None = Field(description="Tricks left at the claim")
    tricks: int | None = Field(description="Tricks ruled for the claiming side")
    contract: str
    old_tricks: int | None
    new_tricks: int
    old_score: int | None
    new_score: int | None
    assigned: list[dict[str, object]]


class ActOut(BaseModel):
    """An entry of the log: its number, instant, act, and the case it belongs to."""

    number: int
    at: datetime
    act: str
    case: uuid.UUID | None


class FeedOut(BaseModel):
    """Entries in their order; `last` is the next `since`, `more` says to ask on."""

    last: int
    more: bool
    acts: list[ActOut]
