"""The strip: answers so far, each a link that opens its screen again."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.models import Fact, Ruling, Statement
from rulings.presenters import StripItem
from rulings.presenters.table.answered import answered_items
from rulings.presenters.table.words import who, words_short
from rulings.presenters.words import call_sign, card_name, seat_name, suit_name
from rulings.queries.case.rows import rows_of
from rulings.queries.case.rules import flow_of
from rulings.queries.case.solving import pending_of, spots_of
from rulings.queries.table.sheet import Sheet
from rulings.solver.inputs import Pending
from rulings.states import IN_FORCE, State

NOT_YET = "–"
OPEN_SCREENS = frozenset(
    {State.CALLED, State.CONTESTED, State.FROZEN, State.RESERVED, State.RULED}
)
"""States in which a fact may still be changed, with the other answers kept.

Once a ruling is announced every fact leads to the page that puts mistakes right.
"""
ANSWERS = "answers"
FACTS = {
    "contract": "contract",
    "claim": "number",
    "statement": "words",
    "objections": ANSWERS,
    "cards": "cards",
    "restrictions": "restrictions",
}
"""What the page that puts mistakes right calls each item; the others are answers."""


def strip_of(
    sheet: Sheet,
    here: str,
    here_value: str = "…",
    *,
    restricted: bool = False,
    directs: bool = True,
) -> tuple[StripItem, ...]:
    """Return the strip of a case; a playing director sees what may be taken down.

    Only who directs is led to where a mistake is put right.
    """
    inputs = flow_of(sheet.case).inputs
    items = [_auction(sheet)] if "auction" in inputs else []
    if "claim" in inputs:
        items += [_claim(sheet), _claimed(sheet), _words(sheet)]
    if "claim" in inputs and not restricted:
        items += [_objection(sheet), _cards(sheet), *_restrictions(sheet)]
        items += _answered(sheet)
    corrects = directs and not restricted
    return tuple(
        StripItem(
            label,
            "…" if key == here and value == NOT_YET else value,
            ""
            if value == NOT_YET or key == here
            else _url(sheet, key, route, corrects=corrects),
            here=key == here,
        )
        for key, route, label, value in [*items, *_end(sheet, here, here_value)]
    )


def item_of(fact: str) -> str:
    """Return the key of the item that a fact put right belongs to, "" for none."""
    named = {name: key for key, name in reversed(FACTS.items()) if name != ANSWERS}
    return {**named, "playing": "", "claimer": "claim"}.get(fact, "")


def _url(sheet: Sheet, key: str, route: str, *, corrects: bool) -> str:
    """Return where a fact is changed; after the announcement that is a repair."""
    case, state = sheet.case, State(sheet.case.state)
    if state in OPEN_SCREENS:
        args = [case.pk, key] if route == "step" else [case.pk]
        return reverse(route, args=args)
    if state in IN_FORCE and corrects:
        if route == "announced":
            return reverse(route, args=[case.pk])
        fact = FACTS.get(key, ANSWERS)
        return reverse("correct", args=[case.pk]) + f"?fact={fact}"
    return ""


Item = tuple[str, str, str, str | int | Card | Contract]


def _auction(sheet: Sheet) -> Item:
    entered = sheet.entered
    value = NOT_YET
    if entered is not None and entered.settled:
        bid, last = entered.in_question, entered.before.last_bid or ""
        value = _("%(bid)s over %(last)s") % {
            "bid": call_sign(bid),
            "last": call_sign(last),
        }
    return "auction", "auction", _("Auction"), value


def _claim(sheet: Sheet) -> Item:
    return "contract", "claim", _("Contract"), sheet.contract or NOT_YET


def _claimed(sheet: Sheet) -> Item:
    value = NOT_YET
    if sheet.claimer is not None:
        value = claimed_words(sheet)
    return "claim", "claim", _("Claimed"), value


def claimed_words(sheet: Sheet) -> str:
    """Return what was claimed by whom: 7 of 8, South; nothing where that is open."""
    if sheet.claim is None:
        return NOT_YET
    seat = "" if sheet.claimer is None else seat_name(sheet.claimer)
    if sheet.left is None:
        if sheet.claimed is None and not sheet.claim.number_said:
            return _("number not said, %(seat)s") % {"seat": seat}
        if sheet.claimed is None:
            return _("the rest, %(seat)s") % {"seat": seat}
        return f"{sheet.claimed}, {seat}"
    values = {"claimed": sheet.claimed, "left": sheet.left, "seat": seat}
    if not sheet.claim.number_said:
        return _unsaid_words(sheet, values)
    if sheet.claimed == sheet.left:
        return _("all %(left)d, %(seat)s") % values
    return _("%(claimed)d of %(left)d, %(seat)s") % values


def _unsaid_words(sheet: Sheet, values: Mapping[str, object]) -> str:
    """Return what a claim without a number is taken as, and that none was said."""
    if sheet.needs_number or sheet.claimed is None:
        return _("number not said, %(seat)s") % values
    if sheet.claimed == sheet.left:
        return _("all %(left)d, number not said, %(seat)s") % values
    return _("%(claimed)d of %(left)d, number not said, %(seat)s") % values


def _words(sheet: Sheet) -> Item:
    said = sheet.layers.get(Statement.Layer.CLAIM)
    value = (
        NOT_YET
        if said is None
        else words_short(said.steps, sheet.texts.get(said.words, ""))
    )
    return "statement", "statement", _("Words"), value


def _objection(sheet: Sheet) -> Item:
    value = NOT_YET
    if sheet.doubts:
        value = ", ".join(dict.fromkeys(map(who, sheet.doubts)))
    elif sheet.case.state not in {State.CALLED, State.CLOSED}:
        value = _("agreed") if sheet.case.state == State.AGREED else _("doubted")
    return "objections", "objections", _("Objection"), value


def _cards(sheet: Sheet) -> Item:
    value = NOT_YET
    if sheet.cards is not None:
        value = ngettext("%(count)d each", "%(count)d each", sheet.cards.left) % {
            "count": sheet.cards.left
        }
    return "cards", "cards", _("Cards"), value


def _restrictions(sheet: Sheet) -> list[Item]:
    """Return what was pending, where something was."""
    value = restrictions_words(sheet)
    if not value:
        return []
    return [("restrictions", "restrictions", _("Pending"), value)]


def restrictions_words(sheet: Sheet) -> str:
    """Return the penalty cards and the bound lead: ♠K West, no hearts from East."""
    if sheet.cards is None or sheet.contract is None:
        return ""
    facts = {row.key: row.value for row in rows_of(sheet.case, Fact) if row.value}
    words = pending_words(pending_of(sheet.cards, sheet.contract.declarer, facts))
    words += [
        _("%(card)s not sure") % {"card": card_name(card)}
        for _seat, card in sorted(spots_of(sheet.cards, facts))
    ]
    return ", ".join(words)


def pending_words(found: Pending) -> list[str]:
    """Return each penalty card with its hand, then the bound lead."""
    words = [
        f"{card_name(one.card)} {seat_name(one.seat)}" for one in sorted(found.cards)
    ]
    if lead := found.lead:
        text = (
            _("%(suit)s from %(seat)s")
            if lead.required
            else _("no %(suit)s from %(seat)s")
        )
        words.append(
            text % {"suit": suit_name(lead.suit), "seat": seat_name(lead.seat)}
        )
    return words


def _answered(sheet: Sheet) -> list[Item]:
    """Return the answers of law; those on cards are facts on their own screen."""
    return [
        (one.step or "known", "step" if one.step else "known", one.label, one.value)
        for one in answered_items(sheet)
    ]


def _end(sheet: Sheet, here: str, value: str) -> list[Item]:
    """Return the last item, the screen in hand where it is none of the facts."""
    if here.startswith("step:"):
        return [(here, "steps", _("Law"), here.removeprefix("step:"))]
    if here == "proposal":
        return [(here, "proposal", _("Ruling"), value)]
    if here == "ruling":
        return [(here, "ruling", _("Ruling"), _("not announced"))]
    if sheet.case.state in IN_FORCE and sheet.ruling is not None:
        return [("announced", "announced", _("Ruling"), ruled_words(sheet.ruling))]
    return []


def ruled_words(ruling: Ruling) -> str:
    """Return the tricks of a ruling, or that its score was assigned."""
    if ruling.tricks_claimer is None or ruling.assigned:
        return _("score assigned")
    n = ruling.tricks_claimer
    return ngettext("%(n)d trick", "%(n)d tricks", n) % {"n": n}
