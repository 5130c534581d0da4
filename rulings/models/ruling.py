"""Proposals, rulings, slips and appeals."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rulings.models.case import Case
from rulings.models.logged import Logged, commitment_field


class Proposal(Logged):
    """What the solver proposed for one input; never a state of the case."""

    class Status(models.TextChoices):
        """How far the solve came; running and stale are derived, never stored."""

        QUEUED = "queued"
        EXACT = "exact"
        RANGE = "range"
        TIMED_OUT = "timed_out"
        FAILED = "failed"

    case = models.ForeignKey(Case, models.PROTECT, related_name="proposals")
    case_version = models.PositiveIntegerField()
    settings = models.JSONField(default=dict)
    solver_version = models.CharField(max_length=40)
    input_hash = models.CharField(max_length=64)
    budget = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    low = models.PositiveSmallIntegerField(null=True)
    high = models.PositiveSmallIntegerField(null=True)
    reproducible = models.BooleanField(default=True)
    result_hash = models.CharField(max_length=64, blank=True, default="")
    queued_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    kept: dict[str, object] | None = None
    """The result, once read: what a hash names never changes."""

    class Meta:
        """Identical inputs of a case are computed once (R15)."""

        constraints = (
            models.UniqueConstraint(
                fields=("case", "input_hash"), name="proposal_input_once"
            ),
        )


class Result(models.Model):
    """The bytes of a solver's result. Not logged; the log holds their hash."""

    result_hash = models.CharField(max_length=64, primary_key=True)
    data = models.BinaryField()


class CasePattern(models.Model):
    """The pattern under which the question of a proposal is found among similar ones.

    Not logged: it follows from the question, which the proposal names by its hash.
    """

    proposal = models.OneToOneField(
        Proposal, models.CASCADE, primary_key=True, related_name="pattern"
    )
    cards = models.CharField(max_length=80, db_index=True)
    ways = models.JSONField(help_text="Names of facts to their values, for each way.")


