"""A line that a director taps card by card from the claim on, counted from there.

Two uses: to check a line he sees himself (it records nothing), and to note the cards
that were played after the claim (68D, 70D3, 85A). The cards stand in the address.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.bridge.positions import Position
from rulings.forms.acts import ActForm
from rulings.laws.engine.flow import Step
from rulings.permissions import Sight
from rulings.presenters.moment.bench import outcome_of
from rulings.presenters.table import plain_diagram
from rulings.presenters.words import seat_name
from rulings.queries.case.flow import walk_case
from rulings.queries.case.solving import solver_input
from rulings.queries.table.sheet import Sheet
from rulings.solver import SolverClaim
from rulings.solver.explain import best_play, played_on
from rulings.views.common import see_other
from rulings.views.table.frame import TableScreen, need_sight

BUDGET = 50_000
"""Positions of best play: the page must not wait."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """The cards tapped so far, and the position behind them."""

    cards: tuple[Card, ...]
    now: Position

    def url(self, base: str, *cards: Card, after: bool) -> str:
        """Return the address of the page with some cards instead."""
        query = QueryDict(mutable=True)
        query["cards"] = " ".join(str(card) for card in cards)
        if after:
            query["for"] = "after"
        return f"{base}?{query.urlencode()}"


def tapped_from(start: Position, text: str) -> Tapped:
    """Return the cards of an address as far as they can be played."""
    try:
        named = parse_cards(text.upper()) if text.strip() else ()
    except ParseError:
        named = ()
    now, played = start, []
    for card in named:
        try:
            now = now.play(card)
        except IllegalPlay:
            break
        played.append(card)
    return Tapped(tuple(played), now)


class TappedLine(TableScreen[ActForm]):
    """The position, the cards that may be played to it, and what the line gives."""

    acts = ("look",)
    http_method_names = ["get", "head"]
    sight = Sight.DRAFT
    template = "tapped"

    def enter(self) -> HttpResponse | None:
        """Leave where the cards at the claim are not known yet."""
        super().enter()
        need_sight(self.request, self.case, Sight.CARDS)
        known = self.sheet.cards is not None and self.sheet.claimer is not None
        return None if known else see_other("case", self.case.pk)

    def context(self) -> dict[str, object]:
        """Return the position with its plays, and what is told of the line."""
        sheet, given = self.sheet, self.request.GET
        assert sheet.cards is not None  # noqa: S101 - `enter` has looked
        after = given.get("for") == "after"
        line = tapped_from(sheet.cards, given.get("cards", ""))
        base = reverse("tapped_line", args=[self.case.pk])
        back = line.cards[:-1] if line.cards else None
        return {
            "diagram": plain_diagram(sheet, line.now),
            "turn": seat_name(line.now.turn) if any(line.now.hands) else "",
            "plays": [
                (card, line.url(base, *line.cards, card, after=after))
                for card in (line.now.legal() if any(line.now.hands) else ())
            ],
            "tapped": self._played(line),
            "back_url": "" if back is None else line.url(base, *back, after=after),
            "after": after,
            "text": " ".join(str(card) for card in line.cards),
            **(self._noting() if after else self._counted(line)),
        }

    def _played(self, line: Tapped) -> list[tuple[str, Card]]:
        """Return each card tapped, with who plays it."""
        now, found = self.sheet.cards, []
        for card in line.cards:
            assert now is not None  # noqa: S101 - `enter` has looked
            found.append((seat_name(now.turn), card))
            now = now.play(card)
        return found

    def _counted(self, line: Tapped) -> dict[str, object]:
        """Return what the line gives with best play from here, and where it turns."""
        asked = solver_input(self.case)
        if asked is None or self.sheet.cards is None:
            return {}
        rest, side = best_play(asked.claim, BUDGET)(line.now), asked.claim.side
        won = line.now.won_by(side) - self.sheet.cards.won_by(side)
        total = None if rest is None else won + rest
        quick = best_play(asked.claim, BUDGET // 10)  # once a card
        found = played_on(self.sheet.cards, asked.claim, line.cards, best=quick)
        words = []
        if found.against is not None:
            card, seat = found.against.card, seat_name(found.against.seat)
            words.append(
                _("%(card)s from %(seat)s is not what was stated.")
                % {"card": card, "seat": seat}
            )
        if found.turns is not None:
            card, seat = found.turns.card, seat_name(found.turns.seat)
            words.append(
                _("After %(card)s from %(seat)s the claim could not be made any more.")
                % {"card": card, "seat": seat}
            )
        return {
            "total": total,
            "total_words": _total_words(self.sheet, asked.claim, total),
            "remarks": words,
        }

    def _noting(self) -> dict[str, object]:
        """Return where the cards played after the claim are noted."""
        walked = walk_case(self.case, self.request.actor.at)
        flow = walked.flow
        step: Step = flow.steps[flow.points.at("played_on")]
        went_on = walked.walk.passed("played_on") is not None or (
            walked.stands == step.id
        )
        route = step.id if went_on else flow.points.at("reaction")
        return {
            "went_on": went_on,
            "posts_to": reverse("step", args=[self.case.pk, route]),
            "choice": step.choices[0].value,
        }


def _total_words(sheet: Sheet, claim: SolverClaim, total: int | None) -> str:
    """Return what the line gives the claiming side, with the score where known."""
    if total is None:
        return _("Too many cards are left to count best play. Tap on.")
    seat = seat_name(claim.claimer)
    words = ngettext(
        "With best play from here %(seat)s’s side gets %(n)d trick.",
        "With best play from here %(seat)s’s side gets %(n)d tricks.",
        total,
    ) % {"seat": seat, "n": total}
    found = outcome_of(sheet, total)
    score = ", ".join(part for part in (found.result, found.points) if part)
    if not score:
        return words
    return _("%(sentence)s On the board: %(score)s.") % {
        "sentence": words,
        "score": score,
    }


tapped_line = TappedLine.as_view()
