"""Polls of peers on a hand of a case: made, sent or printed, answered, counted."""

from __future__ import annotations

import uuid
from functools import cached_property

from django.http import Http404, HttpResponse
from django.urls import reverse

from rulings.bridge.seats import Seat
from rulings.forms.acts import ActForm, ButtonForm
from rulings.forms.consult.polls import PeerForm, PollForm, TypedAnswerForm
from rulings.models import Poll, PollPeer
from rulings.permissions import Sight, embargo_lifted, letters_in_case
from rulings.presenters.consult import polls as shown
from rulings.presenters.words import seat_name
from rulings.queries.case.rows import rows_of
from rulings.queries.table import consulted
from rulings.queries.words import texts_of
from rulings.states import Act
from rulings.views.common import see_other
from rulings.views.consult.opinions import ConsultScreen
from rulings.views.screens import Filled, Tap
from rulings.workflow.ruling import polls as record
from rulings.workflow.ruling.opinions import secret_of


class Polls(ConsultScreen[PollForm]):
    """The polls of a case, and a new one."""

    acts, right = (Act.ASK_POLL,), Act.ASK_POLL
    sight, template = Sight.DRAFT, "consult/polls.html"

    def fresh_form(self) -> PollForm:
        """Return the form of a poll."""
        return self.make_form(None)

    def make_form(self, data: object) -> PollForm:
        """Return the form, with the seats and what is known of the auction."""
        seats = {seat.letter: seat_name(seat) for seat in Seat}
        return PollForm(data, seats=seats, auction=shown.auction_choices(self.case))

    def context(self) -> dict[str, object]:
        """Return the polls, the newest first."""
        return {
            "polls": list(reversed(shown.polled(self.case))),
            "consults": consulted.consults(self.request.actor, self.case),
        }

    def act(self, form: PollForm) -> uuid.UUID:
        """Make the poll; a form sent twice leads to the same one."""
        return record.ask_poll(
            form.context(self.request.actor), self.case.pk, form.question
        )

    def after(self, done: uuid.UUID) -> HttpResponse:
        """Go to the poll."""
        return see_other("poll", self.case.pk, done)


class PollScreen(ConsultScreen[Filled]):
    """One poll of a case."""

    right, sight = Act.ASK_POLL, Sight.DRAFT

    @cached_property
    def row(self) -> Poll:
        """Return the poll, or raise Http404."""
        row = Poll.objects.filter(case=self.case, pk=self.kwargs["poll_id"]).first()
        if row is None:
            raise Http404
        return row

    @cached_property
    def peers(self) -> list[PollPeer]:
        """Return the peers of the case's polls."""
        return rows_of(self.case, PollPeer)

    @cached_property
    def view(self) -> shown.PollView:
        """Return the poll in words, with the spread of its answers."""
        texts = texts_of([self.row.words, *(peer.words for peer in self.peers)])
        return shown.poll_view(self.row, self.peers, texts)

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - it leads back
        """Go back to the poll."""
        return see_other("poll", self.case.pk, self.row.pk)


class PollPage(PollScreen[Filled]):
    """A poll for who has made it: the spread, its links, an answer typed in."""

    acts = (Act.ANSWER_POLL,)
    template = "consult/poll.html"

    def context(self) -> dict[str, object]:
        """Return the poll; the names of the peers for the chief alone."""
        form, actor = self.form, self.request.actor
        names = "C" in letters_in_case(actor, self.case)
        peers = shown.peer_views(self.row, self.peers, self.view, actor.at, names=names)
        return {
            "poll": self.view,
            "peers": [(one, self._link(one)) for one in peers],
            "names": names,
            "open": self.row.ended_at is None,
            "lifted": embargo_lifted(self.case.playing.board, actor.at),
            "typed": form if isinstance(form, TypedAnswerForm) else self._typed(None),
            "peer": form if isinstance(form, PeerForm) else PeerForm(None),
        }

    def _link(self, view: shown.PeerView) -> str:
        if not view.is_open:
            return ""
        path = reverse("polled", args=[secret_of(view.row)])
        return self.request.build_absolute_uri(path)

    def _typed(self, data: object) -> TypedAnswerForm:
        return TypedAnswerForm(data, choices=self.view.choices)


class PollTyped(PollPage[TypedAnswerForm]):
    """What a peer has said is typed in."""

    def fresh_form(self) -> TypedAnswerForm | None:
        """Show the forms of the page as they are."""
        return None

    def make_form(self, data: object) -> TypedAnswerForm:
        """Return the form of an answer."""
        return self._typed(data)

    def act(self, form: TypedAnswerForm) -> object:
        """Enter the answer."""
        given = form.cleaned_data
        return record.enter_answer(
            form.context(self.request.actor),
            self.case.pk,
            self.row.pk,
            choice=given["choice"],
            words=given["words"],
            name=given["name"],
        )


class PollAsk(PollPage[PeerForm]):
    """A link for one more peer."""

    acts = (Act.ASK_POLL,)
    http_method_names = ["post"]
    form_class = PeerForm

    def make_form(self, data: object) -> PeerForm:
        """Return the form of a peer."""
        return PeerForm(data)

    def act(self, form: PeerForm) -> object:
        """Make the link."""
        given = form.cleaned_data
        return record.ask_peer(
            form.context(self.request.actor),
            self.case.pk,
            self.row.pk,
            name=given["name"],
            hours=given["hours"],
        )


class PollEnd(Tap):
    """A poll takes no more answers."""

    acts, right = (Act.END_POLL,), Act.END_POLL
    sight, leads_to, form_class = Sight.DRAFT, "polls", ButtonForm

    def act(self, form: ActForm) -> object:
        """End it."""
        context = form.context(self.request.actor)
        return record.end_poll(context, self.case.pk, self.kwargs["poll_id"])


class PollPaper(PollScreen[ActForm]):
    """A poll on paper, to be shown to peers and ticked by them."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    template = "consult/paper.html"

    def context(self) -> dict[str, object]:
        """Return what a peer sees, and whether somebody may still play the board."""
        board = self.case.playing.board
        return {
            "poll": self.view,
            "shown": shown.poll_sheet(self.row, self.case),
            "lifted": embargo_lifted(board, self.request.actor.at),
        }


polls, poll, poll_ask = Polls.as_view(), PollTyped.as_view(), PollAsk.as_view()
poll_end, poll_paper = PollEnd.as_view(), PollPaper.as_view()
