"""Passes of contestants (R13) and files given for import."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from rulings.models.event import Contestant, Event
from rulings.models.logged import Logged
from rulings.models.schedule import Session


class Pass(Logged):
    """What lets a contestant's phones in; `session` is when it was given out."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="passes")
    contestant = models.ForeignKey(Contestant, models.PROTECT, related_name="passes")
    secret_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    opens_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)


class WrongCode(models.Model):
    """A wrong code typed by hand; many of them pause codes, never the QR (R13)."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    tried_at = models.DateTimeField(db_index=True)


class ImportFile(models.Model):
    """A file as it was given, with its hash (R17). Not logged; the log has the hash."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    name = models.CharField(max_length=200)
    data = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    given_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True)
