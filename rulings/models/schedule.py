"""Sessions, sections, tables, rounds, boards; playings are the schedule."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import models

from rulings.models.event import Contestant, Event
from rulings.models.logged import Logged


class Session(Logged):
    """A session; it ends with its last round. Publication anchors W2 to W5."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="sessions")
    order = models.PositiveSmallIntegerField()
    schedule_known = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True)
    carried = models.PositiveSmallIntegerField(
        default=100,
        help_text="Percent of the earlier sessions' score that counts from here on.",
    )

    class Meta:
        """In playing order."""

        constraints = (
            models.UniqueConstraint(
                fields=("event", "order"), name="session_order_once"
            ),
        )


class Section(Logged):
    """A section of a session, A, B, ..."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="sections")
    letter = models.CharField(max_length=3)

    class Meta:
        """One letter, one section."""

        constraints = (
            models.UniqueConstraint(
                fields=("session", "letter"), name="section_letter_once"
            ),
        )


class Table(Logged):
    """A table of a section."""

    section = models.ForeignKey(Section, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        """One number, one table."""

        constraints = (
            models.UniqueConstraint(
                fields=("section", "number"), name="table_number_once"
            ),
        )

    @property
    def name(self) -> str:
        """Return how people call it: the letter of its section and its number."""
        return f"{self.section.letter}{self.number}"


class Round(Logged):
    """A round: `starts_at` and `ends_at` are its plan, the others what was recorded."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="rounds")
    order = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    @property
    def begins_at(self) -> datetime | None:
        """Return when the round began: as recorded, else as planned."""
        return self.started_at or self.starts_at

    class Meta:
        """In playing order."""

        constraints = (
            models.UniqueConstraint(
                fields=("session", "order"), name="round_order_once"
            ),
        )


class Board(Logged):
    """A board of a deal set; sections that play the same cards share the set."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="boards")
    deal_set = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=1)
    vulnerability = models.CharField(max_length=4)
    deal = models.CharField(max_length=80, blank=True, default="")
    deal_hash = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        """One number in a deal set."""

        constraints = (
            models.UniqueConstraint(
                fields=("event", "deal_set", "number"), name="board_number_once"
            ),
        )


class Playing(Logged):
    """One board at one table, once; all of them together are the schedule."""

    class Status(models.TextChoices):
        """Where the playing stands; decides the embargo (R11)."""

        SCHEDULED = "scheduled"
        IN_PLAY = "in_play"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    board = models.ForeignKey(Board, models.PROTECT, related_name="playings")
    table = models.ForeignKey(Table, models.PROTECT, related_name="playings")
    round = models.ForeignKey(Round, models.PROTECT, related_name="playings")
    ns = models.ForeignKey(Contestant, models.PROTECT, null=True, related_name="+")
    ew = models.ForeignKey(Contestant, models.PROTECT, null=True, related_name="+")
    ns_partner = models.ForeignKey(
        Contestant,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Of individuals: South; `ns` is North then.",
    )
    ew_partner = models.ForeignKey(
        Contestant,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Of individuals: West; `ew` is East then.",
    )
    seats = models.JSONField(default=dict, help_text="Seat letter to participant id.")
    status = models.CharField(max_length=12, choices=Status, default=Status.SCHEDULED)
    auction = models.CharField(max_length=400, blank=True, default="")
    contract = models.CharField(max_length=8, blank=True, default="")
    play = models.CharField(max_length=200, blank=True, default="")
    tricks = models.PositiveSmallIntegerField(null=True, help_text="Of declarer.")
    score = models.IntegerField(null=True, help_text="Points of North-South.")
    play_ended_at = models.DateTimeField(null=True)
    score_entered_at = models.DateTimeField(null=True)
    called_ns_at = models.DateTimeField(
        null=True, help_text="First call of North-South on this board (Law 69A)."
    )
    called_ew_at = models.DateTimeField(
        null=True, help_text="First call of East-West on this board (Law 69A)."
    )

    class Meta:
        """A board comes to a table once."""

        constraints = (
            models.UniqueConstraint(fields=("board", "table"), name="playing_once"),
        )

    @property
    def contestants(self) -> frozenset[uuid.UUID | None]:
        """Return who sits there, by key; None stands for a side nobody wrote down."""
        partners = {self.ns_partner_id, self.ew_partner_id} - {None}
        return frozenset({self.ns_id, self.ew_id} | partners)

    def side_of(self, contestant: uuid.UUID) -> str:
        """Return NS or EW for a contestant of the table, "" for another."""
        if contestant in {self.ns_id, self.ns_partner_id}:
            return "NS"
        return "EW" if contestant in {self.ew_id, self.ew_partner_id} else ""

    @property
    def ns_numbers(self) -> str:
        """Return the number of North-South, of individuals as 3+8, "" if unknown."""
        return _numbers(self.ns, self.ns_partner)

    @property
    def ew_numbers(self) -> str:
        """Return the number of East-West, of individuals as 3+8, "" if unknown."""
        return _numbers(self.ew, self.ew_partner)


def _numbers(*seated: Contestant | None) -> str:
    return "+".join(str(one.number) for one in seated if one is not None)


SEATED = ("ns", "ns_partner", "ew", "ew_partner")
"""The columns of a playing that name who sits there."""


def seats_any_of(contestants: Iterable[Any], of: str = "") -> models.Q:
    """Return the condition that one of some contestants sits at a playing.

    `of` leads to the playing from the rows that are asked for, as `playing__`.
    """
    listed, found = list(contestants), models.Q()
    for column in SEATED:
        found |= models.Q(**{f"{of}{column}__in": listed})
    return found
