"""The way on from any point of a case: the name of its next open screen."""

from __future__ import annotations

from datetime import datetime

from rulings.models import Answer, Case
from rulings.permissions import Actor
from rulings.queries.case.endings import is_closing
from rulings.queries.case.flow import CaseWalk, edition_asks, walk_case
from rulings.queries.case.rules import flow_of
from rulings.queries.case.situation import auction_of
from rulings.queries.table.proposal import proposed
from rulings.queries.table.sheet import Sheet, sheet_for
from rulings.states import State

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


def next_screen(actor: Actor, found: Case, *, blind: bool) -> str:
    """Return the name of the screen at which a case stands.

    A `blind` reader directs, but takes down words only.
    """
    state = State(found.state)
    if state in BY_STATE:
        return BY_STATE[state]
    if "claim" not in flow_of(found).inputs:
        return _plain_screen(found, blind=blind)
    sheet = sheet_for(actor, found)
    if blind:
        return "statement" if sheet.claim is not None else "claim"
    walked = walk_case(found, actor.at, leave_open=True)
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


def end_reached(listed: Case, at: datetime) -> str:
    """Return the outcome without a ruling to which answers have led; "" elsewhere.

    Few claims are answered before anybody has objected: of others nothing is read.
    """
    if listed.state != State.CALLED:
        return ""
    outcome = walk_case(Case.objects.get(pk=listed.pk), at).walk.outcome
    return outcome.meaning if outcome is not None and is_closing(outcome) else ""


def _plain_screen(found: Case, *, blind: bool) -> str:
    """Return the screen of a case without a claim: the auction first, then the law."""
    if blind:
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
    if sheet.cards is None and _waits_for_cards(found, walked):
        return False
    if sheet.claim is None:
        return Answer.objects.filter(case=found, set_aside=False).exists()
    if stands not in points.among("contest"):
        return True
    is_doubted = found.state != State.CALLED
    return is_doubted and not walked.walk.missing and sheet.cards is not None


def _waits_for_cards(found: Case, walked: CaseWalk) -> bool:
    """Say whether the cards are taken before a question whether a trick comes back.

    No ruling is made without them; with them each answer has its number, and the
    search may answer it (69B, 71).
    """
    asked = walked.flow.points.among("comes_back")
    return found.state != State.CALLED and walked.stands in asked


def _is_unannounced(sheet: Sheet) -> bool:
    return sheet.left is None or not sheet.read_back


def _late(found: Case, walked: CaseWalk) -> str:
    """Return the screen after the cards: the proposal, or what must be asked first."""
    if walked.walk.missing:
        needs_facts = any(need.key.startswith("facts.") for need in walked.walk.missing)
        pending = proposed(found).pending
        return "steps" if needs_facts or not pending else "proposal"
    return "proposal"
