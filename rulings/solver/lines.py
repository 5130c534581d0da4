"""The search for the worst normal line: what the claiming side may be held to.

Serves Laws 70 and 71. Opponents play any legal card; the claiming side plays any
card the rules of `normal` leave. The question is asked as "can it be held to so
few?", so that a search that is stopped has still proven a bound.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.claims import script
from rulings.claims.script import START, Moment, Progress
from rulings.claims.steps import Place, Step
from rulings.solver import held
from rulings.solver.believed import BITS, MASK, Symbols
from rulings.solver.budget import Budget
from rulings.solver.certainty import LAST, NO_TRUMP, Certainty, Node
from rulings.solver.held import HeldRow, HeldSuit, Play
from rulings.solver.normal import Option, Options, Turn, normal_plays
from rulings.solver.settings import PlayAt, Settings
from rulings.solver.view import View

LineNode = tuple[int, int, int, int, int, int, int, Progress | None]
"""Suits packed, seat to play, suit led, seat winning, cards on the table, tricks
left (this one included), tricks still needed for the claim, progress of the
statement (None when it can bind no more)."""

Rows = tuple[HeldRow, HeldRow, HeldRow, HeldRow]


@dataclass(frozen=True, slots=True)
class Task:
    """What a search is to find: a view, the tricks claimed, words and switches."""

    view: View
    tricks: int
    steps: tuple[Step, ...]
    settings: Settings


class Lines:
    """The normal lines from one position under one view."""

    def __init__(self, task: Task, search: Certainty, budget: Budget) -> None:
        """Lay out the position; `mark` then finds strikes and allowances."""
        self.task = task
        self.search = search
        self.budget = budget
        self.sides = task.view.sides
        self.mine = search.mine
        self.suits = tuple(HeldSuit(s.place, s) for s in search.suits)
        self.bounds: dict[LineNode, int] = {}
        self.normal: dict[LineNode, Options] = {}
        self.marks: dict[LineNode, set[tuple[int, int, bool]]] = {}
        self.root = self._root()
        self.open = bool(task.settings.allowances)

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
        found = self.bounds.get(node)
        low, high = (0, tricks) if found is None else (found >> 4, found & 15)
        if low > allow or high <= allow:
            return high <= allow
        self.budget.count()
        if self._certain_of(node, allow + 1):
            self.bounds[node] = (allow + 1) << 4 | high
            return False
        for option in self.plays(node):
            if self.below(option.node, allow - option.won):  # type: ignore[arg-type]  # a line's node
                self.bounds[node] = low << 4 | allow
                return True
        self.bounds[node] = (allow + 1) << 4 | high
        return False

    def proven(self, node: LineNode) -> tuple[int, int]:
        """Return the bounds proven so far."""
        found = self.bounds.get(node)
        return (0, node[5]) if found is None else (found >> 4, found & 15)

    def plays(self, node: LineNode) -> Options:
        """Return what may happen next on a normal line, most telling first."""
        if node[1] & 1:
            options = self.legal(node)
            return tuple(sorted(options, key=lambda option: not option.beats))
        found = self.normal.get(node)
        if found is None:
            found = self.normal[node] = self._normal(node)
        return found

    def _certain_of(self, node: LineNode, tricks: int) -> bool:
        """Say whether no normal line can fall below a number of tricks.

        With nothing forgotten, nothing stated and nothing allowed by hand, a
        normal line keeps what is certain, up to what the claim needs.
        """
        if node[6] < tricks or not self.keeps_certain(node):
            return False
        return self.search.holds(self.believed(node), tricks)

    def keeps_certain(self, node: LineNode) -> bool:
        """Say whether normal lines from here keep what is certain: see above."""
        if self.open or node[7] is not None:
            return False
        return not any(row.blanks for row in self.rows(node[0]))

    # --- the position ------------------------------------------------------

    def _root(self) -> LineNode:
        view, position = self.task.view, self.task.view.position
        winner = (
            position.trick.winner(position.strain) if position.trick.cards else None
        )
        suits = 0
        for suit in Suit:
            cards = {
                card: self._symbol(seat, card)
                for seat in Seat
                for card in position.hands[seat].suit(suit)
            }
            for seat, card in position.trick.plays():
                if seat is winner and card.suit is suit:
                    cards[card] = held.WINNING
            symbols: Symbols = tuple(
                cards[card] for card in sorted(cards, reverse=True)
            )
            shown = sum(
                1 << at
                for at, seat in enumerate(self.sides.hidden)
                if (Seat((view.claimer + seat) % 4), suit) in view.shown_out
            )
            suits |= self.suits[suit].number(symbols, shown) << BITS * suit
        led = position.trick.suit
        return (
            suits,
            view.seat(position.turn),
            0 if led is None else led,
            0 if winner is None else view.seat(winner),
            len(position.trick.cards),
            position.left,
            self.task.tricks,
            None if script.is_spent(self.task.steps, START) else START,
        )

    def _symbol(self, seat: Seat, card: Card) -> int:
        view = self.task.view
        owner = view.seat(seat)
        symbol = owner
        if owner in self.sides.hidden:
            symbol |= held.LOCATED if card in view.located else 0
            symbol |= held.FORGOTTEN if card in view.forgotten else 0
        elif self.task.steps:
            symbol |= card.rank << held.RANK
        return symbol

    def _mark(self, play: PlayAt, *, allowed: bool) -> None:
        """Note a strike or an allowance where it stands; one elsewhere is void."""
        place = self.find(play.played)
        if place is None:
            return
        node, cards = place
        option = self.option_of(node, cards, play.card)
        if option is not None and self.mine[node[1]]:
            self.marks.setdefault(node, set()).add((option.suit, option.at, allowed))
            self.normal.clear()

    def find(
        self, played: tuple[Card, ...]
    ) -> tuple[LineNode, tuple[list[Card], ...]] | None:
        """Return the node after some cards, with the real cards left by suit."""
        node = self.root
        cards = self.layout()
        for card in played:
            option = self.option_of(node, cards, card)
            if option is None:
                return None
            if not node[1] & 1:
                known = [o for o in self.plays(node) if _same(o, option)]
                option = known[0] if known else option
            cards = self.after(node, cards, option)
            node = option.node  # type: ignore[assignment]  # a line's node
        return node, cards

    def layout(self) -> tuple[list[Card], ...]:
        """Return the real cards of the root by suit, from the top."""
        position = self.task.view.position
        winner = (
            position.trick.winner(position.strain) if position.trick.cards else None
        )
        cards = [card for hand in position.hands for card in hand]
        cards += [card for seat, card in position.trick.plays() if seat is winner]
        return tuple(
            sorted((card for card in cards if card.suit is suit), reverse=True)
            for suit in Suit
        )

    def after(
        self, node: LineNode, cards: tuple[list[Card], ...], option: Option
    ) -> tuple[list[Card], ...]:
        """Return the real cards left after an option; the winning one stays."""
        rows = self.rows(node[0])
        out: set[Card] = set()
        for suit, row in enumerate(rows):
            if row.winning >= 0 and (option.beats or node[4] == LAST):
                out.add(cards[suit][row.winning])
        if not option.beats or node[4] == LAST:
            out.add(cards[option.suit][option.at])
        return tuple([card for card in suit if card not in out] for suit in cards)

    def option_of(
        self, node: LineNode, cards: tuple[list[Card], ...], card: Card
    ) -> Option | None:
        """Return the option a real card is, or stands for in a run of equals."""
        if card not in cards[card.suit]:
            return None
        at = cards[card.suit].index(card)
        options = [o for o in self.legal(node) if o.suit == card.suit]
        exact = [o for o in options if o.at == at]
        if exact:
            return exact[0]
        symbols = self.rows(node[0])[card.suit].symbols
        above = [o for o in options if o.at < at and o.play.symbol == symbols[at]]
        run = [o for o in above if set(symbols[o.at : at + 1]) == {symbols[at]}]
        return run[-1] if run else None

    # --- moves -------------------------------------------------------------

    def rows(self, suits: int) -> Rows:
        """Return the four suits of a packed position."""
        a, b, c, d = self.suits
        return (
            a.rows[suits & MASK] or a.row(suits & MASK),
            b.rows[suits >> BITS & MASK] or b.row(suits >> BITS & MASK),
            c.rows[suits >> 2 * BITS & MASK] or c.row(suits >> 2 * BITS & MASK),
            d.rows[suits >> 3 * BITS] or d.row(suits >> 3 * BITS),
        )

    def believed(self, node: LineNode) -> Node:
        """Return a node as the claimer sees it."""
        suits, turn, led, best, played, tricks, _, _ = node
        rows = self.rows(suits)
        slacks = [
            tricks
            - ((turn - seat) % 4 <= played and turn != seat)
            - sum(row.count[seat] for row in rows)
            for seat in self.sides.hidden
        ]
        return (
            sum(row.believed for row in rows),
            turn,
            led,
            best,
            played,
            sum(row.blanks for row in rows),
            tricks,
            slacks[0],
            slacks[1],
        )

    def legal(self, node: LineNode) -> Options:
        """Return the legal cards, one of a run where they are equal."""
        suits, turn, led, _, played, _, _, _ = node
        rows = self.rows(suits)
        if played == 0:
            return tuple(
                self._option(node, suit, play, rows, 0)
                for suit in range(4)
                for play in rows[suit].plays[turn]
            )
        row = rows[led]
        if row.plays[turn]:
            plays = row.plays if self._hidden_follows(turn, played) else row.single
            return tuple(self._option(node, led, play, rows, 0) for play in plays[turn])
        shown = row.shown[turn] if turn in self.sides.hidden else 0
        if shown:
            rows = self.rows(suits + shown)
        return tuple(
            self._option(node, suit, play, rows, shown)
            for suit in range(4)
            for play in (
                rows[suit].plays if suit == self.sides.trump else rows[suit].single
            )[turn]
        )

    def _hidden_follows(self, turn: int, played: int) -> bool:
        first, second = self.sides.hidden
        other = second if turn == first else first
        return (other - turn) % 4 <= LAST - played

    def _option(
        self, node: LineNode, suit: int, play: Play, rows: Rows, shown: int
    ) -> Option:
        suits, turn, led, best, played, tricks, need, progress = node
        trump = self.sides.trump
        suits += shown
        row = rows[suit]
        over = row.winning >= 0
        if played == 0:
            beats = True
            suits += play.lead
            led = suit
        elif over:
            beats = play.wins
            suits += play.last if played == LAST else play.follow
        else:
            beats = suit == trump and suit != led
            place = led if rows[led].winning >= 0 else trump
            suits += play.lead if beats and played != LAST else play.throw
            if beats or played == LAST:
                suits += rows[place].clear
        if beats:
            best = turn
        if played != LAST:
            after: LineNode = (
                suits,
                (turn + 1) & 3,
                led,
                best,
                played + 1,
                tricks,
                need,
                progress,
            )
            return Option(suit, play, beats, after, 0)
        won = 1 - (best & 1)
        after = (suits, best, 0, 0, 0, tricks - 1, max(0, need - won), progress)
        return Option(suit, play, beats, after, won)

    # --- the claiming side -------------------------------------------------

    def turn(self, node: LineNode) -> tuple[Turn, Progress | None]:
        """Return what the rules may look at, and the statement's progress after."""
        suits, seat, led, best, played, _, need, progress = node
        rows = self.rows(suits)
        legal = self.legal(node)
        stated, after = None, progress
        if progress is not None:
            found = script.obeying(self.task.steps, progress, self._moment(node, legal))
            if found is not None:
                after, cards = found
                stated = tuple(
                    o for o in legal if _card(o.suit, o.play.symbol) in cards
                )
        believed: list[Node] = []

        def keeps(option: Option, tricks: int) -> bool:
            after = self.believed(option.node)  # type: ignore[arg-type]  # a line's node
            return self.search.holds(after, tricks - option.won)

        def target() -> int:
            believed.append(self.believed(node))
            if played:
                return self.search.value(believed[0])
            if self.search.holds(believed[0], need):
                return need
            return self.search.value(believed[0], 0, need)

        turn = Turn(
            seat,
            led,
            best,
            played,
            self.sides.trump,
            not self.mine[seat],
            legal,
            rows,
            stated,
            self.task.settings,
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
                self._progressed(
                    o, after if turn.stated and o in turn.stated else node[7]
                )
                for o in options
            )
        return tuple(sorted(options, key=lambda option: (option.beats, -option.at)))

    def _progressed(self, option: Option, progress: Progress | None) -> Option:
        if progress is not None and script.is_spent(self.task.steps, progress):
            progress = None
        after = (*option.node[:7], progress)
        return Option(option.suit, option.play, option.beats, after, option.won)

    def _moment(self, node: LineNode, legal: Options) -> Moment:
        suits, seat, led, _, played, _, _, _ = node
        rows = self.rows(suits)
        dummy = seat != 0
        side = {seat, (seat + 2) % 4} if 2 in self.sides.mine else {seat}
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


def _card(suit: int, symbol: int) -> Card:
    return Card(Suit(suit), symbol >> held.RANK)


def _same(one: Option, other: Option) -> bool:
    return (one.suit, one.at) == (other.suit, other.at)
