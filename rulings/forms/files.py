"""What brings files of boards in: uploads, where their boards go, which are taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, PageForm, RowField, Unseen
from rulings.forms.widgets import Ticks
from rulings.importers.text import MAX_BYTES
from rulings.models import Table
from rulings.workflow.proof.exchange import MAX_CASE_BYTES

MAX_FILES = 20


def small_enough(file: UploadedFile[bytes]) -> UploadedFile[bytes]:
    """Return an upload; raises ValidationError when it is too large to be read."""
    if (file.size or 0) > MAX_BYTES:
        raise ValidationError(_("The file is larger than 2 MiB. Split it."))
    return file


class FilesInput(forms.FileInput):
    """The control of several files; files can be dropped on it."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, each as one would be."""

    widget = FilesInput

    def clean(self, data: object, initial: object = None) -> list[UploadedFile[bytes]]:
        """Return the files; raises ValidationError where one is none."""
        given = data if isinstance(data, list) else [data]
        return [super(FilesField, self).clean(one, initial) for one in given or [None]]


class UploadForm(ActForm):
    """Files with records of boards, or with cases."""

    version = None

    file = FilesField(
        label=_(
            "PBN, LIN or dealing machine files, also in a ZIP, up to 2 MiB each; "
            "or a case as JSON"
        ),
        max_length=200,
        allow_empty_file=True,
        widget=FilesInput({"accept": ".pbn,.lin,.txt,.url,.html,.zip,.gz,.json"}),
    )

    def clean_file(self) -> list[UploadedFile[bytes]]:
        """Refuse what is too large or too many before it is read."""
        files: list[UploadedFile[bytes]] = self.cleaned_data["file"]
        if len(files) > MAX_FILES:
            raise ValidationError(
                _("At most %(n)d files at a time."), params={"n": MAX_FILES}
            )
        if any((file.size or 0) > MAX_CASE_BYTES for file in files):
            raise ValidationError(_("The file is larger than any record or case."))
        return files


ROOMS = {
    "room_open": ("open", _("Open room")),
    "room_closed": ("closed", _("Closed room")),
    "room_any": ("", _("Played at table")),
}
"""The fields of the tables, each with its room and its label."""


class FilePlaceForm(PageForm):
    """Where the boards of a file go: a deal set, and a table for each room."""

    use_required_attribute = False

    deal_set = forms.CharField(
        label=_("Deal set"), max_length=40, widget=forms.TextInput({"list": "sets"})
    )

    def __init__(
        self,
        data: object,
        *,
        tables: Iterable[Table],
        rooms: bool,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        """Offer the tables of the event, for two rooms or for one table."""
        super().__init__(data, initial=dict(initial or {}))  # type: ignore[arg-type]  # a request's GET or POST
        rows = [
            (row, f"{row.section.session.order}: {row.section.letter}{row.number}")
            for row in tables
        ]
        for name, (room, label) in ROOMS.items():
            if rooms == bool(room):
                self.fields[name] = field = RowField(label=label, required=False)
                field.offer(rows, _("not known"))

    def tables(self) -> dict[str, Table]:
        """Return the table of each room that has one."""
        given = {ROOMS[name][0]: self.cleaned_data.get(name) for name in ROOMS}
        return {room: table for room, table in given.items() if table is not None}


class TakeForm(FilePlaceForm, ActForm):
    """Which boards of a file are taken to the place that was looked at."""

    version = None

    boards = forms.TypedMultipleChoiceField(coerce=int, required=False, widget=Ticks)

    def __init__(
        self,
        data: object,
        *,
        boards: Iterable[tuple[int, str]],
        **place: Any,  # noqa: ANN401 - what a place takes
    ) -> None:
        """Offer the boards of the file; the place goes along unseen."""
        super().__init__(data, **place)
        self.fields["boards"].choices = list(boards)  # type: ignore[attr-defined]  # a choice
        for name in ("deal_set", *ROOMS):
            if name in self.fields:
                self.fields[name].widget = Unseen()
