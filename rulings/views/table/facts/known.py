"""What the claimer knew, and what was pending: facts recorded tap by tap.

Serves Laws 70C to 70E (who had shown out, cards forgotten, locations proven), 50, 51
and 26 (penalty cards, a lead that is bound). With a record of play the show-outs are
read from it; each tap here records or takes back one fact, and the claim is solved
anew.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.models import Case, Fact
from rulings.permissions import Sight
from rulings.presenters.table.words import CLASSES, PLAYER_CLASS
from rulings.presenters.words import seat_name, suit_name
from rulings.queries.case.derived import (
    FORBIDDEN,
    MAJOR,
    MINOR,
    REQUIRED,
    RESTRICTIONS,
    SPOTS,
)
from rulings.queries.case.rules import flow_of
from rulings.queries.table.proposal import NOT_PROVEN, PROVEN, apart
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.frame import case_screen, facts_form, need_sight, see_other
from rulings.workflow.errors import Invalid
from rulings.workflow.facts import record_facts

MISCOUNTED = "miscounted"
KEYS = (
    MISCOUNTED,
    "show_outs",
    "forgotten",
    "counted",
    PROVEN,
    NOT_PROVEN,
    "losers",
    "conceded",
)
INSTEAD = {
    "forgotten": "counted",
    "counted": "forgotten",
    PROVEN: NOT_PROVEN,
    MAJOR: MINOR,
    MINOR: MAJOR,
    FORBIDDEN: REQUIRED,
    REQUIRED: FORBIDDEN,
}
"""Lists that exclude each other: what is put on one leaves the other."""

HONOUR = 10
"""From the ten up a card's place is worth proving."""


LEADS = {FORBIDDEN, REQUIRED}


@dataclass(frozen=True, slots=True)
class KnownChip:
    """One fact that can be recorded or taken back; `fixed` ones stand in the record."""

    value: str
    words: str
    on: bool
    fixed: bool = False


Groups = list[tuple[str, str, list[KnownChip]]]
Offers = Callable[[Sheet, dict[str, list[str]]], Groups]


