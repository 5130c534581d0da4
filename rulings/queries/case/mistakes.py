"""What stays and what falls when a call, a claimer or a contract was wrong."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.models import (
    Answer,
    Case,
    Claim,
    Entry,
    Fact,
    Objection,
    Playing,
    Position,
    Statement,
)
from rulings.queries.case.derived import FACED, RESTRICTIONS
from rulings.queries.case.repaired import (
    CLAIMER,
    CORRECTS,
    corrected_now,
    playing_of,
    standing_under_repair,
)
from rulings.queries.case.rows import rows_of
from rulings.queries.words import texts_of
from rulings.states import BEING_RULED, Act, State

CARRIED = ("contract", "auction")
"""What players say of the board at the table; it goes with a call that moves."""


def others_on_board(case: Case) -> QuerySet[Case]:
    """Return the other cases on the playing of a case that are not cancelled."""
    rows = Case.objects.filter(playing=case.playing_id)
    return rows.exclude(pk=case.pk).exclude(state=State.CANCELLED)


def without_case(case: Case) -> dict[str, Any]:
    """Return the columns that a case set on its playing, as they were without it.

    What a scorer, an import or another case on the playing has entered stays; what a
    case entered that was cancelled there or moved away does not.
    """
    row_id = str(case.playing_id)
    others = set(others_on_board(case).values_list("pk", flat=True))
    own: set[str] = set()
    rest: dict[str, Any] = {}
    for entry in Entry.objects.filter(chain=case.event_id).order_by("seq"):
        data = bytes(entry.data)
        if row_id.encode() not in data:
            continue
        for table, key, values in json.loads(data)["rows"]:
            if (table, key) != ("playing", row_id) or values is None:
                continue
            if entry.case_id is None or entry.case_id in others:
                rest.update(values)
            else:
                own |= values.keys()
    return {name: rest[name] for name in sorted(own) if name in rest}


def cancel_reason(case: Case) -> str:
    """Return the reason for which a case was cancelled last, in its words."""
    return cancel_reasons([case]).get(case.pk, "")


def cancel_reasons(cases: Iterable[Case]) -> dict[uuid.UUID, str]:
    """Return for each case the reason for which it was cancelled last, in its words."""
    wanted = [case.pk for case in cases]
    rows = Entry.objects.filter(case_id__in=wanted, act=Act.CANCEL.value)
    marks = {
        row.case_id: str(json.loads(bytes(row.data))["inputs"].get("reason", ""))
        for row in rows.order_by("seq")
        if row.case_id is not None
    }
    texts = texts_of(marks.values())
    return {key: texts.get(mark, "") for key, mark in marks.items()}


@dataclass(frozen=True, slots=True)
class Moving:
    """What becomes of the facts of a case at another table or board.

    `carried` are columns of the playing that go with the call; the flags say what is
    asked again.
    """

    carried: dict[str, str]
    contract: Contract | None
    asks_contract: bool
    asks_claim: bool
    asks_cards: bool
    asks_read_back: bool

    @property
    def asks(self) -> bool:
        """Say whether anything has to be asked again."""
        again = (self.asks_contract, self.asks_claim, self.asks_cards)
        return any(again) or self.asks_read_back


def has_own_case(playing: Playing, *, but: Case) -> bool:
    """Say whether another case stands on a board at a table: two cannot rule on it."""
    over = (State.CANCELLED, State.CLOSED)
    others = Case.objects.filter(playing=playing).exclude(pk=but.pk)
    return others.exclude(state__in=over).exists()


def moving(case: Case, to: Playing) -> Moving:
    """Return what stays and what is asked again when a case moves to a playing."""
    if standing_under_repair(case) is not None:
        return _moving_beside(case, to)
    playing = case.playing
    without = without_case(case)
    carried = {
        name: getattr(playing, name)
        for name in CARRIED
        if without.get(name, getattr(playing, name)) != getattr(playing, name)
        and not getattr(to, name)
    }
    text = to.contract or carried.get("contract", "")
    contract = Contract.parse(text) if text else None
    claim = Claim.objects.filter(case=case).first()
    is_dummy = (
        claim is not None
        and contract is not None
        and claim.claimer == contract.dummy.letter
    )
    cards = Position.objects.filter(case=case).first()
    asks_cards = cards is not None and (
        to.board_id != playing.board_id or cards.source == Position.Source.PLAY_RECORD
    )
    asks_contract = bool(playing.contract) and text != playing.contract
    read = any(row.read_back_ns or row.read_back_ew for row in rows_of(case, Statement))
    return Moving(
        carried,
        contract,
        asks_contract,
        is_dummy,
        asks_cards,
        (asks_contract or is_dummy) and read,
    )


def _moving_beside(case: Case, to: Playing) -> Moving:
    """Return the same while an announced ruling is corrected: the facts stay."""
    cards = Position.objects.filter(case=case).exists()
    asks = cards and to.board_id != playing_of(case).board_id
    return Moving(
        {},
        None,
        asks_contract=False,
        asks_claim=False,
        asks_cards=asks,
        asks_read_back=False,
    )


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was taken down for the old claimer or contract, and no longer holds.

    A statement binds only who made it (70B); a side cannot doubt its own claim (68D).
    """

    claimer: bool
    contract: bool
    statements: tuple[Statement, ...] = ()
    read_back: tuple[Statement, ...] = ()
    answers: tuple[Answer, ...] = ()
    facts: tuple[Fact, ...] = ()
    objections: tuple[Objection, ...] = ()

    @property
    def falls(self) -> bool:
        """Say whether anything that was taken down falls."""
        words = self.statements or self.read_back
        return bool(words or self.answers or self.facts or self.objections)


