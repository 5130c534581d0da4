"""Similar questions have one pattern; a fact that was changed is named."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, Strain, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.inputs.pattern import pattern_of
from rulings.statements.statement import ReadStatement
from rulings.statements.steps import StatedStep, Verb
from tests.solver.endings import random_claim, random_position, seeded

SETTINGS = Settings()


def random_said(rng, position):
    """Return a statement about cards and suits of the position, or none."""
    cards = sorted(card for hand in position.hands for card in hand)
    card = rng.choice(cards)
    steps = [
        StatedStep(Verb.PLAY, card=card),
        StatedStep(Verb.RUN, suit=card.suit),
        StatedStep(Verb.CASH, suit=rng.choice(cards).suit),
        StatedStep(Verb.GOOD),
    ]
    return ReadStatement(tuple(rng.sample(steps, rng.randint(0, 3))))


def random_case(seed):
    """Return a position of two to eight tricks with a claim and what is known of it."""
    rng = seeded(seed)
    position = random_position(rng, rng.randint(2, 8))
    claim = random_claim(rng, position)
    cards = sorted(card for hand in position.hands for card in hand)
    claim = replace(
        claim,
        statement=random_said(rng, position),
        aware_of_trump=rng.choice([None, True, False]),
        losers=frozenset(rng.sample(cards, rng.randint(0, 1))),
        conceded=frozenset(rng.sample(list(Suit), rng.randint(0, 1))),
    )
    return rng, position, claim


def in_other_names(rng, position, claim):
    """Return the same question with the table turned and the suits renamed."""
    by, order = rng.randrange(4), rng.sample(list(Suit), 4)

    def seat(old):
        return Seat((old + by) % 4)

    def card(old):
        return Card(order[old.suit], old.rank)

    def step(old):
        return replace(
            old,
            card=old.card and card(old.card),
            suit=None if old.suit is None else order[old.suit],
        )

    strain = position.strain
    if strain.suit is not None:
        strain = Strain(order[strain.suit].letter)
    hands = tuple(
        Hand(frozenset(map(card, position.hands[(s - by) % 4]))) for s in range(4)
    )
    trick = Trick(seat(position.trick.leader), tuple(map(card, position.trick.cards)))
    return Position(hands, strain, trick, position.won), replace(
        claim,
        claimer=seat(claim.claimer),
        declarer=seat(claim.declarer),
        statement=ReadStatement(tuple(map(step, claim.statement.steps))),
        show_outs=frozenset((seat(s), order[x]) for s, x in claim.show_outs),
        locations=frozenset((seat(s), card(c)) for s, c in claim.locations),
        losers=frozenset(map(card, claim.losers)),
        conceded=frozenset(order[suit] for suit in claim.conceded),
    )


def with_other_low_cards(rng, position, claim):
    """Return the question with two low cards of a suit in each other's place.

    Low is what lies below as many cards as the longest hand has of the suit, and what
    no fact names.
    """
    named = {c for _, c in claim.locations} | claim.losers
    named |= {step.card for step in claim.statement.steps}
    for suit in rng.sample(list(Suit), 4):
        held = [(c, s) for s in Seat for c in position.hands[s].suit(suit)]
        table = [c for c in position.trick.cards if c.suit is suit]
        longest = max(
            sum(seat is s for _, seat in held)
            + sum(seat is s for seat, c in position.trick.plays() if c.suit is suit)
            for s in Seat
        )
        every = sorted([c for c, _ in held] + table, key=lambda c: -c.rank)
        low = {c for c in every[longest:] if c not in named and c not in table}
        pairs = [
            (one, other)
            for one in held
            for other in held
            if one[0] in low and other[0] in low and one[1] < other[1]
        ]
        if pairs:
            (card, seat), (twin, other) = rng.choice(pairs)
            hands = list(position.hands)
            hands[seat] = Hand(hands[seat].cards - {card} | {twin})
            hands[other] = Hand(hands[other].cards - {twin} | {card})
            return replace(position, hands=tuple(hands))
    return position


CHANGES = {
    "tricks": lambda claim: replace(claim, tricks=claim.tricks + 1),
    "aware_of_trump": lambda claim: replace(
        claim, aware_of_trump=not claim.aware_of_trump
    ),
    "statement": lambda claim: replace(
        claim,
        statement=ReadStatement((*claim.statement.steps, StatedStep(Verb.ORDER))),
    ),
    "miscounted": lambda claim: replace(claim, miscounted=True),
    "reclaimed": lambda claim: replace(claim, reclaimed=2),
}


@pytest.mark.parametrize("seed", range(200))
def test_other_names_and_other_low_cards_are_the_same_pattern(seed):
    rng, position, claim = random_case(seed)
    mine = pattern_of(position, claim, SETTINGS)

    position = with_other_low_cards(rng, position, claim)
    twin = pattern_of(*in_other_names(rng, position, claim), SETTINGS)

    assert mine == twin
    assert mine.differs_from(twin) == ()


@pytest.mark.parametrize("seed", range(200))
def test_a_changed_fact_is_the_one_that_is_named(seed):
    rng, position, claim = random_case(seed)
    mine = pattern_of(position, claim, SETTINGS)
    name = rng.choice(sorted(CHANGES))

    position, claim = in_other_names(rng, position, CHANGES[name](claim))

    assert mine.differs_from(pattern_of(position, claim, SETTINGS)) == (name,)


@pytest.mark.parametrize("seed", range(100))
def test_another_trump_is_named(seed):
    rng, position, claim = random_case(seed)
    strain = rng.choice([one for one in Strain if one is not position.strain])
    held = {card.suit for hand in position.hands for card in hand}
    mine = pattern_of(position, claim, SETTINGS)

    changed = replace(position, strain=strain)

    # A suit that nobody has left is no other trump suit than another such.
    unheld = not held.intersection({strain.suit, position.strain.suit})
    if strain.suit is not None and position.strain.suit is not None and unheld:
        return
    assert mine.differs_from(pattern_of(changed, claim, SETTINGS)) == ("trump",)


def test_a_high_card_with_the_other_defender_is_another_position():
    position = Position.parse("C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5")
    other = Position.parse("C S:- 9-0 N:32.32.. 65.Q.K. AK.A..9 7.K.Q.5")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)

    mine = pattern_of(position, claim, SETTINGS)
    twin = pattern_of(other, replace(claim, tricks=3), SETTINGS)

    assert mine.differs_from(twin) == ("cards", "tricks")


def test_the_settings_that_only_cost_time_are_no_difference():
    _, position, claim = random_case(1)
    mine = pattern_of(position, claim, SETTINGS)

    assert mine == pattern_of(position, claim, replace(SETTINGS, budget=5))
    named = mine.differs_from(
        pattern_of(position, claim, replace(SETTINGS, edition="2007"))
    )
    assert named == ("edition",)


def test_a_defenders_claim_of_the_same_cards_is_told_apart():
    position = Position.parse("C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5")
    declarers = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)
    defenders = SolverClaim(Seat.EAST, Seat.SOUTH, 4)

    named = pattern_of(position, declarers, SETTINGS).differs_from(
        pattern_of(position, defenders, SETTINGS)
    )
    assert named == ("claimer",)
