"""Web push: devices that asked for notices, and each notice on its way to one (R9).

Not logged: a device asks and takes back by itself, and its row is erased with that. No
name stands here, only an address that the device's push service has made up.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from rulings.models.notice import Notice
from rulings.models.passes import Pass


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


__all__ = ["Push", "Subscription"]