def replaced_by(case: Case, claimer: str, contract: Contract | None) -> Replaced:
    """Return what another claimer or contract would set aside; no contract: as it is.

    The cards stay, and what was pending: they are the same whoever claimed.
    """
    claim = Claim.objects.filter(case=case).first()
    right, known = corrected_now(case), playing_of(case).contract
    made_by = right[CLAIMER][1] if CLAIMER in right else claim and claim.claimer
    other = claim is not None and made_by != claimer
    turned = claim is not None and contract is not None and str(contract) != known
    if claim is None or not (other or turned):
        return Replaced(claimer=False, contract=False)
    rows = tuple(Statement.objects.filter(case=case))
    read = tuple(row for row in rows if row.read_back_ns or row.read_back_ew)
    facts = Fact.objects.filter(case=case, value__isnull=False).exclude(
        key__in=(FACED, CORRECTS, *RESTRICTIONS)
    )
    if not other:
        return Replaced(claimer=False, contract=True, read_back=read)
    side = Seat.parse(claimer).side.value
    was = Seat.parse(made_by or claim.claimer).side.value
    wrong = Objection.objects.filter(case=case, wish=Objection.Wish.DOUBT, side=side)
    return Replaced(
        claimer=True,
        contract=turned,
        statements=rows,
        answers=tuple(Answer.objects.filter(case=case, set_aside=False)),
        facts=tuple(facts),
        objections=()
        if side == was
        else tuple(wrong.exclude(resolution=Objection.Resolution.WITHDRAWN)),
    )


def may_take_back(case: Case, wish: Objection) -> bool:
    """Say whether a side may still take back what it filed: nobody has taken it up.

    A doubt that contests the claim has been taken up; so has a matter of the side's
    own once a director has the case.
    """
    if wish.resolution or wish.admitted is not None:
        return False
    if case.state == State.CALLED:
        return case.director_id is None or not opened_by(case, wish)
    doubts = {Objection.Wish.DOUBT, Objection.Wish.WITHDRAW_AGREEMENT}
    return case.state not in BEING_RULED or wish.wish not in doubts


def opened_by(case: Case, wish: Objection) -> bool:
    """Say whether a case was opened for a side's own wish."""
    return wish.received_at == case.called_at
