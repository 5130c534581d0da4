"""What the program contributed to a step, in words; or that the director is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.laws.engine.flow import SYSTEM, Step
from rulings.models import Proposal, Window
from rulings.presenters.results import points_words
from rulings.presenters.sentences import sentence_words
from rulings.presenters.table.words import PURPOSES
from rulings.presenters.words import call_sign, seat_name
from rulings.queries.case.rules import flow_of
from rulings.queries.table.computed import (
    COMPUTATIONS,
    SEARCHED,
    Extremes,
    Ordered,
    bears_on,
    fault_words,
)
from rulings.queries.table.proposal import proposed
from rulings.queries.table.sheet import Sheet
from rulings.solver.explain import LocationResult, PartnerResult
from rulings.solver.types import reason


def computed_lines(sheet: Sheet, asked: Step) -> list[tuple[str, str]]:
    """Return each computation that the step names: its id, what it found."""
    lines = []
    for name in bears_on(asked):
        value = COMPUTATIONS[name](sheet)
        words = "" if value is None else WORDS[name](value)
        if not words and asked.actor != SYSTEM:
            words = _uncomputed(sheet, name)
        if words:
            lines.append((name, words))
    return lines


def _uncomputed(sheet: Sheet, name: str) -> str:
    """Return why a step shows no number: a fact is missing, no search, or no need."""
    if name not in SEARCHED or "claim" not in flow_of(sheet.case).inputs:
        return _("Nothing is computed here: the answer is yours.")
    if sheet.cards is None:
        return _("Without the cards nothing can be counted: take them down first.")
    found = proposed(sheet.case)
    if found.pending:
        return _("It is still being counted.")
    if found.row is not None and found.row.status == Proposal.Status.FAILED:
        return _("The computation failed: ask for it again, or answer without it.")
    if found.result is None:
        return _("The computation gave no number: the answer is yours.")
    return _("Nothing is computed here: the answer is yours.")


def misses_cards(sheet: Sheet, asked: Step) -> bool:
    """Say whether a search bears on a step, and the cards have not been taken down."""
    searched = any(name in SEARCHED for name in bears_on(asked))
    takes = "claim" in flow_of(sheet.case).inputs
    return searched and takes and sheet.cards is None and asked.actor != SYSTEM


def _position(faults: tuple[str, ...]) -> str:
    if not faults:
        return _("The cards make a legal position.")
    words = ", ".join(fault_words()[name] for name in faults)
    return _("The cards cannot be a position: %s.") % words


def _range(value: tuple[int, int]) -> str:
    low, high = value
    return (
        str(low)
        if low == high
        else _("%(low)d to %(high)d")
        % {
            "low": low,
            "high": high,
        }
    )


def _extremes(value: Extremes) -> str:
    least, best = value
    words = _("Double dummy the claiming side takes %(tricks)s.")
    words %= {"tricks": _range(best)}
    if least is None or least[0] != least[1]:
        return words
    return f"{words} " + _("Fewest by any legal play: %(n)d.") % {"n": least[0]}


def _said(sentence: str) -> Callable[[Any], str]:
    return lambda value: _(sentence) % {"tricks": _range(value)}


def _loses(value: bool) -> str:  # noqa: FBT001 - what the computation found
    if value:
        return _("A normal line was found that loses a trick that was given up.")
    return _("On every normal line the side gets more than it claimed.")


def _share(value: tuple[int, int]) -> str:
    won, lines = value
    if not lines:
        return _("The normal lines are too many to be counted.")
    return _("The trick comes back on %(won)d of %(lines)d normal lines.") % {
        "won": won,
        "lines": lines,
    }


def _trumps(value: tuple[int, int | None]) -> str:
    out, cost = value
    if not out:
        return _("No trump is out.")
    words = ngettext("%(n)d trump is out.", "%(n)d trumps are out.", out) % {"n": out}
    if cost is None:
        return words
    lost = ngettext(
        "If this was forgotten, it can cost %(n)d trick.",
        "If this was forgotten, it can cost %(n)d tricks.",
        cost,
    ) % {"n": cost}
    return f"{words} {lost}"


def _location(value: LocationResult) -> str:
    if not value.dependent:
        return _("The number does not depend on where one card lies.")
    words = _("The claim is good only if a certain card lies well.")
    if value.seen_in_time is None:
        return words
    seen = _("Every normal line wins the tricks claimed: somebody shows out in time.")
    blind = _("A normal line falls short: on some line nobody shows out in time.")
    return f"{words} {seen if value.seen_in_time else blind}"


def _partner(value: PartnerResult) -> str:
    tricks = _("With the partner's worst normal plays the side takes %(tricks)s.")
    words = [tricks % {"tricks": _range((value.award.low, value.award.high))}]
    if value.chosen:
        cards = ", ".join(
            _("%(card)s in trick %(trick)d") % {"card": card, "trick": trick}
            for trick, card in value.chosen
        )
        words.append(
            _("On that line the partner chooses %(cards)s.") % {"cards": cards}
        )
    if (needed := value.needed) is not None:
        told = reason(
            "partner_needed",
            card=needed.card,
            seat=needed.seat,
            trick=needed.trick,
            card_2=needed.instead,
        )
        words.append(capfirst(sentence_words(told.sentence)) + ".")
    return " ".join(words)


ORDERS = {
    None: gettext_noop(
        "The regulations set no order inside a suit; here suits are played from the "
        "top."
    ),
    "top_down": gettext_noop("By the regulations a suit is played from the top."),
    "top_down_spots": gettext_noop(
        "By the regulations a suit is played from the top, from spot cards "
        "perhaps from the bottom."
    ),
    "none": gettext_noop("The regulations set no order inside a suit."),
}
"""What the regulations say of the order inside a suit."""


def _order(value: Ordered) -> str:
    """Return the order with the leads that it leaves where it leaves out any."""
    hands: dict[Seat, list[str]] = {}
    for led in value.leads:
        if not led.free:
            hands.setdefault(led.seat, []).append(_either(led.cards))
    leads = [
        _("%(seat)s would lead %(cards)s.")
        % {"seat": seat_name(seat), "cards": ", ".join(reversed(cards))}
        for seat, cards in hands.items()
    ]
    if value.leads and not leads:
        leads = [_("Here it leaves every lead open.")]
    return " ".join([_(ORDERS[value.order]), *leads])


def _either(cards: tuple[Card, ...]) -> str:
    """Return the cards of one suit of which any may be led."""
    words = str(cards[0])
    for card in cards[1:]:
        words = _("%(one)s or %(other)s") % {"one": words, "other": card}
    return words


def _revokes(found: tuple[Any, ...]) -> str:
    if not found:
        return _("The record of play shows no revoke.")
    return " ".join(
        _(
            "The record of play shows a revoke by %(seat)s in trick %(trick)d, with "
            "%(card)s; the transfer would be %(n)d."
        )
        % {
            "seat": seat_name(one.seat),
            "trick": one.trick,
            "card": one.card,
            "n": one.transfer,
        }
        for one in found
    )


def _points(value: int) -> str:
    return _("Scored as claimed: %s.") % points_words(value)


def _bids(value: Mapping[str, str]) -> str:
    bids = ", ".join(call_sign(bid) for bid in value.values())
    return _("Lowest sufficient bids: %s.") % bids


def _windows(value: Mapping[str, Any]) -> str:
    return "; ".join(
        _("%(what)s: until %(time)s")
        % {
            "what": PURPOSES[Window.Purpose(purpose)],
            "time": _("not known yet")
            if closes is None
            else localtime(closes).strftime("%H:%M"),
        }
        for purpose, closes in value.items()
    )


WORDS: Mapping[str, Callable[[Any], str]] = {
    "S1": _position,
    "S2": _extremes,
    "S3": _said(
        gettext_noop("At worst, by normal play, the claiming side takes %(tricks)s.")
    ),
    "S4": _said(
        gettext_noop("The line as stated takes %(tricks)s against the best defence.")
    ),
    "S5": _loses,
    "S6": _share,
    "S7": _trumps,
    "S8": _location,
    "S9": _partner,
    "S10": _order,
    "S11": _revokes,
    "S12": _points,
    "S13": _bids,
    "S14": _windows,
}
"""The sentence of each computation, made of what it found."""
