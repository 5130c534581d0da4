"""Who is consulted on a case: second opinions, polls and the peers who are asked.

A link for somebody without an account is stored as a hash, as a pass is (R13).
"""

from __future__ import annotations

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models

from rulings.models.case import Case
from rulings.models.logged import Logged, commitment_field


class Opinion(Logged):
    """A ruling that somebody gives on the facts alone, without knowing the director's.

    `user` is empty for somebody outside, who comes by a link. It changes no ruling.
    """

    class End(models.TextChoices):
        """Why nobody gives it any more; empty while it is open or once it is given."""

        WITHDRAWN = "withdrawn"
        DECLINED = "declined"

    case = models.ForeignKey(Case, models.PROTECT, related_name="opinions")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    whom = commitment_field()
    secret_hash = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 - many have none
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=10, choices=End, blank=True, default="")
    given_at = models.DateTimeField(null=True)
    tricks = models.PositiveSmallIntegerField(
        null=True, help_text="Of the tricks left at the claim, for the claiming side."
    )
    laws = models.JSONField(default=list)
    reasons = commitment_field()
    facts_mark = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="The facts it rests on.",
    )

    def is_open(self, at: datetime) -> bool:
        """Say whether it may still be given."""
        over = self.given_at or self.ended_at
        return over is None and at < self.expires_at


class Poll(Logged):
    """A question to peers on one hand of a case, or all four, as it then stood."""

    class Kind(models.TextChoices):
        """What the peers are asked for."""

        CALL = "call"
        CARD = "card"

    case = models.ForeignKey(Case, models.PROTECT, related_name="polls")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=4, choices=Kind)
    seat = models.CharField(max_length=1)
    all_hands = models.BooleanField(default=False)
    hands = models.CharField(max_length=120, help_text="A deal or a position.")
    contract = models.CharField(max_length=8, blank=True, default="")
    auction = models.CharField(max_length=400, blank=True, default="")
    said = commitment_field()
    words = commitment_field()
    choices = models.PositiveSmallIntegerField(help_text="How many were offered.")
    asked_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)


class PollPeer(Logged):
    """One peer: by a link, or whose answer a director has typed in (`by`)."""

    poll = models.ForeignKey(Poll, models.PROTECT, related_name="peers")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    whom = commitment_field()
    secret_hash = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 - many have none
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    choice = models.PositiveSmallIntegerField(
        null=True, help_text="Number of the choice; empty for another answer."
    )
    words = commitment_field()

    @property
    def case_id(self) -> uuid.UUID:
        """Return the case of the poll."""
        return self.poll.case_id

    def is_open(self, at: datetime) -> bool:
        """Say whether the link may still be answered."""
        over = self.answered_at or self.poll.ended_at
        return over is None and (self.expires_at is None or at < self.expires_at)


__all__ = ["Opinion", "Poll", "PollPeer"]
