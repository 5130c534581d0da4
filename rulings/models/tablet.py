"""Tablets that several members of staff share: who opens them with which PIN."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rulings.models.logged import Logged


class SharedTablet(Logged):
    """A device at the desk that locks itself; on it a PIN opens an account."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="shared_tablets"
    )
    marked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)


class Pin(models.Model):
    """What opens one account on one tablet. The log holds a digest of its hash.

    `stands_for` changes with the password: a PIN of an earlier password opens nothing.
    """

    tablet = models.ForeignKey(SharedTablet, models.CASCADE, related_name="pins")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="pins"
    )
    hashed = models.CharField(max_length=128)
    stands_for = models.CharField(max_length=64)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        """One PIN for an account on a tablet."""

        constraints = (
            models.UniqueConstraint(fields=("tablet", "user"), name="pin_once"),
        )


class LeftPage(models.Model):
    """Where somebody was when a tablet locked, and what was typed and not sent.

    Not logged: for this person alone, and gone as soon as the words are back on their
    page, or a day later.
    """

    tablet = models.ForeignKey(SharedTablet, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    path = models.CharField(max_length=500)
    words = models.JSONField(default=list, help_text="[form's address, field, text].")
    left_at = models.DateTimeField()

    class Meta:
        """A person left one page of a tablet."""

        constraints = (
            models.UniqueConstraint(fields=("tablet", "user"), name="left_page_once"),
        )


__all__ = ["LeftPage", "Pin", "SharedTablet"]
