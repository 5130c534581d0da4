"""The administrator's pages of an event itself: make one, set its laws."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from rulings.forms.acts import ChoiceForm
from rulings.forms.events import EventForm, LawsForm, RepeatForm
from rulings.laws.editions import editions
from rulings.laws.handbook.settings import named_bodies
from rulings.laws.regulations import Regulations, bodies, load_regulations
from rulings.models import Event
from rulings.permissions import EventAct
from rulings.queries.case.rules import restored
from rulings.views.common import see_other
from rulings.views.desk.common import DeskScreen
from rulings.views.screens import Screen
from rulings.workflow.errors import Barred
from rulings.workflow.event.events import create_event, set_laws
from rulings.workflow.event.repeats import repeat_event


class NewEvent(Screen[EventForm]):
    """An event is made: name, days, zone, and the laws it begins with."""

    acts = (EventAct.CREATE_EVENT,)
    template, form_class = "desk/new_event.html", EventForm

    def enter(self) -> HttpResponse | None:
        """Refuse everybody but an administrator."""
        user = self.request.actor.user
        if user is None or not user.is_superuser:
            raise Barred("creates_events")
        return None

    def make_form(self, data: object) -> EventForm:
        """Return the form, for today; the rest as in the event made last."""
        last = Event.objects.order_by("starts_on", "pk").last()
        zone = last.zone if last else timezone.get_current_timezone_name()
        today = self.request.actor.at.astimezone(ZoneInfo(zone)).date()
        body = str(last.regulation.get("name", "")).lower() if last else ""
        known = {
            "kind": last.kind if last else Event.Kind.PAIRS,
            "starts_on": today,
            "ends_on": today,
            "zone": zone if last else "",
            "edition": last.edition if last else max(editions()),
            "body": body if body in bodies() else bodies()[0],
            "directs": True,
        }
        return EventForm(data, initial=known)  # type: ignore[arg-type]  # a request's POST

    def act(self, form: EventForm) -> Event:
        """Make the event."""
        given = form.cleaned_data
        return create_event(
            form.context(self.request.actor),
            name=given["name"],
            kind=Event.Kind(given["kind"]),
            zone=given["zone"],
            starts_on=given["starts_on"],
            ends_on=given["ends_on"],
            edition=given["edition"],
            regulations=form.regulations(),
            chief=self.request.actor.user if given["directs"] else None,
        )

    def after(self, done: Event) -> HttpResponse:
        """Go on to its first steps."""
        return see_other("first_steps", done.pk)


class Repeated(DeskScreen[RepeatForm]):
    """An event like this one on another day: schedule, roles, regulations, names."""

    acts = opens = (EventAct.REPEAT_EVENT,)
    tab, template = "first_steps", "desk/repeated.html"
    form_class = RepeatForm

    def make_form(self, data: object) -> RepeatForm:
        """Return the form, a week on; never on a day that is over."""
        today = self.request.actor.at.astimezone(ZoneInfo(self.event.zone)).date()
        weeks = (today - self.event.starts_on).days // 7 + 1
        again = self.event.starts_on + timedelta(weeks=max(weeks, 1))
        known = {"name": self.event.name, "starts_on": again, "people": True}
        return RepeatForm(data, initial=known)  # type: ignore[arg-type]  # a request's POST

    def act(self, form: RepeatForm) -> Event:
        """Make the event."""
        given = form.cleaned_data
        return repeat_event(
            form.context(self.request.actor),
            self.event,
            name=given["name"],
            starts_on=given["starts_on"],
            with_names=given["people"],
        )

    def after(self, done: Event) -> HttpResponse:
        """Go on to the first steps of the new event."""
        return see_other("first_steps", done.pk)


class Laws(DeskScreen[LawsForm]):
    """Edition and regulations of an event; others hold for later cases."""

    acts = opens = (EventAct.REGULATION,)
    tab, template, form_class = "laws", "desk/laws.html", LawsForm

    @cached_property
    def body(self) -> str:
        """Return the body whose values are shown: asked for, else the event's own."""
        wanted = self.request.GET.get("body", "")
        own = str(self.event.regulation.get("name", "")).lower()
        return next((one for one in (wanted, own) if one in bodies()), bodies()[0])

    def held(self) -> Regulations:
        """Return the values that are shown: of the body asked for, or the event's."""
        if self.request.GET.get("body") == self.body:
            return load_regulations(self.body)
        return restored(self.event.regulation)

    def make_form(self, data: object) -> LawsForm:
        """Return the form with the values of the event, or of a body."""
        edition = self.event.edition
        return LawsForm(data, edition=edition, body=self.body, held=self.held())

    def context(self) -> dict[str, object]:
        """Return the choice of a body."""
        choices = named_bodies(_)
        label = _("Start from the values of")
        return {"choice": ChoiceForm("body", label, choices, self.body)}

    def act(self, form: LawsForm) -> object:
        """Set them for cases opened from now on."""
        context = form.context(self.request.actor)
        edition = form.cleaned_data["edition"]
        return set_laws(context, self.event, edition, form.regulations())


new_event, laws = NewEvent.as_view(), Laws.as_view()
repeated = Repeated.as_view()
