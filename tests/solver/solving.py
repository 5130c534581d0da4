"""One question asked of the search and of the reference."""

from dataclasses import dataclass
from dataclasses import replace as changed

from rulings.bridge.cards import Suit
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import (
    Idea,
    Manner,
    NodeBudget,
    PlanShare,
    PlayAt,
    RuffHeight,
    Settings,
    SolverClaim,
    SuitOrder,
)
from rulings.solver.lines import Concession, Lines, Task
from rulings.statements import StatedStep, Verb
from tests.solver.endings import random_claim, random_forgotten, random_position
from tests.solver.slow_search import Dials, Reference

ENOUGH = 10**8
PLAIN = Dials()
SHARES = dict(zip((0, 1 / 4, 1 / 2, 1), PlanShare, strict=True))


@dataclass
class Question:
    """A position, a claim, what is forgotten and stated, plays struck and let in."""

    position: object
    claim: SolverClaim
    forgotten: frozenset
    plays: tuple = ()
    struck: frozenset = frozenset()
    dials: Dials = PLAIN
    allowed: frozenset = frozenset()
    breaks: bool = False
    never: frozenset = frozenset()
    let_in: frozenset = frozenset()

    def reference(self):
        return Reference(
            self.position,
            self.claim,
            self.forgotten,
            self.plays,
            as_numbers(self.struck),
            self.dials,
            as_numbers(self.allowed),
            breaks=self.breaks,
            never=self.never,
            let_in=self.let_in,
        )

    def settings(self):
        spots, top = SuitOrder.TOP_DOWN_SPOTS, SuitOrder.TOP_DOWN
        low, free = RuffHeight.LOWEST, RuffHeight.ANY
        return Settings(
            suit_order=spots if self.dials.spots else top,
            last_trump_lead_normal=self.dials.last_trump,
            low_lead_in_conceded_suit=self.dials.low_lead,
            ruff_height=low if self.dials.low_ruff else free,
            plan_share=SHARES[self.dials.share],
            strikes=self.struck,
            allowances=self.allowed,
            never=self.never,
            let_in=self.let_in,
        )

    def lines(self):
        view = view_of(self.position, self.claim, self.forgotten, breaks=self.breaks)
        search = Certainty(view.sides, NodeBudget(ENOUGH))
        steps = tuple(StatedStep(Verb.PLAY, card=card) for card in self.plays)
        suits = frozenset(int(suit) for suit in self.claim.conceded)
        task = Task(
            view,
            self.claim.tricks,
            steps,
            self.settings(),
            Concession(suits, self.dials.bare, self.dials.refused),
        )
        lines = Lines(task, search, NodeBudget(ENOUGH))
        lines.mark()
        return lines

    def certain(self):
        lines = self.lines()
        return lines.search.value(lines.table.believed(lines.root))

    def award(self):
        lines = self.lines()
        tricks = 0
        while not lines.below(lines.root, tricks):
            tricks += 1
        return tricks


def random_question(rng, tricks):
    """Return a question; words and strikes in some of them."""
    position = random_position(rng, tricks)
    claim = random_claim(rng, position)
    forgotten = random_forgotten(rng, position, claim)
    if not claim.by_declarer and position.strain.suit is not None:
        # What a partner may ruff is told apart only with nothing forgotten.
        forgotten = frozenset()
    seats = [claim.claimer] + ([claim.dummy] if claim.by_declarer else [])
    own = sorted(card for seat in seats for card in position.hands[seat])
    plays = ()
    if rng.random() < 0.4:
        plays = tuple(rng.sample(own, min(len(own), rng.randint(1, 3))))
    losers = frozenset(card for card in own if rng.random() < 0.15)
    suits = frozenset(suit for suit in Suit if rng.random() < 0.15)
    claim = changed(claim, losers=losers, conceded=suits)
    refused = frozenset(int(suit) for suit in Suit if rng.random() < 0.3)
    parts = (0.5, 0.5, 0.7, 0.5, 0.1)
    dials = Dials(*(rng.random() < part for part in parts), refused)
    struck = allowed = frozenset()
    if not plays and rng.random() < 0.4:
        struck = random_switches(rng, position, claim)
        allowed = random_switches(rng, position, claim)
    return Question(position, claim, forgotten, plays, struck, dials, allowed)


def random_switches(rng, position, claim):
    """Return plays of the claiming side's hands, a partner's too, at any moment."""
    found = set()
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        now, path = position, ()
        most = sum(map(len, now.hands)) - 1
        for _ in range(min(rng.randint(0, most), rng.randint(0, most))):
            path = (*path, rng.choice(now.legal()))
            now = now.play(path[-1])
        if now.turn.side is claim.side:
            found.add(PlayAt(path, rng.choice(now.legal())))
    return frozenset(found)


def random_ideas(rng, position, claim):
    """Return kinds of play of the claiming side, most of them about cards it holds."""
    own = [card for seat in claim.side.seats for card in position.hands[seat]]
    found = set()
    for _ in range(rng.choice([1, 2, 4, 6]) if own else 0):
        card, before = rng.choice(own), rng.choice(own)
        until = rng.choice(["", "", "trump", "before"])
        found.add(
            Idea(
                rng.choice([(seat,) for seat in claim.side.seats] + [claim.side.seats]),
                rng.choice(list(Manner)),
                rng.choice([card, card.suit]),
                before if until == "before" else None,
                until == "trump",
            )
        )
    return frozenset(found)


def as_numbers(plays):
    """Return plays as the reference knows cards."""

    def number(card):
        return int(card.suit), card.rank

    return tuple((tuple(map(number, p.played)), number(p.card)) for p in plays)


def without_words(question):
    """Return the same question with nothing said."""
    return changed(question, plays=(), struck=frozenset(), allowed=frozenset())
