"""What the desks send about play: scores, their publication, sessions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.forms.acts import MAX_REASON, ActForm, SeenField, Unseen
from rulings.forms.files import small_enough
from rulings.forms.times import this_century
from rulings.forms.widgets import DayTime, Tick, Tiles, Words
from rulings.importers.text import MAX_BYTES
from rulings.models import Playing, Session, Slip
from rulings.workflow.ruling.decide import TRICKS


class ScoreForm(ActForm):
    """The result of a board at a table: contract, declarer's tricks, or passed out."""

    version = None

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


class SlipsForm(ActForm):
    """Take the slips that the page showed; one that came since then waits."""

    version = None

    slips = SeenField()

    def __init__(self, data: object, waiting: Sequence[Slip] = ()) -> None:
        """Name the slips that wait."""
        self.count = len(waiting)
        named = " ".join(str(row.pk) for row in waiting)
        super().__init__(data, initial={"slips": named})  # type: ignore[arg-type]  # a request's POST

    def clean_slips(self) -> list[uuid.UUID]:
        """Return the slips that were on the page."""
        try:
            return [uuid.UUID(one) for one in self.cleaned_data["slips"].split()]
        except ValueError:
            raise ValidationError("unreadable") from None  # a page never sends it


class PublishForm(ActForm):
    """Publish a session's scores."""

    version = None

    session = forms.UUIDField(widget=Unseen)


class PublishAgainForm(PublishForm):
    """Publish a session's scores, or start a new period for a reason."""

    reason = forms.CharField(
        label=_("Reason; publishing again moves nothing without one"),
        max_length=MAX_REASON,
        required=False,
        widget=forms.TextInput({"required": True}),
    )

    def __init__(self, data: object, session: Session) -> None:
        """Take the form of one session of those on the page."""
        self.row = session
        super().__init__(
            data,  # type: ignore[arg-type]  # a request's POST
            initial={"session": session.pk},
            auto_id=f"id_%s_{session.order}",
        )


def number(
    label: object, high: int, *, low: int = 1, required: bool = False
) -> forms.IntegerField:
    """Return the field of a whole number up to a limit."""
    return forms.IntegerField(
        label=label,  # type: ignore[arg-type]  # a lazy translation
        min_value=low,
        max_value=high,
        required=required,
    )


class LinesForm(ActForm):
    """Lines that are typed, or that come from a file."""

    version = None

    file = forms.FileField(
        label=_("A file"),
        required=False,
        max_length=200,
        widget=forms.FileInput({"accept": ".csv,.txt"}),
    )
    csv = forms.CharField(
        label=_("Or its lines"),
        max_length=MAX_BYTES,
        required=False,
        strip=False,
        widget=Words(6),
    )

    def clean_file(self) -> None:
        """Put the lines of a file in the form, where they are seen and kept."""
        file = self.cleaned_data["file"]
        if file is not None:
            lines = small_enough(file).read().decode("utf-8", "replace")
            self.data = {**self.data.dict(), "csv": lines}  # type: ignore[attr-defined]  # a request's POST
            self.files = MultiValueDict()

    def has_lines(self) -> bool:
        """Say whether lines were given, also where their file was refused."""
        return bool(self.cleaned_data.get("csv")) or "file" in self.errors


class SessionForm(LinesForm):
    """A session: movement, boards, planned times."""

    kind = forms.ChoiceField(
        label=_("Movement"),
        choices=[
            ("match", _("Team match")),
            ("mitchell", "Mitchell"),
            ("howell", "Howell"),
            ("barometer", _("Barometer")),
            ("individual", _("Individual")),
            ("robin", _("Teams, each against each")),
            ("draw", _("Drawn each round (Swiss)")),
            ("csv", "CSV"),
        ],
        initial="match",
        widget=Tiles,
    )
    deal_set = forms.CharField(label=_("Deal set"), max_length=40, initial="main")
    starts_at = forms.DateTimeField(
        label=_("First start"),
        input_formats=["%Y-%m-%dT%H:%M"],
        validators=[this_century],
        widget=DayTime,
    )
    minutes = forms.IntegerField(
        label=_("Minutes a round"), min_value=1, max_value=600, initial=15
    )
    pause = number(_("Pause after it"), 600, low=0)
    section = forms.CharField(
        label=_("Section"),
        max_length=3,
        required=False,
        widget=forms.TextInput({"size": 3}),
    )
    tables = number(_("Tables, or teams"), 200)
    rounds = number(_("Rounds"), 100)
    boards = number(_("Boards (in a match: in all; otherwise: a round)"), 200)
    first_board = number(_("First board"), 999)
    missing = number(_("Pair that is missing"), 400)
    switched = number(_("Rounds with an arrow switch, at the end"), 100)
    carried = number(_("Carried over from the sessions before, in percent"), 100, low=0)
    share = forms.BooleanField(
        label=_("Even number of tables: the first and the last share boards, no skip"),
        required=False,
    )

    def clean(self) -> dict[str, object]:
        """Ask for what the kind of movement needs."""
        given = super().clean() or {}
        needed = {
            "match": ("boards",),
            "mitchell": ("tables", "rounds", "boards"),
            "howell": ("tables", "rounds", "boards"),
            "barometer": ("tables", "rounds", "boards"),
            "individual": ("tables", "rounds", "boards"),
            "robin": ("tables", "rounds", "boards"),
            "draw": ("rounds", "boards"),
            "csv": (),
        }
        for name in needed.get(str(given.get("kind")), ()):
            if given.get(name) is None and name not in self.errors:
                self.add_error(name, _("This movement needs the number."))
        if given.get("kind") in {"csv", "draw"} and not self.has_lines():
            self.add_error("csv", _("Choose a file, or paste its lines."))
        return given

    def lengths(self) -> tuple[timedelta, timedelta]:
        """Return the length of a round and of the pause after it."""
        given = self.cleaned_data
        return (
            timedelta(minutes=given["minutes"]),
            timedelta(minutes=given.get("pause") or 0),
        )
