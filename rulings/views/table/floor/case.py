"""The way on from any point of a case, and the acts that belong to no one screen."""

from __future__ import annotations

import uuid

import segno
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rulings.bridge.seats import Side
from rulings.forms.typed import words
from rulings.models import Answer, Case, Window
from rulings.permissions import EventAct, Sight
from rulings.presenters.readouts import ended_readout
from rulings.presenters.table import plain_diagram
from rulings.presenters.table.law import answered_checks, due_checks
from rulings.presenters.table.strip import claimed_words
from rulings.presenters.table.words import binding, doubt_lines
from rulings.presenters.words import side_name
from rulings.queries.case.flow import CaseWalk, edition_asks, walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.case.situation import auction_of
from rulings.queries.staff import guards_of
from rulings.queries.table.proposal import proposed
from rulings.queries.table.sheet import Sheet, sheet_for, sheet_of
from rulings.states import Act, State
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import (
    case_screen,
    facts_form,
    is_playing_director,
    need_sight,
    need_taking,
    see_other,
)
from rulings.views.table.law.outcome import is_closing
from rulings.workflow.cases import close_case, reopen_case
from rulings.workflow.cases import take_over as take
from rulings.workflow.errors import Invalid
from rulings.workflow.event.passes import issue_passes
from rulings.workflow.facts import change_facts as reopen_facts
from rulings.workflow.undo import leave_as_announced
from rulings.workflow.undo import undo as undo_last

BY_STATE = {
    State.RULED: "ruling",
    State.AGREED: "announced",
    State.ANNOUNCED: "announced",
    State.APPEALED: "announced",
    State.CLOSED: "closed",
    State.CANCELLED: "cancelled",
}
AT_CLAIM = ("happened", "claim", "statement", "reaction")
"""Questions that the screens of claim, statement and objections answer."""

ON_PROPOSAL = ("trump_covered", "trump_known", "award")
"""Questions that the proposal asks, with the number either way."""


