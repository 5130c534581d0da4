"""Keys of programs, the positions that programs ask about, and how many.

A key serves one event in one role. Only the hash of its token is stored.
"""

from __future__ import annotations

import uuid

from django.db import models

from rulings.models.event import Event, Role
from rulings.models.logged import Logged, commitment_field

KEY_ROLES = (
    Role.Name.DIRECTOR,
    Role.Name.CHIEF,
    Role.Name.SCORER,
    Role.Name.ADMINISTRATOR,
)
"""The roles a program can have; a reviewer weighs rulings and is a person."""


class ApiKey(Logged):
    """What lets a program in: one event, one role; the token is stored hashed."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="api_keys")
    role = models.CharField(
        max_length=16, choices=[(one.value, one.label) for one in KEY_ROLES]
    )
    purpose = commitment_field()
    token_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    day_positions = models.PositiveIntegerField(
        null=True, help_text="Positions by lines on a day; empty: as the site sets."
    )


class AskedPosition(models.Model):
    """A position that a program asked the solver about; of no case, and not logged.

    The log holds the question's hash. Identical questions of an event are one row.
    """

    class Status(models.TextChoices):
        """How far the solver came."""

        QUEUED = "queued"
        EXACT = "exact"
        RANGE = "range"
        TIMED_OUT = "timed_out"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="+")
    question = models.TextField()
    input_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    low = models.PositiveSmallIntegerField(null=True)
    high = models.PositiveSmallIntegerField(null=True)
    result = models.JSONField(null=True)
    queued_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """Identical questions are computed once (R15)."""

        constraints = (
            models.UniqueConstraint(
                fields=("event", "input_hash"), name="asked_position_once"
            ),
        )


class VisitorQuestion(models.Model):
    """What a visitor of the public page asked; of no event, no case and no person.

    Kept for an hour, so that the page can be looked at while its answer comes. `safe`
    are the words that would have made the claim certain.
    """

    Status = AskedPosition.Status

    QUEUE = "visitors"
    """The queue of the jobs that answer: a worker of its own takes them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    given = models.JSONField(help_text="The form as it was sent.")
    question = models.TextField()
    status = models.CharField(
        max_length=10,
        choices=Status,
        default=Status.QUEUED,
    )
    low = models.PositiveSmallIntegerField(null=True)
    high = models.PositiveSmallIntegerField(null=True)
    result = models.JSONField(null=True)
    safe = models.JSONField(null=True)
    queued_at = models.DateTimeField(db_index=True)
    seen_at = models.DateTimeField(
        null=True, help_text="When somebody who waits for the answer last looked."
    )
    finished_at = models.DateTimeField(null=True)


class KeyDay(models.Model):
    """How many positions a key has streamed on a day of UTC; not logged."""

    key = models.ForeignKey(ApiKey, models.PROTECT, related_name="+")
    day = models.DateField()
    positions = models.PositiveIntegerField(default=0)

    class Meta:
        """One count for each key and day."""

        constraints = (
            models.UniqueConstraint(fields=("key", "day"), name="key_day_once"),
        )


class LineBatch(models.Model):
    """Positions of a stream that wait for a worker, then their rows; not logged.

    Forgotten once their rows are sent: the program has them, and no case comes of it.
    """

    QUEUE = "bulk"
    """The queue of the jobs that answer: workers of their own take them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    questions = models.JSONField()
    rows = models.JSONField(null=True)
    queued_at = models.DateTimeField(db_index=True)


class SafeResult(models.Model):
    """The safe words of a claim, by the hash of its question; `data` once found.

    Not logged: they follow from the question, and nothing is ruled by them.
    """

    input_hash = models.CharField(max_length=64, primary_key=True)
    found_at = models.DateTimeField()
    data = models.JSONField(null=True)


__all__ = [
    "KEY_ROLES",
    "ApiKey",
    "AskedPosition",
    "KeyDay",
    "LineBatch",
    "SafeResult",
    "VisitorQuestion",
]
