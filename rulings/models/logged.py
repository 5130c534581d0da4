"""What every logged table has: a random id made by the workflow, and no side doors.

A logged row is a projection of the log (R1): only `workflow.log` writes it.
"""

from __future__ import annotations

import uuid

from django.apps import apps
from django.db import models


class Logged(models.Model):
    """A table that `verify` can rebuild from the log, column by column."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        """No table of its own."""

        abstract = True


def logged_tables() -> dict[str, type[Logged]]:
    """Return every logged model by the name that stands in the log."""
    return {
        str(model._meta.model_name): model  # noqa: SLF001 - Django's documented meta API
        for model in apps.get_app_config("rulings").get_models()
        if issubclass(model, Logged)
    }


def commitment_field() -> models.CharField[str, str]:
    """Return a column for a salted commitment to erasable text (R19); may be empty."""
    return models.CharField(max_length=64, blank=True, default="")
