"""The admin shows the record and the accounts; it writes nothing that is logged (R24).

Names and free text can be corrected or erased elsewhere (R19); every logged table is
for reading only, or a row could change beside the log. Tables that hold cards, or what
became of them, are not shown at all: the admin knows no embargo (R11), and whoever
administers may be playing.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.http import HttpRequest

SHOWN = 6
"""So many columns of a table are listed."""


class ReadOnly(admin.ModelAdmin[models.Model]):
    """A table that can be looked at: no adding, changing, deleting, no actions."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django asks
        """Refuse."""
        return False

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002 - Django asks
        obj: models.Model | None = None,  # noqa: ARG002 - for each row
    ) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002 - Django asks
        obj: models.Model | None = None,  # noqa: ARG002 - for each row
    ) -> bool:
        """Refuse."""
        return False


HIDDEN = {"private", "importfile", "result", "keyuse", "wrongcode", "progress", "hook"}
"""Free text, bytes and counters: nothing to be read in a list."""
CARDS = {
    *("board", "playing", "position", "fact", "claim", "statement"),
    *("answer", "proposal", "ruling", "askedposition"),
}
"""Deals, play, results, and what a case says of cards."""


def columns_of(model: type[models.Model]) -> tuple[str, ...]:
    """Return the first columns of a table that are short enough for a list."""
    fields: list[Any] = list(model._meta.concrete_fields)  # noqa: SLF001 - Django's documented meta API
    short = [
        field.name
        for field in fields
        if not isinstance(field, models.JSONField | models.BinaryField)
        and not field.name.endswith("hash")
    ]
    return tuple(short[:SHOWN])


for _model in apps.get_app_config("rulings").get_models():
    if _model._meta.model_name not in HIDDEN | CARDS:  # noqa: SLF001 - Django's documented meta API
        _view = type(
            f"{_model.__name__}View", (ReadOnly,), {"list_display": columns_of(_model)}
        )
        admin.site.register(_model, _view)
