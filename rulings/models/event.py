"""An event, the roles in it, and the people who play."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rulings.models.logged import Logged, commitment_field


class Event(Logged):
    """A tournament; edition and regulations are copied into each case when opened."""

    class Kind(models.TextChoices):
        """Who competes: decides who may appeal (Law 92D)."""

        PAIRS = "pairs"
        TEAMS = "teams"
        INDIVIDUAL = "individual"

    class Phase(models.TextChoices):
        """Where the event stands."""

        DRAFT = "draft"
        RUNNING = "running"
        CLOSED = "closed"
        ARCHIVED = "archived"

    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PAIRS)
    zone = models.CharField(max_length=64, default="UTC")
    starts_on = models.DateField()
    ends_on = models.DateField()
    edition = models.CharField(max_length=4, default="2017")
    regulation = models.JSONField(default=dict)
    regulation_hash = models.CharField(max_length=64)
    phase = models.CharField(max_length=12, choices=Phase, default=Phase.DRAFT)

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Role(Logged):
    """What a member of staff may do in an event; read anew on each request (R10)."""

    class Name(models.TextChoices):
        """The five roles."""

        DIRECTOR = "director"
        CHIEF = "chief"
        SCORER = "scorer"
        REVIEWER = "reviewer"
        ADMINISTRATOR = "administrator"

    event = models.ForeignKey(Event, models.PROTECT, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="event_roles"
    )
    role = models.CharField(max_length=16, choices=Name)
    sections = models.JSONField(default=list, help_text="Section ids; empty is all.")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)


class Invitation(Logged):
    """A role that waits for somebody who has a code; the code is stored hashed."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="invitations")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="invitations"
    )
    role = models.CharField(max_length=16, choices=Role.Name)
    sections = models.JSONField(default=list, help_text="Section ids; empty is all.")
    whom = commitment_field()
    code_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)


class Participant(Logged):
    """Somebody who plays; `user` is set when he is also staff (playing director)."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="participants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )


class Contestant(Logged):
    """A pair, a team or an individual."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="contestants")
    number = models.PositiveIntegerField()
    members = models.JSONField(default=list, help_text="Participant ids.")
    captain = models.ForeignKey(
        Participant, models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        """One number, one contestant."""

        constraints = (
            models.UniqueConstraint(
                fields=("event", "number"), name="contestant_number_once"
            ),
        )


class Person(models.Model):
    """A name. Not logged, erasable (R19)."""

    participant = models.OneToOneField(
        Participant, models.CASCADE, primary_key=True, related_name="person"
    )
    name = models.CharField(max_length=120)


class Private(models.Model):
    """Free text with its salt. Not logged, erasable; the log holds the commitment."""

    commitment = models.CharField(max_length=64, primary_key=True)
    salt = models.BinaryField(max_length=16)
    text = models.TextField()


__all__ = [
    "Contestant",
    "Event",
    "Invitation",
    "Participant",
    "Person",
    "Private",
    "Role",
]
