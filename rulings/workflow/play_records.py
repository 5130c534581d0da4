"""Take in records of play: auction, contract and cards of boards at their tables.

A record may stop before the last trick: that is where play stopped (Law 68D). What it
proves about the cards comes from replaying it, not from what anybody says.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import Deal
from rulings.bridge.records import replay
from rulings.models import Event, Playing
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.event_acts import EventActRun, perform_in_event
from rulings.workflow.log import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """What a record holds: the auction where known, contract, cards in order."""

    auction: Auction | None
    contract: Contract
    cards: tuple[Card, ...]


def add_play_records(
    context: ActContext, event: Event, records: Mapping[uuid.UUID, PlayRecord]
) -> Receipt:
    """Attach records to playings by id, all or nothing.

    Raises IllegalPlay at a card that was not held, when the deal is known.
    """

    def write(run: EventActRun) -> None:
        playings = Playing.objects.select_related("board").filter(
            pk__in=records, board__event=event
        )
        for playing in playings.order_by("pk"):
            record = records[playing.pk]
            _check(playing, record)
            run.rows.change(
                playing,
                auction=str(record.auction or ""),
                contract=str(record.contract),
                play=" ".join(str(card) for card in record.cards),
            )

    payload = {
        str(pk): [str(record.contract), *map(str, record.cards)]
        for pk, record in records.items()
    }
    return perform_in_event(EventAct.IMPORT, context, event, write, payload)


def _check(playing: Playing, record: PlayRecord) -> None:
    if playing.board.deal:
        contract = record.contract
        deal = Deal.parse(playing.board.deal)
        replay(deal, contract.strain, contract.opening_leader, record.cards)
