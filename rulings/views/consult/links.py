"""The links of those without an account: a second opinion, the answer to a poll.

Looking writes nothing (R14). Nobody's name and no place stands on these pages, and no
card before the whole field has played the board (R11).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from allauth.core import ratelimit
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from rulings.forms.consult.opinions import OpinionForm
from rulings.forms.consult.polls import PeerAnswerForm
from rulings.models import Case, Opinion, PollPeer
from rulings.permissions import Actor, Refused, link_actor, link_opens
from rulings.presenters.consult.facts import frozen_facts
from rulings.presenters.consult.polls import poll_sheet, poll_view
from rulings.queries.table.consulted import tricks_to_divide
from rulings.queries.table.sheet import sheet_of
from rulings.queries.words import texts_of
from rulings.states import Act, State, possible
from rulings.views.common import HtmxHttpRequest, declares, screen, see_other
from rulings.views.pace import TOO_MANY, wait_of
from rulings.views.screens import Filled, taken
from rulings.workflow.event.passes import secret_hash
from rulings.workflow.ruling import opinions as record
from rulings.workflow.ruling.polls import answer_poll, find_peer

TRIES = 30
"""So often in a minute one link is opened (R25)."""
READ = ("event", "claim", "position", "playing__board", "playing__round__session")


def too_often(request: HtmxHttpRequest, secret: str) -> HttpResponse | None:
    """Return the page for a network that tries links, or a link opened too often."""
    answer: HttpResponse | None = ratelimit.consume_or_429(request, action="invited")
    wait = wait_of(f"link:{secret_hash(secret)}", request.actor.at, TRIES)
    if answer is None and wait:
        context = {"why": "often", "seconds": wait}
        return screen(request, "consult/shut.html", context, status=TOO_MANY)
    return answer


def case_of(link: Opinion | PollPeer) -> Case:
    """Return the case of a link, with what its page shows."""
    return Case.objects.select_related(*READ).get(pk=link.case_id)


def why_shut(actor: Actor, case: Case) -> str:
    """Return why a link opens nothing now, "" where it does."""
    link = actor.link
    if link is None:
        return "unknown"
    answered = link.given_at if isinstance(link, Opinion) else link.answered_at
    ended = link.ended_at if isinstance(link, Opinion) else link.poll.ended_at
    if answered is not None:
        return "given"
    if ended is not None:
        return "ended"
    if not link.is_open(actor.at):
        return "expired"
    return "" if link_opens(actor, case) else "early"


def shut(request: HtmxHttpRequest, why: str) -> HttpResponse:
    """Say why there is nothing to see: thanks, too early, over, or no such link."""
    codes = {"unknown": 404, "given": 200, "changing": 200}
    context = {"why": why}
    return screen(request, "consult/shut.html", context, status=codes.get(why, 403))


def sent_well(form: Filled, act: Callable[[Filled], object]) -> bool:
    """Take what was sent; False where it was refused, or the link opens no more."""
    try:
        return taken(form, act) is not None
    except Refused:
        return False


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.GIVE_OPINION)
def consulted(request: HtmxHttpRequest, secret: str) -> HttpResponse:
    """Show somebody outside the facts of a case alone, and take his ruling on them."""
    if answer := too_often(request, secret):
        return answer
    row = record.find_opinion(secret)
    if row is None:
        return shut(request, "unknown")
    request.actor = actor = link_actor(row, request.actor.at)
    case = case_of(row)
    timezone.activate(case.event.zone)
    why = why_shut(actor, case)
    if not why and Act.GIVE_OPINION not in possible(State(case.state)):
        why = "changing"
    if why and request.method != "POST":
        return shut(request, why)
    left = tricks_to_divide(case)
    seen = record.facts_mark(case)
    form = OpinionForm(request.POST or None, left=left, seen=seen)
    if request.method == "POST" and sent_well(form, partial(_give, actor, case)):
        return see_other("consulted", secret)
    if why:
        return shut(request, why)
    facts = frozen_facts(sheet_of(case))
    context = {"form": form, "facts": facts, "row": row, "at": actor.at}
    return screen(request, "consult/link.html", context, status=form.status)


def _give(actor: Actor, case: Case, form: OpinionForm) -> object:
    given = form.cleaned_data
    return record.give_opinion(
        form.context(actor),
        case.pk,
        tricks=given["tricks"],
        laws=given["laws"],
        reasons=given["reasons"],
        seen=given["seen"],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.ANSWER_POLL)
def polled(request: HtmxHttpRequest, secret: str) -> HttpResponse:
    """Show a peer one hand and the question, and take his answer."""
    if answer := too_often(request, secret):
        return answer
    row = find_peer(secret)
    if row is None:
        return shut(request, "unknown")
    request.actor = actor = link_actor(row, request.actor.at)
    case = case_of(row)
    timezone.activate(case.event.zone)
    why = why_shut(actor, case)
    if why and request.method != "POST":
        return shut(request, why)
    view = poll_view(row.poll, [], texts_of([row.poll.words]))
    form = PeerAnswerForm(request.POST or None, choices=view.choices)
    if request.method == "POST" and sent_well(form, partial(_answer, actor, case)):
        return see_other("polled", secret)
    if why:
        return shut(request, why)
    context = {"form": form, "poll": view, "shown": poll_sheet(row.poll, case)}
    return screen(request, "consult/polled.html", context, status=form.status)


def _answer(actor: Actor, case: Case, form: PeerAnswerForm) -> object:
    given = form.cleaned_data
    context = form.context(actor)
    return answer_poll(context, case.pk, choice=given["choice"], words=given["words"])
