"""A case as one of its sides has it: how it stands, the page of one act, the act."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from django.http import HttpResponse

from rulings.forms.player import PlayerAct, SideForm
from rulings.permissions import may
from rulings.queries.case.appeals import absent_concurs
from rulings.queries.case.rows import keep_rows
from rulings.queries.player import AnnouncedCase, announced_cases
from rulings.states import Act
from rulings.views.common import LOOKS
from rulings.views.player.acting import Sent, carry_out
from rulings.views.player.pages import act_context, case_context, seats_of
from rulings.views.screens import CaseScreen
from rulings.workflow.log import Receipt

ACTS = (
    Act.OBJECT,
    Act.AGREE,
    Act.APPEAL,
    Act.CONCUR,
    Act.WITHDRAW_APPEAL,
    Act.WAIVE,
)
"""What a side may do on its page."""

TYPED = frozenset({"seat", "words", "said"})
"""What one act takes over from another that was begun."""


class SideScreen(CaseScreen[SideForm]):
    """The page of a case for a side, on its phone or on the director's tablet."""

    template, part = "player/case.html", "standing"
    tablet: ClassVar[bool] = False
    side: str

    @cached_property
    def known(self) -> AnnouncedCase:
        """Return the case with what its sides may know of it."""
        case = self.case
        if self.request.method in LOOKS:
            case = keep_rows(case)
        return announced_cases([case])[0]

    @cached_property
    def waits(self) -> bool:
        """Say whether phones wait, so that nothing sent from this one is taken."""
        return not (self.tablet or may(self.request.actor, Act.OBJECT, self.case))

    @cached_property
    def chosen(self) -> PlayerAct | None:
        """Return the act whose page this is, None where the case itself is shown.

        None is offered while phones wait.
        """
        if self.waits and self.request.method in LOOKS:
            return None
        posted = self.request.method == "POST"
        given = self.request.POST if posted else self.request.GET
        if given.get("act") in set(PlayerAct):
            return PlayerAct(given["act"])
        return PlayerAct.OBJECT if posted else None

    def fresh_form(self) -> SideForm | None:
        """Return the form of the chosen act."""
        return None if self.chosen is None else self.make_form(None)

    def make_form(self, data: object) -> SideForm:
        """Return the form of the act, for those who may speak for the side."""
        return SideForm(
            data,
            self.chosen or PlayerAct.OBJECT,
            version=self.case.version,
            seats=seats_of(self.case, self.side),
            absent_concurs=absent_concurs(self.case),
            tablet=self.tablet,
            wish=self.request.GET.get("wish", ""),
        )

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Take the act; or turn to another one with what has been typed."""
        turned = self.request.POST.get("turn", "")
        if turned not in set(PlayerAct):
            return super().post(*args, **kwargs)
        self.chosen = PlayerAct(turned)
        self.form = self.make_form(None)
        for name in TYPED & self.form.fields.keys():
            self.form.initial[name] = self.request.POST.get(name, "")
        return self.show()

    def show(self) -> HttpResponse:
        """Render the case, or the whole page of the chosen act."""
        if self.chosen is not None:
            self.template, self.part = "player/act.html", ""
        return super().show()

    def context(self) -> dict[str, object]:
        """Return what stands on the page."""
        if self.chosen is None:
            found = case_context(self.known, self.side, self.request.actor.at)
            none = {"waits": True, "large": [], "small": []}
            return found | none if self.waits else found
        return act_context(self.known, self.side, self.chosen, self.request.actor.at)

    def act(self, form: SideForm) -> Receipt:
        """Carry out what the side sent."""
        context = form.context(self.request.actor)
        return carry_out(Sent(context, self.case, self.side, form.cleaned_data))

    def after(self, done: Receipt) -> HttpResponse:
        """Show the receipt."""
        return self.receipt_at(done.seq)

    def receipt_at(self, seq: int) -> HttpResponse:
        """Return the way to the receipt of an entry."""
        raise NotImplementedError
