"""The words laid beside the line: what each phrase covers, and what is missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import SolverClaim, adjudicate, normal_settings
from rulings.solver.explain import Covers, coverage
from rulings.statements import read_spans, read_words

SETTINGS = normal_settings()
TRUMP_OUT = Position.parse("S S:- 8-0 N:.64.J5.7 .QT.K9.J K9.AK..A 7.8.QT.9")
FINESSE = Position.parse("N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3..")


def covered(position, words, tricks):
    """Return the phrases of some words of South, declarer, and the gap in them."""
    held = (*position.hands[Seat.SOUTH], *position.hands[Seat.NORTH])
    trump = position.strain.suit
    said = read_words(words, trump, held)
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, tricks, said)
    found = adjudicate(position, claim, SETTINGS)
    spans = read_spans(words, trump, held)
    line = found.losing or found.line
    return found, coverage(spans, claim, line, found.turning, trump)


def shown(found):
    return [(one.text, one.tricks, one.how) for one in found.phrases]


def test_a_boast_covers_every_trick_and_says_nothing_of_the_card_that_turns_it():
    found, seen = covered(TRUMP_OUT, "All mine.", 5)

    assert shown(seen) == [("All mine.", (1, 2, 3, 4, 5), Covers.ANY_ORDER)]
    assert (seen.gap.trick, seen.gap.card) == (found.turning.trick, found.turning.card)
    assert (seen.gap.at, seen.gap.silent) == (1, False)


def test_a_play_covers_its_trick_and_the_gap_stands_behind_it():
    _, seen = covered(TRUMP_OUT, "Ace of hearts, the rest are mine", 5)

    assert shown(seen)[0] == ("Ace of hearts, ", (1,), Covers.IN_ORDER)
    assert seen.phrases[1].tricks == (2, 3, 4, 5)
    assert seen.gap.at == 1


def test_words_that_name_the_card_leave_no_gap():
    found, seen = covered(FINESSE, "I play a spade to the king, then the jack", 4)

    assert found.turning is None or seen.gap is not None or seen.phrases[-1].turns


def test_a_claim_that_stands_has_no_gap():
    _, seen = covered(FINESSE, "the ace of hearts, then two top spades", 3)

    assert seen.gap is None


def test_silence_is_a_gap_before_nothing():
    _, seen = covered(TRUMP_OUT, "", 5)

    assert (seen.phrases, seen.gap.at, seen.gap.silent) == ((), 0, True)


def test_what_is_not_understood_covers_nothing():
    _, seen = covered(TRUMP_OUT, "Glorp the zwibble, all mine", 5)

    assert shown(seen)[0] == ("Glorp the zwibble, ", (), Covers.UNREAD)


@given(st.text(max_size=80) | st.sampled_from(["ace of hearts, one trump; rest"]))
def test_the_phrases_joined_are_the_words(words):
    try:
        spans = read_spans(words, Suit.SPADES)
    except ValueError:
        return

    assert "".join(span.text for span in spans) == words


@pytest.mark.parametrize("words", ["draw trumps, the rest", "hearts then the trump"])
def test_spans_give_the_steps_of_the_words(words):
    steps = [step for one in read_spans(words, Suit.SPADES) for step in one.steps]

    assert sorted(map(str, steps)) == sorted(
        map(str, read_words(words, Suit.SPADES).steps)
    )


STATED_RUFF = Position.parse("S S:- 0-9 N:Q.A..32 32.K.A. AK..43. .Q.KQ.9")
LOSES_ONE = Position.parse("S S:- 0-9 N:.43.32. .T8.AK. 5.AQJ.. .K9..AK")


def test_a_play_that_fails_is_marked_and_what_never_comes_covers_nothing():
    words = "Draw trumps, then ruff a diamond in dummy."
    _, seen = covered(STATED_RUFF, words, 4)

    assert [one.turns for one in seen.phrases] == [True, False]
    assert [one.tricks for one in seen.phrases] == [(1, 2), ()]
    assert {one.how for one in seen.phrases} == {Covers.IN_ORDER}
    assert seen.gap is None


def test_a_trick_given_up_covers_the_trick_that_is_lost():
    found, seen = covered(LOSES_ONE, "I give you a heart.", 3)

    lost = [trick.number for trick in found.line if not trick.to_claimer]
    assert [(one.tricks, one.how) for one in seen.phrases] == [
        (tuple(lost), Covers.IN_ORDER)
    ]


def test_a_trump_is_drawn_only_while_the_other_side_follows():
    found, seen = covered(TRUMP_OUT, "Draw trumps, the rest are mine.", 5)

    assert found.turning is None
    drawn = found.line[seen.phrases[0].tricks[-1] - 1]
    assert {play.card.suit for play in drawn.cards if play.seat is Seat.WEST} == {
        Suit.SPADES
    }


def test_a_step_that_a_director_added_is_a_phrase_without_text():
    trump = TRUMP_OUT.strain.suit
    said = read_words("Draw trumps, the rest are mine", trump)
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 5, said)
    found = adjudicate(TRUMP_OUT, claim, SETTINGS)

    seen = coverage(read_spans("All mine.", trump), claim, found.line, None, trump)

    assert [one.text for one in seen.phrases] == ["All mine.", ""]
    assert str(seen.phrases[1].steps[0]) == "draw trumps"
