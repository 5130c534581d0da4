"""What scorer and administrator send: scores, files, schedules, slips, people."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.forms.times import this_century
from rulings.forms.typed import whole
from rulings.forms.widgets import Tick, Tiles
from rulings.importers.text import MAX_BYTES
from rulings.models import Contestant, Event, Participant, Playing, Role, Session, Table
from rulings.workflow.decide import TRICKS
from rulings.workflow.proof.exchange import MAX_CASE_BYTES

MAX_FILES = 20
MAX_REASON = 2000
MAX_PAIRS = 2000


class ScoreForm(forms.Form):
    """The result of a board at a table: contract, declarer's tricks, or passed out."""

    contract = forms.CharField(
        label=_("Contract and declarer, for example 4HX S"),
        max_length=12,
        required=False,
        widget=forms.TextInput(
            {
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )
    tricks = forms.TypedChoiceField(
        label=_("Tricks of declarer"),
        choices=[(n, str(n)) for n in range(TRICKS + 1)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=Tiles,
        error_messages={
            "invalid_choice": _(
                "%(value)s is not possible: declarer has 0 to 13 tricks."
            )
        },
    )
    passed = forms.BooleanField(label=_("Passed out"), required=False, widget=Tick)
    approved = forms.CharField(
        label=_("Approved by whom, and what proves it"),
        max_length=MAX_REASON,
        error_messages={
            "required": _("Say who of the organisers approved it, and what proves it.")
        },
    )

    def __init__(self, data: object, playing: Playing, *, needs_approval: bool) -> None:
        """Show the result as it is; ask for an approval only of a late change."""
        passed = playing.tricks is not None and not playing.contract
        result = {
            "contract": playing.contract,
            "tricks": None if passed else playing.tricks,
            "passed": passed,
        }
        super().__init__(data, initial=result)  # type: ignore[arg-type]  # a request's POST
        if not needs_approval:
            del self.fields["approved"]

    def clean_contract(self) -> Contract | None:
        """Return the contract, or None where nothing was typed."""
        text = str(self.cleaned_data["contract"]).strip()
        if not text:
            return None
        try:
            return Contract.parse(text.upper())
        except ParseError as error:
            raise ValidationError(
                _(
                    "“%(text)s” is no contract. Write level, strain and declarer, for "
                    "example 4HX S."
                ),
                params={"text": text},
            ) from error

    def clean(self) -> dict[str, object]:
        """Ask for contract and tricks, or that the board was passed out; not both."""
        given = super().clean() or {}
        if given.get("passed"):
            if given.get("contract"):
                self.add_error(
                    "passed",
                    _("A board with a contract was not passed out. Choose one."),
                )
            return given
        if not given.get("contract") and "contract" not in self.errors:
            self.add_error("contract", _("Give the contract, or say passed out."))
        if given.get("tricks") is None and "tricks" not in self.errors:
            self.add_error("tricks", _("Give declarer's tricks, 0 to 13."))
        return given


class PublishForm(forms.Form):
    """Publish a session's scores; a new period needs a reason."""

    session = forms.ModelChoiceField(Session.objects.none())
    reason = forms.CharField(max_length=MAX_REASON, required=False)

    def __init__(self, data: object, *, sessions: Iterable[Session]) -> None:
        """Offer the sessions of the event."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        narrow(self.fields["session"], Session, sessions)


def small_enough(file: UploadedFile[bytes]) -> UploadedFile[bytes]:
    """Return an upload; raises ValidationError when it is too large to be read."""
    if (file.size or 0) > MAX_BYTES:
        raise ValidationError(_("The file is larger than 2 MiB. Split it."))
    return file


class FilesInput(forms.ClearableFileInput):
    """The control of several files; files can be dropped on it."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, each as one would be."""

    widget = FilesInput

    def clean(self, data: object, initial: object = None) -> list[UploadedFile[bytes]]:
        """Return the files; raises ValidationError where one is none."""
        given = data if isinstance(data, list) else [data]
        return [super(FilesField, self).clean(one, initial) for one in given or [None]]


class UploadForm(forms.Form):
    """Files with records of boards, or with cases."""

    file = FilesField(max_length=200, allow_empty_file=True)

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


class TakeForm(forms.Form):
    """Where the boards of a file go, and which of them."""

    deal_set = forms.CharField(max_length=40)
    room_open = forms.ModelChoiceField(Table.objects.none(), required=False)
    room_closed = forms.ModelChoiceField(Table.objects.none(), required=False)
    room_any = forms.ModelChoiceField(Table.objects.none(), required=False)
    boards = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(
        self, data: object, *, tables: Iterable[Table], boards: Iterable[int]
    ) -> None:
        """Offer the tables of the event and the boards of the file."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's GET or POST
        listed = list(tables)
        for name in ("room_open", "room_closed", "room_any"):
            narrow(self.fields[name], Table, listed)
        chosen = self.fields["boards"]
        if isinstance(chosen, forms.TypedMultipleChoiceField):
            chosen.choices = [(str(index), str(index)) for index in boards]

    def tables(self) -> dict[str, Table]:
        """Return the table of each room that has one."""
        rooms = {"open": "room_open", "closed": "room_closed", "": "room_any"}
        given = {room: self.cleaned_data.get(name) for room, name in rooms.items()}
        return {room: table for room, table in given.items() if table is not None}


class SessionForm(forms.Form):
    """A session: movement, boards, planned times."""

    kind = forms.ChoiceField(choices=[("match", ""), ("mitchell", ""), ("csv", "")])
    deal_set = forms.CharField(max_length=40)
    starts_at = forms.DateTimeField(
        input_formats=["%Y-%m-%dT%H:%M"], validators=[this_century]
    )
    minutes = forms.IntegerField(min_value=1, max_value=600)
    pause = forms.IntegerField(min_value=0, max_value=600, required=False)
    section = forms.CharField(max_length=3, required=False)
    tables = forms.IntegerField(min_value=1, max_value=200, required=False)
    rounds = forms.IntegerField(min_value=1, max_value=100, required=False)
    boards = forms.IntegerField(min_value=1, max_value=200, required=False)
    first_board = forms.IntegerField(min_value=1, max_value=999, required=False)
    csv = forms.CharField(max_length=500_000, required=False, strip=False)
    file = forms.FileField(required=False, max_length=200)

    def clean_file(self) -> UploadedFile[bytes] | None:
        """Refuse what is too large before it is read."""
        file = self.cleaned_data["file"]
        return None if file is None else small_enough(file)

    def clean(self) -> dict[str, object]:
        """Ask for what the kind of movement needs."""
        given = super().clean() or {}
        needed = {
            "match": ("boards",),
            "mitchell": ("tables", "rounds", "boards"),
            "csv": (),
        }
        for name in needed.get(str(given.get("kind")), ()):
            if given.get(name) is None and name not in self.errors:
                self.add_error(name, _("This movement needs the number."))
        known = given.get("csv") or given.get("file") or "file" in self.errors
        if given.get("kind") == "csv" and not known:
            self.add_error("csv", _("Choose a file, or paste its lines."))
        return given

    def starts(self) -> datetime:
        """Return the first start, in the zone that is active."""
        at: datetime = self.cleaned_data["starts_at"]
        return at

    def lengths(self) -> tuple[timedelta, timedelta]:
        """Return the length of a round and of the pause after it."""
        given = self.cleaned_data
        return (
            timedelta(minutes=given["minutes"]),
            timedelta(minutes=given.get("pause") or 0),
        )


class PassesForm(forms.Form):
    """For whom slips are issued in a session; nobody named means everybody."""

    session = forms.ModelChoiceField(Session.objects.none())
    contestants = forms.ModelMultipleChoiceField(
        Contestant.objects.none(), required=False
    )

    def __init__(
        self,
        data: object,
        *,
        sessions: Iterable[Session],
        contestants: Iterable[Contestant],
    ) -> None:
        """Offer the sessions and contestants of the event."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        narrow(self.fields["session"], Session, sessions)
        narrow(self.fields["contestants"], Contestant, contestants)


class RoleForm(forms.Form):
    """A role for an account, in some sections or in all."""

    username = forms.CharField(max_length=150)
    role = forms.ChoiceField(choices=Role.Name.choices)
    sections = forms.MultipleChoiceField(required=False)

    def __init__(self, data: object, *, sections: Iterable[str]) -> None:
        """Offer the sections of the event."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        field = self.fields["sections"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(one, one) for one in sections]

    def clean_username(self) -> User:
        """Return the account; the administrator makes accounts, nobody else."""
        user = User.objects.filter(
            username=self.cleaned_data["username"], is_active=True
        ).first()
        if user is None:
            raise ValidationError(_("There is no account of this name."))
        return user


class AccountForm(forms.Form):
    """Which player of the event an account of its staff is; or none any more."""

    user = forms.ModelChoiceField(User.objects.filter(is_active=True))
    player = forms.ModelChoiceField(
        Participant.objects.none(),
        required=False,
        error_messages={"invalid_choice": _("This event has no such player.")},
    )
    guess = forms.ModelChoiceField(Participant.objects.none(), required=False)
    unlink = forms.CharField(max_length=3, required=False)

    def __init__(self, data: object, *, event: Event) -> None:
        """Offer the players of the event."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        rows = Participant.objects.filter(event=event)
        for name in ("player", "guess"):
            narrow(self.fields[name], Participant, rows)

    def clean(self) -> dict[str, object]:
        """Ask for a player unless a link is ended."""
        given = super().clean() or {}
        given["player"] = given.get("guess") or given.get("player")
        named = given["player"] or given.get("unlink") or self.errors
        if not named:
            self.add_error("player", _("Choose the player first."))
        return given


class PeopleForm(forms.Form):
    """Contestants, one a line: number; name; name."""

    lines = forms.CharField(max_length=200_000, strip=False)

    def clean_lines(self) -> list[tuple[int, list[str]]]:
        """Return number and names of each line."""
        entries: dict[int, list[str]] = {}
        rows = str(self.cleaned_data["lines"]).splitlines()
        for place, row in enumerate(rows, start=1):
            if not row.strip():
                continue
            first, *names = [word.strip() for word in row.split(";")]
            number = whole(first)
            if number is None or not 0 < number <= MAX_PAIRS:
                raise ValidationError(
                    _("Line %(line)d: begin with a number, then names after ;"),
                    params={"line": place},
                )
            if number in entries:
                raise ValidationError(
                    _("Line %(line)d: this number is there already."),
                    params={"line": place},
                )
            entries[number] = [name[:120] for name in names if name]
        return sorted(entries.items())


def narrow(field: forms.Field, model: type[Model], rows: Iterable[Model]) -> None:
    """Let a field choose among some rows."""
    if isinstance(field, forms.ModelChoiceField):
        pks = [row.pk for row in rows]
        field.queryset = model._default_manager.filter(pk__in=pks)  # noqa: SLF001 - Django's documented meta API
