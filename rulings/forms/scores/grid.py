"""A grid of results: a line of text for each board at a table, as scorers type it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.errors import ParseError
from rulings.bridge.results import parse_result, points_ns, result_text
from rulings.forms.acts import ActForm, SeenField
from rulings.models import Playing
from rulings.workflow.errors import sentence_of
from rulings.workflow.event.scores import ScoreGiven

MAX_TEXT = 24


@dataclass(frozen=True, slots=True)
class Cell:
    """A playing with the names of its two fields."""

    playing: Playing
    result: str
    seen: str


def stored_text(playing: Playing) -> str:
    """Return the result of a playing as it is typed, "" where there is none."""
    if playing.tricks is None:
        return ""
    contract = Contract.parse(playing.contract) if playing.contract else None
    return result_text(contract, playing.tricks)


def score_given(playing: Playing, contract: Contract | None, tricks: int) -> ScoreGiven:
    """Return a result with its points, as it is entered."""
    vulnerable = Vulnerability(playing.board.vulnerability)
    points = points_ns(contract, tricks, vulnerable)
    return ScoreGiven(playing, str(contract or ""), tricks, points)


class GridForm(ActForm):
    """Several results at once; what was not touched stays as it is."""

    version = None

    def __init__(self, data: object, playings: Iterable[Playing]) -> None:
        """Give each playing a field with its result."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        self.cells = [_cell(row) for row in playings]
        for cell in self.cells:
            stored, row = stored_text(cell.playing), cell.playing
            label = _("Result of board %(board)d, table %(table)s") % {
                "board": row.board.number,
                "table": row.table.name,
            }
            self.fields[cell.result] = _result_field(label, stored)
            self.fields[cell.seen] = SeenField(initial=stored, required=False)
        self.given: list[tuple[Cell, ScoreGiven]] = []

    def clean(self) -> dict[str, object]:
        """Read what was changed; say beside each field why it cannot be taken."""
        given = super().clean()
        for cell in self.cells:
            try:
                found = self._changed(cell)
            except (ParseError, forms.ValidationError) as error:
                self.add_error(
                    cell.result,
                    sentence_of(error) if isinstance(error, ParseError) else error,
                )
            else:
                self.given += [(cell, found)] if found is not None else []
        return given

    def _changed(self, cell: Cell) -> ScoreGiven | None:
        typed = str(self.cleaned_data.get(cell.result, "")).strip()
        seen, stored = self.cleaned_data.get(cell.seen, ""), stored_text(cell.playing)
        if typed == seen or cell.result in self.errors:
            return None
        if not typed:
            raise forms.ValidationError(
                _("A result cannot be emptied. Type the right one.")
            )
        contract, tricks = parse_result(typed)
        if result_text(contract, tricks) == stored:
            return None
        if seen != stored:
            raise forms.ValidationError(
                _("Meanwhile %(result)s was entered. Enter once more to replace it.")
                % {"result": stored or "–"}
            )
        return score_given(cell.playing, contract, tricks)


def _cell(playing: Playing) -> Cell:
    return Cell(playing, f"result_{playing.pk.hex}", f"seen_{playing.pk.hex}")


def _result_field(label: str, stored: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        initial=stored,
        max_length=MAX_TEXT,
        required=False,
        widget=forms.TextInput(
            {
                "aria-label": label,
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "size": 12,
                "data-cell": True,
            }
        ),
    )
