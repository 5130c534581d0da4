"""The log itself: entries, the head of each chain, and the keys of acts."""

from __future__ import annotations

import uuid

from django.db import models

SITE_CHAIN = uuid.UUID(int=0)
"""The chain for what belongs to no event: accounts, creation of events, backups."""


class Head(models.Model):
    """The last entry of a chain; locked to number the next one (R2)."""

    chain = models.UUIDField(primary_key=True)
    seq = models.PositiveBigIntegerField(default=0)
    code = models.CharField(max_length=64)


class Entry(models.Model):
    """One act: its exact bytes and the code that chains it to the one before.

    The columns beside the bytes only find entries; `verify` compares them.
    """

    chain = models.UUIDField()
    seq = models.PositiveBigIntegerField()
    previous = models.CharField(max_length=64)
    data = models.BinaryField()
    code = models.CharField(max_length=64)
    act = models.CharField(max_length=24)
    case_id = models.UUIDField(null=True, db_index=True)
    at = models.DateTimeField()

    class Meta:
        """Numbers run without gap within a chain."""

        constraints = (
            models.UniqueConstraint(fields=("chain", "seq"), name="entry_once"),
        )


class KeyUse(models.Model):
    """An idempotency key that has been used: by whom, for which payload (R3)."""

    actor = models.CharField(max_length=80)
    key = models.UUIDField()
    fingerprint = models.CharField(max_length=64)
    chain = models.UUIDField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        """A key works once for each actor."""

        constraints = (
            models.UniqueConstraint(fields=("actor", "key"), name="key_once"),
        )