class Ruling(Logged):
    """A ruling. Superseded, never edited: only current, review, announced_at change."""

    class Review(models.TextChoices):
        """The chief's mark."""

        NONE = "none"
        CONFIRMED = "confirmed"
        SENT_BACK = "sent_back"

    case = models.ForeignKey(Case, models.PROTECT, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=40)
    laws = models.JSONField(default=list)
    tricks_claimer = models.SmallIntegerField(
        null=True,
        help_text="Of the tricks left at the claim, for the claiming side; a revoke "
        "can move earlier ones too. Empty where a score is assigned.",
    )
    tricks_ns = models.PositiveSmallIntegerField()
    tricks_ew = models.PositiveSmallIntegerField()
    contract = models.CharField(max_length=8)
    old_tricks_declarer = models.PositiveSmallIntegerField(null=True)
    new_tricks_declarer = models.PositiveSmallIntegerField()
    old_score = models.IntegerField(null=True, help_text="Points of North-South.")
    new_score = models.IntegerField(
        null=True, help_text="Points of North-South; empty where it is weighted."
    )
    assigned = models.JSONField(
        default=list,
        help_text="Results of an assigned score, the heaviest first: contract, "
        "declarer's tricks, points of North-South, weight in percent (Law 12C1).",
    )
    corrects = models.JSONField(
        default=dict,
        help_text="Facts that its announcement puts right: contract, claimer, playing, "
        "each as it was and as it is.",
    )
    reasons = commitment_field()
    walk = models.JSONField(
        default=dict, help_text="Facts, answers and solver values that led here."
    )
    proposal = models.ForeignKey(Proposal, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    decided_at = models.DateTimeField()
    announced_at = models.DateTimeField(null=True)
    current = models.BooleanField(default=False)
    review = models.CharField(max_length=10, choices=Review, default=Review.NONE)

    class Meta:
        """One current ruling, one number each."""

        constraints = (
            models.UniqueConstraint(
                fields=("case",),
                condition=models.Q(current=True),
                name="one_current_ruling",
            ),
            models.UniqueConstraint(
                fields=("case", "number"), name="ruling_number_once"
            ),
        )


class CasebookCase(Logged):
    """A final ruling as the site's casebook shows it: by number and year, nobody named.

    The texts are those that the chief director has read for names, not the ones taken
    down at the table. Taken out again it stays, not shown, and keeps its number.
    """

    case = models.OneToOneField(Case, models.PROTECT, related_name="casebook")
    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField(unique=True)
    year = models.PositiveSmallIntegerField()
    laws = models.CharField(max_length=200, blank=True, default="")
    cause = models.CharField(max_length=20, blank=True, default="")
    said = commitment_field()
    objection = commitment_field()
    reasons = commitment_field()
    shown = models.BooleanField(default=True)


class Slip(Logged):
    """The note to the scorer about an announced ruling."""

    ruling = models.OneToOneField(Ruling, models.PROTECT, related_name="slip")
    issued_at = models.DateTimeField()
    acknowledged_at = models.DateTimeField(null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )


class Appeal(Logged):
    """An appeal (Law 92): who asks, who concurs, in time or not, and its end.

    Deciding and announcing are two acts: `announced_at` is empty until both sides know.
    Where the ruling was changed `new_ruling` takes its place then.
    """

    class Point(models.TextChoices):
        """What is in dispute (Law 93)."""

        LAW = "law"
        JUDGEMENT = "judgement"

    class Outcome(models.TextChoices):
        """How it ended; empty while pending."""

        UPHELD = "upheld"
        WITHOUT_MERIT = "without_merit"
        CHANGED = "changed"
        WITHDRAWN = "withdrawn"
        INADMISSIBLE = "inadmissible"

    class DepositEnd(models.TextChoices):
        """What became of the deposit; empty while it is held, or for none."""

        RETURNED = "returned"
        KEPT = "kept"

    class Vote(models.TextChoices):
        """How a member of the panel voted."""

        UPHOLD = "uphold"
        CHANGE = "change"

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="appeals")
    side = models.CharField(max_length=2)
    concurrence = models.JSONField(
        default=dict, help_text="Seat letter to how its consent was given."
    )
    words = commitment_field()
    deposit = models.CharField(max_length=40, blank=True, default="")
    received_at = models.DateTimeField()
    late_ms = models.BigIntegerField(default=0)
    admissible = models.BooleanField(null=True)
    point = models.CharField(max_length=10, choices=Point, blank=True, default="")
    panel = models.JSONField(default=list, help_text="User ids.")
    advisers = models.JSONField(default=list, help_text="User ids.")
    barred = models.JSONField(
        default=list, help_text="User ids: an interest in the case was declared."
    )
    hearing_at = models.DateTimeField(null=True)
    room = models.CharField(max_length=40, blank=True, default="")
    votes = models.JSONField(default=dict, help_text="User id to the vote.")
    facts = commitment_field()
    deposit_end = models.CharField(
        max_length=8, choices=DepositEnd, blank=True, default=""
    )
    outcome = models.CharField(max_length=14, choices=Outcome, blank=True, default="")
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    new_ruling = models.ForeignKey(
        Ruling, models.PROTECT, null=True, related_name="decided_appeals"
    )
    announced_at = models.DateTimeField(null=True)
    reasons = commitment_field()

    class Meta:
        """One of a side waits at a time."""

        constraints = (
            models.UniqueConstraint(
                fields=("ruling", "side"),
                condition=models.Q(outcome=""),
                name="one_waiting_appeal",
            ),
        )


class Progress(models.Model):
    """The bounds a running solve has proven. Not logged; gone when it has ended."""

    proposal_id = models.UUIDField(primary_key=True)
    low = models.PositiveSmallIntegerField()
    high = models.PositiveSmallIntegerField()
