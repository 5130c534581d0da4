"""The outbox: what people and programs are to be told of, and how far that came (R9).

Not logged: a notice follows from an entry and says nothing that the entry does not. A
device asks for pushes and takes that back by itself, and its row is erased with that;
no name stands there, only an address that the device's push service has made up.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from rulings.models.event import Contestant, Event, Invitation
from rulings.models.passes import Pass


class Hook(models.Model):
    """An address of a program that is notified of an event's cases."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="hooks")
    address = models.CharField(max_length=300)
    secret = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)


class Notice(models.Model):
    """One notice for one receiver: filed with its act, then sent, delivered, read."""

    class Kind(models.TextChoices):
        """What happened."""

        ANNOUNCED = "announced"
        DECIDED = "decided"
        HEARING = "hearing"
        MOVED = "moved"
        ASSIGNED = "assigned"
        CONFIRM = "confirm"
        OBJECTION = "objection"
        WINDOW = "window"
        BACKUP = "backup"
        INVITED = "invited"
        CLOSED = "closed"
        OPINION = "opinion"
        ANSWERED = "answered"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=12, choices=Kind)
    event = models.ForeignKey(Event, models.PROTECT, null=True, related_name="+")
    case_id = models.UUIDField(null=True)
    place = models.JSONField(default=dict, help_text="Table and board; never a card.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="notices"
    )
    hook = models.ForeignKey(Hook, models.PROTECT, null=True, related_name="notices")
    contestant = models.ForeignKey(
        Contestant, models.PROTECT, null=True, related_name="notices"
    )
    invitation = models.ForeignKey(
        Invitation, models.PROTECT, null=True, related_name="+"
    )
    once = models.CharField(max_length=80, unique=True, null=True)  # noqa: DJ001 - several have none
    filed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    failure = models.CharField(max_length=120, blank=True, default="")


class Subscription(models.Model):
    """A device that gets the notices of an account, or of the contestant of a pass."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+"
    )
    table_pass = models.ForeignKey(Pass, models.PROTECT, null=True, related_name="+")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100, help_text="The device's public key.")
    auth = models.CharField(max_length=40, help_text="The secret shared with it.")
    language = models.CharField(max_length=8)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(user__isnull=False, table_pass__isnull=True)
                | Q(user__isnull=True, table_pass__isnull=False),
                name="subscription_of_one",
            ),
        )


class Push(models.Model):
    """One notice for one device, which alone knows the id and reports with it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    notice = models.ForeignKey(Notice, models.CASCADE, related_name="pushes")
    subscription = models.ForeignKey(
        Subscription, models.CASCADE, related_name="pushes"
    )
    due_at = models.DateTimeField(null=True, db_index=True)
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    failure = models.CharField(max_length=120, blank=True, default="")


__all__ = ["Hook", "Notice", "Push", "Subscription"]
