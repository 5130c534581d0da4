"""Safe words are short, read as meant, and hold whatever the other hands hold."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge.cards import Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.inputs import LeadBound, Pending
from rulings.solver.safe import MOST_WORDS, SafeStatus, SafeWords, safe_words
from rulings.solver.safe.layouts import layouts
from rulings.statements import read_words
from tests.solver.endings import random_claim, random_position, seeded

FORGOTTEN = "C S:- 0-9 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5"
"""South has the last trump but one, and three winners beside it."""

TOPS = "N S:- 0-10 N:2..2.2 .K.K.K AKQ... 3.A.A."
GUESS = "N S:- 0-9 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.. "


def found(text, tricks, claimer=Seat.SOUTH, **more):
    position = Position.parse(text)
    return safe_words(
        position, SolverClaim(claimer, claimer, tricks), Settings(), **more
    )


def held(position, claim):
    seats = claim.side.seats if claim.by_declarer else (claim.claimer,)
    return [card for seat in seats for card in position.hands[seat]]


def dealt_again(position, claim, rng):
    """Return the position with the hidden cards dealt anew, as far as he may think."""
    one, other = claim.hidden
    every = sorted(position.hands[one].cards | position.hands[other].cards)
    located = {card: seat for seat, card in claim.locations}
    voids = {*claim.show_outs}
    if position.trick.suit is not None:
        led = position.trick.suit
        voids |= {(s, led) for s, c in position.trick.plays() if c.suit is not led}
    for _ in range(50):
        rng.shuffle(every)
        size = len(position.hands[one])
        new = {one: every[:size], other: every[size:]}
        if all(
            (seat, card.suit) not in voids and located.get(card, seat) is seat
            for seat in new
            for card in new[seat]
        ):
            hands = [
                Hand(frozenset(new[seat])) if seat in new else position.hands[seat]
                for seat in Seat
            ]
            return replace(position, hands=tuple(hands))
    return position


def test_a_forgotten_trump_is_named():
    result = found(FORGOTTEN, 4)

    assert result.status is SafeStatus.WORDS
    assert (result.tricks, result.steps) == (4, ("draw trumps",))
    assert result.said("en") == "Drawing the last trump"
    assert result.said("pl") == "Ściągam ostatniego atuta"
    assert result.said("fr") == "Je tire le dernier atout"
    assert result.said("de") == result.said("en")


def test_top_tricks_need_no_words():
    result = found(TOPS, 3)

    assert (result.status, result.tricks, result.words) == (SafeStatus.NUMBER, 3, ())
    assert result.every


def test_fewer_tricks_are_safe_where_a_card_must_be_guessed():
    result = found(GUESS, 4)

    assert (result.claimed, result.tricks) == (4, 3)


def test_nothing_is_safe_without_a_trick():
    result = found("N N:- 0-8 N:2..J983. .QJ.54.7 7.6.T76. J..AKQ2.", 0)

    assert (result.status, result.tricks) == (SafeStatus.NONE, 0)


def test_a_search_that_ends_says_so():
    assert found(FORGOTTEN, 4, budget=1000).status is SafeStatus.OPEN


def test_bound_leads_are_left_to_the_director():
    position = Position.parse(FORGOTTEN)
    bound = Pending(lead=LeadBound(Seat.EAST, Suit.HEARTS))
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4, pending=bound)

    assert safe_words(position, claim, Settings()).status is SafeStatus.OPEN


def test_what_was_found_at_the_table_is_not_taken_for_words():
    position = Position.parse(FORGOTTEN)
    knew = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4, aware_of_trump=True)

    assert safe_words(position, knew, Settings()) == found(FORGOTTEN, 4)


def test_it_is_stored_and_read_again():
    result = found(FORGOTTEN, 4)

    assert SafeWords.from_json(result.to_json()) == result


def test_every_layout_is_listed_once():
    position = Position.parse("N S:- 0-10 N:2..2.2 9.7.5. AKQ... 8.6.4.")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3)
    hidden = position.hands[Seat.EAST].cards | position.hands[Seat.WEST].cards

    every, all_ = layouts(position, claim, 100)
    lengths = {
        tuple(len(one.hands[Seat.WEST].suit(suit)) for suit in Suit) for one in every
    }
    possible = {
        tuple(sum(card.suit is suit for card in some) for suit in Suit)
        for some in combinations(hidden, 3)
    }

    assert all_
    assert every[0] == position
    assert len(set(every)) == len(every)
    assert lengths == possible


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 3, 4]))
def test_words_hold_whatever_the_other_hands_hold(seed, tricks):
    rng = seeded(seed)
    position = random_position(rng, tricks)
    claim = random_claim(rng, position)
    result = safe_words(position, claim, Settings())
    if result.status in {SafeStatus.NONE, SafeStatus.OPEN}:
        assert result.words == result.steps == ()
        return

    table = [c for s, c in position.trick.plays() if s in claim.side.seats]
    said = None
    for language, text in result.words:
        said = read_words(text, position.strain.suit, held(position, claim), table)
        assert len(text.split()) <= MOST_WORDS, language
        assert tuple(map(str, said.steps)) == result.steps, text
        assert said.not_understood == (), text
    assert (said is None) == (result.status is SafeStatus.NUMBER)
    plain = SolverClaim(
        claim.claimer,
        claim.declarer,
        result.tricks,
        said,
        show_outs=claim.show_outs,
        locations=claim.locations,
    )
    for _ in range(3):
        other = dealt_again(position, claim, rng)
        assert adjudicate(other, plain, Settings()).low >= result.tricks, str(other)


def test_a_defender_speaks_of_his_own_cards_alone():
    position = Position.parse("S N:- 0-10 N:..2.32 ..K.KQ Q...J4 ...AT9")
    claim = SolverClaim(Seat.WEST, Seat.NORTH, 3)

    result = safe_words(position, claim, Settings())

    assert not any("dummy" in step for step in result.steps)
    assert result.claimed == claim.tricks
