"""The search for the worst normal line: what the claiming side may be held to.

Serves Laws 70 and 71. Opponents play any legal card; the claiming side plays any
card the rules of `normal` leave. The question is asked as "can it be held to so
few?", so that a search that is stopped has still proven a bound.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.claims import script
from rulings.claims.script import START, Moment, Progress
from rulings.claims.steps import Place, Step
from rulings.solver import held
from rulings.solver.believed import PARTNER
from rulings.solver.budget import Budget
from rulings.solver.certainty import Certainty
from rulings.solver.dealing import NO_TRUMP, Node
from rulings.solver.held import LineNode
from rulings.solver.normal import normal_plays
from rulings.solver.settings import PlayAt, Settings, SuitOrder
from rulings.solver.table import Layout, Ranks, Table, swapped
from rulings.solver.turn import (
    NOTHING_CONCEDED,
    Concession,
    Lapse,
    Option,
    Options,
    Turn,
)
from rulings.solver.view import View
from rulings.solver.worst import Worst


@dataclass(frozen=True, slots=True)
class Task:
    """What a search is to find: a view, the tricks claimed, words and switches.

    `lapses` let in carelessness beyond the rules, for a rung of the ladder.
    """

    view: View
    tricks: int
    steps: tuple[Step, ...]
    settings: Settings
    conceded: Concession = NOTHING_CONCEDED
    lapses: frozenset[Lapse] = frozenset()

    def ranks(self) -> Ranks:
        """Return how much of a card's rank words or rules may speak of."""
        if self.steps:
            return Ranks.ALL
        spots = self.settings.suit_order is SuitOrder.TOP_DOWN_SPOTS
        return Ranks.SPOTS if spots else Ranks.NONE


