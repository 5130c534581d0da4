"""A poll as peers see it, and the spread of its answers.

Peers see one hand, or all four, and never the result, the place or a name. Who was
asked is for the chief alone; everybody else reads numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.auctions import Auction
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import Deal
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.models import Case, Poll, PollPeer
from rulings.presenters import (
    BoardFacts,
    DiagramView,
    FactView,
    HandView,
    deal_diagram,
    diagram_of,
    fact_list,
    hand_view,
)
from rulings.presenters.law.auctions import AuctionCall
from rulings.presenters.words import call_words, card_name, seat_name
from rulings.queries.case.rows import rows_of
from rulings.queries.words import texts_of

ASKS = {
    Poll.Kind.CALL: gettext_lazy("What would you call, as %(seat)s?"),
    Poll.Kind.CARD: gettext_lazy("What would you play, as %(seat)s?"),
}
CALLS_IN_ROW = 4


@dataclass(frozen=True, slots=True)
class AnswerBar:
    """One answer of a poll: its words, how often, its part of the commonest in %."""

    words: str
    n: int
    part: int


@dataclass(frozen=True, slots=True)
class PeerView:
    """One peer: who, whether he has answered and what; the link while it is open."""

    row: PollPeer
    who: str
    answer: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class PollView:
    """A poll: what is asked, and how often each answer was given."""

    row: Poll
    asks: str
    question: str
    choices: tuple[str, ...]
    bars: tuple[AnswerBar, ...]
    others: tuple[str, ...]
    asked: int
    answered: int


@dataclass(frozen=True, slots=True)
class PollSheet:
    """What a peer sees: a hand or all four, and what is known at that moment."""

    facts: tuple[FactView, ...]
    hand: HandView | None
    diagram: DiagramView | None
    seats: tuple[str, ...]
    auction_rows: tuple[tuple[AuctionCall, ...], ...]
    said: str
    on_table: tuple[str, ...]


def polled(case: Case, *, words: bool = True) -> list[PollView]:
    """Return the polls of a case, in order; without `words` only what is asked for."""
    rows, peers = rows_of(case, Poll), rows_of(case, PollPeer)
    if not rows:
        return []
    marks = [row.words for row in rows] + [peer.words for peer in peers]
    texts = texts_of(marks) if words else {}
    return [poll_view(row, peers, texts) for row in rows]


def poll_view(
    row: Poll, peers: Iterable[PollPeer], texts: Mapping[str, str]
) -> PollView:
    """Return one poll with the spread of its answers."""
    mine = [peer for peer in peers if peer.poll_id == row.pk]
    heard = [peer for peer in mine if peer.answered_at is not None]
    question, choices = _worded(row, texts)
    counts = Counter(peer.choice for peer in heard)
    most = max([*counts.values(), 1])
    named: list[tuple[str, int | None]] = [
        (words, number) for number, words in enumerate(choices, 1)
    ]
    if counts[None]:
        named.append((_("another answer"), None))
    bars = tuple(
        AnswerBar(words, counts[number], 100 * counts[number] // most)
        for words, number in named
    )
    others = tuple(texts[one.words] for one in heard if texts.get(one.words))
    seat = seat_name(Seat.parse(row.seat))
    asks = str(ASKS[Poll.Kind(row.kind)]) % {"seat": seat}
    return PollView(row, asks, question, choices, bars, others, len(mine), len(heard))


def _worded(row: Poll, texts: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    text = texts.get(row.words, "")
    if not text:  # erased, or left out: the numbers of the choices stay
        numbers = (str(number) for number in range(1, row.choices + 1))
        return "", tuple(_("answer %(n)s") % {"n": one} for one in numbers)
    question, choices = json.loads(text)
    return question, tuple(choices)


def peer_views(
    row: Poll, peers: Iterable[PollPeer], view: PollView, at: datetime, *, names: bool
) -> list[PeerView]:
    """Return the peers of a poll; with `names` who they are, for the chief."""
    mine = [peer for peer in peers if peer.poll_id == row.pk]
    texts = texts_of(peer.whom for peer in mine) if names else {}
    return [
        PeerView(
            peer,
            texts.get(peer.whom, "") or _("Peer %(n)d") % {"n": number},
            "" if not names or peer.choice is None else view.choices[peer.choice - 1],
            peer.secret_hash is not None and peer.is_open(at),
        )
        for number, peer in enumerate(mine, 1)
    ]


def poll_sheet(row: Poll, case: Case) -> PollSheet:
    """Return what a peer sees of a poll."""
    seat, board = Seat.parse(row.seat), case.playing.board
    facts = BoardFacts(
        dealer=Seat.parse(board.dealer),
        vulnerable=Vulnerability(board.vulnerability),
        contract=Contract.parse(row.contract) if row.contract else None,
    )
    on_table: tuple[str, ...] = ()
    if row.kind == Poll.Kind.CALL:
        deal = Deal.parse(row.hands)
        hand, whole = deal.hands[seat], deal_diagram(deal, board=facts)
    else:
        cards = Position.parse(row.hands)
        hand, whole = cards.hands[seat], diagram_of(cards, board=facts)
        on_table = tuple(
            f"{seat_name(who)}: {card_name(card)}" for who, card in cards.trick.plays()
        )
    seats, rows = _auction(row.auction)
    return PollSheet(
        fact_list(facts),
        None if row.all_hands else hand_view(seat, hand),
        replace(whole, facts=()) if row.all_hands else None,
        seats,
        rows,
        texts_of([row.said]).get(row.said, ""),
        on_table,
    )


def _auction(
    text: str,
) -> tuple[tuple[str, ...], tuple[tuple[AuctionCall, ...], ...]]:
    """Return the seats and the calls by rows of four, from North; none for none."""
    if not text:
        return (), ()
    auction = Auction.parse(text)
    blanks = [AuctionCall("", "")] * auction.dealer
    cells = [*blanks, *(AuctionCall(one, call_words(one)) for one in auction.calls)]
    rows = tuple(
        tuple(cells[at : at + CALLS_IN_ROW])
        for at in range(0, len(cells), CALLS_IN_ROW)
    )
    return tuple(seat_name(seat) for seat in Seat), rows


def auction_choices(case: Case) -> dict[str, str]:
    """Return how much of a recorded auction can be shown; {} where none is known."""
    if not case.playing.auction:
        return {}
    auction = Auction.parse(case.playing.auction)
    found = {"": _("no auction")}
    for number in range(len(auction.calls)):
        turn = Auction(auction.dealer, auction.calls[:number]).turn
        words = _("before call %(n)d, %(seat)s")
        found[str(number)] = words % {"n": number + 1, "seat": seat_name(turn)}
    found[str(len(auction.calls))] = _("the whole auction")
    return found
