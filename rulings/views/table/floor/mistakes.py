"""Called by mistake: cancel a call, or move it to the table or board that was meant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.forms.acts import UNFIT, ActForm
from rulings.forms.table.calls import CancelForm, MoveForm, SaidWhyForm, WhyForm
from rulings.models import Case, Objection, Playing, Statement
from rulings.permissions import Actor, Sight
from rulings.queries.case.mistakes import cancel_reason, moving
from rulings.queries.case.repaired import playing_of, standing_under_repair
from rulings.queries.case.rows import answers_of, rows_of
from rulings.queries.table.tables import lettered, tables_in_play
from rulings.states import Act, State
from rulings.views.common import Declared, see_other
from rulings.views.table.floor.places import asked_place
from rulings.views.table.frame import TableScreen
from rulings.workflow import cases
from rulings.workflow.acts import ActContext
from rulings.workflow.event.schedule import Unplanned
from rulings.workflow.ruling import mistakes

REASONS = (
    gettext_lazy("no call was made here"),
    gettext_lazy("the wrong table"),
    gettext_lazy("the wrong board"),
)

NOT_AGREED = (
    gettext_lazy("nobody agreed, I tapped the wrong button"),
    gettext_lazy("one of them had objected"),
    gettext_lazy("they agreed to another number"),
)

MOVABLE = {
    State.CALLED,
    State.CONTESTED,
    State.FROZEN,
    State.RESERVED,
    State.RULED,
}
"""States from which a call moves, where facts were read back with these reopened."""


class Move(TableScreen[WhyForm]):
    """What will be asked again at another table or board, then the move."""

    acts: ClassVar[tuple[Declared, ...]] = (Act.MOVE,)
    sight, template, form_class = Sight.DRAFT, "move", WhyForm

    @cached_property
    def to(self) -> Playing:
        """Return where the call goes."""
        rows = Playing.objects.select_related(
            "board", "table__section", "round__session"
        )
        event = self.case.event_id
        return get_object_or_404(rows, pk=self.kwargs["playing_id"], board__event=event)

    @property
    def reason(self) -> str:
        """Return the reason that the new place itself gives."""
        same_table = self.to.table_id == playing_of(self.case).table_id
        return str(REASONS[2] if same_table else REASONS[1])

    def make_form(self, data: object) -> WhyForm:
        """Return the form with that reason."""
        first = {**self.tap().initial, "reason": self.reason}
        return WhyForm(data, initial=first)  # type: ignore[arg-type]  # a request's POST

    def context(self) -> dict[str, object]:
        """Return what the move keeps, and what is asked again there."""
        change = moving(self.case, self.to)
        stays = _stays(self.case, change.asks_claim, change.asks_cards)
        return {"to": self.to, "change": change, "stays": stays}

    def act(self, form: WhyForm) -> object:
        """Move the call."""
        context = form.facts_context(self.request.actor)
        reason = form.cleaned_data["reason"] or self.reason
        return self.move(context, reason)

    def move(self, context: ActContext, reason: str) -> object:
        """Move it to a board that is planned."""
        return mistakes.move_case(context, self.case.pk, self.to.pk, reason=reason)

    def after(self, done: object) -> HttpResponse:
        """Say where the call is now."""
        place = {"table": self.to.table.name, "board": self.to.board.number}
        words = _("Moved to table %(table)s, board %(board)d.")
        if standing_under_repair(self.case) is not None:
            words = _(
                "You rule on table %(table)s, board %(board)d now. The call moves "
                "there when the new ruling is announced."
            )
        messages.success(self.request, words % place)
        return super().after(done)


class MoveThere(Move):
    """The same to a board that is not planned, which is added with the move."""

    where: Unplanned

    @cached_property
    def to(self) -> Playing:
        """Return where the call would go."""
        return self.where.as_playing(self.case.event)

    def make_form(self, data: object) -> WhyForm:
        """Return the form with the numbers as they were sent, unseen."""
        sent = self.request.POST.dict()
        first = {**sent, **self.tap().initial, "reason": self.reason}
        form = MoveForm(data, initial=first)  # type: ignore[arg-type]  # a request's POST
        form.hide_place()
        return form

    def move(self, context: ActContext, reason: str) -> object:
        """Add the board and move the call to it."""
        move = mistakes.move_to_unplanned
        return move(context, self.case.pk, self.where, reason=reason)


class Mistake(TableScreen[MoveForm]):
    """The question what the mistake was; the numbers of a board are sent here."""

    acts = ("look", Act.MOVE)
    sight, template, form_class = Sight.DRAFT, "mistake", MoveForm
    asked: Mapping[str, object] = {}

    def make_form(self, data: object) -> MoveForm:
        """Return the form for the numbers of any board of the event."""
        return _place_form(self.case, data)

    def post(self, *_args: object, **_kwargs: object) -> HttpResponse:
        """Go to the place that was meant, or ask on."""
        case, sent = self.case, self.request.POST
        self.form = form = self.make_form(sent)
        if not form.is_valid():
            return self.show()
        to, self.asked = asked_place(self.request, case.event, form)
        if isinstance(to, Unplanned):
            there = MoveThere(where=to, case=case)
            there.setup(self.request, **self.kwargs)
            return there.post() if "reason" in sent else there.get()
        if to is not None and to.pk != playing_of(case).pk:
            return see_other("move_case", case.pk, to.pk)
        if to is not None and "reason" in sent:  # sent twice: it has moved
            return see_other("case", case.pk)
        if to is not None:
            self.asked = {"unknown": _("This call is on that board already.")}
        return self.show()

    @property
    def status(self) -> int:
        """Return how the page answers: numbers that need a word more are refused."""
        return UNFIT if self.asked else super().status

    def context(self) -> dict[str, object]:
        """Return the ways to say what was wrong."""
        cancelling = CancelForm(initial=self.tap().initial)
        ways = _ways(self.request.actor, self.case)
        return {**ways, "place": self.form, "cancelling": cancelling, **self.asked}


class Cancel(TableScreen[CancelForm]):
    """A call cancelled with a reason: one that was tapped, or own words."""

    acts = (Act.CANCEL,)
    http_method_names = ["post"]
    sight, template, form_class = Sight.DRAFT, "mistake", CancelForm
    leads_to = "cancelled"

    def context(self) -> dict[str, object]:
        """Return the ways to say what was wrong, as the question shows them."""
        ways, place = _ways(self.request.actor, self.case), _place_form(self.case)
        return {**ways, "place": place, "cancelling": self.form}

    def act(self, form: CancelForm) -> object:
        """Cancel it."""
        context = form.facts_context(self.request.actor)
        reason = form.cleaned_data["reason"]
        return mistakes.cancel_case(context, self.case.pk, reason=reason)


class Cancelled(TableScreen[ActForm]):
    """That a call was cancelled, and why."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    sight, states = Sight.DRAFT, frozenset({State.CANCELLED})
    template = "cancelled"

    def context(self) -> dict[str, object]:
        """Return the reason."""
        return {"why": cancel_reason(self.case)}


