"""The witness: a normal line that gives the award, card by card, with the reasons.

Serves Laws 70D and 71. It also lists the plays of the claiming side on that line
which the rules left out, each with an id that an allowance can name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.adjudication import Excluded, LineTrick, PlayedCard, Reason, Tag
from rulings.solver.held import LineNode
from rulings.solver.lines import Lines
from rulings.solver.normal import Option, Turn, economy, top_down
from rulings.solver.sentences import reason
from rulings.solver.settings import PlayAt
from rulings.solver.table import Layout


@dataclass(slots=True)
class Witness:
    """A line being written down."""

    lines: Lines
    position: Position
    played: list[PlayedCard] = field(default_factory=list)
    tricks: list[LineTrick] = field(default_factory=list)
    excluded: list[Excluded] = field(default_factory=list)
    path: list[Card] = field(default_factory=list)

    def follow(self, tricks: int) -> None:
        """Write down the line that gives the claiming side `tricks` tricks.

        Raises Spent when the budget ends first.
        """
        node, cards = self.lines.root, self.lines.table.layout()
        position, allow = self.position, tricks
        self.played = [
            PlayedCard(seat, card, Tag.FORCED) for seat, card in position.trick.plays()
        ]
        while any(position.hands):
            plays = self.lines.plays(node)
            option = next(
                option
                for option in plays
                if self.lines.below(option.node, allow - option.won)
            )
            card = cards[option.suit][option.at]
            self._card(node, cards, option, position.turn)
            cards = self.lines.table.after(node, cards, option)
            node, allow = option.node, allow - option.won
            self.path.append(card)
            before, position = position, position.play(card)
            if not position.trick.cards:
                self._trick(before, position)

    def _trick(self, before: Position, after: Position) -> None:
        winner = after.turn
        claimer = self.lines.task.view.claimer
        self.tricks.append(
            LineTrick(
                self.position.left - before.left + 1,
                tuple(self.played),
                winner,
                winner.side is claimer.side,
            )
        )
        self.played = []

    def _card(
        self,
        node: LineNode,
        cards: Layout,
        option: Option,
        seat: Seat,
    ) -> None:
        card = cards[option.suit][option.at]
        if node[1] & 1:
            legal = self.lines.table.legal(node)
            tag = Tag.FORCED if len(legal) == 1 else Tag.FREE
            self.played.append(PlayedCard(seat, card, tag))
            return
        turn, _ = self.lines.turn(node)
        if len(turn.legal) == 1:
            self.played.append(PlayedCard(seat, card, Tag.FORCED))
            return
        tag, why = self._reason(turn, node, option)
        self.played.append(PlayedCard(seat, card, tag, why))
        normal = self.lines.plays(node)
        for left_out in turn.legal:
            if not any(_same(left_out, other) for other in normal):
                self._exclude(turn, node, cards, left_out)

    def _reason(self, turn: Turn, node: LineNode, option: Option) -> tuple[Tag, Reason]:
        marks = self.lines.marks.get(node, set())
        if (option.suit, option.at, True) in marks:
            return Tag.NORMAL, reason("allowed")
        if turn.stated is not None:
            return Tag.STATED, reason("stated")
        if turn.by_partner:
            return Tag.NORMAL, reason("partner")
        tricks = turn.target()
        forgotten = self._forgotten(node)
        if forgotten:
            suits = {card.suit for card in forgotten}
            if suits == {self.position.strain.suit}:
                return Tag.NORMAL, reason("trump_forgotten", tricks=tricks)
            names = " ".join(str(card) for card in forgotten)
            return Tag.NORMAL, reason("card_forgotten", tricks=tricks, cards=names)
        need = node[6]
        if need == 0 and not turn.played:
            return Tag.NORMAL, reason("needs_nothing")
        if tricks < need:
            return Tag.GUESS, reason("guess", tricks=tricks)
        key = "keeps_enough" if not turn.played and tricks == need else "keeps"
        return Tag.NORMAL, reason(key, tricks=tricks)

    def _forgotten(self, node: LineNode) -> list[Card]:
        """Return the forgotten cards that have not come to mind yet."""
        rows = self.lines.table.rows(node[0])
        view = self.lines.task.view
        return sorted(
            card
            for card in view.forgotten & view.unseen()
            if rows[card.suit].blanks and card not in self.path
        )

    def _exclude(
        self, turn: Turn, node: LineNode, cards: Layout, option: Option
    ) -> None:
        card = cards[option.suit][option.at]
        normal = self.lines.plays(node)[0]
        instead = cards[normal.suit][normal.at]
        seat = Seat((self.lines.task.view.claimer + node[1]) % 4)
        best = keeps = None
        if (option.suit, option.at, False) in self.lines.marks.get(node, set()):
            why = reason("struck")
        elif turn.stated is not None:
            why = reason("not_stated", card=instead)
        elif not turn.by_partner and not turn.keeps(option, turn.target()):
            best = turn.target()
            keeps = self.lines.search.value(
                self.lines.table.believed(option.node), 0, best - option.won
            )
            keeps += option.won
            key = "drops_forgotten" if self._forgotten(node) else "drops"
            why = reason(key, best=best, keeps=keeps, card=instead)
        elif option not in top_down(turn, turn.legal):
            top = min(
                (o for o in turn.legal if o.suit == option.suit), key=lambda o: o.at
            )
            why = reason("below_the_top", card=cards[top.suit][top.at])
        elif option not in economy(turn, turn.legal):
            why = reason("wasteful", card=instead)
        else:
            return
        self.excluded.append(
            Excluded(
                str(PlayAt(tuple(self.path), card)),
                len(self.tricks) + 1,
                seat,
                card,
                why,
                keeps,
                best,
            )
        )


def _same(one: Option, other: Option) -> bool:
    return (one.suit, one.at) == (other.suit, other.at)
