"""Records of play: auction, contract and cards of boards at their tables (R17).

Programs send them while a session goes on. What is stored stays: a record only grows,
card by card, and a deal is given once; one act takes all that was sent, or nothing. A
record may stop before the last trick: that is where play stopped (Law 68D). What it
proves about the cards comes from replaying it, not from what anybody says.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.hands import Deal
from rulings.bridge.records import replay
from rulings.importers.boards import ImportedBoard
from rulings.importers.formats import Reading
from rulings.models import Case, Event, Playing
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault
from rulings.workflow.event.imports import (
    Line,
    Target,
    plan_line,
    preview,
    record_values,
)
from rulings.workflow.event.transaction import EventActRun, perform_in_event
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


class Contradicts(Exception):
    """What was sent cannot stand beside what is recorded; nothing was written."""


def look_at_boards(
    event: Event, boards: Sequence[ImportedBoard], deal_set: str
) -> list[Line]:
    """Return what taking each of some boards would do; nothing is written."""
    return preview(event, Reading("api", tuple(boards)), Target(deal_set=deal_set))


def take_boards(
    context: ActContext, event: Event, boards: Sequence[ImportedBoard], deal_set: str
) -> Receipt:
    """Take the deals of boards into a deal set, all or none.

    Raises Contradicts naming the boards for which the set has other cards.
    """

    def write(run: EventActRun) -> None:
        target = Target(deal_set=deal_set)
        lines = look_at_boards(run.event, boards, deal_set)
        if refused := [line for line in lines if line.refusal]:
            raise Contradicts(
                " ".join(
                    f"Board {line.board.board}: {line.refusal}" for line in refused
                )
            )
        for line in lines:
            plan_line(run.rows, context, run.event, target, line)
        run.inputs.update(deal_set=deal_set, boards=len(lines))

    payload = {
        "deal_set": deal_set,
        "boards": [
            [one.board, str(one.deal), str(one.dealer), str(one.vulnerability)]
            for one in boards
        ],
    }
    return perform_in_event(EventAct.IMPORT, context, event, write, payload)


def take_record(
    context: ActContext, event: Event, playing: Playing, record: ImportedBoard
) -> Receipt:
    """Take down how far a board has been played; what stands may only grow.

    A record that ends before one that stands changes nothing: it came late. Raises
    Contradicts where it says otherwise, or where a card was not held by the seat whose
    turn it was; Invalid for tricks without a contract.
    """

    def write(run: EventActRun) -> None:
        fresh = (
            Playing.objects.select_related("board", "round__session")
            .prefetch_related("cases")
            .get(pk=playing.pk, board__event=event)
        )
        given = _with_contract(record, fresh)
        _check_grows(fresh, given)
        _check_cards(fresh, given)
        values = record_values(given, fresh)
        for name in ("auction", "play"):
            if len(str(values.get(name, ""))) < len(getattr(fresh, name)):
                values.pop(name, None)
        if "tricks" in values:
            values["score_entered_at"] = fresh.score_entered_at or context.at
            values["play_ended_at"] = fresh.play_ended_at or context.at
        elif fresh.status == Playing.Status.SCHEDULED:
            values["status"] = Playing.Status.IN_PLAY
        run.rows.change(fresh, **values)
        for case in run.cases:
            run.note_board(case)

    payload = {
        "playing": playing.pk,
        "auction": str(record.auction or ""),
        "contract": str(record.contract or ""),
        "passed_out": record.passed_out,
        "play": _cards(record),
        "tricks": record.tricks_declarer,
    }
    return perform_in_event(
        EventAct.IMPORT,
        context,
        event,
        write,
        payload,
        cases=Case.objects.filter(playing=playing.pk),
    )


def _cards(record: ImportedBoard) -> str:
    return " ".join(str(card) for card in record.play)


def _with_contract(record: ImportedBoard, stands: Playing) -> ImportedBoard:
    """Return a record with the contract that stands where it brings none itself."""
    if record.contract is not None or record.passed_out:
        return record
    if stands.contract:
        return changed(record, contract=Contract.parse(stands.contract))
    if record.tricks_declarer is not None:
        raise Fault("tricks_without_contract")
    return record


def _check_grows(stands: Playing, given: ImportedBoard) -> None:
    contract = str(given.contract or "")
    if contract and stands.contract not in {"", contract}:
        raise Contradicts(
            f"The contract is {contract}, but {stands.contract} stands at this table. "
            "A director corrects it on the case or the scorer on the score."
        )
    if given.passed_out and stands.contract:
        raise Contradicts(f"Passed out, but {stands.contract} stands at this table.")
    _check_longer("auction", str(given.auction or ""), stands.auction)
    _check_longer("play", _cards(given), stands.play)
    if given.tricks_declarer is not None and stands.tricks not in {
        None,
        given.tricks_declarer,
    }:
        raise Contradicts(
            f"{given.tricks_declarer} tricks for declarer, but {stands.tricks} are "
            "scored. The scorer corrects a score."
        )


def _check_longer(what: str, given: str, stands: str) -> None:
    """Raise Contradicts unless one of two texts of words begins with the other."""
    new, old = given.split(), stands.split()
    shared = min(len(new), len(old))
    for place in range(shared):
        if new[place] != old[place]:
            raise Contradicts(
                f"The {what} differs from what was sent before: {new[place]} at place "
                f"{place + 1}, where {old[place]} stands. Send what was sent, and more."
            )


def _check_cards(stands: Playing, given: ImportedBoard) -> None:
    contract = given.contract
    if contract is None or not given.play or not stands.board.deal:
        return
    try:
        deal = Deal.parse(stands.board.deal)
        end = replay(deal, contract.strain, contract.opening_leader, given.play)
    except IllegalPlay as error:
        raise Contradicts(f"The play does not fit the cards: {error}.") from error
    won = end.position.won_by(contract.declarer.side)
    most = won + end.position.left
    if given.tricks_declarer is not None and not won <= given.tricks_declarer <= most:
        raise Contradicts(
            f"{given.tricks_declarer} tricks for declarer, but after this play it is "
            f"{won} to {most}."
        )
