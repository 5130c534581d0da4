"""What every logged table has: a random id made by the workflow, and no side doors.

A logged row is a projection of the log (R1): only `workflow.log` writes it.
"""

from __future__ import annotations

import uuid
from typing import Any

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


class CommitmentField(models.CharField[str, str]):
    """A salted commitment to erasable text (R19); `verify` knows it by its class."""

    def deconstruct(self) -> Any:  # noqa: ANN401 - what a field says of itself
        """Return the field as migrations see it: a plain text column."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


def commitment_field() -> CommitmentField:
    """Return a column for a salted commitment to erasable text (R19); may be empty."""
    return CommitmentField(max_length=64, blank=True, default="")


def commitment_columns() -> dict[str, frozenset[str]]:
    """Return the columns of each logged table that hold commitments."""
    return {
        table: frozenset(
            field.attname
            for field in model._meta.concrete_fields  # noqa: SLF001 - Django's documented meta API
            if isinstance(field, CommitmentField)
        )
        for table, model in logged_tables().items()
    }
