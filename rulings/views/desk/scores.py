"""The scorer's desk: results, slips, publication (it starts the players' time)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.results import points_ns
from rulings.forms.acts import ButtonForm, ChoiceForm, PageForm
from rulings.forms.desk import PublishAgainForm, PublishForm, ScoreForm, SlipsForm
from rulings.models import Playing, Round, Session, Slip
from rulings.permissions import EventAct, may_in_event, require_score
from rulings.presenters.results import made_words, points_words, score_words
from rulings.queries.desk import (
    ScoreRow,
    SlipRow,
    barred_for,
    current_round,
    place_words,
    publication_of,
    rounds_of,
    score_rows,
    sessions_of,
    slip_rows,
    slips_of,
)
from rulings.views.common import (
    Declared,
    View,
    found,
    polled,
    screen,
    see_other,
    signed_in,
)
from rulings.views.desk.common import DeskScreen
from rulings.views.lists import list_page
from rulings.views.screens import Filled
from rulings.workflow.errors import Fault
from rulings.workflow.event.scores import (
    acknowledge_slip,
    acknowledge_slips,
    enter_score,
    is_late_change,
    late_changes_allowed,
    publish_scores,
)


class ScoresScreen(DeskScreen[Filled]):
    """The results of a round, the slips, and what is published."""

    acts: ClassVar[tuple[Declared, ...]] = (EventAct.ENTER_SCORE,)
    opens: ClassVar[tuple[EventAct, ...]] = (EventAct.ENTER_SCORE, EventAct.PUBLISH)
    http_method_names = ["get", "head"]
    tab, template, part = "scores", "desk/scores.html", "slips"

    @staticmethod
    def let_in(view: View) -> View:
        """Let in who has signed in; who looks again is told where nothing changed."""
        return signed_in(polled(view))

    @cached_property
    def sessions(self) -> list[Session]:
        """Return the sessions of the event."""
        return sessions_of(self.event)

    def context(self) -> dict[str, object]:
        """Return slips, publication and results; a refused form stands in its place."""
        rounds = rounds_of(self.sessions)
        chosen = self._chosen(rounds)
        barred = barred_for(self.request.actor, self.event)
        slips = list_page(
            self.request.GET,
            slip_rows(self.event, barred),
            lambda row: place_words(row.slip.ruling.case.playing),
            "round",
            name="slips_",
        )
        choices = [(row.pk, f"{row.session.order}.{row.order}") for row in rounds]
        waiting = [
            row.slip
            for row in slips.rows
            if not row.barred and row.slip.acknowledged_at is None
        ]
        return {
            "sessions": [(row, self._publication(row)) for row in self.sessions],
            "choice": ChoiceForm("round", _("Round"), choices, chosen and chosen.pk),
            "rounds": rounds,
            "rows": list_page(
                self.request.GET,
                [_score_view(row) for row in score_rows(chosen, barred)]
                if chosen
                else [],
                _score_words,
                "round",
            ),
            "take_all": self._take_all(waiting),
            "slips": slips,
            "slip_views": [
                _slip_view(row, self.button(row.slip.pk)) for row in slips.rows
            ],
            "may_publish": may_in_event(
                self.request.actor, EventAct.PUBLISH, self.event
            ),
        }

    def _take_all(self, waiting: list[Slip]) -> SlipsForm | None:
        """Return the form that takes the waiting slips, as it was refused if it was."""
        form: object = self.form
        if not isinstance(form, SlipsForm):
            return SlipsForm(None, waiting) if waiting else None
        form.count = len(waiting)
        form.initial["slips"] = SlipsForm(None, waiting).initial["slips"]
        return form

    def _chosen(self, rounds: list[Round]) -> Round | None:
        wanted = self.request.GET.get("round", "")
        named = [row for row in rounds if str(row.pk) == wanted]
        return named[0] if named else current_round(rounds)

    def _publication(self, session: Session) -> PageForm:
        """Return the form of a new period, as it was refused if it was."""
        form: object = self.form
        if isinstance(form, PublishAgainForm) and form.row == session:
            return form
        return PublishAgainForm(None, session)


def _score_words(view: dict[str, object]) -> str:
    playing = view["playing"]
    assert isinstance(playing, Playing)  # noqa: S101 - see `_score_view`
    return place_words(playing)


def _score_view(row: ScoreRow) -> dict[str, object]:
    playing = row.playing
    shown = not row.barred
    contract = Contract.parse(playing.contract) if shown and playing.contract else None
    known = shown and playing.tricks is not None
    score = playing.score if shown else None
    return {
        "playing": playing,
        "case": row.case,
        "barred": row.barred,
        "contract": contract,
        "passed": known and contract is None,
        "made": made_words(contract, playing.tricks or 0) if contract and known else "",
        "points": points_words(score) if score is not None else "",
    }


def _slip_view(row: SlipRow, button: PageForm) -> dict[str, object]:
    slip, ruling = row.slip, row.slip.ruling
    if row.barred:
        return {"slip": slip, "playing": ruling.case.playing, "barred": True}
    contract = Contract.parse(ruling.contract) if ruling.contract else None
    old = ruling.old_score
    return {
        "slip": slip,
        "button": button,
        "playing": ruling.case.playing,
        "contract": contract,
        "old": points_words(old) if old is not None else "",
        "new": score_words(ruling),
        "made": made_words(contract, ruling.new_tricks_declarer) if contract else "",
    }


class Score(DeskScreen[ScoreForm]):
    """The result of one board at one table is entered."""

    acts = opens = (EventAct.ENTER_SCORE,)
    tab, template = "scores", "desk/score.html"
    playing: Playing

    def enter(self) -> HttpResponse | None:
        """Find the board at its table; refuse who has still to play it."""
        super().enter()
        rows = Playing.objects.filter(board__event=self.event).select_related(
            "board__event", "table__section", "round__session", "ns", "ew"
        )
        self.playing = found(self.request, rows, self.kwargs["playing_id"])
        require_score(self.request.actor, self.playing)
        return None

    @cached_property
    def late(self) -> bool:
        """Say whether the correction period is over."""
        return is_late_change(self.playing, self.request.actor.at)

    @cached_property
    def late_allowed(self) -> bool:
        """Say whether a late change needs an approval, and is then taken."""
        return self.late and late_changes_allowed(self.event)

    def fresh_form(self) -> ScoreForm:
        """Return the form, with the result as it is."""
        return self.make_form(None)

    def make_form(self, data: object) -> ScoreForm:
        """Return the form of the result."""
        return ScoreForm(data, self.playing, needs_approval=self.late_allowed)

    def context(self) -> dict[str, object]:
        """Return the board, and whether the change would be late."""
        late = {"late": self.late, "late_allowed": self.late_allowed}
        return {"playing": self.playing, **late}

    def act(self, form: ScoreForm) -> object:
        """Enter the result."""
        given = form.cleaned_data
        contract, tricks = given["contract"], given["tricks"]
        if given["passed"] or contract is None:
            contract, tricks = None, 0
        return enter_score(
            form.context(self.request.actor),
            self.event,
            self.playing,
            contract=str(contract or ""),
            tricks=tricks,
            score=points_ns(
                contract, tricks, Vulnerability(self.playing.board.vulnerability)
            ),
            approved=given.get("approved", ""),
        )

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - a receipt
        """Go back to the round of the board."""
        query = f"?round={self.playing.round_id}"
        return see_other("scores", self.event.pk, query=query)


class Publish(ScoresScreen[PublishAgainForm]):
    """Ask once what a publication starts, then publish; again only with a reason."""

    acts = opens = (EventAct.PUBLISH,)
    http_method_names = ["get", "head", "post"]
    part = ""

    def get(self, *_args: object, **_kwargs: object) -> HttpResponse:
        """Show what the publication of a session not published yet would start."""
        session = self._session(self.request.GET.get("session", ""))
        if session is None or session.published_at is not None:
            return see_other("scores", self.event.pk)
        context = {
            **self.frame(),
            "at": self.request.actor.at,
            "form": PublishForm(initial={"session": session.pk}),
            "session": session,
            "publication": publication_of(session),
        }
        return screen(self.request, "desk/publish.html", context)

    def _session(self, wanted: str) -> Session | None:
        return next((row for row in self.sessions if str(row.pk) == wanted), None)

    def make_form(self, data: object) -> PublishAgainForm:
        """Return the form of the session that is meant."""
        session = self._session(self.request.POST.get("session", ""))
        if session is None:
            raise Fault("page_too_old")
        return PublishAgainForm(data, session)

    def act(self, form: PublishAgainForm) -> object:
        """Publish the scores."""
        context, reason = form.context(self.request.actor), form.cleaned_data["reason"]
        return publish_scores(context, self.event, form.row, new_period_reason=reason)


class SlipTaken(ScoresScreen[ButtonForm]):
    """A slip has been taken into the scores."""

    acts = opens = (EventAct.ACKNOWLEDGE,)
    http_method_names = ["post"]
    form_class = ButtonForm
    part = ""

    def act(self, form: ButtonForm) -> object:
        """Record that it was taken."""
        rows = Slip.objects.filter(ruling__case__event=self.event)
        slip = found(self.request, rows, self.kwargs["slip_id"])
        return acknowledge_slip(form.context(self.request.actor), self.event, slip)


class SlipsTaken(ScoresScreen[SlipsForm]):
    """All slips that the page showed have been taken into the scores."""

    acts = opens = (EventAct.ACKNOWLEDGE,)
    http_method_names = ["post"]
    form_class = SlipsForm
    part = ""

    def act(self, form: SlipsForm) -> object:
        """Record that they were taken."""
        barred = barred_for(self.request.actor, self.event)
        given = form.cleaned_data["slips"]
        rows = slips_of(self.event).filter(pk__in=given, acknowledged_at=None)
        slips = [row for row in rows if not barred(row.ruling.case.playing)]
        if not slips:
            raise Fault("no_slips")
        return acknowledge_slips(form.context(self.request.actor), self.event, slips)


scores, score, publish, slip_taken, slips_taken = (
    ScoresScreen.as_view(),
    Score.as_view(),
    Publish.as_view(),
    SlipTaken.as_view(),
    SlipsTaken.as_view(),
)
