"""A screen of a case or an event: shown, its act taken, refused in words, or followed.

A screen derives from `CaseScreen` or `EventScreen` and says only what differs: its act,
its form, who may look, what it shows and where its act leads (docs/structure.md, "A
screen").
Overtaken pages, keys used twice and missing rights are answered by `declares`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.http import require_http_methods

from rulings.forms.acts import NOT_NOW, ActForm, ButtonForm, PageForm
from rulings.models import Appeal, Case, Event
from rulings.permissions import (
    EventAct,
    Sight,
    letters_in_case,
    letters_in_event,
    may_somewhere,
    require,
    require_hearing,
    sees,
)
from rulings.queries.player import waiting_appeals
from rulings.queries.table.sheet import Sheet, sheet_for
from rulings.states import Act, NotAllowed
from rulings.views.common import (
    WRONG,
    Declared,
    HtmxHttpRequest,
    case_for,
    declares,
    event_for,
    need_no_opinion,
    screen,
    see_other,
    signed_in,
)
from rulings.workflow.errors import Barred, Fault, Invalid

AnyForm = TypeVar("AnyForm", bound=PageForm)
Filled = TypeVar("Filled", bound=ActForm)
Done = TypeVar("Done")

PLAYING = frozenset({"D-", "C-"})
"""The letters of staff who have played the board or will play it later."""


def need_sight(request: HtmxHttpRequest, case: Case, what: Sight) -> None:
    """Raise Barred unless the reader sees this part of the case now."""
    if sees(request.actor, what, case):
        return
    need_no_opinion(request, case)
    if letters_in_case(request.actor, case) & PLAYING:
        raise Barred("plays_this_board")
    raise Barred("part_not_for_role")


def taken(form: AnyForm, act: Callable[[AnyForm], Done]) -> Done | None:
    """Check a form and run its act; None where either refuses: the form says why."""
    if not form.is_valid():
        return None
    try:
        return act(form)
    except WRONG as error:
        form.refuse(error, field=getattr(error, "field", ""))
    except NotAllowed:
        sentence = f"{_('Not possible as the case stands')}."
        form.refuse(sentence, status=NOT_NOW)
    return None


def tap_on(case: Case) -> ActForm:
    """Return the hidden fields of a button: a key, and the version that is seen."""
    return ActForm(initial={"version": case.version})


class Screen(View, Generic[Filled]):
    """A page, and the act that its form brings."""

    acts: ClassVar[tuple[Declared, ...]]
    """What the route does (R10)."""

    http_method_names = ["get", "head", "post"]
    """Fewer for a page that only shows or only takes an act."""

    let_in: ClassVar[Callable[..., Any]] = staticmethod(signed_in)

    template = ""
    """None for what is done with one tap on another page: then `declares` answers what
    is refused."""

    part = ""
    """What of the template answers htmx."""

    form_class: type[Filled] | None = None
    form: Filled | None = None
    request: HtmxHttpRequest

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Callable[..., HttpResponseBase]:  # noqa: ANN401 - Django's own signature
        """Return the view with its declared act, for those who are let in."""
        view = declares(*cls.acts)(cls.let_in(super().as_view(**initkwargs)))
        return require_http_methods([name.upper() for name in cls.http_method_names])(
            view
        )

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401 - Django's own signature
        """Find first what the page is of, and ask whether it is for this reader."""
        return self.enter() or super().dispatch(*args, **kwargs)

    def get(self, *_args: object, **_kwargs: object) -> HttpResponse:
        """Show the page."""
        self.form = self.fresh_form()
        return self.show()

    def post(self, *_args: object, **_kwargs: object) -> HttpResponse:
        """Take the act and go on; refused, show the page with everything kept."""
        self.form = form = self.make_form(self.request.POST)
        if not self.template:
            if not form.is_valid():
                raise Invalid(form.wrong)
            return self.after(self.act(form))
        done = taken(form, self.act)
        return self.show() if done is None else self.after(done)

    def show(self) -> HttpResponse:
        """Render the page, or its part for htmx."""
        at = self.request.actor.at
        frame = {"form": self.form, "tap": self.tap, "at": at, **self.frame()}
        context = {**frame, **self.context()}
        name, part = self.template, self.part
        return screen(self.request, name, context, part=part, status=self.status)

    @property
    def status(self) -> int:
        """Return how the page answers."""
        return 200 if self.form is None else self.form.status

    # what a screen may say of itself

    def enter(self) -> HttpResponse | None:
        """Fetch what the page is of, or return where to go instead.

        Raises Http404 or Barred where the page is not for this reader.
        """
        return None

    def fresh_form(self) -> Filled | None:
        """Return the form to be filled in, if the page has one."""
        return None if self.form_class is None else self.make_form(None)

    def make_form(self, data: object) -> Filled:
        """Return the form, filled in with what was sent."""
        assert self.form_class is not None  # noqa: S101 - or the page takes no POST
        return self.form_class(data)  # type: ignore[arg-type]  # a request's POST

    def tap(self) -> ActForm:
        """Return the hidden fields of a button; each has a key of its own."""
        return ButtonForm()

    def frame(self) -> dict[str, object]:
        """Return what all pages of the kind show."""
        return {}

    def context(self) -> dict[str, object]:
        """Return what the template shows beside form and time."""
        return {}

    def act(self, form: Filled) -> object:
        """Do the act of a valid form; return its receipt, or what `after` reads."""
        raise NotImplementedError

    def after(self, done: Any) -> HttpResponse:  # noqa: ANN401 - what the screen's own act returned
        """Return the way on."""
        raise NotImplementedError


class CaseScreen(Screen[Filled]):
    """A page of one case, and the act that its form brings."""

    right: ClassVar[Act | None] = None
    """The act that the reader must have a right to, also for a look."""

    sight: ClassVar[Sight | None] = None
    """The part of the case that the reader must see, if one is named."""

    leads_to: ClassVar[str] = "case"
    """The screen of the case to which the act leads: `case` is the next open one."""

    case: Case

    def enter(self) -> HttpResponse | None:
        """Find the case; refuse a reader who must not see the part that is shown."""
        self.case = self.fetch()
        if self.right is not None:
            require(self.request.actor, self.right, self.case)
        if self.sight is not None:
            need_sight(self.request, self.case, self.sight)
        return None

    @cached_property
    def sheet(self) -> Sheet:
        """Return what is known of the case, read once."""
        return sheet_for(self.request.actor, self.case)

    def frame(self) -> dict[str, object]:
        """Return the case."""
        return {"case": self.case}

    def tap(self) -> ActForm:
        """Return the hidden fields of a button on the case."""
        return tap_on(self.case)

    def fetch(self) -> Case:
        """Return the case of the address, or raise Http404."""
        return case_for(self.request, self.kwargs["case_id"])

    def make_form(self, data: object) -> Filled:
        """Return the form, with the version that this page shows."""
        assert self.form_class is not None  # noqa: S101 - or the page takes no POST
        return self.form_class(data, initial={"version": self.case.version})  # type: ignore[arg-type]  # a request's POST

    def after(self, done: Any) -> HttpResponse:  # noqa: ANN401, ARG002 - what the screen's own act returned
        """Return the way on."""
        return see_other(self.leads_to, self.case.pk)


class Tap(CaseScreen[ActForm]):
    """An act on a case of one tap on another page."""

    http_method_names = ["post"]
    form_class = ActForm


class EventScreen(Screen[Filled]):
    """A page of one event, and the act that its form brings."""

    opens: ClassVar[tuple[EventAct, ...]]
    """Who may do one of these anywhere in the event may see the page.

    The act itself asks for its place.
    """

    event: Event

    def enter(self) -> HttpResponse | None:
        """Find the event; refuse a reader without a right that opens the page."""
        self.event = event_for(self.request, self.kwargs["event_id"])
        self.admit(*self.opens)
        return None

    def admit(self, *acts: EventAct) -> None:
        """Refuse who may do none of some acts anywhere in the event."""
        actor = self.request.actor
        if not any(may_somewhere(actor, act, self.event) for act in acts):
            raise Barred("desk_not_for_role")

    def frame(self) -> dict[str, object]:
        """Return the event."""
        return {"event": self.event}

    def button(self, pk: object) -> PageForm:
        """Return the form of a row's button: as it was refused, or a fresh one."""
        form: object = self.form
        if isinstance(form, ButtonForm) and pk in self.kwargs.values():
            return form
        return ButtonForm()


