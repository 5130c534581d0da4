"""What must hold of every proposal, whatever the cards: tried on many endings."""

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulings.solver import Settings, adjudicate
from rulings.solver.inputs import trumps_out, unseen_cards
from tests.solver.endings import random_claim, random_position, seeded

ENDINGS = st.tuples(st.integers(0, 10**6), st.sampled_from([2, 2, 3]))
MANY = settings(max_examples=15, deadline=None, derandomize=True, database=None)


def ending(seed, tricks):
    """Return an ending with a claim that the cards allow, and a generator."""
    rng = seeded(seed)
    position = random_position(rng, tricks)
    claim = replace(random_claim(rng, position), aware_of_trump=True)
    best = adjudicate(position, claim, Settings()).double_dummy.low
    return position, replace(claim, tricks=rng.randint(0, best)), rng


@given(ENDINGS)
@MANY
def test_leaving_more_cards_out_of_count_never_raises_the_award(drawn):
    position, claim, rng = ending(*drawn)
    unseen = sorted(unseen_cards(position, claim))
    more = frozenset(rng.sample(unseen, min(len(unseen), 3)))
    some = frozenset(card for card in more if rng.random() < 0.5)

    fewer = adjudicate(position, replace(claim, forgotten=some), Settings())
    whole = adjudicate(position, replace(claim, forgotten=more), Settings())

    assert whole.award <= fewer.award


@given(ENDINGS)
@MANY
def test_not_minding_a_trump_only_adds_lines(drawn):
    position, claim, _ = ending(*drawn)
    aware = adjudicate(position, claim, Settings())
    other = adjudicate(position, replace(claim, aware_of_trump=False), Settings())

    assert other.award <= aware.award
    if not trumps_out(position, claim):
        assert other.award == aware.award


@given(ENDINGS)
@MANY
def test_a_proven_location_never_lowers_certainty(drawn):
    position, claim, rng = ending(*drawn)
    held = [(seat, card) for seat in claim.hidden for card in position.hands[seat]]
    told = replace(
        claim, locations=claim.locations | {rng.choice(held)} if held else ()
    )

    before = adjudicate(position, claim, Settings()).certain.value
    assert adjudicate(position, told, Settings()).certain.value >= before


def any_claim(seed):
    """Return an ending with any claim: false, of a part, with cards forgotten."""
    rng = seeded(seed)
    position = random_position(rng, rng.choice([3, 4, 5]))
    claim = random_claim(rng, position)
    claim = replace(
        claim,
        tricks=rng.randint(0, position.left),
        aware_of_trump=rng.choice([True, True, False, None]),
    )
    if rng.random() < 0.3:
        unseen = sorted(unseen_cards(position, claim))
        some = frozenset(rng.sample(unseen, min(len(unseen), 2)))
        claim = replace(claim, forgotten=some)
    return position, claim


@given(st.integers(0, 10**6), st.sampled_from([30, 100, 300, 1000]))
@settings(MANY, max_examples=25)
@example(25, 1000)
@example(32, 300)
def test_a_longer_budget_only_narrows_what_was_said_with_a_shorter_one(seed, budget):
    position, claim = any_claim(seed)
    heard = []
    short = adjudicate(
        position, claim, Settings(budget=budget), lambda *bounds: heard.append(bounds)
    )
    whole = adjudicate(position, claim, Settings())

    for low, high in [*heard, (short.low, short.high)]:
        assert low <= whole.low <= whole.high <= high


@given(ENDINGS)
@MANY
def test_every_rung_lies_between_any_play_and_double_dummy(drawn):
    position, claim, _ = ending(*drawn)
    found = adjudicate(position, claim, Settings())

    rungs = {rung.key: rung.award for rung in found.ladder}
    keys = [rung.key for rung in found.ladder]
    assert keys[:3] == ["claimed", "certain", "award"]
    assert keys[-1] == "any_play"
    for key, award in rungs.items():
        if key not in {"claimed", "certain"}:
            assert found.any_play.low <= award.low <= found.double_dummy.high
