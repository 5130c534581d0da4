"""The cards that remained: from the play record, marked on the hand record, or blank.

With a record of play the position is shown and confirmed; else it is entered where
the players sit (Law 70B3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import FULL_HAND, Hand
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.forms.table.cards import CardMarks, CardsForm, position_of
from rulings.models import Fact, Position
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
from rulings.queries.case.derived import FACED
from rulings.queries.case.rows import rows_of
from rulings.queries.table.sheet import Sheet
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, see_other
from rulings.views.screens import need_sight
from rulings.views.table.frame import TableScreen, errors_of, tell_reread
from rulings.workflow.facts import record_position
from rulings.workflow.log import Receipt

PLAYED_FROM = 10
"""With so many cards each left, it is quicker to mark those that were played."""


@dataclass(frozen=True, slots=True)
class CardEntry:
    """How cards are entered on this page: by record, hand or grid."""

    way: str
    mark: str
    need: int


class CardsScreen(TableScreen[CardsForm]):
    """The cards, by one of three ways of entry; they are recorded."""

    acts = (Act.POSITION,)
    sight, here = Sight.CARDS, "cards"
    errors_above = True

    def enter(self) -> HttpResponse | None:
        """Leave where contract and claim are not known yet."""
        super().enter()
        need_sight(self.request, self.case, Sight.DRAFT)
        if self.sheet.contract is None or self.sheet.claim is None:
            return see_other("claim", self.case.pk)
        self.entry = _entry(self.request, self.sheet)
        self.template = f"cards_{self.entry.way}"
        return None

    def fresh_form(self) -> CardsForm:
        """Return the form with the cards as they are known."""
        return self.make_form(None)

    def make_form(self, data: object) -> CardsForm:
        """Return the form; the marks are those sent, else the cards that are known."""
        marks = _known(self.sheet, self.entry)
        deal = self.sheet.deal if self.entry.way == "hand" else None
        return CardsForm(data, marks, deal, self.case.version)

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Record the cards; or, without a script, give one card to a seat."""
        if "give" not in self.request.POST:
            return super().post(*args, **kwargs)
        self.form = self.make_form(self.request.POST)
        return self.show()

    def context(self) -> dict[str, object]:
        """Return the cards as they are entered, and what else is asked of them."""
        form = self.form
        assert form is not None  # noqa: S101 - the page has one
        build = {"record": _by_record, "hand": _by_hand, "grid": _by_grid}
        errors, sheet, entry = errors_of(form), self.sheet, self.entry
        return {
            **_asked(sheet, entry, form.marks),
            "pending": self.request.POST.get("pending") == "1",
            "faced": self._faced(),
            "misdealt": bool(errors) and errors == [_misfits(sheet, entry, form.marks)],
            **build[entry.way](sheet, entry, form.marks),
        }

    def _faced(self) -> bool:
        """Say whether it was said that all cards lie face up: now, or before (70B3)."""
        if self.request.method == "POST":
            return self.request.POST.get("faced") == "1"
        known = (row for row in rows_of(self.case, Fact) if row.key == FACED)
        return any(row.value for row in known)

    def act(self, form: CardsForm) -> Receipt:
        """Record the cards; those dealt to another seat are warned of once."""
        sheet, given = self.sheet, form.cleaned_data
        position, source = _laid(sheet, self.entry, form)
        receipt = record_position(
            form.facts_context(self.request.actor),
            self.case.pk,
            position,
            source,
            faced=given["faced"],
        )
        tell_reread(self.request, sheet)
        return receipt

    def after(self, done: object) -> HttpResponse:  # noqa: ARG002 - the form says where
        """Go on, to what is pending where something is."""
        assert self.form is not None  # noqa: S101 - its act is done
        pending = self.form.cleaned_data["pending"]
        return see_other("restrictions" if pending else "case", self.case.pk)


def _laid(
    sheet: Sheet, entry: CardEntry, form: CardsForm
) -> tuple[Cards, Position.Source]:
    """Return the position that was entered, and where it is from.

    Raises ParseError where there is none, or where cards lie at seats that were not
    dealt them and nobody has confirmed it.
    """
    contract, recorded = _contract(sheet), recorded_cards(sheet)
    if entry.way == "record" and recorded is not None:
        return recorded, Position.Source.PLAY_RECORD
    side = contract.declarer.side
    position = position_of(form.marks, contract.strain, side, entry.need)
    misfits = _misfits(sheet, entry, form.marks)
    known = _misfits(sheet, entry, _known(sheet, entry))
    if misfits not in {"", known} and not form.cleaned_data["misdealt"]:
        raise ParseError(misfits)
    by_hand = entry.way == "hand"
    return position, Position.Source.MARKED if by_hand else Position.Source.GRID


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


def _asked(sheet: Sheet, entry: CardEntry, marks: CardMarks) -> dict[str, object]:
    """Return what every way of entry shows and asks beside the cards."""
    tricks = ngettext("%(n)d trick", "%(n)d tricks", entry.need) % {"n": entry.need}
    return {
        "entry": entry,
        "facts": (*fact_list(board_facts(sheet)), FactView(_("Left"), tricks)),
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
    }


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
    return {
        "hands": hands,
        "trick": _trick(dealt, marks),
        "complete": full and marks.won is not None,
    }


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
        "complete": marks.won is not None
        and all(len(laid[seat]) == entry.need for seat in Seat),
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


cards = CardsScreen.as_view()
