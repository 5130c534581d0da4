"""Results in from a list, and out to other programs, with what changed since."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256

from django.http import HttpResponse

from rulings.bridge.comparisons import Scoring
from rulings.forms.acts import ButtonForm
from rulings.forms.scores.lists import CSV, USEBIO, ResultsForm, ResultsOutForm
from rulings.importers.tables import csv_text
from rulings.importers.usebio.writer import usebio_text
from rulings.models import Entry, Event, Playing, Session
from rulings.permissions import EventAct, may_in_event
from rulings.presenters.desk.scoring import result_view, standing_views
from rulings.queries.desk import LEFT_IN, barred_for, names_by_number, sessions_of
from rulings.queries.exports import file_name
from rulings.queries.scoring.given_out import (
    GivenOut,
    last_export,
    list_rows,
    results_of,
    sets_clash,
    usebio_of,
)
from rulings.views.common import see_other
from rulings.views.desk.common import DeskScreen
from rulings.views.lists import list_page
from rulings.views.pace import too_many_exports
from rulings.workflow.errors import Fault
from rulings.workflow.event.scores import enter_scores, export_scores, is_late_change

TYPES = {CSV: ("text/csv", "csv"), USEBIO: ("application/xml", "xml")}


class ResultsOut(DeskScreen[ResultsOutForm]):
    """What changed since the last export, and the results as a file."""

    acts = opens = (EventAct.EXPORT_SCORES,)
    tab, template = "scores", "desk/given_out.html"

    @cached_property
    def sessions(self) -> list[Session]:
        """Return the sessions of the event."""
        return sessions_of(self.event)

    @cached_property
    def last(self) -> Entry | None:
        """Return the last export."""
        return last_export(self.event)

    @cached_property
    def results(self) -> list[GivenOut]:
        """Return the results that the reader may see."""
        barred = barred_for(self.request.actor, self.event)
        since = None if self.last is None else self.last.seq
        return results_of(self.event, barred, since)

    def fresh_form(self) -> ResultsOutForm:
        """Return the form."""
        return self.make_form(None)

    def make_form(self, data: object) -> ResultsOutForm:
        """Return the form, with the sessions."""
        pairs = self.event.kind == Event.Kind.PAIRS
        return ResultsOutForm(data, self.sessions, pairs=pairs)

    def context(self) -> dict[str, object]:
        """Return what changed since the last export."""
        changed = [result_view(one.scores) for one in self.results if one.changed]
        return {
            "last": self.last,
            "results": len(self.results),
            "ranked": self.event.kind != Event.Kind.TEAMS,
            "changed": list_page(
                self.request.GET,
                changed,
                lambda view: f"{view.playing.table.name} {view.playing.board.number}",
            ),
        }

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Give the file out, unless too many were asked for."""
        return too_many_exports(self.request) or super().post(*args, **kwargs)

    def act(self, form: ResultsOutForm) -> tuple[str, bytes]:
        """Record the export; return its kind and the file."""
        given = form.cleaned_data
        chosen = [row for row in self.sessions if str(row.pk) == given["session"]]
        results = [
            one
            for one in self.results
            if not chosen or one.playing.round.session_id == chosen[0].pk
        ]
        kind = given["kind"]
        if kind == USEBIO:
            data = self._usebio(chosen[0], results)
        else:
            data = csv_text(list_rows(results)).encode("utf-8-sig")
        export_scores(
            form.context(self.request.actor),
            self.event,
            kind=kind,
            results=len(results),
            sha256=sha256(data).hexdigest(),
        )
        return kind, data

    def _usebio(self, session: Session, results: list[GivenOut]) -> bytes:
        """Return a session as USEBIO; hands only for those who may give them out."""
        if sets_clash(results, session):
            raise Fault("usebio_two_deal_sets")
        hands = may_in_event(self.request.actor, EventAct.IMPORT, self.event)
        made = usebio_of(session, results, Scoring.MATCHPOINTS, hands=hands)
        return usebio_text(made).encode()

    def after(self, done: tuple[str, bytes]) -> HttpResponse:
        """Send the file."""
        kind, data = done
        content_type, ending = TYPES[kind]
        response = HttpResponse(data, content_type=f"{content_type}; charset=utf-8")
        name = f"{file_name(self.event)}-results.{ending}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class StandingScreen(DeskScreen[ButtonForm]):
    """Who stands where: each session in percent, and all with what is carried."""

    acts = opens = (EventAct.EXPORT_SCORES,)
    http_method_names = ["get", "head"]
    tab, template = "scores", "desk/standing.html"

    def context(self) -> dict[str, object]:
        """Return the sessions, and the contestants with their percents."""
        sessions = sessions_of(self.event)
        barred = barred_for(self.request.actor, self.event)
        results = results_of(self.event, barred, since=None)
        names = names_by_number(self.event)
        views = standing_views(sessions, [one.scores for one in results], names)
        return {
            "sessions": sessions,
            "standing": list_page(
                self.request.GET, views, lambda row: f"{row.number} {row.names}"
            ),
        }


class ResultsIn(DeskScreen[ResultsForm]):
    """Results from a list: all lines are taken, or none."""

    acts = opens = (EventAct.ENTER_SCORE,)
    tab, template = "scores", "desk/results_in.html"

    def fresh_form(self) -> ResultsForm:
        """Return the empty form."""
        return ResultsForm(None, None)

    def make_form(self, data: object) -> ResultsForm:
        """Return the form, with the boards at tables that the reader may score."""
        rows = Playing.objects.filter(LEFT_IN, board__event=self.event)
        places = rows.select_related(
            "board__event", "table__section", "round__session", "ns", "ew"
        )
        barred = barred_for(self.request.actor, self.event)
        kept = [row for row in places if not barred(row)]
        return ResultsForm(data, self.request.FILES, kept)

    def act(self, form: ResultsForm) -> object:
        """Enter the results; a late change has a page of its own."""
        if not form.given:
            raise Fault("no_scores")
        at = self.request.actor.at
        if any(is_late_change(one.playing, at) for one in form.given):
            raise Fault("scores_late")
        return enter_scores(form.context(self.request.actor), self.event, form.given)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - a receipt
        """Go back to the scores."""
        return see_other("scores", self.event.pk)


results_out, results_in = ResultsOut.as_view(), ResultsIn.as_view()
standing = StandingScreen.as_view()
