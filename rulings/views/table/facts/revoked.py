"""The cards put right after a revoke that was not settled (Laws 62 and 63)."""

from __future__ import annotations

from functools import cached_property

from django.http import HttpResponse

from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.forms.table.revoked import CorrectedForm
from rulings.models import Position
from rulings.permissions import Sight
from rulings.presenters.table import plain_diagram
from rulings.presenters.table.revoked import retraction
from rulings.queries.table.revoked import corrected as put_right
from rulings.queries.table.revoked import winner_now
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import see_other
from rulings.views.table.frame import TableScreen, tell_reread
from rulings.workflow.facts import record_position
from rulings.workflow.log import Receipt


class CorrectedScreen(TableScreen[CorrectedForm]):
    """The cards with the revoke; what was played instead is taken down."""

    acts = (Act.POSITION,)
    sight, template, here = Sight.DRAFT, "corrected", "cards"
    errors_above = True

    @cached_property
    def sheet(self) -> Sheet:
        """Return what is known of the case, read once."""
        return sheet_of(self.case)

    @property
    def cards(self) -> Cards:
        """Return the cards as they lie, with the revoke."""
        assert self.sheet.cards is not None  # noqa: S101 - else there is no page
        return self.sheet.cards

    def enter(self) -> HttpResponse | None:
        """Leave where there are no cards yet."""
        super().enter()
        known = self.sheet.cards is not None
        return None if known else see_other("cards", self.case.pk)

    def fresh_form(self) -> CorrectedForm:
        """Return the form with nothing tapped."""
        return self.make_form(None)

    def make_form(self, data: object) -> CorrectedForm:
        """Return the form; it refuses a card that nobody holds."""
        return CorrectedForm(data, self.cards, self.case.version)

    def context(self) -> dict[str, object]:
        """Return the cards that may be tapped, and the cards as they lie."""
        typed = {} if self.form is None else self.form.data
        diagram = plain_diagram(self.sheet, self.cards)
        return {"diagram": diagram, **retraction(self.sheet, self.cards, typed)}

    def act(self, form: CorrectedForm) -> Receipt:
        """Record the cards put right."""
        given = form.cleaned_data
        withdrawn, legal = given["withdrawn"], given["legal"]
        winner = winner_now(self.sheet.replay, given["seat"], withdrawn, legal)
        if winner is None and given["winner"]:
            winner = Seat.parse(given["winner"])
        cards = put_right(self.cards, given["seat"], withdrawn, legal, winner)
        act = form.facts_context(self.request.actor)
        receipt = record_position(act, self.case.pk, cards, Position.Source.MARKED)
        tell_reread(self.request, self.sheet)
        return receipt

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads on with the card
        """Ask what the law asks of the card played instead."""
        assert self.form is not None  # noqa: S101 - its act is done
        legal = self.form.cleaned_data["legal"]
        return see_other("steps", self.case.pk, query=f"?legal={legal}")


corrected = CorrectedScreen.as_view()
