"""One session changed: its times, a pair or table less, a late pair, a substitute."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.forms.acts import ButtonForm
from rulings.forms.sessions import (
    AbsenceForm,
    DrawForm,
    SubstituteForm,
    TableForm,
    TimesForm,
)
from rulings.importers.faults import UnreadableFile
from rulings.importers.movements import drawn_round, read_draw
from rulings.models import Event, Round, Session
from rulings.permissions import EventAct
from rulings.queries.sessions import (
    boards_before,
    left_out_of,
    pairs_in,
    tables_in,
)
from rulings.queries.staff import players_of
from rulings.views.common import found, see_other
from rulings.views.desk.common import DeskScreen
from rulings.views.screens import Filled
from rulings.workflow.event import changes, contestants
from rulings.workflow.event.schedule import Timing


class SessionScreen(DeskScreen[Filled]):
    """A session with the forms that change it; a refused one stands where it was."""

    acts = opens = (EventAct.SCHEDULE,)
    tab, template = "schedule", "desk/session.html"
    session: Session

    def enter(self) -> HttpResponse | None:
        """Find the session of the event."""
        away = super().enter()
        rows = Session.objects.filter(event=self.event)
        self.session = found(self.request, rows, self.kwargs["session_id"])
        return away

    @cached_property
    def rounds(self) -> list[Round]:
        """Return the rounds that have not ended."""
        rows = self.session.rounds.filter(ended_at__isnull=True)
        return list(rows.order_by("order"))

    def times_form(self, data: object = None) -> TimesForm:
        """Return the form of the planned times, as they are."""
        initial: dict[str, object] = {}
        if self.rounds and self.rounds[0].starts_at and self.rounds[0].ends_at:
            first = self.rounds[0]
            length = first.ends_at - first.starts_at  # type: ignore[operator]  # both are there
            initial = {
                "starts_at": first.starts_at,
                "minutes": length // timedelta(minutes=1),
            }
            if len(self.rounds) > 1 and self.rounds[1].starts_at:
                pause = self.rounds[1].starts_at - first.ends_at  # type: ignore[operator]  # as above
                initial["pause"] = max(pause // timedelta(minutes=1), 0)
        return TimesForm(data, initial=initial)  # type: ignore[arg-type]  # a request's POST

    def absence_form(self, data: object = None) -> AbsenceForm:
        """Return the form of a pair or table that leaves or comes back."""
        return AbsenceForm(
            data,
            rounds=self.rounds,
            pairs=pairs_in(self.session),
            tables=tables_in(self.session),
        )

    def table_form(self, data: object = None) -> TableForm:
        """Return the form of one table in one round."""
        return TableForm(
            data,
            rounds=self.rounds,
            pairs=pairs_in(self.session),
            tables=tables_in(self.session),
        )

    @cached_property
    def to_draw(self) -> Round | None:
        """Return the round that waits for its draw."""
        return changes.undrawn_rounds(self.session).first()

    def draw_form(self, data: object = None, files: object = None) -> DrawForm:
        """Return the form of the next draw, with the boards that follow."""
        deal_set, last, boards = boards_before(self.session)
        form = DrawForm(data, files, first=last + 1, boards=boards)
        form.deal_set = deal_set
        return form

    def substitute_form(self, data: object = None) -> SubstituteForm:
        """Return the form of a substitute."""
        mine = {row.number for row in pairs_in(self.session)}
        players = [row for row in players_of(self.event) if row.number in mine]
        return SubstituteForm(data, rounds=self.rounds, players=players)

    def context(self) -> dict[str, object]:
        """Return the session, what is left out, and the forms."""
        sent: object = self.form
        return {
            "session": self.session,
            "rounds": self.rounds,
            "left_out": left_out_of(self.session),
            "times": sent if isinstance(sent, TimesForm) else self.times_form(),
            "absence": sent if isinstance(sent, AbsenceForm) else self.absence_form(),
            "substitute": sent
            if isinstance(sent, SubstituteForm)
            else self.substitute_form(),
            "seating": sent if isinstance(sent, TableForm) else self.table_form(),
            "to_draw": self.to_draw,
            "draw": self.to_draw
            and (sent if isinstance(sent, DrawForm) else self.draw_form()),
            "individuals": self.event.kind == Event.Kind.INDIVIDUAL,
            "button": sent if isinstance(sent, ButtonForm) else ButtonForm(),
        }

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Show the session as it is now."""
        return see_other("session", self.event.pk, self.session.pk)


