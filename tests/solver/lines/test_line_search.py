"""The worst normal line is that of the slow rules and keeps what it promises."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, Strain, Suit, parse_cards
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.inputs import PlayAt, SolverClaim
from rulings.solver.kernel.search import refutation
from tests.solver.endings import (
    random_claim,
    random_forgotten,
    random_position,
    seeded,
)
from tests.solver.lots import lots
from tests.solver.slow_search import Dials
from tests.solver.solving import (
    Question,
    random_ideas,
    random_question,
    random_switches,
    without_words,
)

SAMPLE = [
    *((1, seed) for seed in range(20)),
    *((2, seed) for seed in range(80)),
    *((3, seed) for seed in range(25)),
]
AT_ONCE = {1: 500, 2: 500, 3: 250, 4: 50, 5: 10}
IDEAS = [
    *((2, start) for start in range(1000, 5000, 500)),
    *((3, start) for start in range(1000, 3000, 250)),
    *((4, start) for start in range(1000, 1300, 50)),
]
SOAK = [
    *((1, start) for start in range(1000, 3000, 500)),
    *((2, start) for start in range(1000, 11000, 500)),
    *((3, start) for start in range(1000, 7500, 250)),
    *((4, start) for start in range(1000, 2500, 50)),
    *((5, start) for start in range(1000, 1060, 10)),
]


@pytest.mark.parametrize(("tricks", "seed"), SAMPLE)
def test_award_is_that_of_the_slow_rules(tricks, seed):
    question = random_question(seeded(seed * 11 + tricks), tricks)

    assert question.award() == question.reference().award()


@pytest.mark.parametrize(("tricks", "start"), lots("endings", SOAK))
def test_award_is_that_of_the_slow_rules_at_length(tricks, start):
    for seed in range(start, start + AT_ONCE[tricks]):
        question = random_question(seeded(seed * 11 + tricks), tricks)

        assert question.award() == question.reference().award()


@pytest.mark.parametrize("share", [1 / 4, 1 / 2, 1])
@pytest.mark.parametrize(("tricks", "seed"), SAMPLE[::4])
def test_plays_that_seldom_make_the_claim_are_left_out_by_share(tricks, seed, share):
    question = without_words(random_question(seeded(seed * 11 + tricks), tricks))
    question.dials = replace(question.dials, share=share)

    assert question.award() == question.reference().award()


@pytest.mark.parametrize(("tricks", "seed"), SAMPLE)
def test_kinds_of_play_are_ruled_out_and_let_in_as_by_the_slow_rules(tricks, seed):
    question = with_ideas(seeded(seed * 19 + tricks), tricks)

    assert question.award() == question.reference().award()


@pytest.mark.parametrize(("tricks", "start"), lots("ideas", IDEAS))
def test_kinds_of_play_are_as_by_the_slow_rules_at_length(tricks, start):
    for seed in range(start, start + AT_ONCE[tricks]):
        question = with_ideas(seeded(seed * 19 + tricks), tricks)

        assert question.award() == question.reference().award()


def with_ideas(rng, tricks):
    question = random_question(rng, tricks)
    position, claim = question.position, question.claim
    never = random_ideas(rng, position, claim)
    let_in = random_ideas(rng, position, claim) if rng.random() < 0.3 else frozenset()
    return replace(question, never=never, let_in=let_in - never)


def test_cards_of_a_run_are_apart_where_their_ranks_matter():
    position = Position.parse("H W:H5 7-3 N:..KQ7. .6.53. .KT4.. .9.T.")
    claim = SolverClaim(Seat.NORTH, Seat.NORTH, 0)
    gone = frozenset(parse_cards("DT D3 D5"))
    question = Question(position, claim, gone, dials=Dials(spots=True))

    # The ten wins as cheaply as it can; from king and four the four is not led.
    assert question.award() == question.reference().award() == 3


def test_a_named_card_is_not_thrown_to_a_lead_that_nobody_asked_for():
    position = Position.parse("D N:- 7-4 N:.3..9 ...65 J...A 8.6..")
    claim = SolverClaim(Seat.NORTH, Seat.NORTH, 1)
    gone = frozenset(parse_cards("C5 C6"))
    question = Question(position, claim, gone, tuple(parse_cards("SJ")))

    assert question.award() == question.reference().award() == 1


def plain(seed, tricks=3):
    rng = seeded(seed)
    question = random_question(rng, tricks)
    return rng, replace(without_words(question), forgotten=frozenset())


@pytest.mark.parametrize("seed", range(60))
def test_what_is_certain_is_awarded_without_any_pruning(seed):
    _, question = plain(seed)
    certain = question.certain()
    question.claim = replace(question.claim, tricks=certain)
    lines = question.lines()
    lines.worst.template[refutation.MORE_IS_NORMAL] = 1

    assert not any(lines.below(lines.root, k) for k in range(certain))


@pytest.mark.parametrize("seed", range(60))
def test_a_strike_never_lowers_the_award(seed):
    rng = seeded(seed)
    position = random_position(rng, 3)
    claim = random_claim(rng, position)
    question = Question(position, claim, random_forgotten(rng, position, claim))
    before = question.award()

    for _ in range(4):
        struck = random_switches(rng, position, claim)
        assert replace(question, struck=struck).award() >= before


def turned(question, by):
    """Return the question with every hand `by` seats further round the table."""
    position, claim = question.position, question.claim

    def seat(old):
        return Seat((old + by) % 4)

    hands = tuple(position.hands[(s - by) % 4] for s in range(4))
    trick = Trick(seat(position.trick.leader), position.trick.cards)
    return replace(
        question,
        position=replace(position, hands=hands, trick=trick),
        claim=replace(
            claim,
            claimer=seat(claim.claimer),
            declarer=seat(claim.declarer),
            show_outs=frozenset((seat(s), x) for s, x in claim.show_outs),
            locations=frozenset((seat(s), c) for s, c in claim.locations),
        ),
    )


def relabelled(question, order):
    """Return the question with the suits in another order."""
    position, claim = question.position, question.claim

    def card(old):
        return Card(Suit(order[old.suit]), old.rank)

    def renamed(plays):
        return frozenset(
            PlayAt(tuple(card(c) for c in play.played), card(play.card))
            for play in plays
        )

    strain = position.strain
    if strain.suit is not None:
        strain = Strain(Suit(order[strain.suit]).letter)
    return replace(
        question,
        forgotten=frozenset(card(c) for c in question.forgotten),
        plays=tuple(card(c) for c in question.plays),
        struck=renamed(question.struck),
        allowed=renamed(question.allowed),
        dials=replace(
            question.dials,
            refused=frozenset(order[suit] for suit in question.dials.refused),
        ),
        position=Position(
            tuple(Hand(frozenset(card(c) for c in h)) for h in position.hands),
            strain,
            Trick(position.trick.leader, tuple(card(c) for c in position.trick.cards)),
            position.won,
        ),
        claim=replace(
            claim,
            show_outs=frozenset((s, Suit(order[x])) for s, x in claim.show_outs),
            locations=frozenset((s, card(c)) for s, c in claim.locations),
            losers=frozenset(card(c) for c in claim.losers),
            conceded=frozenset(Suit(order[suit]) for suit in claim.conceded),
        ),
    )


@pytest.mark.parametrize("seed", range(20))
def test_turning_the_table_or_renaming_suits_changes_nothing(seed):
    rng = seeded(seed)
    question = random_question(rng, 4)
    order = rng.sample(range(4), 4)
    awarded = question.award()

    assert turned(question, 1 + seed % 3).award() == awarded
    assert relabelled(question, order).award() == awarded


def test_forgetting_a_trump_costs_the_trick_it_takes():
    position = Position.parse("C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)
    _, question = plain(0)
    question = replace(question, position=position, claim=claim)

    assert question.award() == 4
    forgotten = frozenset({Card.parse("C5")})
    assert replace(question, forgotten=forgotten).award() == 3
