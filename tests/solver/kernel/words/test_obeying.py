"""What is said binds the search as it binds a slow one with real cards."""

from dataclasses import dataclass

import pytest

from rulings.solver.award.evidence import literal_tricks
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import NodeBudget, Settings, SolverClaim
from rulings.solver.kernel.engine import PLAIN, engine
from rulings.solver.lines import Lines, Task
from rulings.solver.reference.checker import _fewest, _Ruled
from rulings.solver.reference.layouts import ClaimersKnowledge
from rulings.statements import ReadStatement
from tests.solver.endings import random_claim, random_forgotten, random_position, seeded
from tests.solver.lots import lots
from tests.solver.solving import ENOUGH
from tests.solver.statements import random_steps


@dataclass
class Stated:
    """A position and a claim with words, and what the claimer forgets."""

    position: object
    claim: SolverClaim
    steps: tuple
    forgotten: frozenset

    def lines(self, runner=None):
        view = view_of(self.position, self.claim, self.forgotten)
        search = Certainty(view.sides, NodeBudget(ENOUGH), runner)
        task = Task(view, self.claim.tricks, self.steps, Settings())
        return Lines(task, search, NodeBudget(ENOUGH))

    def award(self, runner=None):
        """Return the fewest tricks, and how many positions were searched."""
        lines = self.lines(runner)
        tricks = 0
        while not lines.below(lines.root, tricks):
            tricks += 1
        return tricks, lines.budget.used

    def ruled(self):
        known = ClaimersKnowledge(self.position, self.claim)
        ruled = _Ruled(self.position, self.claim, Settings(), known, 0)
        ruled.steps = self.steps
        return ruled

    def slowly(self):
        """Return the fewest tricks over every line of the plain rules."""
        ruled = self.ruled()
        start = ruled.start(self.forgotten, self.claim.tricks)
        return _fewest(ruled, start, {})

    def literally(self):
        """Return the tricks of the words to the letter, line by line."""
        ruled = self.ruled()
        return _best(ruled, ruled.start(self.forgotten, self.claim.tricks), {})


def _best(ruled, state, found):
    moment, _, progress = state
    if not any(moment.hands):
        return 0
    if state not in found:
        mine = (moment.seat - ruled.known.claimer) % 2 == 0
        stated, then = ruled.stated(moment, progress) if mine else (None, None)
        tricks = []
        for card in stated or moment.legal():
            after = ruled.after(state, card, then if stated else progress)
            won = ruled.known.after(moment, card)[1]
            tricks.append(won + _best(ruled, after, found))
        found[state] = max(tricks) if mine else min(tricks)
    return found[state]


def random_stated(seed, tricks):
    rng = seeded(seed)
    position = random_position(rng, tricks)
    claim = random_claim(rng, position)
    seats = [claim.claimer] + ([claim.dummy] if claim.by_declarer else [])
    own = sorted(card for seat in seats for card in position.hands[seat])
    forgotten = random_forgotten(rng, position, claim)
    if not claim.by_declarer and position.strain.suit is not None:
        # What a partner may ruff is told apart only with nothing forgotten.
        forgotten = frozenset()
    return Stated(position, claim, random_steps(rng, own), forgotten)


@pytest.mark.parametrize("seed", range(60))
def test_words_bind_as_on_real_cards(seed):
    stated = random_stated(seed, 1 + seed % 3)

    assert stated.award()[0] == stated.slowly()


@pytest.mark.parametrize("seed", range(60, 90))
def test_the_letter_of_the_words_is_that_of_real_cards(seed):
    stated = random_stated(seed, 1 + seed % 3)

    assert literal_tricks(stated.lines(), NodeBudget(ENOUGH)) == stated.literally()


def test_words_ask_nothing_for_the_card_a_defender_does_not_see():
    """His partner's top heart is no winner to be run: he has not seen it."""
    rng = seeded(19_563)
    position = random_position(rng, 2)
    claim = random_claim(rng, position)
    steps = ReadStatement.parse("run hearts").steps
    stated = Stated(position, claim, steps, frozenset())

    assert not claim.by_declarer
    assert literal_tricks(stated.lines(), NodeBudget(ENOUGH)) == stated.literally() == 1


@pytest.mark.parametrize("seed", range(30))
def test_both_engines_search_the_same_stated_positions(seed):
    stated = random_stated(1000 + seed, 2 + seed % 3)

    assert stated.award(engine()) == stated.award(PLAIN)


AT_ONCE = 250
SOAK = [
    (tricks, start) for tricks in (1, 2, 3) for start in range(10_000, 12_500, AT_ONCE)
]


@pytest.mark.parametrize(("tricks", "start"), lots("words", SOAK))
def test_words_bind_as_on_real_cards_at_length(tricks, start):
    for seed in range(start, start + AT_ONCE):
        stated = random_stated(seed, tricks)

        assert stated.award()[0] == stated.slowly(), seed
        letter = literal_tricks(stated.lines(), NodeBudget(ENOUGH))
        assert letter == stated.literally(), seed
