"""Signs of life of workers that are not ready yet (R15)."""

from __future__ import annotations

import uuid

from django.db import models


class Preparation(models.Model):
    """A worker that compiles the solver before its first job.

    Not logged; gone when the worker is ready. `seen_at` is its last sign of life: one
    that was killed meanwhile gives none and is soon believed no more.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