@declares(Act.FACT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def known(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show what is known, and switch one fact on or off."""
    return _page(request, case_id, "known", _chips)


@declares(Act.FACT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def restrictions(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show penalty cards and bound leads, and switch one on or off."""
    return _page(request, case_id, "restrictions", _restrictions)


def _page(
    request: HtmxHttpRequest, case_id: uuid.UUID, name: str, offers: Offers
) -> HttpResponse:
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    need_sight(request, case, Sight.CARDS)
    sheet = sheet_of(case)
    if sheet.cards is None or sheet.claimer is None:
        return see_other("case", case.pk)
    facts = _facts(case)
    if request.method == "POST":
        given = request.POST.get("fact", "")
        changed = _switched(offers(sheet, facts), facts, given)
        form = facts_form(request)
        record_facts(form, case.pk, changed)
        return see_other(name, case.pk)
    here = "proposal" if name == "known" else "cards"
    context = {"groups": offers(sheet, facts)}
    return case_screen(request, name, case, context, here=here, sheet=sheet)


def _facts(case: Case) -> dict[str, list[str]]:
    keys = (*KEYS, *RESTRICTIONS)
    rows = Fact.objects.filter(case=case, key__in=(*keys, PLAYER_CLASS), seat="")
    stored = {row.key: row.value for row in rows}
    facts = {key: list(stored.get(key) or []) for key in keys}
    return {**facts, PLAYER_CLASS: [str(stored.get(PLAYER_CLASS) or "club")]}


def _switched(
    offered_now: Groups, facts: dict[str, list[str]], given: str
) -> dict[str, object]:
    """Return the list that a tap changes, and the one that it takes a card off."""
    key, _mark, value = given.partition("=")
    offered = {
        chip.value
        for _title, _more, chips in offered_now
        for chip in chips
        if not chip.fixed
    }
    if given not in offered:
        raise Invalid("This fact does not fit the cards.")
    if key == PLAYER_CLASS:
        return {key: value}
    values = facts[key]
    now = [one for one in values if one != value]
    if len(now) < len(values):
        return {key: sorted(now) or None}
    if key in LEADS:  # declarer binds one lead
        return {INSTEAD[key]: None, key: [value]}
    now = sorted([*values, value])
    changed: dict[str, object] = {key: now}
    other = facts.get(INSTEAD.get(key, ""), [])
    left = [one for one in other if not apart(one) <= set(now)]
    if left != other:
        changed[INSTEAD[key]] = left or None
    return changed


def _restrictions(sheet: Sheet, facts: dict[str, list[str]]) -> Groups:
    """Return what may be pending: a defender's penalty cards, and a bound lead."""
    if sheet.cards is None or sheet.contract is None:
        return []
    defenders = sheet.contract.declarer.side.other.seats
    cards = [(seat, card) for seat in defenders for card in sheet.cards.hands[seat]]
    held = {f"{seat}:{card}": f"{seat_name(seat)} {card}" for seat, card in cards}
    small = [f"{seat}:{card}" for seat, card in cards if card.rank < HONOUR]
    leads = {
        f"{seat}:{suit.letter}": f"{seat_name(seat)}: {suit_name(suit)}"
        for seat in defenders
        for suit in Suit
        if sheet.cards.hands[seat].suit(suit)
    }
    named = flow_of(sheet.case).edition.named
    return [
        (
            _("Penalty cards"),
            _("They lie face up and are played at the first chance (Law %(law)s).")
            % {"law": named("50D")},
            _listed(MAJOR, held, facts),
        ),
        (
            _("A small card exposed by accident"),
            _("Alone of its hand, and played before other small ones (Law %(law)s).")
            % {"law": named("50C")},
            _listed(MINOR, {one: held[one] for one in small}, facts),
        ),
        (
            _("Declarer has forbidden a lead"),
            _("At the next lead, and while that defender keeps it (Law %(law)s).")
            % {"law": named("26")},
            _listed(FORBIDDEN, leads, facts),
        ),
        (
            _("Declarer has required a lead"),
            _("At the next lead of that defender (Law %(law)s).")
            % {"law": named("50D")},
            _listed(REQUIRED, leads, facts),
        ),
        (
            _("Small cards that nobody is sure of"),
            _("Every small card that each may have been is counted through."),
            _listed(SPOTS, _spots(sheet), facts),
        ),
    ]


def _spots(sheet: Sheet) -> dict[str, str]:
    """Return the small cards of every hand."""
    if sheet.cards is None:
        return {}
    return {
        f"{seat}:{card}": f"{seat_name(seat)} {card}"
        for seat in Seat
        for card in sheet.cards.hands[seat]
        if card.rank < HONOUR
    }


def _chips(sheet: Sheet, facts: dict[str, list[str]]) -> Groups:
    """Return the groups of facts with a sentence each."""
    return [
        (
            _("Had shown out before the claim"),
            _("Only suits in which the hand has no card left."),
            _show_outs(sheet, facts),
        ),
        *_beliefs(sheet, facts),
        *_places(sheet, facts),
        (
            _("Class of player"),
            _("Says which warnings are shown. It never changes the number."),
            [
                _chip(PLAYER_CLASS, name, str(words), facts)
                for name, words in CLASSES.items()
            ],
        ),
    ]


def _places(sheet: Sheet, facts: dict[str, list[str]]) -> Groups:
    """Return the places that are proven, and those found not to be, if any."""
    law = {"law": flow_of(sheet.case).edition.named("70E1")}
    proven = (
        _("Proven to be where it is"),
        _("By the auction or the play, for every line (Law %(law)s).") % law,
        _listed(
            PROVEN,
            {
                f"{seat}:{card}": f"{seat_name(seat)} {card}"
                for seat, card in hidden_cards(sheet)
                if card.rank >= HONOUR
            },
            facts,
        ),
    )
    if not facts[NOT_PROVEN]:
        return [proven]
    more = _("As answered beside the number (Law %(law)s).") % law
    found = (_("Found not proven"), more, _listed(NOT_PROVEN, {}, facts))
    return [proven, found]


def _beliefs(sheet: Sheet, facts: dict[str, list[str]]) -> Groups:
    """Return what the claimer took to be so, beyond the words of the statement."""
    return [
        *_miscounted(facts),
        (
            _("Forgotten by the claimer"),
            _("Cards of the other side that the claimer took to be gone."),
            _listed(
                "forgotten",
                {str(card): str(card) for _seat, card in hidden_cards(sheet)},
                facts,
            ),
        ),
        *_counted(facts),
        (
            _("Known to be losers"),
            _("Own cards that the claimer did not count as winners."),
            _listed(
                "losers", {str(card): str(card) for card in sheet.own_cards}, facts
            ),
        ),
        (
            _("A trick was given up in"),
            _("A low card may be led in a suit in which a trick was conceded."),
            _listed(
                "conceded",
                {
                    suit.letter: suit_name(suit)
                    for suit in Suit
                    if any(card.suit is suit for card in sheet.own_cards)
                },
                facts,
            ),
        ),
    ]


def _miscounted(facts: dict[str, list[str]]) -> Groups:
    """Return that a trick too many was counted, where a question was so answered."""
    words = _("No card was thought gone")
    chips = [_chip(MISCOUNTED, value, words, facts) for value in facts[MISCOUNTED]]
    more = _("As answered beside the number.")
    return [(_("A trick too many was counted"), more, chips)] if chips else []


def _counted(facts: dict[str, list[str]]) -> Groups:
    """Return the cards found to have been counted, where a question was so answered."""
    if not facts["counted"]:
        return []
    return [
        (
            _("Counted by the claimer"),
            _("Cards of the other side that the claimer did count as out."),
            _listed("counted", {}, facts),
        )
    ]


def _listed(
    key: str, offered: dict[str, str], facts: dict[str, list[str]]
) -> list[KnownChip]:
    """Return a chip for each fact offered, and for each one on the list already.

    What stands there can so be taken back, whatever put it there, and also when the
    cards have been corrected since.
    """
    words = {value: _stored_words(value) for value in facts[key]} | offered
    shown = dict.fromkeys((*offered, *facts[key]))
    return [_chip(key, value, words[value], facts) for value in shown]


def _stored_words(value: str) -> str:
    """Return a stored fact in words: a card, a suit, or either with its seat."""
    if "," in value:
        return ", ".join(_stored_words(one) for one in sorted(apart(value)))
    seat, of_seat, named = value.rpartition(":")
    words = suit_name(Suit.parse(named)) if len(named) == 1 else named
    return f"{seat_name(Seat.parse(seat))} {words}" if of_seat else words


def _chip(key: str, value: str, words: str, facts: dict[str, list[str]]) -> KnownChip:
    return KnownChip(f"{key}={value}", words, value in facts[key])


def _show_outs(sheet: Sheet, facts: dict[str, list[str]]) -> list[KnownChip]:
    """Return the suits in which a hand has no card left, those of the record fixed."""
    if sheet.cards is None:
        return []
    recorded = sheet.replay.show_outs if sheet.replay is not None else frozenset()
    offered = {
        f"{seat}:{suit}": f"{seat_name(seat)}: {suit_name(suit)}"
        for seat in sheet.unseen
        for suit in Suit
        if not sheet.cards.hands[seat].suit(suit)
    }
    fixed = {f"show_outs={seat}:{suit}" for seat, suit in recorded}
    return [
        replace(chip, on=True, fixed=True) if chip.value in fixed else chip
        for chip in _listed("show_outs", offered, facts)
    ]


def hidden_cards(sheet: Sheet) -> list[tuple[Seat, Card]]:
    """Return the cards that the claimer does not see, and who holds them."""
    if sheet.cards is None:
        return []
    return [(seat, card) for seat in sheet.unseen for card in sheet.cards.hands[seat]]
