"""What players want: objections, agreements, and the windows that time them."""

from __future__ import annotations

from django.db import models

from rulings.models.case import Case
from rulings.models.logged import Logged, commitment_field


class Window(Logged):
    """A period: data, not a timer (R7); no `closes_at` while its anchor is missing."""

    class Purpose(models.TextChoices):
        """What may be done while it is open."""

        AGREEMENT = "agreement"
        CORRECTION = "correction"
        APPEAL = "appeal"
        FURTHER_APPEAL = "further_appeal"
        RULING_REQUEST = "ruling_request"
        OWN_SIDE = "own_side"

    case = models.ForeignKey(Case, models.PROTECT, related_name="windows")
    purpose = models.CharField(max_length=16, choices=Purpose)
    side = models.CharField(max_length=2, blank=True, default="")
    opens_at = models.DateTimeField()
    extended_minutes = models.PositiveIntegerField(default=0)
    closes_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=40, blank=True, default="")
    why_params = models.JSONField(default=dict)
    closed_early_at = models.DateTimeField(null=True)
    changed_reason = commitment_field()
    waived_ns_at = models.DateTimeField(null=True)
    waived_ew_at = models.DateTimeField(null=True)

    class Meta:
        """At most one window per purpose and case."""

        constraints = (
            models.UniqueConstraint(fields=("case", "purpose"), name="window_once"),
        )


class Objection(Logged):
    """Every wish of a player, in one table; a late one is kept and flagged (R8)."""

    class Wish(models.TextChoices):
        """What the player asks for."""

        DOUBT = "doubt"
        WITHDRAW_AGREEMENT = "withdraw_agreement"
        CANCEL_CONCESSION = "cancel_concession"
        ASK_RULING = "ask_ruling"
        GIVE_BACK = "give_back"

    class Resolution(models.TextChoices):
        """What became of it; empty while a director has not dealt with it."""

        CONTESTED = "contested"
        REVISED = "revised"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"

    case = models.ForeignKey(Case, models.PROTECT, related_name="objections")
    wish = models.CharField(max_length=20, choices=Wish)
    side = models.CharField(max_length=2)
    seat = models.CharField(max_length=1, blank=True, default="")
    reason_code = models.CharField(max_length=30, blank=True, default="")
    words = commitment_field()
    said_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField()
    window_purpose = models.CharField(max_length=16, blank=True, default="")
    late_ms = models.BigIntegerField(default=0, help_text="0 when in time.")
    admitted = models.BooleanField(null=True)
    admit_reason = commitment_field()
    resolution = models.CharField(
        max_length=12, choices=Resolution, blank=True, default=""
    )
    resolved_at = models.DateTimeField(null=True)
    resolve_reason = commitment_field()

    @property
    def waits(self) -> bool:
        """Say whether a director has to deal with it: not resolved, nor refused."""
        return not self.resolution and self.admitted is not False


class Agreement(Logged):
    """Assent of a side (Law 69A): provisional until its window closes."""

    class How(models.TextChoices):
        """In what way the side agreed."""

        SPOKEN = "spoken"
        SCORE_ENTERED = "score_entered"
        PHONE = "phone"

    case = models.ForeignKey(Case, models.PROTECT, related_name="agreements")
    side = models.CharField(max_length=2)
    given_at = models.DateTimeField()
    how = models.CharField(max_length=14, choices=How)
    withdrawn_at = models.DateTimeField(null=True)


__all__ = ["Agreement", "Objection", "Window"]