class SessionTimes(SessionScreen[TimesForm]):
    """The session, and other times for the rounds to come."""

    form_class = TimesForm

    def make_form(self, data: object) -> TimesForm:
        """Return the form of the times."""
        return self.times_form(data)

    def act(self, form: TimesForm) -> object:
        """Plan the rounds anew."""
        length, pause = form.lengths()
        timing = Timing(
            starts_at=form.cleaned_data["starts_at"], round_length=length, pause=pause
        )
        context = form.context(self.request.actor)
        return changes.retime_session(context, self.event, self.session, timing)


class SessionField(SessionScreen[AbsenceForm]):
    """A pair or a table leaves the session, or comes back."""

    http_method_names = ["post"]
    form_class = AbsenceForm

    def make_form(self, data: object) -> AbsenceForm:
        """Return the form of the absence."""
        return self.absence_form(data)

    def act(self, form: AbsenceForm) -> object:
        """Take the boards out, or put them back."""
        given = form.cleaned_data
        absence = changes.Absence(
            since=given["since"], pair=given["pair"], table=given["table"]
        )
        back = self.request.POST.get("do") == "back"
        verb = changes.bring_back if back else changes.leave_out
        return verb(form.context(self.request.actor), self.event, absence)


class SessionTable(SessionScreen[TableForm]):
    """A table gets other pairs or other boards in one round."""

    http_method_names = ["post"]
    form_class = TableForm

    def make_form(self, data: object) -> TableForm:
        """Return the form of the table."""
        return self.table_form(data)

    def act(self, form: TableForm) -> object:
        """Change it."""
        given = form.cleaned_data
        wanted = changes.TableRound(
            round=given["since"],
            table=given["table"],
            ns=given["ns"],
            ew=given["ew"],
            boards=form.boards(),
        )
        context = form.context(self.request.actor)
        return changes.change_table(context, self.event, wanted)


class SessionDraw(SessionScreen[DrawForm]):
    """The next round is drawn, by hand or from a file."""

    http_method_names = ["post"]
    form_class = DrawForm

    def make_form(self, data: object) -> DrawForm:
        """Return the form of the draw."""
        return self.draw_form(data, self.request.FILES)

    def act(self, form: DrawForm) -> object:
        """Schedule the round."""
        given = form.cleaned_data
        try:
            placements = drawn_round(
                read_draw(given["csv"]),
                self.to_draw.order if self.to_draw else 1,
                given["boards"],
                first_board=given["first"],
                teams=self.event.kind == Event.Kind.TEAMS,
            )
        except UnreadableFile as error:
            form.add_error("csv", _(error.template).format(**error.params))
            return None
        return changes.draw_round(
            form.context(self.request.actor),
            self.event,
            self.session,
            placements=placements,
            deal_set=form.deal_set,
        )


class SessionSubstitute(SessionScreen[SubstituteForm]):
    """Somebody plays instead of a player; the name is entered like any other."""

    acts = (EventAct.IMPORT,)
    http_method_names = ["post"]
    form_class = SubstituteForm

    def make_form(self, data: object) -> SubstituteForm:
        """Return the form of the substitute."""
        return self.substitute_form(data)

    def act(self, form: SubstituteForm) -> object:
        """Seat the substitute."""
        given = form.cleaned_data
        wanted = contestants.Substitution(
            since=given["since"], player=given["player"].pk, name=given["name"]
        )
        return contestants.substitute(
            form.context(self.request.actor), self.event, wanted
        )


class SessionRemoved(SessionScreen[ButtonForm]):
    """A session that nobody has played goes out of the event."""

    http_method_names = ["post"]
    form_class = ButtonForm

    def act(self, form: ButtonForm) -> object:
        """Remove it."""
        context = form.context(self.request.actor)
        return changes.remove_session(context, self.event, self.session)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Go back to the schedule."""
        return see_other("schedule", self.event.pk)


session, session_field = SessionTimes.as_view(), SessionField.as_view()
session_table = SessionTable.as_view()
session_draw = SessionDraw.as_view()
session_substitute = SessionSubstitute.as_view()
session_removed = SessionRemoved.as_view()
