"""Results from a file, and which results go out."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rulings.bridge.results import result_text
from rulings.forms.acts import ActForm
from rulings.forms.files import small_enough
from rulings.forms.scores.grid import score_given, stored_text
from rulings.forms.widgets import Buttons, Tick, Words
from rulings.importers.faults import BoardProblem, UnreadableFile
from rulings.importers.result_rows import ResultRow, read_results
from rulings.importers.text import MAX_BYTES
from rulings.models import Playing, Session
from rulings.workflow.event.scores import ScoreGiven

SHOWN = 20
"""So many faults of a file are named at once."""

CSV, USEBIO = "csv", "usebio"


class ResultsForm(ActForm):
    """A list of results as CSV: taken whole, or refused line by line."""

    version = None

    file = forms.FileField(
        label=_("A file"),
        required=False,
        max_length=200,
        widget=forms.FileInput({"accept": ".csv,.txt"}),
    )
    lines = forms.CharField(
        label=_("Or its lines"),
        max_length=MAX_BYTES,
        required=False,
        strip=False,
        widget=Words(8),
    )
    replace = forms.BooleanField(
        label=_("Replace results that stand"), required=False, widget=Tick
    )

    def __init__(
        self, data: object, files: object, playings: Iterable[Playing] = ()
    ) -> None:
        """Take the boards at tables to which a result can go."""
        super().__init__(data, files)  # type: ignore[arg-type]  # a request's own
        self.by_board: dict[int, list[Playing]] = defaultdict(list)
        for row in playings:
            self.by_board[row.board.number].append(row)
        self.given: list[ScoreGiven] = []
        self.taken: set[uuid.UUID] = set()

    def clean_file(self) -> bytes | None:
        """Return what is in the file."""
        file = self.cleaned_data["file"]
        return None if file is None else small_enough(file).read()

    def clean(self) -> dict[str, object]:
        """Read the list; every line that cannot be taken says why."""
        given = super().clean()
        if self.errors:
            return given
        data = given.get("file") or str(given.get("lines", "")).encode()
        try:
            rows, problems = read_results(data)  # type: ignore[arg-type]  # bytes, both
        except UnreadableFile as refused:
            self.add_error("file", gettext(refused.template).format(**refused.params))
            return given
        wrong = [_sentence(one) for one in problems]
        wrong += [words for row in rows if (words := self._placed(row))]
        if wrong:
            more = len(wrong) - SHOWN
            tail = ngettext("%(n)d more", "%(n)d more", more) % {"n": more}
            self.add_error("file", [*wrong[:SHOWN], *([tail] if more > 0 else [])])
        return given

    def _placed(self, row: ResultRow) -> str:
        """Note where a result goes; return why it cannot be taken, "" if it can."""
        found = [one for one in self.by_board[row.board] if _is_at(one, row)]
        if len(found) != 1:
            return _at(
                row,
                gettext("No such table plays this board.")
                if not found
                else gettext("Several tables fit: give session, section and deal set."),
            )
        playing = found[0]
        stored = stored_text(playing)
        if stored == result_text(row.contract, row.tricks):
            return ""
        if stored and not self.cleaned_data.get("replace"):
            return _at(row, gettext("%(result)s stands there.") % {"result": stored})
        if playing.pk in self.taken:
            return _at(row, gettext("The list holds this board at this table twice."))
        self.taken.add(playing.pk)
        self.given.append(score_given(playing, row.contract, row.tricks))
        return ""


def _is_at(playing: Playing, row: ResultRow) -> bool:
    """Say whether a result is of this board at this table; what is empty fits all."""
    if row.session is not None and row.session != playing.round.session.order:
        return False
    if row.deal_set and row.deal_set != playing.board.deal_set:
        return False
    if row.section and row.section != playing.table.section.letter:
        return False
    if row.table is not None and row.table != playing.table.number:
        return False
    return row.pairs is None or row.pairs == (playing.ns_numbers, playing.ew_numbers)


def _at(row: ResultRow, words: str) -> str:
    where = gettext("line %(line)d") % {"line": row.line}
    return gettext("board %(board)d, %(where)s") % {
        "board": row.board,
        "where": f"{where}: {words}",
    }


def _sentence(one: BoardProblem) -> str:
    where = gettext("line %(line)d") % {"line": one.line}
    reason = gettext(one.reason).format(text=one.text)
    return f"{where}: {reason}. {gettext(one.remedy).format(text=one.text)}"


class ResultsOutForm(ActForm):
    """Give results out as a file of a kind."""

    version = None

    session = forms.ChoiceField(label=_("Session"))
    kind = forms.ChoiceField(
        choices=[(CSV, "CSV"), (USEBIO, "USEBIO")], widget=Buttons()
    )

    def __init__(
        self, data: object, sessions: Iterable[Session], *, pairs: bool
    ) -> None:
        """Offer the sessions; USEBIO, as it is known, lists pairs."""
        super().__init__(data)  # type: ignore[arg-type]  # a request's POST
        rows = list(sessions)
        every = [("", _("All sessions"))] if len(rows) != 1 else []
        self.fields["session"] = forms.ChoiceField(
            label=_("Session"),
            choices=[*every, *((str(row.pk), str(row.order)) for row in rows)],
            required=False,
        )
        if not pairs:
            self.fields["kind"] = forms.ChoiceField(
                choices=[(CSV, "CSV")], widget=Buttons()
            )

    def clean(self) -> dict[str, object]:
        """USEBIO holds one session."""
        given = super().clean()
        if given.get("kind") == USEBIO and not given.get("session"):
            self.add_error(
                "session", ValidationError(_("A USEBIO file holds one session."))
            )
        return given
