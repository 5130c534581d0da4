"""The search for the worst normal line: what the claiming side may be held to.

Serves Laws 70 and 71. Opponents play any legal card; the claiming side plays any
card the rules of `normal` leave. The question is asked as "can it be held to so
few?", so that a search that is stopped has still proven a bound.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.solver.hypotheses import CardLayout, Certainty, ClaimerView
from rulings.solver.inputs import Exhausted, NodeBudget, PlayAt, Settings, SuitOrder
from rulings.solver.kernel import choice
from rulings.solver.kernel.holding import place_of
from rulings.solver.kernel.rules import exceptions
from rulings.solver.kernel.search import planning, refutation
from rulings.solver.kernel.state import STATE, WON
from rulings.solver.kernel.words.encoded import NODE
from rulings.solver.lines.table import RealCards, swapped
from rulings.solver.lines.turn import (
    NOTHING_CONCEDED,
    CardOption,
    CardOptions,
    Concession,
    Lapse,
    LineNode,
    Turn,
    node_of,
)
from rulings.solver.lines.worst import Worst
from rulings.statements.steps import StatedStep


@dataclass(frozen=True, slots=True)
class Task:
    """What a search is to find: a view, the tricks claimed, words and switches.

    `lapses` let in carelessness beyond the rules, for a scenario; `beyond` counts the
    tricks that are asked for and were not claimed (N14).
    """

    view: ClaimerView
    tricks: int
    steps: tuple[StatedStep, ...]
    settings: Settings
    conceded: Concession = NOTHING_CONCEDED
    lapses: frozenset[Lapse] = frozenset()
    beyond: int = 0


class Lines:
    """The normal lines from one position under one view."""

    def __init__(self, task: Task, search: Certainty, budget: NodeBudget) -> None:
        """Lay out the position; `mark` then finds strikes and allowances."""
        self.task = task
        self.search = search
        self.budget = budget
        self.mine = search.mine
        spots = task.settings.suit_order is SuitOrder.TOP_DOWN_SPOTS
        never, let_in = task.settings.never, task.settings.let_in
        ideas = (*sorted(never), *sorted(let_in - never))
        self.table = RealCards(task.view, task.steps, spots=spots, ideas=ideas)
        rows = (self.table.row_of(idea, let_in=idea not in never) for idea in ideas)
        self.normal: dict[LineNode, CardOptions] = {}
        self.lawful: dict[LineNode, CardOptions] = {}
        self.records: dict[LineNode, tuple[int, ...]] = {}
        self.marks: dict[LineNode, set[tuple[int, int, bool]]] = {}
        self.route: dict[
            LineNode, CardOption
        ] = {}  # a line that was found, card by card
        self.root = self.table.root(task.tricks)
        self.worst = Worst(
            search,
            task.settings,
            task.conceded,
            task.lapses,
            self.table.statement,
            ideas=tuple(row for row in rows if row is not None),
            penalties=self.table.penalty_rows(),
            beyond=task.beyond,
        )

    def mark(self) -> None:
        """Find the positions of strikes and allowances; may raise Exhausted."""
        if len(self.worst.ideas) > exceptions.MOST_IDEAS:
            raise Exhausted
        for play in sorted(self.task.settings.strikes):
            self._mark(play, allowed=False)
        for play in sorted(self.task.settings.allowances):
            self._mark(play, allowed=True)

    def below(self, node: LineNode, allow: int) -> bool:
        """Say whether a normal line gives the claiming side at most `allow` more."""
        if allow < 0 or allow >= node.tricks:
            return allow >= 0
        return self.worst.below(node.numbers(), allow, self.budget)

    def proven(self, node: LineNode) -> tuple[int, int]:
        """Return the bounds proven so far."""
        return self.worst.proven(node.numbers(), node.tricks)

    def plays(self, node: LineNode) -> CardOptions:
        """Return what may happen next on a normal line, most telling first."""
        found = self.normal.get(node)
        if found is None:
            end = self.worst.opened(node.numbers(), self.budget)
            found = self._options(end)
            if not node.seat & 1:
                found = tuple(sorted(found, key=lambda o: (o.beats, -o.at)))
                self._note(node)
            self.normal[node] = found
        return found

    def _note(self, node: LineNode) -> tuple[int, ...]:
        """Keep what the rules have looked at, as it stands in memory."""
        record = tuple(self.worst.numbers(0, planning.TO_KEEP + 1))
        self.records[node] = record
        return record

    def legal(self, node: LineNode) -> CardOptions:
        """Return the legal cards, one of a run where they are equal."""
        found = self.lawful.get(node)
        if found is None:
            options = self._options(self.worst.all_opened(node.numbers()))
            found = tuple(sorted(options, key=lambda one: (one.suit, one.at)))
            self.lawful[node] = found
        return found

    def turn(self, node: LineNode) -> Turn:
        """Return what the rules may look at on a turn of the claiming side."""
        record = self.records.get(node)
        if record is None:
            self.worst.opened(node.numbers(), self.budget)
            record = self._note(node)
        legal = self.legal(node)
        stated = tuple(o for o in legal if o.card & record[choice.STATED + o.suit])

        kept: dict[tuple[CardOption, int], bool] = {}

        def keeps(option: CardOption, least: int) -> bool:
            found = kept.get((option, least))
            if found is None:
                after = self.table.believed(option.node)
                found = self.search.holds(after, least - option.won)
                kept[option, least] = found
            return found

        return Turn(
            node.played,
            not self.mine[node.seat],
            legal,
            stated if record[choice.HAS_WORDS] else None,
            record[: choice.END],
            keeps,
            record[planning.TO_KEEP],
        )

    def _options(self, end: int) -> CardOptions:
        """Return the options that stand in memory with the nodes after them."""
        worst, start = self.worst, refutation.MOVES
        fields = worst.numbers(choice.OPTIONS, choice.BEATS + 4)
        left, beating = fields[:4], fields[choice.BEATS - choice.OPTIONS :]
        nodes, place = worst.numbers(start, end), 0
        found: list[CardOption] = []
        for beats in (True, False):
            for suit in range(4):
                cards = left[suit] & (beating[suit] if beats else ~beating[suit])
                while cards:
                    at = place_of(cards & -cards)
                    cards &= cards - 1
                    numbers = nodes[place : place + NODE]
                    place += NODE
                    won = numbers[STATE] >> WON & 1
                    found.append(CardOption(suit, at, beats, node_of(numbers), won))
        return tuple(found)

    def keeps_certain(self, node: LineNode) -> bool:
        """Say whether no normal line from here falls below what is certain.

        With nothing forgotten, nothing stated and nothing let in, a normal line
        keeps that, up to what the claim needs.
        """
        if self.task.settings.adds_plays or self.task.lapses or node.words_bind:
            return False
        return not any(self.table.forgets(node, suit) for suit in range(4))

    def _mark(self, play: PlayAt, *, allowed: bool) -> None:
        """Note a strike or an allowance where it stands; one elsewhere is void."""
        place = self.find(play.played)
        if place is None:
            return
        node, cards = place
        option = self.option_of(node, cards, play.card)
        if option is not None and _of_the_side(node):
            self.marks.setdefault(node, set()).add((option.suit, option.at, allowed))
            self.worst.switch(node.numbers(), option.suit, option.at, let_in=allowed)
            self.normal.clear()
            self.records.clear()

    def strikes_in_force(self) -> frozenset[PlayAt]:
        """Return the strikes that take a play away where they stand."""
        return frozenset(
            play for play in self.task.settings.strikes if self._bites(play)
        )

    def _bites(self, play: PlayAt) -> bool:
        """Say whether a play is normal where no switch is set, and not where they are.

        Strikes of all the normal plays of a moment have no effect.
        """
        place = self.find(play.played)
        if place is None:
            return False
        node, cards = place
        option = self.option_of(node, cards, play.card)
        if option is None or not _of_the_side(node):
            return False
        before, after = self.unswitched(node), self.plays(node)
        return any(option.is_same(other) for other in before) and not any(
            option.is_same(other) for other in after
        )

    def unswitched(self, node: LineNode) -> CardOptions:
        """Return what would be normal were no switch set."""
        end = self.worst.opened(node.numbers(), self.budget, switched=False)
        return self._options(end)

    def is_switched(self, node: LineNode, option: CardOption, *, let_in: bool) -> bool:
        """Say whether a switch lets in a play here, or else rules it out."""
        settings = self.task.settings
        if (option.suit, option.at, let_in) in self.marks.get(node, set()):
            return True
        if not (settings.let_in if let_in else settings.never):
            return False
        before = any(option.is_same(other) for other in self.unswitched(node))
        return before is not let_in

    def find(self, played: tuple[Card, ...]) -> tuple[LineNode, CardLayout] | None:
        """Return the node after some cards, with the real cards left by suit."""
        node = self.root
        cards = self.table.layout()
        for card in played:
            option = self.option_of(node, cards, card)
            if option is None:
                return None
            if not node.seat & 1:
                known = [o for o in self.plays(node) if o.is_same(option)]
                option = known[0] if known else option
            cards = swapped(cards, option, card)
            cards = self.table.after(node, cards, option)
            node = option.node
        return node, cards

    def allows(self, played: tuple[Card, ...]) -> bool:
        """Say whether some cards in a row are normal wherever the side has a choice."""
        node, cards = self.root, self.table.layout()
        for card in played:
            option = self.option_of(node, cards, card)
            known = [o for o in self.plays(node) if option and o.is_same(option)]
            if not known:
                return False
            cards = self.table.after(node, swapped(cards, known[0], card), known[0])
            node = known[0].node
        return True

    def option_of(
        self, node: LineNode, cards: CardLayout, card: Card
    ) -> CardOption | None:
        """Return the option a real card is, or stands for in a run of equals."""
        if card not in cards[card.suit]:
            return None
        at = cards[card.suit].index(card)
        options = [o for o in self.legal(node) if o.suit == card.suit and o.at <= at]
        same = [o for o in options if self.table.stands_for(node, o, at)]
        return same[-1] if same else None


def _of_the_side(node: LineNode) -> bool:
    """Say whether the claiming side is to play, a defender's partner included (70D2).

    What the other side plays is no play of theirs to strike or let in.
    """
    return not node.seat & 1
