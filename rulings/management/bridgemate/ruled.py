"""Ruled scores on their way out: a slip is taken once its score is there."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.bridge.contracts import Contract
from rulings.importers.bridgemate.messages import ConnectorRefused
from rulings.importers.bridgemate.reader import (
    UnitPlace,
    UnitResult,
    read_results,
)
from rulings.importers.bridgemate.writer import (
    SHARES,
    ScoreToSend,
    result_item,
    with_lead,
)
from rulings.management.bridgemate.filing import ScoreOutcome, UnitDesk, last_of_each
from rulings.management.bridgemate.link import Link, all_results, put_results
from rulings.management.bridgemate.places import numbers_of, waiting_slips
from rulings.models import Playing, Ruling, Slip
from rulings.workflow.errors import Invalid
from rulings.workflow.event.scores import acknowledge_slips

Stands = dict[tuple[UnitPlace, int], UnitResult]


def put_ruled_scores(desk: UnitDesk, link: Link) -> Iterator[ScoreOutcome]:
    """Put the scores of announced rulings out, and tell which went and which not.

    Raises ConnectorRefused at the end: a score that is refused holds up no other.
    """
    ready: list[tuple[list[Slip], ScoreToSend]] = []
    for slips in waiting_slips(desk.event, desk.session):
        score = _score(slips[-1].ruling)
        if isinstance(score, ScoreToSend):
            ready.append((slips, score))
        else:
            yield ScoreOutcome(f"NOT SENT: {_where(slips[-1])}. {score}")
    if not ready:
        return
    rows, _ = read_results(all_results(link, desk.guid))
    stands = {(row.place, row.board): row for row in last_of_each(rows)}
    refused = None
    for slips, score in ready:
        try:
            yield _put(desk, link, slips, score, stands)
        except ConnectorRefused as error:
            refused = error
    if refused is not None:
        raise refused


def _where(slip: Slip) -> str:
    playing = slip.ruling.case.playing
    return (
        f"the ruled score of board {playing.board.number}, table {playing.table.name}"
    )


def _score(ruling: Ruling) -> ScoreToSend | str:
    """Return what a ruling gives, or why it has no form in the Data Connector."""
    if not ruling.current:
        return "The ruling is no longer in force. The scorer looks after it."
    if len(ruling.assigned) <= 1:  # one result that is assigned in full is a result
        contract = Contract.parse(ruling.contract) if ruling.contract else None
        return ScoreToSend(contract, ruling.new_tricks_declarer)
    shares = {row["side"]: row["percent"] for row in ruling.assigned if "side" in row}
    level = SHARES.get((shares.get("NS", 0), shares.get("EW", 0)))
    if level is None:
        return (
            "A weighted or split score has no form there. The scorer enters it by hand "
            "and takes the slip."
        )
    return ScoreToSend(None, 0, level)


def _put(
    desk: UnitDesk, link: Link, slips: list[Slip], score: ScoreToSend, stands: Stands
) -> ScoreOutcome:
    playing = slips[-1].ruling.case.playing
    place = UnitPlace(
        desk.guid,
        playing.table.section.letter,
        playing.table.number,
        playing.round.order,
    )
    before = stands.get((place, playing.board.number))
    item = _item(place, playing, score, before)
    if item is None:
        return ScoreOutcome(
            f"NOT SENT: {_where(slips[-1])}. Its pairs have no numbers."
        )
    # Sent again after a kill it changes nothing: it is the score that stands there.
    put_results(link, desk.guid, [item])
    try:
        acknowledge_slips(desk.form(), desk.event, slips)
    except Invalid as refused:
        return ScoreOutcome(f"Sent, but its slip waits: {_where(slips[-1])}. {refused}")
    return ScoreOutcome(f"Sent, and its slip taken: {_where(slips[-1])}.", done=True)


def _item(
    place: UnitPlace, playing: Playing, score: ScoreToSend, before: UnitResult | None
) -> dict[str, object] | None:
    """Return the item; its pairs are those of the result that stands there, if any."""
    known = before.pairs if before and all(before.pairs) else numbers_of(playing)
    if known is None:
        return None
    item = result_item(place, playing.board.number, known, score)
    return with_lead(item, before.item) if before else item
