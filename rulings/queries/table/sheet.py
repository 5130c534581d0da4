"""The fact sheet of a case: what has been taken down so far (Law 70B)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import Deal
from rulings.bridge.positions import Position as Cards
from rulings.bridge.records import Replay
from rulings.bridge.seats import Seat
from rulings.models import Agreement, Case, Claim, Objection, Ruling, Statement
from rulings.permissions import Actor, Sight, sees
from rulings.queries.case.derived import is_unsettled, losers_stated
from rulings.queries.case.hearing import StatementContext, heard_again, hearing_of
from rulings.queries.case.repaired import corrected_now, pending, playing_of, stood_on
from rulings.queries.case.rows import rows_of, texts_with
from rulings.queries.case.rules import flow_of
from rulings.queries.case.situation import AUCTION, Entered, auction_of
from rulings.queries.case.solving import cards_of, replay_of
from rulings.statements import UnreadSpan

LAYERS = (Statement.Layer.CLAIM, Statement.Layer.REPEATED, Statement.Layer.ADDED)


@dataclass(frozen=True)  # no slots: what is read from words is kept
class Sheet:
    """Everything the screens of a case show of its facts.

    `texts` holds the words by commitment, `entered` the auction of a case that
    turns on one. `left` and `claimed` are tricks from the
    claim on, None while not known.
    """

    case: Case
    contract: Contract | None
    deal: Deal | None
    replay: Replay | None
    claim: Claim | None
    layers: Mapping[str, Statement]
    objections: tuple[Objection, ...]
    agreements: tuple[Agreement, ...]
    cards: Cards | None
    ruling: Ruling | None
    texts: Mapping[str, str]
    entered: Entered | None = None

    @property
    def claimer(self) -> Seat | None:
        """Return who claimed."""
        return None if self.claim is None else Seat.parse(self.claim.claimer)

    @property
    def left(self) -> int | None:
        """Return the tricks left at the claim, the one in progress counted."""
        if self.claim is not None and self.claim.tricks_left is not None:
            return self.claim.tricks_left
        if self.cards is not None:
            return self.cards.left
        return None if self.replay is None else self.replay.position.left

    @property
    def claimed(self) -> int | None:
        """Return the tricks claimed; the rest where no number was given."""
        if self.claim is None:
            return None
        given = self.claim.tricks_claimed
        return self.left if given is None else given

    @property
    def hearing(self) -> StatementContext:
        """Return with what words are read: trump, the claimer's cards in sight."""
        trump = None if self.contract is None else self.contract.strain.suit
        return StatementContext(trump, self.own_cards, self.own_on_table)

    @cached_property
    def unread(self) -> tuple[UnreadSpan, ...]:
        """Return the words of the claim that were not understood."""
        said = self.layers.get(Statement.Layer.CLAIM)
        words = "" if said is None else self.texts.get(said.words, "")
        return () if said is None else self.hearing.unread(words, said.steps)

    @property
    def losers_stated(self) -> tuple[str, ...]:
        """Return the steps of the statement that leave a trick to the other side."""
        said = self.layers.get(Statement.Layer.CLAIM)
        return () if said is None else losers_stated(said.steps)

    @property
    def needs_number(self) -> bool:
        """Say whether the tricks claimed are to be settled: words showed a loser."""
        claim = self.claim
        return claim is not None and is_unsettled(claim) and bool(self.losers_stated)

    @property
    def unseen(self) -> tuple[Seat, ...]:
        """Return the seats whose cards the claimer has not seen."""
        dummy = None if self.contract is None else self.contract.dummy
        return tuple(seat for seat in Seat if seat not in {self.claimer, dummy})

    @property
    def own_cards(self) -> tuple[Card, ...]:
        """Return the cards of the claiming side that the claimer sees, where known."""
        cards = self._position
        if cards is None or self.claimer is None:
            return ()
        seats = (seat for seat in self.claimer.side.seats if seat not in self.unseen)
        return tuple(card for seat in seats for card in cards.hands[seat])

    @property
    def own_on_table(self) -> tuple[Card, ...]:
        """Return the claiming side's cards in the trick in progress, where known."""
        cards = self._position
        if cards is None or self.claimer is None:
            return ()
        side = self.claimer.side
        return tuple(card for seat, card in cards.trick.plays() if seat in side.seats)

    @property
    def _position(self) -> Cards | None:
        """Return the cards left: as taken down, else as the play shows them."""
        if self.cards is None and self.replay is not None:
            return self.replay.position
        return self.cards

    @property
    def won_before(self) -> int:
        """Return the claiming side's quitted tricks."""
        if self.cards is None or self.claimer is None:
            return 0
        return self.cards.won_by(self.claimer.side)

    @property
    def vulnerable(self) -> Vulnerability:
        """Return who is vulnerable on the board."""
        return Vulnerability(playing_of(self.case).board.vulnerability)

    @property
    def doubts(self) -> tuple[Objection, ...]:
        """Return what was objected to the claim and not withdrawn."""
        return tuple(
            row
            for row in self.objections
            if row.wish == Objection.Wish.DOUBT
            and row.resolution != Objection.Resolution.WITHDRAWN
        )

    @property
    def read_back(self) -> bool:
        """Say whether both sides have confirmed or disputed the words."""
        said = self.layers.get(Statement.Layer.CLAIM)
        return bool(said and said.read_back_ns and said.read_back_ew)


def sheet_of(case: Case) -> Sheet:
    """Return the fact sheet of a case as it is now."""
    playing, opened = playing_of(case), corrected_now(case)
    layers = {row.layer: row for row in rows_of(case, Statement)}
    objections = tuple(rows_of(case, Objection))
    claim = getattr(case, "claim", None)
    ruling = next(reversed(rows_of(case, Ruling)), None)
    texts = texts_with([*layers.values(), *objections, *([ruling] if ruling else [])])
    facts = stood_on(case, pending(ruling) or opened)
    right = facts.claimer
    if claim and right is not None and claim.claimer != right.letter:
        claim, layers = copy.copy(claim), layers if opened else {}  # another's words
        claim.claimer = right.letter
    return Sheet(
        case,
        facts.contract,
        Deal.parse(playing.board.deal) if playing.board.deal else None,
        replay_of(playing, None if claim is None else claim.tricks_left),
        claim,
        layers,
        objections,
        tuple(rows_of(case, Agreement)),
        cards_of(case),
        ruling,
        texts,
        auction_of(case) if AUCTION in flow_of(case).inputs else None,
    )


def sheet_for(actor: Actor, case: Case) -> Sheet:
    """Return the fact sheet as an actor may see it: nothing of hidden cards (R11).

    Who has still to play the board reads the steps as the words give them with the
    trump alone: read with the cards they would say who holds what.
    """
    sheet = sheet_of(case)
    if sees(actor, Sight.CARDS, case):
        return sheet
    heard, blind = hearing_of(case), blind_hearing(sheet)
    layers = {}
    for name, row in sheet.layers.items():
        shown = copy.copy(row)
        words = sheet.texts.get(row.words, "")
        shown.steps = heard_again(row.steps, words, heard, blind)
        layers[name] = shown
    return replace(sheet, layers=layers, deal=None, replay=None, cards=None)


def blind_hearing(sheet: Sheet) -> StatementContext:
    """Return with what words are read by one who may not see the cards."""
    return StatementContext(
        None if sheet.contract is None else sheet.contract.strain.suit
    )
