"""The cards that remained: from the play record, marked on the hand record, or blank.

With a record of play the position is shown and confirmed; else it is entered where
the players sit (Law 70B3).
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND, Deal, Hand
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.forms.table.cards import CardMarks, marks_of, position_of
from rulings.models import Case, Position
from rulings.permissions import Sight
from rulings.presenters import (
    PLAYED,
    REMAINING,
    FactView,
    TrickEntry,
    blank_deck,
    diagram_of,
    fact_list,
    hand_entry,
    seat_choices,
    seat_roles,
    trick_entry,
)
from rulings.presenters.table import board_facts, options
from rulings.presenters.words import card_name, seat_name
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.frame import (
    case_screen,
    facts_form,
    need_sight,
    see_other,
    tell_reread,
)
from rulings.workflow.errors import sentence_of
from rulings.workflow.facts import record_position

PLAYED_FROM = 10
"""With so many cards each left, it is quicker to mark those that were played."""


@dataclass(frozen=True, slots=True)
class CardEntry:
    """How cards are entered on this page: by record, hand or grid."""

    way: str
    mark: str
    need: int


@declares(Act.POSITION)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def cards(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the cards, and record them."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.CARDS)
    need_sight(request, case, Sight.DRAFT)
    sheet = sheet_of(case)
    if sheet.contract is None or sheet.claim is None:
        return see_other("claim", case.pk)
    entry = _entry(request, sheet)
    marks, errors = _known(sheet, entry), []
    if request.method == "POST":
        try:
            marks = marks_of(request.POST, _deal(sheet, entry), entry.mark)
            if "give" not in request.POST:
                return _record(request, case, sheet, entry, marks)
        except ParseError as error:
            errors = [sentence_of(error)]
    return _page(request, sheet, entry, marks, errors)


def _misfits(sheet: Sheet, entry: CardEntry, marks: CardMarks) -> str:
    """Return the cards entered at seats that were not dealt them, as a warning."""
    if sheet.deal is None or entry.way != "grid":
        return ""
    played = {seat: {card} for seat, card in marks.trick.items()}
    laid = {seat: marks.hands[seat].cards | played.get(seat, set()) for seat in Seat}
    wrong = [
        f"{seat_name(seat)} {card_name(card)}"
        for seat in Seat
        for card in sorted(laid[seat] - sheet.deal[seat].cards)
    ]
    if not wrong:
        return ""
    return _(
        "By the hand record these cards were dealt to another seat: %(list)s. If the "
        "record is wrong, send the cards once more."
    ) % {"list": ", ".join(wrong)}


def _entry(request: HtmxHttpRequest, sheet: Sheet) -> CardEntry:
    asked = request.POST.get("way") or request.GET.get("way", "")
    ways = ["record"] * (recorded_cards(sheet) is not None)
    ways += ["hand"] * (sheet.deal is not None)
    ways.append("grid")
    laid = getattr(sheet.case, "position", None)
    if laid is not None and laid.source == Position.Source.GRID:
        ways.insert(0, "grid")  # another hand record than the cards on the table
    way = asked if asked in ways else ways[0]
    need = sheet.left or 1
    given = request.POST.get("mark") or request.GET.get("mark", "")
    start = PLAYED if need >= PLAYED_FROM else REMAINING
    return CardEntry(way, given if given in {PLAYED, REMAINING} else start, need)


def recorded_cards(sheet: Sheet) -> Cards | None:
    """Return the cards by the record of play; None where it ends at another trick."""
    if sheet.replay is None or sheet.replay.position.left != sheet.left:
        return None
    return sheet.replay.position if sheet.left else None


def _mismatch(sheet: Sheet) -> str:
    """Return why the record of play does not give the cards, "" where it does."""
    if sheet.replay is None or recorded_cards(sheet) is not None:
        return ""
    values = {"recorded": sheet.replay.position.left, "left": sheet.left or 0}
    return (
        _(
            "The record of play ends with %(recorded)d tricks left, the claim says "
            "%(left)d. Mark the cards at the claim, or change the claim."
        )
        % values
    )


def _deal(sheet: Sheet, entry: CardEntry) -> Deal | None:
    return sheet.deal if entry.way == "hand" else None


def _known(sheet: Sheet, entry: CardEntry) -> CardMarks:
    """Return the marks a page starts with: the recorded cards, else none."""
    position = sheet.cards
    if position is None:
        position = recorded_cards(sheet)
    if position is None:
        return CardMarks(
            {seat: Hand() for seat in Seat},
            {seat: frozenset() for seat in Seat},
            {},
            None,
            None,
            entry.mark,
        )
    trick = dict(position.trick.plays())
    hands = {seat: position.hands[seat] for seat in Seat}
    ticked = {seat: hands[seat].cards for seat in Seat}
    if entry.mark == PLAYED and sheet.deal is not None:
        deal = sheet.deal
        ticked = {
            seat: deal[seat].cards - hands[seat].cards - {trick.get(seat)}
            for seat in Seat
        }
    won = position.won_by(_contract(sheet).declarer.side)
    return CardMarks(hands, ticked, trick, position.trick.leader, won, entry.mark)


def _contract(sheet: Sheet) -> Contract:
    if sheet.contract is None:
        raise ParseError(_("Enter the contract first."))
    return sheet.contract


def _record(
    request: HtmxHttpRequest,
    case: Case,
    sheet: Sheet,
    entry: CardEntry,
    marks: CardMarks,
) -> HttpResponse:
    contract = _contract(sheet)
    recorded = recorded_cards(sheet)
    if entry.way == "record" and recorded is not None:
        position, source = recorded, Position.Source.PLAY_RECORD
    else:
        side = contract.declarer.side
        position = position_of(marks, contract.strain, side, entry.need)
        misfits = _misfits(sheet, entry, marks)
        known = _misfits(sheet, entry, _known(sheet, entry))
        if misfits not in {"", known} and request.POST.get("misdealt") != "1":
            raise ParseError(misfits)
        by_hand = entry.way == "hand"
        source = Position.Source.MARKED if by_hand else Position.Source.GRID
    form = facts_form(request)
    faced = request.POST.get("faced") == "1"
    record_position(form, case.pk, position, source, faced=faced)
    tell_reread(request, sheet)
    pending = request.POST.get("pending") == "1"
    return see_other("restrictions" if pending else "case", case.pk)


def _page(
    request: HtmxHttpRequest,
    sheet: Sheet,
    entry: CardEntry,
    marks: CardMarks,
    errors: list[str],
) -> HttpResponse:
    build = {"record": _by_record, "hand": _by_hand, "grid": _by_grid}[entry.way]
    board = board_facts(sheet)
    tricks = ngettext("%(n)d trick", "%(n)d tricks", entry.need) % {"n": entry.need}
    context = {
        "entry": entry,
        "facts": (*fact_list(board), FactView(_("Left"), tricks)),
        "won_tiles": options(
            ((n, n) for n in range(FULL_HAND - entry.need + 1)),
            "" if marks.won is None else str(marks.won),
        ),
        "leader_tiles": options(
            ((seat.letter, seat_name(seat)) for seat in Seat),
            "" if marks.leader is None else marks.leader.letter,
        ),
        "mismatch": _mismatch(sheet),
        "declarer_side": _contract(sheet).declarer,
        "has_deal": sheet.deal is not None,
        "errors": errors,
        "pending": request.POST.get("pending") == "1",
        "misdealt": bool(errors) and errors == [_misfits(sheet, entry, marks)],
        **build(sheet, entry, marks),
    }
    return case_screen(
        request,
        f"cards_{entry.way}",
        sheet.case,
        context,
        here="cards",
        sheet=sheet,
        status=422 if errors else 200,
    )


def _by_record(sheet: Sheet, entry: CardEntry, marks: CardMarks) -> dict[str, object]:  # noqa: ARG001 - one shape for three builders
    position = recorded_cards(sheet)
    if position is None:
        return {}
    diagram = diagram_of(position, board=board_facts(sheet))
    return {"diagram": diagram, "record_left": position.left}


def _by_hand(sheet: Sheet, entry: CardEntry, marks: CardMarks) -> dict[str, object]:
    if sheet.deal is None:
        return {}
    roles = seat_roles(sheet.contract)
    hands = {
        seat.word.lower(): hand_entry(
            seat,
            sheet.deal[seat],
            need=entry.need,
            marked=marks.ticked[seat],
            on_table=marks.trick.get(seat),
            mark=entry.mark,
            role=roles.get(seat, ""),
        )
        for seat in Seat
    }
    dealt = {seat: sheet.deal[seat] for seat in Seat}
    full = all(hand.full for hand in hands.values())
    return {"hands": hands, "trick": _trick(dealt, marks), "complete": full}


def _by_grid(sheet: Sheet, entry: CardEntry, marks: CardMarks) -> dict[str, object]:  # noqa: ARG001 - one shape for three builders
    laid = {
        seat: hand.plus([marks.trick[seat]]) if seat in marks.trick else hand
        for seat, hand in marks.hands.items()
    }
    short = [seat for seat in Seat if len(laid[seat]) < entry.need]
    giving = short[0] if short else Seat.NORTH
    return {
        "runs": blank_deck(laid, giving=giving),
        "seats": seat_choices(laid, giving=giving, need=entry.need),
        "trick": _trick(laid, replace(marks, hands=laid)),
        "complete": all(len(laid[seat]) == entry.need for seat in Seat),
    }


def _trick(hands: dict[Seat, Hand], marks: CardMarks) -> TrickEntry:
    if not marks.trick or marks.leader is None:
        return trick_entry(hands, None, leader=marks.leader)
    played: list[Card] = []
    seat = marks.leader
    while seat in marks.trick and len(played) < len(Seat):
        played.append(marks.trick[seat])
        seat = seat.lho
    return trick_entry(hands, Trick(marks.leader, tuple(played)))