def chief_event(request: HtmxHttpRequest, event_id: uuid.UUID) -> Event:
    """Return an event to its chief; somebody else in it is refused."""
    event = event_for(request, event_id)
    if "C" not in letters_in_event(request.actor, event.pk):
        raise Barred("chief_desk")
    return event


class ChiefScreen(CaseScreen[Filled]):
    """A page of the chief about one case; its act leads back to the live page."""

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Return to the live page with the case peeked at."""
        return see_other("live", self.case.event_id, query=f"?peek={self.case.pk}")


class AppealScreen(CaseScreen[Filled]):
    """A page about an appeal, for those who deal with appeals (Laws 92 and 93).

    Both sides may have appealed (Law 92A): then the page names the side.
    """

    def fetch(self) -> Case:
        """Return the case, to the chief and the panel."""
        case = super().fetch()
        require_hearing(self.request.actor, case)
        return case

    @cached_property
    def side(self) -> str:
        """Return the side whose appeal is meant, where the page names one."""
        return self.request.POST.get("side") or self.request.GET.get("side", "")

    @cached_property
    def waiting(self) -> list[Appeal]:
        """Return the appeals that have not ended, at most one of each side."""
        return waiting_appeals(self.case)

    @cached_property
    def appeal(self) -> Appeal:
        """Return the appeal meant; where there is none there is no page."""
        found = self.find_appeal()
        if found is None:
            raise Fault("appeal_not_waiting") if self.request.POST else Http404
        return found

    def find_appeal(self) -> Appeal | None:
        """Return the appeal meant, if it waits."""
        meant = (row for row in self.waiting if self.side in {"", row.side})
        return next(meant, None)
