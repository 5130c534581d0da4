"""What the claimer knew and what was pending, as chips to switch on and off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.models import Case, Fact
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
from rulings.queries.table.sheet import Sheet

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
HONOUR = 10
"""From the ten up a card's place is worth proving."""


@dataclass(frozen=True, slots=True)
class KnownChip:
    """One fact that can be recorded or taken back; `fixed` ones stand in the record."""

    value: str
    words: str
    on: bool
    fixed: bool = False


Groups = list[tuple[str, str, list[KnownChip]]]
Facts = dict[str, list[str]]
"""What is recorded, by the key of each list."""


def facts_of(case: Case) -> Facts:
    """Return what is recorded of the claimer's knowledge, and of what was pending."""
    keys = (*KEYS, *RESTRICTIONS)
    rows = Fact.objects.filter(case=case, key__in=(*keys, PLAYER_CLASS), seat="")
    stored = {row.key: row.value for row in rows}
    facts = {key: list(stored.get(key) or []) for key in keys}
    return {**facts, PLAYER_CLASS: [str(stored.get(PLAYER_CLASS) or "club")]}


def restrictions_of(sheet: Sheet, facts: Facts) -> Groups:
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
            _(
                "The only penalty card of its hand; it is played before other "
                "small cards of its suit (Law %(law)s)."
            )
            % {"law": named("50C")},
            _listed(MINOR, {one: held[one] for one in small}, facts),
        ),
        (
            _("Declarer has forbidden a lead"),
            _(
                "At the next lead, and as long as that defender keeps the lead "
                "(Law %(law)s)."
            )
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
            _("Each is tried as every small card that it may have been."),
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


def known_of(sheet: Sheet, facts: Facts) -> Groups:
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


def _places(sheet: Sheet, facts: Facts) -> Groups:
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


def _beliefs(sheet: Sheet, facts: Facts) -> Groups:
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


def _miscounted(facts: Facts) -> Groups:
    """Return that a trick too many was counted, where a question was so answered."""
    words = _("No card was thought gone")
    chips = [_chip(MISCOUNTED, value, words, facts) for value in facts[MISCOUNTED]]
    more = _("As answered beside the number.")
    return [(_("A trick too many was counted"), more, chips)] if chips else []


def _counted(facts: Facts) -> Groups:
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


def _listed(key: str, offered: dict[str, str], facts: Facts) -> list[KnownChip]:
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


def _chip(key: str, value: str, words: str, facts: Facts) -> KnownChip:
    return KnownChip(f"{key}={value}", words, value in facts[key])


def _show_outs(sheet: Sheet, facts: Facts) -> list[KnownChip]:
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
