"""A new call, and what a director notes about rounds and boards in passing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.seats import Side
from rulings.forms.acts import UNFIT, ButtonForm
from rulings.forms.table.calls import GiveCallsForm, HandCallsForm, NewCallForm
from rulings.laws.engine import load_flow
from rulings.models import Case, Playing, Round
from rulings.permissions import EventAct, letters_in_event, require_in_event
from rulings.presenters.live.rows import SHORT_STATES
from rulings.queries.case.rules import flow_name
from rulings.queries.desk import round_closing, rounds_in
from rulings.queries.staff import Guards, guards_of, name_of
from rulings.queries.table.tables import kinds_of, lettered, tables_in_play
from rulings.states import Act, State
from rulings.views.screens import EventScreen, Filled
from rulings.views.table.floor.places import asked_playing
from rulings.views.table.frame import see_other
from rulings.workflow.cases import hand_over, open_calls, open_case
from rulings.workflow.cases import take_calls as take_calls_of
from rulings.workflow.errors import Barred, Fault
from rulings.workflow.event.scores import end_round, record_own_call
from rulings.workflow.log import Receipt


class FloorScreen(EventScreen[Filled]):
    """A page of an event for those who direct in it."""

    opens = ()

    def admit(self, *_acts: EventAct) -> None:
        """Let in who directs."""
        if not letters_in_event(self.request.actor, self.event.pk) & {"D", "C"}:
            raise Barred("takes_calls")


class NewCall(FloorScreen[NewCallForm]):
    """A new call: one tap on table and board, or both numbers."""

    acts = (Act.OPEN,)
    template, form_class = "table/new_call.html", NewCallForm
    asked: Mapping[str, object] = {}

    def make_form(self, data: object, *, auto_id: str = "id_%s") -> NewCallForm:
        """Return the form with the kinds of case that the edition knows."""
        kinds = kinds_of(self.event.edition).items()
        told = {kind: _(words) for kind, words in kinds}
        return NewCallForm(data, told, auto_id=auto_id)

    def act(self, form: NewCallForm) -> Receipt | None:
        """Open the case; None where more must be asked first."""
        context = form.context(self.request.actor)
        playing, self.asked = asked_playing(self.request, self.event, form)
        if playing is None:
            return None
        flow = load_flow(flow_name(form.about), self.event.edition)
        return open_case(context, playing, flow_hash=flow.hash, kind=form.about)

    @property
    def status(self) -> int:
        """Return how the page answers: numbers that need a word more are refused."""
        return UNFIT if self.asked else super().status

    def after(self, done: Receipt) -> HttpResponse:
        """Go to the case."""
        return see_other("case", done.case_id)

    def context(self) -> dict[str, object]:
        """Return the tables in play, and what is asked of the numbers."""
        tapped = self.make_form(None, auto_id="")
        tables = tables_in_play(self.request.actor, self.event)
        return {
            "tables": tables,
            "lettered": lettered(tables),
            "tapped": tapped,
            **self.asked,
        }


class HandCalls(FloorScreen[GiveCallsForm]):
    """Which calls a director who goes off the floor gives away, and to whom."""

    acts = (Act.TAKE_OVER,)
    template, form_class = "table/hand_calls.html", GiveCallsForm

    @cached_property
    def _guards(self) -> Guards:
        return guards_of(self.event.pk, self.request.actor.at)

    @cached_property
    def _rows(self) -> list[Case]:
        assert self.request.actor.user is not None  # noqa: S101 - signed in
        mine = open_calls(self.event, self.request.actor.user).order_by("called_at")
        return list(mine.select_related("playing__board", "playing__table__section"))

    def make_form(self, data: object) -> GiveCallsForm:
        """Return the form with the other directors, and the calls of this one."""
        assert self.request.actor.user is not None  # noqa: S101 - signed in
        me = self.request.actor.user.pk
        names = self._guards.names
        others = {user_id: name for user_id, name in names.items() if user_id != me}
        calls = {str(case.pk): _call_words(case) for case in self._rows}
        return GiveCallsForm(data, users=others, calls=calls)

    def context(self) -> dict[str, object]:
        """Return whether there is any call to give."""
        return {"rows": self._rows}

    def act(self, form: GiveCallsForm) -> object:
        """Give those that are chosen."""
        director = User.objects.get(pk=form.cleaned_data["user"])
        context = form.context(self.request.actor)
        chosen = form.cleaned_data["calls"]
        return name_of(director), *hand_over(context, self.event, director, chosen)

    def after(self, done: tuple[str, int, int]) -> HttpResponse:
        """Return to the calls, and say what was given."""
        name, given, left = done
        words = ngettext(
            "%(name)s has %(n)d call of yours.",
            "%(name)s has %(n)d calls of yours.",
            given,
        ) % {"name": name, "n": given}
        messages.success(self.request, words)
        if left:
            words = ngettext(
                "%(n)d stays with you: %(name)s plays that board.",
                "%(n)d stay with you: %(name)s plays those boards.",
                left,
            ) % {"name": name, "n": left}
            messages.warning(self.request, words)
        return see_other("queue", self.event.pk)


def _call_words(case: Case) -> str:
    """Return where a call is, and how far."""
    table = case.playing.table
    values = {"section": table.section.letter, "table": table.number}
    place = _("Table %(section)s%(table)s, board %(board)s")
    words = place % {**values, "board": case.playing.board.number}
    return f"{words} · {SHORT_STATES[State(case.state)]}"


class TakeCalls(FloorScreen[HandCallsForm]):
    """All calls of a colleague who is not there, taken with one tap on the calls."""

    acts = (Act.TAKE_OVER,)
    http_method_names = ["post"]
    form_class = HandCallsForm

    def make_form(self, data: object) -> HandCallsForm:
        """Return the form with all directors but the reader."""
        assert self.request.actor.user is not None  # noqa: S101 - signed in
        me = self.request.actor.user.pk
        rows = Case.objects.filter(event=self.event, director__isnull=False)
        users = {
            row.pk: name_of(row)
            for row in User.objects.filter(
                pk__in=rows.exclude(director=me).values("director")
            )
        }
        return HandCallsForm(data, users=users, initial={})

    def show(self) -> HttpResponse:
        """Go back to the calls: nobody of that name has any."""
        return self.after((0, 0))

    def act(self, form: HandCallsForm) -> tuple[int, int]:
        """Take them all."""
        director = User.objects.get(pk=form.cleaned_data["user"])
        context = form.context(self.request.actor)
        return take_calls_of(context, self.event, director)

    def after(self, done: tuple[int, int]) -> HttpResponse:
        """Return to the calls, and say what was taken."""
        taken, left = done
        words = ngettext(
            "You have %(n)d call more.", "You have %(n)d calls more.", taken
        )
        if taken:
            messages.success(self.request, words % {"n": taken})
        if left:
            words = ngettext(
                "%(n)d call stays where it is: you may not take it.",
                "%(n)d calls stay where they are: you may not take them.",
                left,
            )
            messages.warning(self.request, words % {"n": left})
        return see_other("queue", self.event.pk)


class RoundOver(EventScreen[ButtonForm]):
    """The end of a round: asked once what it closes, then recorded (Law 69A)."""

    acts = (EventAct.END_ROUND,)
    opens = ()
    template, form_class = "table/round_over.html", ButtonForm

    def admit(self, *_acts: EventAct) -> None:
        """Let in who may end a round."""
        require_in_event(self.request.actor, EventAct.END_ROUND, self.event)

    @cached_property
    def round(self) -> Round:
        """Return the round meant."""
        return get_object_or_404(rounds_in(self.event), pk=self.kwargs["round_id"])

    @property
    def back(self) -> str:
        """Return the page from where the question was asked."""
        return "schedule" if "schedule" in self.request.GET else "queue"

    def get(self, *args: object, **kwargs: object) -> HttpResponse:
        """Ask, while the round runs."""
        running = self.round.ended_at is None
        return super().get(*args, **kwargs) if running else self.after(None)

    def act(self, form: ButtonForm) -> object:
        """Record the end."""
        return end_round(form.context(self.request.actor), self.event, self.round)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Go back."""
        return see_other(self.back, self.event.pk)

    def context(self) -> dict[str, object]:
        """Return what the end closes."""
        closing = round_closing(self.round, self.request.actor.at)
        back = reverse(self.back, args=(self.event.pk,))
        return {"round": self.round, "closing": closing, "back": back}


class OwnCall(EventScreen[ButtonForm]):
    """That a side has called on a later board at its table (Law 69A)."""

    acts = (EventAct.OWN_CALL,)
    opens = ()
    http_method_names = ["post"]
    form_class = ButtonForm

    def admit(self, *_acts: EventAct) -> None:
        """Leave it to the act, which knows the table."""

    def act(self, form: ButtonForm) -> object:
        """Record the call."""
        pk, side = self.kwargs["playing_id"], self.kwargs["side"]
        playing = get_object_or_404(Playing, pk=pk, board__event=self.event)
        if side not in set(Side):
            raise Fault("side_unknown")
        context = form.context(self.request.actor)
        return record_own_call(context, self.event, playing, side)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Return to the calls."""
        return see_other("queue", self.event.pk)


new_call = NewCall.as_view()
hand_calls = HandCalls.as_view()
take_calls = TakeCalls.as_view()
round_over = RoundOver.as_view()
own_call = OwnCall.as_view()
