"""A claim as the solver takes it: who, how many, what was said, what is known.

Serves Laws 68 to 71. Tricks are counted for the claiming side among the tricks
left, the one in progress included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.solver.inputs.pending import NOTHING_PENDING, Pending
from rulings.statements.alternatives import in_force
from rulings.statements.marks import marks_of
from rulings.statements.statement import ReadStatement


@dataclass(frozen=True, slots=True)
class SolverClaim:
    """A claim of `tricks` tricks for the claimer's side.

    `aware_of_trump` is whether the claimer knew of the opponents' trumps: the answer of
    the director, None while it is open. `forgotten` are further cards he does
    not count as out, `counted` cards of which the director found that he does count
    them, whatever words or number suggest. `show_outs` are all failures to follow
    since the first trick, `locations` the cards a hand is proven to hold (Law 70E1).
    `losers` are cards of his side that he knows to be losers, `conceded` the suits in
    which he gave up a trick, both beyond what the statement's steps say. `reclaimed`
    are tricks not yet played that the other side, having agreed, asks back (69B2).
    `miscounted` is the director's finding that more was claimed than there is for want
    of counting, and no card was thought gone (70A). `pending` are the restrictions that
    bind the defenders, `spots` small cards of the position that are not known exactly.
    """

    claimer: Seat
    declarer: Seat
    tricks: int
    statement: ReadStatement | None = None
    aware_of_trump: bool | None = None
    forgotten: frozenset[Card] = frozenset()
    show_outs: frozenset[tuple[Seat, Suit]] = frozenset()
    locations: frozenset[tuple[Seat, Card]] = frozenset()
    losers: frozenset[Card] = frozenset()
    conceded: frozenset[Suit] = frozenset()
    reclaimed: int = 0
    counted: frozenset[Card] = frozenset()
    miscounted: bool = False
    pending: Pending = NOTHING_PENDING
    spots: frozenset[tuple[Seat, Card]] = frozenset()

    @property
    def dummy(self) -> Seat:
        """Return dummy's seat, whose cards everybody sees."""
        return self.declarer.partner

    @property
    def side(self) -> Side:
        """Return the claiming side."""
        return self.claimer.side

    @property
    def by_declarer(self) -> bool:
        """Say whether declarer claims; otherwise a defender does."""
        return self.claimer is self.declarer

    @property
    def hidden(self) -> tuple[Seat, Seat]:
        """Return the two seats whose cards the claimer does not see."""
        seats = [s for s in Seat if s not in (self.claimer, self.dummy)]
        return seats[0], seats[1]

    def check(self, position: Position) -> None:
        """Raise ValueError, saying what is wrong, unless the claim fits a position."""
        if position.faults():
            faults = ", ".join(sorted(position.faults()))
            raise ValueError(f"the position is not legal: {faults}")
        if self.claimer is self.dummy:
            raise ValueError("dummy does not claim: give declarer or a defender")
        if not 0 <= self.tricks <= position.left:
            raise ValueError(
                f"{self.tricks} tricks claimed of {position.left} left: "
                f"give 0 to {position.left}"
            )
        if not 0 <= self.reclaimed <= self.tricks:
            raise ValueError(
                f"{self.reclaimed} tricks asked back of {self.tricks} claimed: "
                f"give 0 to {self.tricks}"
            )
        for seat, card in self.locations | self.spots:
            if card not in position.hands[seat]:
                raise ValueError(f"{seat.word} does not hold {card}")
        for seat, suit in self.show_outs:
            if position.hands[seat].suit(suit):
                raise ValueError(f"{seat.word} showed out of {suit} but holds one")
        self.pending.check(position, self.declarer)

    def as_cards_lie(self, position: Position) -> SolverClaim:
        """Return the claim with those of its stated alternatives that hold (68C)."""
        if self.statement is None:
            return self
        claim = self._as_said(position)
        table = dict(position.trick.plays())
        hands = {
            seat: position.hands[seat].cards
            | ({table[seat]} if seat in table else set())
            for seat in Seat
        }
        said = in_force(self.statement, hands, self.hidden)
        return claim if said is self.statement else replace(claim, statement=said)

    def _as_said(self, position: Position) -> SolverClaim:
        """Return the claim of one not aware of a trump, where he said none is out.

        So it is while the director has not answered, and no words speak of one that
        is out (70C).
        """
        trump = position.strain.suit
        marks = marks_of(() if self.statement is None else self.statement.steps)
        thinks_gone = trump in marks.gone and not marks.covers_trump(trump)
        if self.aware_of_trump is not None or not thinks_gone:
            return self
        return replace(self, aware_of_trump=False)

    def with_options(self) -> tuple[SolverClaim, ...]:
        """Return the claim for each thing that declarer may do with a penalty card."""
        if not self.pending:
            return (self,)
        return tuple(replace(self, pending=one) for one in self.pending.options())

    def to_json(self) -> dict[str, object]:
        """Return the canonical form, which `from_json` reads back.

        Tricks asked back, cards counted, a miscount, restrictions and cards not known
        stand in it only where there are some: claims without any keep their hash.
        """
        some: dict[str, object] = {}
        if self.reclaimed:
            some["reclaimed"] = self.reclaimed
        if self.counted:
            some["counted"] = [str(card) for card in sorted(self.counted)]
        if self.miscounted:
            some["miscounted"] = True
        if self.pending:
            some["pending"] = self.pending.to_json()
        if self.spots:
            some["spots"] = [f"{seat}:{card}" for seat, card in sorted(self.spots)]
        return some | {
            "aware_of_trump": self.aware_of_trump,
            "claimer": str(self.claimer),
            "conceded": [str(suit) for suit in sorted(self.conceded)],
            "declarer": str(self.declarer),
            "forgotten": [str(card) for card in sorted(self.forgotten)],
            "locations": [f"{seat}:{card}" for seat, card in sorted(self.locations)],
            "losers": [str(card) for card in sorted(self.losers)],
            "show_outs": [f"{seat}:{suit}" for seat, suit in sorted(self.show_outs)],
            "statement": None if self.statement is None else self.statement.to_json(),
            "tricks": self.tricks,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> SolverClaim:
        """Read the canonical form; raise ParseError on a wrong value."""
        words: Mapping[str, object] | None = data.get("statement")  # type: ignore[assignment]  # JSON
        aware = data.get("aware_of_trump")
        if aware is not None and not isinstance(aware, bool):
            raise ParseError(f"{aware!r} is no awareness: give true, false or null")
        pairs = {
            name: [pair.partition(":") for pair in _texts(data, name)]
            for name in ("show_outs", "locations", "spots")
        }
        return cls(
            Seat.parse(str(data["claimer"])),
            Seat.parse(str(data["declarer"])),
            int(str(data["tricks"])),
            None if words is None else ReadStatement.from_json(words),
            aware,
            frozenset(Card.parse(card) for card in _texts(data, "forgotten")),
            frozenset((Seat.parse(s), Suit.parse(t)) for s, _, t in pairs["show_outs"]),
            frozenset((Seat.parse(s), Card.parse(t)) for s, _, t in pairs["locations"]),
            frozenset(Card.parse(card) for card in _texts(data, "losers")),
            frozenset(Suit.parse(suit) for suit in _texts(data, "conceded")),
            int(str(data.get("reclaimed", 0))),
            frozenset(Card.parse(card) for card in _texts(data, "counted")),
            data.get("miscounted") is True,
            Pending.from_json(data.get("pending") or {}),  # type: ignore[arg-type]  # JSON
            frozenset((Seat.parse(s), Card.parse(t)) for s, _, t in pairs["spots"]),
        )


def _texts(data: Mapping[str, object], name: str) -> list[str]:
    return data.get(name) or []  # type: ignore[return-value]  # JSON
