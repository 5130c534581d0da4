"""Codes for the pairs at a table, shown once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import segno
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString

from rulings.bridge.seats import Side
from rulings.forms.acts import ButtonForm
from rulings.models import Contestant
from rulings.permissions import EventAct, Sight
from rulings.presenters.words import side_name
from rulings.views.table.frame import TableScreen
from rulings.workflow.event.passes import Issued, issue_passes


class TableCode(TableScreen[ButtonForm]):
    """New codes for the two pairs of a case; their earlier slips end."""

    acts = (EventAct.ISSUE_PASS,)
    sight, template, form_class = Sight.RULING, "code", ButtonForm

    @cached_property
    def codes(self) -> list[tuple[str, int, SafeString, str]]:
        """Return the codes that were made: of whom, as a picture and as letters."""
        return []

    @property
    def pairs(self) -> dict[Side, Contestant]:
        """Return the pairs that are known at the table."""
        playing = self.case.playing
        seated = {Side.NS: playing.ns, Side.EW: playing.ew}
        return {side: pair for side, pair in seated.items() if pair is not None}

    def context(self) -> dict[str, object]:
        """Return the codes, once they are made."""
        address = settings.TD_ADDRESS
        return {"codes": self.codes, "pairs": self.pairs, "address": address}

    def act(self, form: ButtonForm) -> object:
        """Make a code for each pair."""
        session, pairs = self.case.playing.round.session, list(self.pairs.values())
        context = form.context(self.request.actor)
        return issue_passes(context, self.case.event, session, pairs)

    def after(self, done: Sequence[Issued]) -> HttpResponse:
        """Show them: no page shows them a second time."""
        for (side, pair), one in zip(self.pairs.items(), done, strict=False):
            code = f"{one.code[:4]} {one.code[4:]}"
            self.codes.append((side_name(side), pair.number, _scanned(one), code))
        return self.show()


def _scanned(issued: Issued) -> SafeString:
    """Return the picture that a phone reads."""
    url = settings.TD_ADDRESS + reverse("pass_open", args=[issued.secret])
    drawn = segno.make(url, error="m")
    return SafeString(drawn.svg_inline(scale=6, border=2, light="white", omitsize=True))


table_code = TableCode.as_view()
