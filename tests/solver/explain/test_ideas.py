"""The kinds of play worth ruling out: named at the turning point, with their number."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.inputs import Idea, Manner
from rulings.solver.tools.golden import read_case
from rulings.solver.types import has_words, idea_sentence
from tests import tree
from tests.solver.endings import random_claim, random_position, seeded
from tests.solver.explain.test_turning import FINESSE, TRUMP_OUT

GOLDEN = tree.ROOT / "tests" / "golden"


def offered(found):
    """Return the kinds of play offered, in words, each with its number."""
    return {
        kind.sentence.english(): (kind.award.low, kind.award.high)
        for kind in found.ideas
        if not kind.on
    }


def golden(name):
    case = read_case(GOLDEN / f"{name}.toml")
    return adjudicate(case.position, case.claim, case.settings)


def ruled_out(found, settings):
    return replace(settings, never=frozenset({Idea.parse(found.ideas[0].id)}))


def test_a_side_suit_before_the_last_trump():
    found = adjudicate(TRUMP_OUT, SolverClaim(Seat.SOUTH, Seat.SOUTH, 5), Settings())

    assert offered(found) == {"South leads hearts before SK": (5, 5)}


def test_a_lead_from_dummy_while_a_trump_is_out():
    found = golden("wrong_way_back_to_hand")

    assert offered(found) == {"North leads clubs while H6 is out": (7, 7)}


def test_a_finesse_this_way():
    found = adjudicate(FINESSE, SolverClaim(Seat.SOUTH, Seat.SOUTH, 4), Settings())

    assert offered(found) == {"North plays SA before ST": (4, 4)}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("forgotten_trump_overruffs", "North ruffs with H5"),
        ("forgotten_side_card", "South leads hearts before SA"),
        ("partners_discard_decides", "East throws HA"),
        ("partner_may_overtake", "West plays HA before H8"),
    ],
)
def test_a_ruff_a_discard_and_a_partners_card(name, words):
    found = golden(name)
    ((said, (low, high)),) = offered(found).items()

    assert said == words
    assert low == high == found.low + 1


def test_where_the_only_normal_card_is_ruled_out_another_sound_one_is_played():
    """North cannot win, so only the lowest club is normal; the queen unblocks."""
    position = Position.parse("S S:- 9-0 N:A3...Q7 JT5...T 8...J82 ...A653")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3)
    before = adjudicate(position, claim, Settings())

    never = frozenset({Idea.parse("N:follow:C7:before:CQ")})
    after = adjudicate(position, claim, Settings(never=never))

    assert [str(play.card) for play in before.line[0].cards] == "C2 CA C7 CT".split()
    for trick in after.line:
        clubs = [str(play.card) for play in trick.cards if play.seat is Seat.NORTH]
        assert clubs != ["C7"] or "CQ" in played_before(after.line, trick)


def played_before(line, trick):
    return {str(play.card) for one in line[: trick.number - 1] for play in one.cards}


def test_two_kinds_ruled_out_together_save_what_one_alone_does_not():
    position = Position.parse("H S:- 0-9 N:.2.5.42 ..743.K .QJ.T.Q .6.Q8.6")
    claim = SolverClaim(Seat.EAST, Seat.SOUTH, 3)
    found = adjudicate(position, claim, Settings())
    (first,) = found.ideas

    never = frozenset({Idea.parse(first.id)})
    again = adjudicate(position, claim, Settings(never=never))

    assert (found.award, first.award.low, again.award) == (1, 1, 1)
    assert offered(again) == {"West leads diamonds before H6": (2, 2)}


def test_what_the_words_ask_for_is_no_idea():
    assert golden("stated_order_does_not_protect").ideas == ()


def test_a_claim_that_stands_has_none():
    found = adjudicate(TRUMP_OUT, SolverClaim(Seat.SOUTH, Seat.SOUTH, 4), Settings())

    assert found.award >= 4
    assert found.ideas == ()


def test_an_idea_in_force_shows_what_comes_without_it():
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 5)
    before = adjudicate(TRUMP_OUT, claim, Settings())

    after = adjudicate(TRUMP_OUT, claim, ruled_out(before, Settings()))

    (kind,) = after.ideas
    assert (after.low, after.high) == (5, 5)
    assert kind.on
    assert (kind.award.low, kind.award.high) == (before.low, before.high)
    assert kind.to_json()["id"] == "S:lead:H:before:SK"


def test_a_play_that_was_ruled_out_says_so_where_it_is_left_out():
    case = read_case(GOLDEN / "forgotten_trump_overruffs.toml")
    before = case.solve()

    settings = ruled_out(before, case.settings)
    after = adjudicate(case.position, case.claim, settings)

    (play,) = [one for one in after.excluded if str(one.card) == "H5"]
    assert play.reason.sentence.english() == "Ruled out by the director."
    assert play.award == before.award < after.award


def test_a_kind_of_play_let_in_says_so_on_the_line():
    case = read_case(GOLDEN / "low_card_excluded_from_the_top.toml")
    let_in = replace(case.settings, let_in=frozenset({Idea.parse("S:lead:S2")}))

    after = adjudicate(case.position, case.claim, let_in)

    first = after.line[0].cards[0]
    assert after.award < case.solve().award
    assert first.reason.sentence.english() == "Allowed by the director as normal here."
    assert (after.ideas[0].on, after.ideas[0].let_in) == (True, True)
    assert after.ideas[0].award.low == case.solve().award


@pytest.mark.parametrize("seed", range(80))
def test_the_number_beside_a_kind_of_play_is_that_of_the_solve_with_it(seed):
    rng = seeded(seed * 37 + 5)
    position = random_position(rng, rng.choice([3, 4]))
    aware = rng.choice([True, False, None, None])
    claim = replace(random_claim(rng, position), aware_of_trump=aware)
    claim = replace(claim, tricks=rng.randint(claim.tricks, position.left))
    found = adjudicate(position, claim, Settings())

    for kind in found.ideas:
        never = Settings(never=frozenset({Idea.parse(kind.id)}))
        again = adjudicate(position, claim, never)
        (back,) = [one for one in again.ideas if one.id == kind.id]
        assert (again.low, again.high) == (kind.award.low, kind.award.high)
        assert (back.award.low, back.award.high) == (found.low, found.high)
        assert kind.award.low >= found.low
        assert has_words(Idea.parse(kind.id))


def test_a_kind_of_play_without_words_is_its_text():
    both = Idea((Seat.NORTH, Seat.SOUTH), Manner.LEAD, Suit.SPADES)

    assert not has_words(both)
    assert idea_sentence(both).english() == str(both)
