"""What was read in a file that was given, outside the web process (R17)."""

from __future__ import annotations

from django.db import models

from rulings.models.passes import ImportFile


class FileReading(models.Model):
    """A kept file as a worker has read it. Not logged: it follows from the bytes.

    `found` counts boards and problems, also while the file is read, and `problems`
    those boards that cannot be taken; `result` is the reading as JSON; a file that
    cannot be read has `fault` and `params` of its sentence.
    """

    class Status(models.TextChoices):
        """How far a worker is."""

        WAITING = "waiting"
        READ = "read"
        REFUSED = "refused"

    file = models.OneToOneField(
        ImportFile, models.CASCADE, primary_key=True, related_name="reading"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.WAITING)
    format = models.CharField(max_length=12, blank=True)
    found = models.PositiveIntegerField(default=0)
    problems = models.PositiveIntegerField(default=0)
    result = models.BinaryField(null=True)
    fault = models.CharField(max_length=40, blank=True)
    params = models.JSONField(default=dict)
    asked_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
