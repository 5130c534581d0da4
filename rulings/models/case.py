"""A case and the facts taken at the table (Laws 68 and 70B)."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rulings.models.event import Event
from rulings.models.logged import Logged, commitment_field
from rulings.models.schedule import Playing
from rulings.states import State


class Case(Logged):
    """The root of a ruling: every act on its rows locks it and adds to its version."""

    class Kind(models.TextChoices):
        """Which flow the case follows; another one needs its data files only."""

        CLAIM = "claim"
        LAW27 = "law27"

    event = models.ForeignKey(Event, models.PROTECT, related_name="cases")
    playing = models.ForeignKey(Playing, models.PROTECT, related_name="cases")
    kind = models.CharField(max_length=20, default=Kind.CLAIM)
    version = models.PositiveIntegerField(default=0)
    state = models.CharField(
        max_length=12, choices=[(state.value, state.value) for state in State]
    )
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    edition = models.CharField(max_length=4)
    regulation = models.JSONField(default=dict)
    regulation_hash = models.CharField(max_length=64)
    flow_hash = models.CharField(max_length=64)
    outcome = models.CharField(max_length=40, blank=True, default="")
    follow_ups = models.JSONField(default=list)
    called_at = models.DateTimeField()
    reserved_until = models.DateTimeField(null=True)
    reserve_reason = commitment_field()

    kept: dict[type[models.Model], list[models.Model]] | None = None
    """The rows that a page has read of the case; None while each is read afresh."""


class Claim(Logged):
    """Who claimed how many of the tricks left, and how (Law 68A and B)."""

    class Manner(models.TextChoices):
        """Words or gesture: the choices of step A01."""

        STATEMENT = "statement"
        STOP_PLAY = "stop_play"
        SHOWED_CARDS = "showed_cards"
        ABANDONED_HAND = "abandoned_hand"

    case = models.OneToOneField(Case, models.PROTECT, related_name="claim")
    claimer = models.CharField(max_length=1)
    manner = models.CharField(max_length=16, choices=Manner, default=Manner.STATEMENT)
    tricks_left = models.PositiveSmallIntegerField(null=True)
    tricks_claimed = models.PositiveSmallIntegerField(
        null=True, help_text="Empty means the rest."
    )
    number_said = models.BooleanField(
        default=True, help_text="Whether the claimer himself gave a number."
    )
    said_at = models.DateTimeField(null=True)


class Statement(Logged):
    """What was said, in one of three layers; only `claim` binds (Law 70B1, 70D1)."""

    class Layer(models.TextChoices):
        """When it was said."""

        CLAIM = "claim"
        REPEATED = "repeated"
        ADDED = "added"

    case = models.ForeignKey(Case, models.PROTECT, related_name="statements")
    layer = models.CharField(max_length=8, choices=Layer)
    seat = models.CharField(max_length=1)
    words = commitment_field()
    steps = models.JSONField(default=list, help_text="Text forms, in order.")
    said_at = models.DateTimeField()
    read_back_ns = models.CharField(max_length=10, blank=True, default="")
    read_back_ew = models.CharField(max_length=10, blank=True, default="")

    class Meta:
        """One row a layer."""

        constraints = (
            models.UniqueConstraint(fields=("case", "layer"), name="layer_once"),
        )


class Position(Logged):
    """The cards that remained, in the one-line text form of `bridge.positions`."""

    class Source(models.TextChoices):
        """Where the cards came from."""

        PLAY_RECORD = "play_record"
        MARKED = "marked"
        GRID = "grid"

    case = models.OneToOneField(Case, models.PROTECT, related_name="position")
    text = models.CharField(max_length=120)
    source = models.CharField(max_length=12, choices=Source)


class Fact(Logged):
    """One established fact: a key, a value, who it concerns and where it comes from.

    A play struck in the last trick of thirteen has all 52 cards in its key.
    """

    class Source(models.TextChoices):
        """Who supplied it."""

        DIRECTOR = "director"
        PLAYER = "player"
        RECORD = "record"

    case = models.ForeignKey(Case, models.PROTECT, related_name="facts")
    key = models.CharField(max_length=255)
    value = models.JSONField(null=True, help_text="Empty: out of account.")
    seat = models.CharField(max_length=1, blank=True, default="")
    source = models.CharField(max_length=8, choices=Source)

    class Meta:
        """One value a key and seat."""

        constraints = (
            models.UniqueConstraint(fields=("case", "key", "seat"), name="fact_once"),
        )


class Answer(Logged):
    """An answer of the flow; set aside when a changed answer makes it moot."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="answers")
    step = models.CharField(max_length=8)
    choice = models.CharField(max_length=60)
    values = models.JSONField(default=dict)
    reason = commitment_field()
    set_aside = models.BooleanField(default=False)

    class Meta:
        """One answer a step."""

        constraints = (
            models.UniqueConstraint(fields=("case", "step"), name="answer_once"),
        )
