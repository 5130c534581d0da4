"""Results in a grid, and a board compared between its tables."""

from __future__ import annotations

from functools import cached_property

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.bridge.comparisons import Scoring
from rulings.forms.acts import ButtonForm, ChoiceForm
from rulings.forms.scores.grid import Cell, GridForm
from rulings.models import Board, Round
from rulings.permissions import EventAct
from rulings.presenters.desk.scoring import (
    SCORING_WORDS,
    compared_views,
    usual_scoring,
)
from rulings.queries.desk import (
    ScoreRow,
    barred_for,
    current_round,
    place_words,
    rounds_of,
    score_rows,
    sessions_of,
)
from rulings.queries.scoring.boards import boards_of, playings_of, table_scores
from rulings.views.common import found, see_other
from rulings.views.desk.common import DeskScreen
from rulings.views.lists import ListPage, list_page
from rulings.workflow.errors import Barred, Fault
from rulings.workflow.event.scores import enter_scores, is_late_change


class ResultGrid(DeskScreen[GridForm]):
    """The results of a round, a line for each board at a table."""

    acts = opens = (EventAct.ENTER_SCORE,)
    tab, template = "scores", "desk/grid.html"

    @cached_property
    def rounds(self) -> list[Round]:
        """Return the rounds of the event."""
        return rounds_of(sessions_of(self.event))

    @cached_property
    def round(self) -> Round | None:
        """Return the round asked for, else the one that is played."""
        wanted = self.request.GET.get("round", "")
        named = [row for row in self.rounds if str(row.pk) == wanted]
        return named[0] if named else current_round(self.rounds)

    @cached_property
    def listed(self) -> ListPage[ScoreRow]:
        """Return the page of the grid; a board that the reader plays is left out."""
        barred = barred_for(self.request.actor, self.event)
        rows = score_rows(self.round, barred) if self.round else []
        kept = [row for row in rows if not row.barred]
        return list_page(self.request.GET, kept, _row_words, "round")

    def fresh_form(self) -> GridForm:
        """Return the grid as it stands."""
        return self.make_form(None)

    def make_form(self, data: object) -> GridForm:
        """Return the grid."""
        return GridForm(data, [row.playing for row in self.listed.rows])

    def context(self) -> dict[str, object]:
        """Return each line with its field."""
        assert self.form is not None  # noqa: S101 - the page has one
        chosen = self.round
        choices = [(row.pk, f"{row.session.order}.{row.order}") for row in self.rounds]
        return {
            "choice": ChoiceForm("round", _("Round"), choices, chosen and chosen.pk),
            "rounds": self.rounds,
            "listed": self.listed,
            "rows": [
                (cell.playing, self.form[cell.result]) for cell in self.form.cells
            ],
            "unseen": self.form.hidden_fields(),
        }

    def act(self, form: GridForm) -> object:
        """Enter what was changed; a late change has a page of its own."""
        if not form.given:
            raise Fault("no_scores")
        at = self.request.actor.at
        late = [cell for cell, one in form.given if is_late_change(one.playing, at)]
        if late:
            self._refuse_late(form, late)
            return None
        given = [one for _cell, one in form.given]
        return enter_scores(form.context(self.request.actor), self.event, given)

    @staticmethod
    def _refuse_late(form: GridForm, late: list[Cell]) -> None:
        for cell in late:
            words = _("The correction period is over: use “Enter” on this board.")
            form.refuse(words, field=cell.result)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - a receipt
        """Stay on the page."""
        return see_other(
            "result_grid", self.event.pk, query=f"?{self.request.GET.urlencode()}"
        )


def _row_words(row: ScoreRow) -> str:
    return place_words(row.playing)


class BoardCompared(DeskScreen[ButtonForm]):
    """A board at all its tables: what each side earns, with the rulings and without."""

    acts = opens = (EventAct.ENTER_SCORE,)
    http_method_names = ["get", "head"]
    tab, template = "scores", "desk/board.html"

    def context(self) -> dict[str, object]:
        """Return the tables, the ways of comparing, and the boards beside it."""
        boards = boards_of(self.event)
        rows = Board.objects.filter(event=self.event)
        board = found(self.request, rows, self.kwargs["board_id"])
        playings = playings_of(board)
        barred = barred_for(self.request.actor, self.event)
        # Who has played the board knows its results; who has not is barred everywhere.
        if all(barred(row) for row in playings):
            raise Barred("plays_this_board")
        asked = self.request.GET.get("by", "")
        known = {one.value for one in Scoring}
        scoring = Scoring(asked) if asked in known else usual_scoring(self.event)
        views = compared_views(table_scores(playings), scoring)
        place = boards.index(board)
        choices = [(one.value, words) for one, words in SCORING_WORDS.items()]
        return {
            "board": board,
            "choice": ChoiceForm("by", _("Compared by"), choices, scoring.value),
            "scoring": SCORING_WORDS[scoring],
            "asked": asked,
            "rows": list_page(
                self.request.GET,
                views,
                lambda view: place_words(view.result.playing),
                "by",
            ),
            "ruled": any(view.ruled for view in views),
            "previous": boards[place - 1] if place else None,
            "next": boards[place + 1] if place + 1 < len(boards) else None,
            "several_sets": len({row.deal_set for row in boards}) > 1,
        }


result_grid, board_compared = ResultGrid.as_view(), BoardCompared.as_view()
