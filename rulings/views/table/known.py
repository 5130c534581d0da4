"""What the claimer knew: who had shown out, cards forgotten, locations proven.

Serves Laws 70C to 70E. With a record of play the show-outs are read from it; each tap
here records or takes back one fact, and the claim is solved anew.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.models import Case, Fact
from rulings.permissions import Sight
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.drawing.words import seat_name, suit_name
from rulings.views.table.acts import facts_form, propose_again
from rulings.views.table.frame import case_screen, need_sight, see_other
from rulings.workflow.errors import Invalid
from rulings.workflow.facts import record_facts

KEYS = ("show_outs", "forgotten", "locations")
HONOUR = 10
"""From the ten up a card's place is worth proving."""


@dataclass(frozen=True, slots=True)
class KnownChip:
    """One fact that can be recorded or taken back; `fixed` ones stand in the record."""

    value: str
    words: str
    on: bool
    fixed: bool = False


@declares(Act.FACT)
@require_http_methods(["GET", "POST"])
@signed_in
def known(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show what is known, and switch one fact on or off."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    need_sight(request, case, Sight.CARDS)
    sheet = sheet_of(case)
    if sheet.cards is None or sheet.claimer is None:
        return see_other("case", case.pk)
    facts = _facts(case)
    if request.method == "POST":
        changed = _switched(sheet, facts, request.POST.get("fact", ""))
        form = facts_form(request)
        record_facts(form, case.pk, changed)
        propose_again(form, case.pk)
        return see_other("known", case.pk)
    chips = _chips(sheet, facts)
    return case_screen(
        request, "known", case, {"groups": chips}, here="proposal", sheet=sheet
    )


def _facts(case: Case) -> dict[str, list[str]]:
    rows = Fact.objects.filter(case=case, key__in=KEYS, seat="")
    stored = {row.key: row.value for row in rows if isinstance(row.value, list)}
    return {key: list(stored.get(key, [])) for key in KEYS}


def _switched(
    sheet: Sheet, facts: dict[str, list[str]], given: str
) -> dict[str, object]:
    """Return the one list that a tap changes."""
    key, _mark, value = given.partition("=")
    offered = {
        chip.value
        for _title, _more, chips in _chips(sheet, facts)
        for chip in chips
        if not chip.fixed
    }
    if given not in offered:
        raise Invalid(_("This fact does not fit the cards."))
    values = facts[key]
    now = [one for one in values if one != value]
    if len(now) == len(values):
        now = [*values, value]
    return {key: sorted(now) or None}


Groups = list[tuple[str, str, list[KnownChip]]]


def _chips(sheet: Sheet, facts: dict[str, list[str]]) -> Groups:
    """Return the three groups of facts with a sentence each."""
    return [
        (
            _("Had shown out before the claim"),
            _("Only suits in which the hand has no card left."),
            _show_outs(sheet, facts["show_outs"]),
        ),
        (
            _("Forgotten by the claimer"),
            _("Cards of the other side that the claimer took to be gone."),
            [
                KnownChip(
                    f"forgotten={card}", str(card), str(card) in facts["forgotten"]
                )
                for _seat, card in _hidden(sheet)
            ],
        ),
        (
            _("Proven to be where it is"),
            _("By the auction or the play, for every line (Law 70E1)."),
            [
                KnownChip(
                    f"locations={seat}:{card}",
                    f"{seat_name(seat)} {card}",
                    f"{seat}:{card}" in facts["locations"],
                )
                for seat, card in _hidden(sheet)
                if card.rank >= HONOUR
            ],
        ),
    ]


def _show_outs(sheet: Sheet, stored: list[str]) -> list[KnownChip]:
    recorded = sheet.replay.show_outs if sheet.replay is not None else frozenset()
    chips = []
    for seat in _unseen_seats(sheet):
        for suit in Suit:
            if sheet.cards is None or sheet.cards.hands[seat].suit(suit):
                continue
            fixed = (seat, suit) in recorded
            text = f"{seat}:{suit}"
            words = f"{seat_name(seat)}: {suit_name(suit)}"
            on = fixed or text in stored
            chips.append(KnownChip(f"show_outs={text}", words, on, fixed))
    return chips


def _unseen_seats(sheet: Sheet) -> list[Seat]:
    """Return the seats whose cards the claimer has not seen."""
    claimer = sheet.claimer
    dummy = None if sheet.contract is None else sheet.contract.dummy
    return [seat for seat in Seat if seat not in {claimer, dummy}]


def _hidden(sheet: Sheet) -> list[tuple[Seat, Card]]:
    if sheet.cards is None:
        return []
    return [
        (seat, card)
        for seat in _unseen_seats(sheet)
        for card in sheet.cards.hands[seat]
    ]
