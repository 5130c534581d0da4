"""Every step has a text form that parses back, and a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import FULL_DECK, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.statements import ReadStatement, SideHand, StatedStep, Verb, parse_step

SUITS = st.sampled_from(list(Suit))
CARDS = st.sampled_from(sorted(FULL_DECK))
PLACES = st.sampled_from(list(SideHand))
COUNTS = st.none() | st.integers(1, 13)
STEPS = st.one_of(
    st.builds(StatedStep, st.just(Verb.DRAW), count=COUNTS),
    st.just(StatedStep(Verb.DRAW, until_gone=True)),
    st.builds(
        StatedStep,
        st.just(Verb.CASH),
        suit=SUITS,
        count=COUNTS,
        from_the_top=st.booleans(),
        place=st.none() | PLACES,
    ),
    st.builds(StatedStep, st.sampled_from([Verb.RUN, Verb.GIVE_UP]), suit=SUITS),
    st.builds(StatedStep, st.sampled_from([Verb.PLAY, Verb.LOSE_TO]), card=CARDS),
    st.builds(StatedStep, st.just(Verb.LEAD), suit=SUITS, card=CARDS),
    st.builds(StatedStep, st.just(Verb.LEAD), suit=SUITS, place=PLACES),
    st.builds(
        StatedStep,
        st.just(Verb.RUFF),
        suit=SUITS,
        place=st.none() | PLACES,
        high=st.booleans(),
    ),
    st.builds(
        StatedStep,
        st.just(Verb.FINESSE),
        card=CARDS,
        against=st.none() | st.sampled_from(list(Seat)),
    ),
    st.builds(StatedStep, st.just(Verb.FINESSE), suit=SUITS, against=st.none()),
    st.builds(StatedStep, st.just(Verb.COUNT), suit=SUITS, count=st.integers(1, 13)),
    st.builds(StatedStep, st.sampled_from([Verb.LOSER, Verb.GOOD]), card=CARDS),
    st.builds(
        StatedStep, st.sampled_from([Verb.LOSER, Verb.GOOD, Verb.GONE]), suit=SUITS
    ),
    st.builds(StatedStep, st.just(Verb.GOOD), place=PLACES),
    st.builds(
        StatedStep,
        st.sampled_from([Verb.NO_FINESSE, Verb.GIVE_UP]),
        suit=st.none() | SUITS,
    ),
    st.builds(
        StatedStep, st.just(Verb.DISCARD), suit=SUITS, on_suit=SUITS, count=COUNTS
    ),
    st.builds(StatedStep, st.just(Verb.DISCARD), card=CARDS, on_suit=SUITS),
    st.builds(StatedStep, st.just(Verb.CROSS), place=PLACES, suit=st.none() | SUITS),
    st.sampled_from(
        [
            StatedStep(act)
            for act in (
                Verb.CROSSRUFF,
                Verb.SQUEEZE,
                Verb.GOOD,
                Verb.MINE,
                Verb.ORDER,
                Verb.NO_ORDER,
            )
        ]
    ),
)


@given(STEPS)
def test_a_step_parses_back_to_itself(step):
    assert parse_step(str(step)) == step


@given(STEPS)
def test_a_step_has_a_sentence_without_gaps(step):
    sentence = step.sentence()

    assert "{" not in sentence.english()
    assert "None" not in sentence.english()


@given(st.lists(STEPS, max_size=4))
def test_a_statement_parses_back_to_itself(steps):
    statement = ReadStatement(tuple(steps))

    assert ReadStatement.parse(str(statement)) == statement
    assert ReadStatement.from_json(statement.to_json()) == statement


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("draw trumps 2 rounds", "Draw trumps, 2 rounds"),
        ("cash C from the top", "Cash clubs from the top"),
        ("ruff hearts in dummy high", "Ruff hearts in dummy high"),
        ("finesse SJ against West", "Finesse SJ against West"),
        ("discard hearts on spades", "On spades, discard hearts"),
        ("discard 1 hearts on spades", "On spades, discard hearts, one card"),
        ("discard 2 hearts on spades", "On spades, discard hearts, 2 cards"),
        ("discard H5 on spades", "On spades, discard H5"),
        ("lead clubs to CK", "Lead clubs to CK"),
        ("cross to dummy in spades", "Cross to dummy in spades"),
        ("finesse spades against West", "Finesse in spades against West"),
        ("3 tricks in clubs", "Counts on tricks in clubs: 3"),
        ("C4 is a loser", "C4 is a loser"),
        ("clubs are losers", "The cards in clubs are losers"),
        ("no hearts are out", "Thinks that no hearts are out"),
        ("no finesse in hearts", "No finesse in hearts"),
        ("give up a trick", "Give up a trick"),
        ("dummy is good", "The cards in dummy are good"),
    ],
)
def test_a_sentence_reads_as_people_speak(text, english):
    assert parse_step(text).sentence().english() == english


@pytest.mark.parametrize(
    "text",
    ["", "cash", "cash X", "play S1", "draw trumps 0 rounds", "cash clubs 14", "win"],
)
def test_what_is_no_step_is_refused(text):
    with pytest.raises(ParseError):
        parse_step(text)