class NobodyAgreed(TableScreen[SaidWhyForm]):
    """Why an agreement that nobody gave stands in the record, then its removal."""

    acts = (Act.REOPEN,)
    sight, states = Sight.DRAFT, frozenset({State.AGREED})
    template, form_class = "nobody_agreed", SaidWhyForm

    def context(self) -> dict[str, object]:
        """Return the reasons on offer."""
        return {"reasons": NOT_AGREED}

    def act(self, form: SaidWhyForm) -> object:
        """Remove the agreement."""
        context, reason = form.context(self.request.actor), form.cleaned_data["reason"]
        return cases.reopen_case(context, self.case.pk, reason=reason)


def _place_form(case: Case, data: object = None) -> MoveForm:
    """Return the form for the numbers, with the section where the call is now."""
    first = {"version": case.version, "section": case.playing.table.section.letter}
    return MoveForm(data, initial=first)  # type: ignore[arg-type]  # a request's POST


def _ways(actor: Actor, case: Case) -> dict[str, object]:
    tables = tables_in_play(actor, case.event)
    return {
        "reasons": REASONS,
        "tables": tables,
        "lettered": lettered(tables),
        "movable": case.state in MOVABLE,
        "place_now": playing_of(case).pk,
        "cancels": standing_under_repair(case) is None,
    }


def _stays(case: Case, asks_claim: bool, asks_cards: bool) -> list[str]:  # noqa: FBT001 - two facts of one change
    """Return what was taken down and goes with the call, in words."""
    kept = {
        _("the claim"): hasattr(case, "claim") and not asks_claim,
        _("the words"): bool(rows_of(case, Statement)),
        _("the objections"): bool(rows_of(case, Objection)),
        _("the cards"): hasattr(case, "position") and not asks_cards,
        _("the answers"): bool(answers_of(case)),
    }
    return [words for words, holds in kept.items() if holds]


mistake = Mistake.as_view()
move = Move.as_view()
cancel = Cancel.as_view()
cancelled = Cancelled.as_view()
nobody_agreed = NobodyAgreed.as_view()
