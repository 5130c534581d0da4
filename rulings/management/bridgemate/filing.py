"""What came from the units, filed by the acts of a program's key, each one once.

A call is an act with a key of its own, made of what tells it from others: the queue
gives items no number. Results and hands are compared with what stands. Each function
returns a sentence for what it did or could not do, "" where there is nothing to say.
That the key may no longer act is raised as Refused: then nothing is accepted.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.results import points_ns, result_text
from rulings.clock import receipt_at
from rulings.importers.bridgemate.reader import (
    CallStatus,
    UnitCall,
    UnitHands,
    UnitPlace,
    UnitResult,
)
from rulings.laws.engine import load_flow
from rulings.management.bridgemate import places as there
from rulings.models import ApiKey, Event, Playing
from rulings.permissions import key_actor
from rulings.queries.programs import BoardKey
from rulings.workflow.acts import ActContext
from rulings.workflow.cases import open_case
from rulings.workflow.errors import Invalid
from rulings.workflow.event.play_records import (
    Contradicts,
    look_at_boards,
    take_boards,
)
from rulings.workflow.event.scores import ScoreGiven, enter_scores

KEYS = uuid.UUID("6f6d1f0e-33a1-5d0b-9c53-1b1d7a0f6b3e")
"""The room of names in which a call's key is made."""
BELIEVED = timedelta(minutes=30)
"""So far back the clock of a unit is believed, less than a wrong zone is off by."""
STATUS_WORDS = {
    CallStatus.IN_PROGRESS: "the director is there",
    CallStatus.RESOLVED: "it is resolved",
    CallStatus.DEFERRED: "it is deferred",
}


@dataclass(frozen=True, slots=True)
class UnitDesk:
    """Where a session's items go: the key that acts, its event, the session's number.

    With `replaces` a new result takes the place of another that stands.
    """

    key: ApiKey
    event: Event
    session: int
    guid: str
    replaces: bool = False

    def form(self, key: uuid.UUID | None = None) -> ActContext:
        """Return what accompanies an act of the program, now.

        The key is read each time: one that was revoked since is out at once.
        """
        at = receipt_at()
        fresh = ApiKey.objects.select_related("event").get(pk=self.key.pk)
        return ActContext(by=key_actor(fresh, at), at=at, key=key)

    def board_at(self, place: UnitPlace, board: int) -> Playing | str:
        """Return the board at a table and in a round, or why there is none."""
        key = BoardKey(
            session=self.session, section=place.section, table=place.table, board=board
        )
        found = there.board_there(self.event, key)
        if isinstance(found, Playing) and found.round.order != place.round:
            return (
                f"board {board} at table {place.name} is planned in round "
                f"{found.round.order}, not in round {place.round}"
            )
        return found


def key_of(desk: UnitDesk, call: UnitCall) -> uuid.UUID:
    """Return the key of the act that files a call."""
    return uuid.uuid5(KEYS, f"{desk.guid}|{call.identity}")


def file_call(desk: UnitDesk, call: UnitCall) -> str:
    """Open a case for a call that was just made; other news of calls change nothing."""
    place = call.place
    where = f"table {place.name}, round {place.round}"
    if call.status is not CallStatus.LAUNCHED:
        return f"The unit says of a call, {where}: {STATUS_WORDS[call.status]}."
    key = key_of(desk, call)
    if there.is_filed(desk.event, key):
        return f"The call from {where}, is filed already."
    playing = there.played_next(
        desk.event, desk.session, place.section, place.table, place.round
    )
    if playing is None:
        return f"NOT FILED: a call from {where}. Nothing is planned there. Go and see."
    board = playing.board.number
    if there.waiting_call(playing):
        return f"A call from {where}: one waits from there already."
    form = desk.form(key)
    form = ActContext(
        by=form.by, at=form.at, key=key, said_at=_said(desk.event, call, form.at)
    )
    flow = load_flow("claims", desk.event.edition)
    try:
        open_case(form, playing, flow_hash=flow.hash)
    except Invalid as refused:
        return f"NOT FILED: a call from {where}. {refused}"
    return f"A call from {where}, is in the queue, on board {board}."


