"""What changes a planned session: times, who sits out or comes late, a substitute."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.forms.acts import ActForm, RowField
from rulings.forms.desk import LinesForm, number
from rulings.forms.times import this_century
from rulings.forms.widgets import DayTime
from rulings.models import Contestant, Round, Table
from rulings.queries.staff import Player

MOST_BOARDS = 60
"""Of one table in one round."""


class TimesForm(ActForm):
    """When the rounds that have not ended are planned."""

    version = None

    starts_at = forms.DateTimeField(
        label=_("Next round starts"),
        input_formats=["%Y-%m-%dT%H:%M"],
        validators=[this_century],
        widget=DayTime,
    )
    minutes = number(_("Minutes a round"), 600, required=True)
    pause = number(_("Pause after it"), 600, low=0)

    def lengths(self) -> tuple[timedelta, timedelta]:
        """Return the length of a round and of the pause after it."""
        given = self.cleaned_data
        return (
            timedelta(minutes=given["minutes"]),
            timedelta(minutes=given.get("pause") or 0),
        )


class _SinceForm(ActForm):
    """A change from one of the rounds on that are not over."""

    version = None

    since = RowField(
        label=_("From round"), error_messages={"required": _("Choose the round.")}
    )

    def __init__(self, data: object, rounds: Iterable[Round], auto_id: str) -> None:
        """Offer the rounds that are not over; the first of them is chosen."""
        listed = list(rounds)
        first = listed[0].pk if listed else None
        super().__init__(data, initial={"since": first}, auto_id=auto_id)  # type: ignore[arg-type]  # a request's POST
        self.fields["since"].offer([(row, row.order) for row in listed], "–")  # type: ignore[attr-defined]  # a choice among rows


class AbsenceForm(_SinceForm):
    """A pair or a table that leaves, or comes back."""

    pair = RowField(label=_("Pair"), required=False)
    table = RowField(label=_("Or table"), required=False)

    def __init__(
        self,
        data: object,
        *,
        rounds: Iterable[Round],
        pairs: Iterable[Contestant],
        tables: Iterable[Table],
    ) -> None:
        """Offer the pairs and tables of the session."""
        super().__init__(data, rounds, "id_absence_%s")
        self.fields["pair"].offer([(row, row.number) for row in pairs], "–")  # type: ignore[attr-defined]  # a choice among rows
        self.fields["table"].offer([(row, row.name) for row in tables], "–")  # type: ignore[attr-defined]  # a choice among rows

    def clean(self) -> dict[str, object]:
        """Ask for one of the two."""
        given = super().clean() or {}
        if not self.errors and (given["pair"] is None) == (given["table"] is None):
            self.add_error("pair", _("Choose a pair or a table."))
        return given


class TableForm(_SinceForm):
    """One table in one round: other pairs, or other boards."""

    table = RowField(
        label=_("Table"), error_messages={"required": _("Choose the table.")}
    )
    ns = RowField(label=_("North–South"), required=False)
    ew = RowField(label=_("East–West"), required=False)
    first = number(_("First board"), 999)
    last = number(_("Last board"), 999)
    field_order = ("since", "table", "ns", "ew", "first", "last")

    def __init__(
        self,
        data: object,
        *,
        rounds: Iterable[Round],
        pairs: Iterable[Contestant],
        tables: Iterable[Table],
    ) -> None:
        """Offer the rounds to come, the tables and the pairs of the session."""
        super().__init__(data, rounds, "id_table_%s")
        self.fields["since"].label = _("Round")
        listed, as_it_is = [(row, row.number) for row in pairs], _("as it is")
        for name in ("ns", "ew"):
            self.fields[name].offer(listed, as_it_is)  # type: ignore[attr-defined]  # a choice among rows
        self.fields["table"].offer([(row, row.name) for row in tables], "–")  # type: ignore[attr-defined]  # a choice among rows

    def clean(self) -> dict[str, object]:
        """Ask for something to change, and for boards in order."""
        given = super().clean() or {}
        first, last = given.get("first"), given.get("last")
        if (first is None) != (last is None):
            self.add_error("last", _("Give the first and the last board."))
        elif first is not None and not first <= last < first + MOST_BOARDS:  # type: ignore[operator]  # both are numbers
            self.add_error("last", _("The last board comes too soon or too late."))
        elif not self.errors and not any((given["ns"], given["ew"], first)):
            self.add_error(None, _("Choose another pair or other boards."))
        return given

    def boards(self) -> range | None:
        """Return the boards that were given."""
        first, last = self.cleaned_data["first"], self.cleaned_data["last"]
        return None if first is None else range(first, last + 1)


class DrawForm(LinesForm):
    """The matches of the next round, and its boards."""

    first = number(_("First board"), 999, required=True)
    boards = number(_("Boards"), MOST_BOARDS, required=True)
    field_order = ("first", "boards", "file", "csv")
    deal_set = ""

    def __init__(self, data: object, files: object, *, first: int, boards: int) -> None:
        """Offer the boards that follow those of the round before."""
        known = {"first": first, "boards": boards}
        super().__init__(data, files, initial=known, auto_id="id_draw_%s")  # type: ignore[arg-type]  # a request's POST

    def clean(self) -> dict[str, object]:
        """Ask for a file or its lines."""
        given = super().clean() or {}
        if not self.has_lines():
            self.add_error("csv", _("Choose a file, or paste its lines."))
        return given


class SubstituteForm(_SinceForm):
    """Somebody who plays instead of a player."""

    player = RowField(
        label=_("Instead of"), error_messages={"required": _("Choose the player.")}
    )
    name = forms.CharField(
        label=_("Name of the substitute"),
        max_length=120,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    field_order = ("player", "name", "since")

    def __init__(
        self, data: object, *, rounds: Iterable[Round], players: Iterable[Player]
    ) -> None:
        """Offer the players who have names."""
        super().__init__(data, rounds, "id_substitute_%s")
        self.fields["player"].offer(  # type: ignore[attr-defined]  # a choice among rows
            [(one.participant, f"{one.number} {one.name}") for one in players], "–"
        )