@declares("look")
@require_safe
@signed_in
def case(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Go to the next open screen of a case."""
    found = case_for(request, case_id)
    return see_other(next_screen(request, found), found.pk)


def next_screen(request: HtmxHttpRequest, found: Case) -> str:
    """Return the name of the screen at which a case stands."""
    state = State(found.state)
    if state in BY_STATE:
        return BY_STATE[state]
    need_taking(request, found)
    if "claim" not in flow_of(found).inputs:
        return _plain_screen(request, found)
    sheet = sheet_for(request.actor, found)
    if is_playing_director(request, found):
        return "statement" if sheet.claim is not None else "claim"
    walked = walk_case(found, request.actor.at, leave_open=True)
    if _has_question(found, sheet, walked):
        return "steps"
    if sheet.claim is None or sheet.contract is None or sheet.left is None:
        return "claim"
    if sheet.needs_number or not sheet.read_back:
        return "statement"
    if state is State.CALLED:
        return "objections"
    if sheet.cards is None:
        return "cards"
    return _late(found, walked)


def _plain_screen(request: HtmxHttpRequest, found: Case) -> str:
    """Return the screen of a case without a claim: the auction first, then the law."""
    if is_playing_director(request, found):
        return "handover"
    entered = auction_of(found)
    wanted = "auction" in flow_of(found).inputs
    return "auction" if wanted and not (entered and entered.settled) else "steps"


def _has_question(found: Case, sheet: Sheet, walked: CaseWalk) -> bool:
    """Say whether the law asks something before the next fact is taken."""
    outcome = walked.walk.outcome
    if outcome is not None:
        return is_closing(outcome) or outcome.effect not in {"ruled", "agreed"}
    stands, points = walked.stands, walked.flow.points
    if stands in points.among(*AT_CLAIM, *ON_PROPOSAL):
        return False
    if edition_asks(walked) is not None and sheet.cards is not None:
        return False
    gain = points.at("whose_gain")
    if (stands == gain or gain in walked.derived) and _is_unannounced(sheet):
        return False  # sorted out when the claim has been taken down like any other
    if stands in points.reply("partner_may_err") and proposed(found).pending:
        return False  # the search under way answers it
    if sheet.claim is None:
        return Answer.objects.filter(case=found, set_aside=False).exists()
    if stands not in points.among("contest"):
        return True
    return not walked.walk.missing and sheet.cards is not None


def _is_unannounced(sheet: Sheet) -> bool:
    return sheet.left is None or not sheet.read_back


def _late(found: Case, walked: CaseWalk) -> str:
    """Return the screen after the cards: the proposal, or what must be asked first."""
    if walked.walk.missing:
        needs_facts = any(need.key.startswith("facts.") for need in walked.walk.missing)
        pending = proposed(found).pending
        return "steps" if needs_facts or not pending else "proposal"
    return "proposal"


@declares(Act.TAKE_OVER)
@require_POST
@signed_in
def take_over(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Make the reader the director of a case."""
    found = case_for(request, case_id)
    take(act_form(request), found.pk)
    return see_other("case", found.pk)


@declares(Act.UNDO)
@require_POST
@signed_in
def undo(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Take back the reader's own last act, before the ruling is announced."""
    found = case_for(request, case_id)
    back = leave_as_announced if "leave" in request.POST else undo_last
    back(act_form(request), found.pk)
    return see_other("case", found.pk)


@declares(Act.CHANGE_FACTS)
@require_POST
@signed_in
def change_facts(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Go back to taking facts; every answer is kept."""
    found = case_for(request, case_id)
    need_sight(request, found, Sight.DRAFT)
    reopen_facts(act_form(request), found.pk)
    return see_other("objections", found.pk)


@declares(Act.CLOSE)
@require_POST
@signed_in
def close(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Close a case whose walk ends in no ruling."""
    found = case_for(request, case_id)
    need_sight(request, found, Sight.DRAFT)
    outcome = walk_case(found, request.actor.at).walk.outcome
    if outcome is None or not is_closing(outcome):
        raise Invalid("The facts of this case do not end without a ruling.")
    close_case(
        facts_form(request),
        found.pk,
        outcome=outcome.id,
        follow_ups=outcome.follow_ups,
    )
    return see_other("closed", found.pk)


@declares(Act.REOPEN)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def closed(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show how a case was closed; with a reason it is opened again."""
    found = case_for(request, case_id)
    need_sight(request, found, Sight.DRAFT)
    if request.method == "POST":
        reason = words(request.POST.get("reason", ""))
        reopen_case(act_form(request), found.pk, reason=reason)
        return see_other("case", found.pk)
    if found.state != State.CLOSED:
        return see_other("case", found.pk)
    flow, sheet = flow_of(found), sheet_of(found)
    outcome = flow.outcomes.get(found.outcome)
    windows = Window.objects.filter(case=found)
    context = {
        "meaning": _(outcome.meaning) if outcome else _("Closed"),
        "readout": ended_readout(sheet, outcome, windows) if outcome else None,
        "due": due_checks(sheet, flow),
        "checked": answered_checks(sheet, flow, request.actor.at),
    }
    return case_screen(request, "closed", found, context, sheet=sheet)


@declares("look")
@require_safe
@signed_in
def look(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the facts to the players on the tablet: no numbers, no line."""
    found = case_for(request, case_id)
    need_sight(request, found, Sight.CARDS)
    sheet = sheet_of(found)
    diagram = plain_diagram(sheet, sheet.cards) if sheet.cards else None
    context = {
        "diagram": diagram,
        "binding": binding(sheet),
        "doubt_lines": doubt_lines(sheet),
        "claimed": claimed_words(sheet) if sheet.claim else "",
    }
    return case_screen(request, "look", found, context, sheet=sheet)


@declares("look")
@require_safe
@signed_in
def handover(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Tell a playing director who takes the case from here."""
    found = case_for(request, case_id)
    need_taking(request, found)
    user = request.actor.user
    guards = guards_of(found.event_id, request.actor.at)
    free = guards.free(found.playing, but=user.pk if user else None)
    return case_screen(request, "handover", found, {"free": free})


@declares(EventAct.ISSUE_PASS)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def table_code(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show new codes for the two pairs of a case; their earlier slips end."""
    found = case_for(request, case_id)
    need_sight(request, found, Sight.RULING)
    playing = found.playing
    pairs = [pair for pair in (playing.ns, playing.ew) if pair is not None]
    codes = []
    if request.method == "POST":
        form = act_form(request, versioned=False)
        issued = issue_passes(form, found.event, playing.round.session, pairs)
        sides = ["NS"] * (playing.ns is not None) + ["EW"] * (playing.ew is not None)
        for side, pair, one in zip(sides, pairs, issued, strict=False):
            url = settings.TD_ADDRESS + reverse("pass_open", args=[one.secret])
            svg = segno.make(url, error="m").svg_inline(
                scale=6, border=2, light="white", omitsize=True
            )
            name = side_name(Side(side))
            code = f"{one.code[:4]} {one.code[4:]}"
            codes.append((name, pair.number, SafeString(svg), code))
    context = {"codes": codes, "pairs": pairs, "address": settings.TD_ADDRESS}
    return case_screen(request, "code", found, context)
