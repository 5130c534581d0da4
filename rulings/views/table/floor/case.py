"""The way on from any point of a case, and the acts that belong to no one screen."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.forms.acts import ActForm, ReasonForm
from rulings.models import Window
from rulings.permissions import Sight, is_blind
from rulings.presenters.readouts import ended_readout
from rulings.presenters.table import plain_diagram
from rulings.presenters.table.law import answered_checks, due_checks
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import binding, doubt_lines
from rulings.queries.case.endings import is_closing
from rulings.queries.case.flow import walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.staff import guards_of
from rulings.queries.table.way import BY_STATE, next_screen
from rulings.states import Act, State
from rulings.views.common import see_other
from rulings.views.screens import CaseScreen, Tap
from rulings.views.table.frame import (
    TableScreen,
    is_playing_director,
    need_taking,
    unfiled_key,
)
from rulings.workflow import cases
from rulings.workflow.errors import Fault
from rulings.workflow.facts import change_facts as reopen_facts


class CaseWay(CaseScreen[ActForm]):
    """The next open screen of a case."""

    acts = ("look",)
    http_method_names = ["get", "head"]

    def get(self, *_args: object, **_kwargs: object) -> HttpResponse:
        """Go there, whoever may take the claim down."""
        request, case = self.request, self.case
        if is_blind(request.actor, case):
            return see_other("opinion", case.pk)
        if case.state not in BY_STATE:
            need_taking(request, case)
        blind = is_playing_director(request, case)
        return see_other(next_screen(request.actor, case, blind=blind), case.pk)


class TakeOver(Tap):
    """Make the reader the director of a case."""

    acts = (Act.TAKE_OVER,)

    def act(self, form: ActForm) -> object:
        """Take it."""
        return cases.take_over(form.context(self.request.actor), self.case.pk)


class ChangeFacts(Tap):
    """Go back to taking facts; every answer is kept."""

    acts = (Act.CHANGE_FACTS,)
    sight, leads_to = Sight.DRAFT, "objections"

    def act(self, form: ActForm) -> object:
        """Open the facts again."""
        return reopen_facts(form.context(self.request.actor), self.case.pk)


class Close(Tap):
    """Close a case whose walk ends in no ruling."""

    acts = (Act.CLOSE,)
    sight, leads_to = Sight.DRAFT, "closed"

    def act(self, form: ActForm) -> object:
        """Close it with that outcome."""
        outcome = walk_case(self.case, self.request.actor.at).walk.outcome
        if outcome is None or not is_closing(outcome):
            raise Fault("needs_a_ruling")
        return cases.close_case(
            form.facts_context(self.request.actor),
            self.case.pk,
            outcome=outcome.id,
            follow_ups=outcome.follow_ups,
        )


class Closed(TableScreen[ReasonForm]):
    """How a case was closed; with a reason it is opened again."""

    acts = (Act.REOPEN,)
    sight, states = Sight.DRAFT, frozenset({State.CLOSED})
    template, form_class = "closed", ReasonForm

    def context(self) -> dict[str, object]:
        """Return the outcome, what is read out, and the checks."""
        flow, at = flow_of(self.case), self.request.actor.at
        outcome = flow.outcomes.get(self.case.outcome)
        windows = Window.objects.filter(case=self.case)
        return {
            "meaning": _(outcome.meaning) if outcome else _("Closed"),
            "readout": ended_readout(self.sheet, outcome, windows) if outcome else None,
            "due": due_checks(self.sheet, flow),
            "checked": answered_checks(self.sheet, flow, at),
        }

    def act(self, form: ReasonForm) -> object:
        """Open it again."""
        reason = form.cleaned_data["reason"]
        context = form.context(self.request.actor)
        return cases.reopen_case(context, self.case.pk, reason=reason)


class Look(TableScreen[ActForm]):
    """The facts for the players on the tablet: no numbers, no line."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    sight, template = Sight.CARDS, "look"

    def context(self) -> dict[str, object]:
        """Return cards, words, objections and claim."""
        sheet = self.sheet
        return {
            "diagram": plain_diagram(sheet, sheet.cards) if sheet.cards else None,
            "binding": binding(sheet),
            "doubt_lines": doubt_lines(sheet),
            "claimed": claimed_words(sheet) if sheet.claim else "",
        }


class Handover(TableScreen[ActForm]):
    """Who takes the case from a playing director."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    template = "handover"

    def enter(self) -> HttpResponse | None:
        """Let in whoever takes the claim down."""
        super().enter()
        need_taking(self.request, self.case)
        return None

    def context(self) -> dict[str, object]:
        """Return who is free, and what of a fact sheet he has still to be told."""
        user = self.request.actor.user
        guards = guards_of(self.case.event_id, self.request.actor.at)
        free = guards.free(self.case.playing, but=user.pk if user else None)
        rest = self.request.session.get(unfiled_key(self.case.pk), [])
        return {"free": free, "rest": rest}


case = CaseWay.as_view()
take_over = TakeOver.as_view()
change_facts = ChangeFacts.as_view()
close = Close.as_view()
closed = Closed.as_view()
look = Look.as_view()
handover = Handover.as_view()
