"""Take back the own last act: where it moves the number, before and after come first.

What would stand is found by taking it back and rolling that back again: nothing of it
is kept, and nobody is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.forms.acts import ActForm
from rulings.models import Case
from rulings.permissions import Actor
from rulings.permissions.rights import Refused
from rulings.presenters.moment.bench import accepting, outcome_of
from rulings.presenters.table.before_after import NONE, Row
from rulings.presenters.table.gist import clause_words
from rulings.presenters.table.search import number_of
from rulings.queries.case.flow import walk_case
from rulings.queries.table.proposal import cited_laws, proposed
from rulings.queries.table.sheet import sheet_of
from rulings.states import Act
from rulings.views.screens import Tap
from rulings.views.table.frame import case_screen
from rulings.workflow import undo as undoing
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Invalid


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What a case comes to as it is: the number, what it is on the board, the law."""

    number: str = NONE
    result: str = NONE
    law: str = NONE


class Undo(Tap):
    """Take back the reader's own last act, before the ruling is announced."""

    acts = (Act.UNDO,)

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Take it back at once, or show first what becomes of the number."""
        sent = self.request.POST
        rows = [] if {"leave", "confirmed"} & sent.keys() else self.rows()
        if not any(row.changed for row in rows):
            return super().post(*args, **kwargs)
        case, context = self.case, {"rows": rows}
        return case_screen(
            self.request, "undo_change", case, context, sheet=sheet_of(case)
        )

    def rows(self) -> list[Row]:
        """Return before and after; none where it may not be taken back."""
        actor = self.request.actor
        was, now = stand_of(self.case, actor.at), stand_after(actor, self.case)
        if now is None:
            return []
        return [
            Row(_("Tricks"), was.number, now.number),
            Row(_("Result"), was.result, now.result),
            Row(_("Law"), was.law, now.law),
        ]

    def act(self, form: ActForm) -> object:
        """Take it back; or leave a ruling as it was announced."""
        back = undoing.undo
        if "leave" in self.request.POST:
            back = undoing.leave_as_announced
        return back(form.context(self.request.actor), self.case.pk)


def stand_after(actor: Actor, case: Case) -> Reckoned | None:
    """Return what a case would come to; None where the act stays."""
    with transaction.atomic():
        try:
            undoing.undo(ActContext(by=actor, at=actor.at), case.pk)
        except (Invalid, Refused):
            return None
        found = stand_of(Case.objects.get(pk=case.pk), actor.at)
        transaction.set_rollback(True)
    return found


def stand_of(case: Case, at: datetime) -> Reckoned:
    """Return what a case comes to now, as far as it has been counted."""
    sheet, found = sheet_of(case), proposed(case)
    if sheet.cards is None or sheet.claim is None:
        return Reckoned()
    if found.low is None or found.high is None:
        return Reckoned(_("to be counted again") if found.pending else NONE)
    walked = walk_case(case, at, more=accepting(sheet, found))
    told = outcome_of(sheet, found.low) if found.award is not None else None
    result = NONE
    if told is not None and told.result:
        result = ", ".join(part for part in (told.result, told.points) if part)
    law = clause_words(cited_laws(walked, found, sheet.cards)) or NONE
    return Reckoned(number_of(found.low, found.high), result, law)


undo = Undo.as_view()