def _said(event: Event, call: UnitCall, at: datetime) -> datetime | None:
    """Return when a call was made by the unit's clock; None where that cannot be."""
    here = at.astimezone(ZoneInfo(event.zone))
    said = here.replace(hour=call.hour, minute=call.minute, second=0, microsecond=0)
    said = said - timedelta(days=1) if said > here else said
    return said if here - said <= BELIEVED else None


@dataclass(frozen=True, slots=True)
class ScoreOutcome:
    """What became of a score: a sentence, whether it was done, whether it waits.

    It waits where its board has a case without an end. What was not done is said once.
    """

    sentence: str = ""
    done: bool = False
    waits: bool = False


def last_of_each(results: Iterable[UnitResult]) -> list[UnitResult]:
    """Return the last result of each board at each table: what the unit has now."""
    return list({(one.place, one.board): one for one in results}.values())


def file_result(desk: UnitDesk, sent: UnitResult, *, replaces: bool) -> ScoreOutcome:
    """Enter a result where none stands; what stands stays unless it is replaced."""
    where = f"Board {sent.board} at table {sent.place.name}"
    if sent.deleted:
        return ScoreOutcome(
            f"{where}: taken back on the unit. The scorer corrects it here."
        )
    if not sent.played:
        return ScoreOutcome(f"{where}: not played. No result is entered.")
    playing = desk.board_at(sent.place, sent.board)
    if isinstance(playing, str):
        return ScoreOutcome(f"NOT ENTERED: {playing}.")
    if there.numbers_of(playing) == (sent.pairs[1], sent.pairs[0]) != sent.pairs:
        return ScoreOutcome(
            f"NOT ENTERED. {where}: its pairs sit the other way round here."
        )
    if (playing.contract, playing.tricks) == (str(sent.contract or ""), sent.tricks):
        return ScoreOutcome()
    told = result_text(sent.contract, sent.tricks)
    if there.is_ruled(playing):
        return ScoreOutcome(
            f"{where}: {told} is left out, a ruling gives its score. Compare BCS."
        )
    if there.has_open_case(playing):
        return ScoreOutcome(
            f"{where}: {told} waits for the end of its case.", waits=True
        )
    if playing.tricks is not None and not replaces:
        stands = Contract.parse(playing.contract) if playing.contract else None
        stood = result_text(stands, playing.tricks)
        return ScoreOutcome(
            f"NOT ENTERED. {where}: {told} came, but {stood} stands. "
            "The scorer corrects it."
        )
    if refused := _enter(desk, playing, sent):
        return ScoreOutcome(f"NOT ENTERED. {where}: {told}. {refused}")
    return ScoreOutcome(f"{where}: {told} is entered.", done=True)


def _enter(desk: UnitDesk, playing: Playing, sent: UnitResult) -> str:
    """Enter a result; return why it was refused, or ""."""
    vulnerable = Vulnerability(playing.board.vulnerability)
    points = points_ns(sent.contract, sent.tricks, vulnerable)
    contract = str(sent.contract or "")
    given = ScoreGiven(playing, contract, sent.tricks, points)
    try:
        enter_scores(desk.form(), desk.event, [given])
    except Invalid as refused:
        return str(refused)
    return ""


def file_hands(desk: UnitDesk, sent: UnitHands) -> str:
    """Take the cards of a board into the deal set in which its section plays it."""
    number = sent.board.board or 0
    where = f"board {number} of section {sent.section}"
    sets = there.deal_sets_of(desk.event, desk.session, sent.section, number)
    if len(sets) != 1:
        said = "is in several deal sets" if sets else "is not in the schedule"
        return f"NOT TAKEN: the cards of {where}. It {said}."
    (line,) = look_at_boards(desk.event, [sent.board], sets[0])
    if line.refusal:
        return f"NOT TAKEN: the cards of {where}. {line.refusal}"
    if line.deal == "known":
        return ""
    try:
        take_boards(desk.form(), desk.event, [sent.board], sets[0])
    except (Invalid, Contradicts) as refused:
        return f"NOT TAKEN: the cards of {where}. {refused}"
    return f"The cards of {where} are taken."
