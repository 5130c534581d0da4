"""The search for safe words: from the shortest on, each tried on all layouts.

Serves Laws 68C and 70. A bound on the positions ends it, never a clock, so that the
same claim always has the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulings.bridge.cards import Suit
from rulings.bridge.positions import Position
from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import Exhausted, NodeBudget, Settings, SolverClaim
from rulings.solver.safe.layouts import layouts
from rulings.solver.safe.phrases import makes_sense, phrases
from rulings.solver.safe.result import SafeStatus, SafeWords
from rulings.solver.safe.worth import Worth, as_facts
from rulings.statements.statement import ReadStatement
from rulings.statements.steps import StatedStep
from rulings.statements.wording import SPOKEN, read_back, word_count, worded

MOST_WORDS = 12
"""So many words are said at most: a player must be able to remember them."""

BUDGET = 32_000_000
"""Positions searched for all words of one claim; some ten seconds compiled."""

ONE = 1_000_000
"""Positions for one set of words in one layout."""

LEAST = 400
"""Positions that trying words costs at least, whatever the search counts."""

LAYOUTS, PHRASES, KEPT, FEWER = 60, 4, 10, 3
"""The most layouts tried and phrases joined; beginnings kept from one length to the
next; and how many tricks fewer than are certain are looked at."""

Steps = tuple[StatedStep, ...]


def safe_words(
    position: Position, claim: SolverClaim, settings: Settings, budget: int = BUDGET
) -> SafeWords:
    """Return the shortest words that make the most tricks certain.

    Fewer tricks than were claimed where no words make those certain. Not looked for
    where penalty cards bind or small cards are not known. Raises ValueError when the
    claim does not fit the position.
    """
    claim.check(position)
    nothing = SafeWords(SafeStatus.OPEN, claim.tricks, 0)
    if claim.pending or claim.spots:
        return nothing
    plain = replace(settings, strikes=frozenset(), allowances=frozenset())
    one = replace(
        plain, never=frozenset(), let_in=frozenset(), budget=min(ONE, settings.budget)
    )
    pool = NodeBudget(budget)
    try:
        certain = Worth(position, as_facts(claim, claim.tricks), one).certain
        for tricks in range(certain.low, max(0, certain.low - FEWER), -1):
            search = _Search(position, as_facts(claim, tricks), one, pool)
            found = search.shortest(claim.tricks)
            if found is not None:
                return found
    except Exhausted:
        return nothing
    settled = certain.value is not None
    return replace(nothing, status=SafeStatus.NONE if settled else SafeStatus.OPEN)


class _Search:
    """The search for words that make one number certain."""

    def __init__(
        self,
        position: Position,
        facts: SolverClaim,
        settings: Settings,
        pool: NodeBudget,
    ) -> None:
        self.position, self.facts, self.settings = position, facts, settings
        self.pool = pool
        dealt, self.every = layouts(position, facts, LAYOUTS)
        self.layouts = list(dealt)
        self.worths: dict[Position, Worth] = {}

    def shortest(self, claimed: int) -> SafeWords | None:
        """Return the shortest safe words; None where none were found."""
        said: dict[str, str] = {}
        steps: Steps = ()
        if self._is_safe(None):
            status = SafeStatus.NUMBER
        else:
            status = SafeStatus.WORDS
            best = self._best()
            if best is None:
                return None
            steps, said = best
        return SafeWords(
            status,
            claimed,
            self.facts.tricks,
            tuple(map(str, steps)),
            tuple(sorted(said.items())),
            len(self.layouts),
            self.every,
        )

    def _best(self) -> tuple[Steps, dict[str, str]] | None:
        """Return steps and words: all of one length are tried before longer ones."""
        single = [(step,) for step in phrases(self.position, self.facts)]
        kept: list[Steps] = [()]
        best, limit = None, MOST_WORDS + 1
        for _ in range(PHRASES):
            grown = sorted(set(_joined(kept, single)), key=_cost)
            worth: list[tuple[int, int, int]] = []
            for at, steps in enumerate(grown):
                length, _ = _cost(steps)
                if length >= limit:
                    continue
                value = self._least(self.position, _unsaid(steps))
                worth.append((-value, length, at))
                if value < self.facts.tricks or not makes_sense(steps):
                    continue
                if words := self._proven(steps):
                    best, limit = (steps, words), length
            kept = [grown[at] for *_, at in sorted(worth)[: self._kept(len(worth))]]
        return best

    def _kept(self, many: int) -> int:
        """Return how many beginnings are kept: all phrases alone, then the best."""
        return many if many <= 3 * KEPT else KEPT

    @property
    def _out(self) -> int:
        return len(self._worth(self.position).out)

    def _proven(self, steps: Steps) -> dict[str, str]:
        """Return the words of steps by language, empty unless they are safe.

        English must read back; another language is left out where it does not.
        """
        words, said = self._read(steps)
        if "en" not in words or not self._is_safe(said):
            return {}
        return words

    def _read(self, steps: Steps) -> tuple[dict[str, str], ReadStatement]:
        """Return the words that are read as these steps, and the reading in English."""
        seats = (
            self.facts.side.seats if self.facts.by_declarer else (self.facts.claimer,)
        )
        held = [card for seat in seats for card in self.position.hands[seat]]
        table = [
            c for s, c in self.position.trick.plays() if s in self.facts.side.seats
        ]
        trump: Suit | None = self.position.strain.suit
        words, said = {}, _unsaid(steps)
        for language in SPOKEN:
            text = worded(steps, language, self._out)
            read = read_back(text, steps, trump, held, table)
            if read is not None and word_count(text) <= MOST_WORDS:
                words[language] = text
                said = read if language == "en" else said
        return words, said

    def _is_safe(self, said: ReadStatement | None) -> bool:
        """Say whether words give the number in each layout, and leave no question.

        A layout in which others failed is tried first.
        """
        for at, layout in enumerate(self.layouts):
            if self._least(layout, said) < self.facts.tricks:
                self.layouts.insert(0, self.layouts.pop(at))
                return False
        found = adjudicate(
            self.position, replace(self.facts, statement=said), self.settings
        )
        self._charge(found.provenance.positions)
        answers = [one for asked in found.questions for one in asked.answers]
        least = min([found.low, *(one.award.low for one in answers)])
        return least >= self.facts.tricks

    def _least(self, layout: Position, said: ReadStatement | None) -> int:
        worth = self._worth(layout)
        before = worth.used
        least = worth.least(said)
        self._charge(worth.used - before)
        return least

    def _worth(self, layout: Position) -> Worth:
        if layout not in self.worths:
            found = Worth(layout, self.facts, self.settings)
            self.worths[layout] = found
            self._charge(found.used)
        return self.worths[layout]

    def _charge(self, positions: int) -> None:
        self.pool.count(max(positions, LEAST))


def _cost(steps: Steps) -> tuple[int, str]:
    """Return how many words say some steps in English, and the words.

    The last trump is as short as trumps: it is what people say.
    """
    text = worded(steps, "en")
    return word_count(text), text


def _unsaid(steps: Steps) -> ReadStatement:
    """Return steps as a statement, before they have words."""
    return ReadStatement(steps)


def _joined(kept: Iterable[Steps], single: Iterable[Steps]) -> Iterator[Steps]:
    """Yield what was kept with one phrase more, before it or behind it."""
    phrases_alone = list(single)
    for steps in kept:
        for more in phrases_alone:
            if more[0] not in steps:
                yield (*steps, *more)
                yield (*more, *steps)