class Lines:
    """The normal lines from one position under one view."""

    def __init__(self, task: Task, search: Certainty, budget: Budget) -> None:
        """Lay out the position; `mark` then finds strikes and allowances."""
        self.task = task
        self.search = search
        self.budget = budget
        self.sides = task.view.sides
        self.mine = search.mine
        self.table = Table(task.view, search, task.ranks())
        self.bounds: dict[LineNode, int] = {}
        self.normal: dict[LineNode, Options] = {}
        self.marks: dict[LineNode, set[tuple[int, int, bool]]] = {}
        spent = script.is_spent(task.steps, START)
        self.root = self.table.root(task.tricks, None if spent else START)
        self.worst = Worst(search, task.settings, task.conceded, task.lapses)

    def mark(self) -> None:
        """Find the positions of strikes and allowances; may raise Spent."""
        for play in sorted(self.task.settings.strikes):
            self._mark(play, allowed=False)
        for play in sorted(self.task.settings.allowances):
            self._mark(play, allowed=True)

    def below(self, node: LineNode, allow: int) -> bool:
        """Say whether a normal line gives the claiming side at most `allow` more."""
        tricks = node[5]
        if allow < 0 or allow >= tricks:
            return allow >= 0
        if self._is_free(node):
            return self.worst.below(self.table.words(node), allow, self.budget)
        found = self.bounds.get(node)
        low, high = (0, tricks) if found is None else (found >> 4, found & 15)
        if low > allow or high <= allow:
            return high <= allow
        self.budget.count()
        if self._certain_of(node, allow + 1):
            self.bounds[node] = (allow + 1) << 4 | high
            return False
        for option in self.plays(node):
            if self.below(option.node, allow - option.won):
                self.bounds[node] = low << 4 | allow
                return True
        self.bounds[node] = (allow + 1) << 4 | high
        return False

    def proven(self, node: LineNode) -> tuple[int, int]:
        """Return the bounds proven so far."""
        if self._is_free(node):
            return self.worst.proven(self.table.words(node), node[5])
        found = self.bounds.get(node)
        return (0, node[5]) if found is None else (found >> 4, found & 15)

    def _is_free(self, node: LineNode) -> bool:
        """Say whether nothing more is stated, struck or let in on a node's lines.

        A position with fewer cards left than every mark's is past them all.
        """
        if node[7] is not None:
            return False
        return all(_cards_left(node) < _cards_left(mark) for mark in self.marks)

    def _certain_of(self, node: LineNode, tricks: int) -> bool:
        """Say whether no normal line can fall below a number of tricks."""
        if node[6] < tricks or not self.keeps_certain(node):
            return False
        return self.search.holds(self.table.believed(node), tricks)

    def plays(self, node: LineNode) -> Options:
        """Return what may happen next on a normal line, most telling first."""
        if node[1] & 1:
            options = self.table.legal(node)
            return tuple(sorted(options, key=lambda option: not option.beats))
        found = self.normal.get(node)
        if found is None:
            found = self.normal[node] = self._normal(node)
        return found

    def keeps_certain(self, node: LineNode) -> bool:
        """Say whether no normal line from here falls below what is certain.

        With nothing forgotten, nothing stated and nothing let in, a normal line
        keeps that, up to what the claim needs.
        """
        if self.task.settings.allowances or self.task.lapses or node[7] is not None:
            return False
        return not any(row.blanks for row in self.table.rows(node[0]))

    def _mark(self, play: PlayAt, *, allowed: bool) -> None:
        """Note a strike or an allowance where it stands; one elsewhere is void."""
        place = self.find(play.played)
        if place is None:
            return
        node, cards = place
        option = self.table.option_of(node, cards, play.card)
        if option is not None and self.mine[node[1]]:
            self.marks.setdefault(node, set()).add((option.suit, option.at, allowed))
            self.normal.clear()

    def strikes_in_force(self) -> frozenset[PlayAt]:
        """Return the strikes that take a play away where they stand."""
        return frozenset(
            play for play in self.task.settings.strikes if self._bites(play)
        )

    def _bites(self, play: PlayAt) -> bool:
        place = self.find(play.played)
        if place is None:
            return False
        node, cards = place
        option = self.table.option_of(node, cards, play.card)
        if option is None or not self.mine[node[1]]:
            return False
        normal = normal_plays(self.turn(node)[0])
        return len(normal) > 1 and any(_same(option, other) for other in normal)

    def find(self, played: tuple[Card, ...]) -> tuple[LineNode, Layout] | None:
        """Return the node after some cards, with the real cards left by suit."""
        node = self.root
        cards = self.table.layout()
        for card in played:
            option = self.table.option_of(node, cards, card)
            if option is None:
                return None
            if not node[1] & 1:
                known = [o for o in self.plays(node) if _same(o, option)]
                option = known[0] if known else option
            cards = swapped(cards, option, card)
            cards = self.table.after(node, cards, option)
            node = option.node
        return node, cards

    def turn(self, node: LineNode) -> tuple[Turn, Progress | None]:
        """Return what the rules may look at, and the statement's progress after."""
        _, seat, _, _, played, _, need, progress = node
        legal = self.table.legal(node)
        stated, after = None, progress
        if progress is not None:
            found = script.obeying(self.task.steps, progress, self._moment(node, legal))
            if found is not None:
                after, cards = found
                stated = tuple(
                    o for o in legal if _card(o.suit, o.play.symbol) in cards
                )
        believed: list[Node] = []

        def keeps(option: Option, least: int) -> bool:
            after = self.table.believed(option.node)
            return self.search.holds(after, least - option.won)

        def target() -> int:
            believed.append(self.table.believed(node))
            if played:
                return self.search.value(believed[0])
            if self.search.holds(believed[0], need):
                return need
            return self.search.value(believed[0], 0, need)

        turn = Turn(
            played,
            not self.mine[seat],
            legal,
            stated,
            self.worst.record(self.table.words(node), legal, stated),
            keeps,
            target,
        )
        return turn, after

    def _normal(self, node: LineNode) -> Options:
        turn, after = self.turn(node)
        options = normal_plays(turn)
        marks = self.marks.get(node, set())
        if marks:
            struck = {(suit, at) for suit, at, allowed in marks if not allowed}
            let_in = {(suit, at) for suit, at, allowed in marks if allowed}
            left = tuple(o for o in options if (o.suit, o.at) not in struck) or options
            options = left + tuple(
                o for o in turn.legal if (o.suit, o.at) in let_in and o not in left
            )
        if node[7] is not None:
            options = tuple(
                self.with_progress(
                    o, after if turn.stated and o in turn.stated else node[7]
                )
                for o in options
            )
        return tuple(sorted(options, key=lambda option: (option.beats, -option.at)))

    def with_progress(self, option: Option, progress: Progress | None) -> Option:
        """Return an option with the statement's progress after it."""
        if progress is not None and script.is_spent(self.task.steps, progress):
            progress = None
        after = (*option.node[:7], progress)
        return Option(option.suit, option.play, option.beats, after, option.won)

    def _moment(self, node: LineNode, legal: Options) -> Moment:
        suits, seat, led, _, played, _, _, _ = node
        rows = self.table.rows(suits)
        dummy = seat != 0
        side = {seat, (seat + PARTNER) % 4} if PARTNER in self.sides.mine else {seat}
        own = [
            (_card(suit, symbol), symbol & held.OWNER, at < row.unseen)
            for suit, row in enumerate(rows)
            for at, symbol in enumerate(row.symbols)
            if symbol != held.WINNING and symbol & held.OWNER in side
        ]
        trump = self.sides.trump
        return Moment(
            Place.DUMMY if dummy else Place.HAND,
            tuple(_card(o.suit, o.play.symbol) for o in legal),
            frozenset(card for card, owner, _ in own if owner != seat),
            None if trump == NO_TRUMP else Suit(trump),
            Suit(led) if played else None,
            not (seat - played) & 1,
            frozenset(_card(o.suit, o.play.symbol) for o in legal if o.beats),
            frozenset(card for card, _, good in own if good),
            trump != NO_TRUMP and rows[trump].unseen < len(rows[trump].symbols),
        )


def _cards_left(node: LineNode) -> int:
    return 4 * node[5] - node[4]


def _card(suit: int, symbol: int) -> Card:
    return Card(Suit(suit), symbol >> held.RANK)


def _same(one: Option, other: Option) -> bool:
    return (one.suit, one.at) == (other.suit, other.at)
