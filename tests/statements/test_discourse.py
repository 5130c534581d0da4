"""A phrase leans on those before it: what is lost, ruffed, listed or done first."""

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import Verb, read_words

HELD = parse_cards("SA SK SJ HA DA C3")


def steps(words, held=()):
    return "; ".join(map(str, read_words(words, Suit.SPADES, held).steps))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("losing one trick, the queen of spades", "lose to SQ"),
        (
            "losing one trick, the ace of spades",
            "give up a trick; play SA",
        ),
        ("conceding one: the ace of clubs", "lose to CA"),
        ("conceding one. Ace of diamonds", "give up a trick; play DA"),
        ("conceding one, then a club", "give up a trick; cash clubs 1"),
        (
            "conceding two: a heart and a club",
            "give up a trick in hearts; give up a trick in clubs",
        ),
        (
            "conceding three: a heart and a club",
            "give up a trick; give up a trick in hearts; give up a trick in clubs",
        ),
        ("you get the king of hearts and the ace of clubs", "lose to HK; lose to CA"),
        ("you get the king of hearts and the ace of spades", "lose to HK; play SA"),
    ],
)
def test_what_is_lost_is_named_behind_its_number(words, expected):
    assert steps(words, HELD) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("run clubs after drawing trumps", "draw trumps; run clubs"),
        ("after drawing trumps, run clubs", "draw trumps; run clubs"),
        ("run clubs, after that hearts", "run clubs; cash hearts"),
        ("dummy is good once trumps are drawn", "draw trumps; dummy is good"),
        ("once trumps are in, dummy is good", "draw trumps; dummy is good"),
        ("once the hearts are gone, dummy is good", "dummy is good"),
    ],
)
def test_what_stands_behind_after_is_done_first(words, expected):
    assert steps(words) == expected


def test_a_suit_that_is_to_be_gone_first_is_no_belief():
    reading = read_words("once the hearts are gone, dummy is good", Suit.SPADES)

    assert [span.text for span in reading.not_understood] == ["hearts are gone"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "play the ace of clubs, pitching a heart",
            "play CA; discard 1 hearts on clubs",
        ),
        ("run clubs pitching the ace of hearts", "run clubs; discard HA on clubs"),
        ("draw trumps, pitching a heart", "draw trumps; discard 1 hearts on spades"),
        ("run clubs. Pitching a heart", "run clubs; hearts are losers"),
        ("run clubs, pitch a heart", "run clubs; discard 1 hearts on clubs"),
        ("run clubs pitching clubs", "run clubs; clubs are losers"),
        ("pitching a heart", "hearts are losers"),
    ],
)
def test_a_discard_goes_on_the_suit_just_led(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("lead the jack of clubs and let it run", "finesse CJ"),
        ("run clubs and let it run", "run clubs"),
        ("let it run", ""),
    ],
)
def test_a_card_that_is_let_run_makes_a_finesse(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ruff a heart and a club", "ruff hearts; ruff clubs"),
        ("ruff one heart and two clubs", "ruff hearts; ruff clubs; ruff clubs"),
        ("ruff a heart, two clubs", "ruff hearts; 2 tricks in clubs"),
    ],
)
def test_a_second_suit_is_ruffed_too(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "lost", "counted"),
    [
        ("lose one heart, one club", "HC", ""),
        ("lose one heart and two clubs", "HCC", ""),
        ("lose a heart, two clubs", "H", "C"),
        ("lose a heart. One club", "H", "C"),
    ],
)
def test_a_number_behind_a_loss_is_lost_too(words, lost, counted):
    found = read_words(words, Suit.SPADES).steps

    assert "".join(s.suit.letter for s in found if s.act is Verb.GIVE_UP) == lost
    assert "".join(s.suit.letter for s in found if s.act is Verb.COUNT) == counted


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("hearts and clubs are good", "hearts are good; clubs are good"),
        ("hearts, clubs are good", "cash hearts; clubs are good"),
        ("hearts and ruff a club", "cash hearts; ruff clubs"),
        ("hearts and dummy is good", "cash hearts; dummy is good"),
        ("trumps and the clubs are good", "draw trumps; clubs are good"),
    ],
)
def test_suits_are_called_good_together(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("draw the jack of spades", "play SJ"),
        ("draw the queen of spades", "draw trumps"),
        ("draw the queen of hearts", ""),
    ],
)
def test_a_card_that_is_drawn_is_his_own_or_a_trump(words, expected):
    assert steps(words, HELD) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("trump, trump, trump", "draw trumps 3 rounds"),
        ("trumps, trumps", "draw trumps"),
        ("heart, heart and the king of clubs", "cash hearts 2; play CK"),
        ("je joue atout, atout", "draw trumps 2 rounds"),
        ("gram pika, pika", "cash spades 2"),
        ("hearts, then the hearts", "cash hearts; cash hearts"),
    ],
)
def test_a_suit_named_again_is_one_more_round(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ruff a club, ruff another", "ruff clubs; ruff clubs"),
        ("ruff a club, draw trumps, ruff another", "ruff clubs; draw trumps"),
        (
            "ruff a club, the other goes on the heart",
            "ruff clubs; discard 1 clubs on hearts",
        ),
        ("draw trumps, the other goes on the heart", "draw trumps"),
        ("one club loser and it goes on the heart", "discard 1 clubs on hearts"),
        ("three losers go on the hearts", ""),
        ("I have a losing club", "give up a trick in clubs"),
        (
            "I have two losing clubs",
            "give up a trick in clubs; give up a trick in clubs",
        ),
        ("run the hearts, they're all good", "run hearts; hearts are good"),
        ("draw trumps, they're all good", "draw trumps; the rest are good"),
        ("run the hearts. They're all good", "run hearts; the rest are good"),
        ("hearts are 3-2 so they're good", "hearts break; hearts are good"),
        ("run the hearts, they break", "run hearts; hearts break"),
        ("a club ruff and two hearts", "ruff clubs; 2 tricks in hearts"),
        (
            "a club ruff in dummy and three trumps",
            "ruff clubs in dummy; 3 tricks in spades",
        ),
        ("ruff a club and two hearts", "ruff clubs; ruff hearts; ruff hearts"),
        (
            "you get a heart and nothing else",
            "give up a trick in hearts; the rest are mine",
        ),
        ("I make the ace of hearts and nothing else", "HA is good"),
        ("they break", ""),
    ],
)
def test_words_that_stand_for_a_suit_are_of_the_one_before(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("six diamonds and two aces", "6 tricks in diamonds; SA is good; HA is good"),
        ("six diamonds and three aces", "6 tricks in diamonds"),
        ("cash my aces", "play SA; play HA"),
        ("you get two aces", "lose to DA; lose to CA"),
        ("you get one ace", "give up a trick"),
        ("you get your king", ""),
        ("you get the ace of clubs and the ace of hearts", "lose to CA; play HA"),
        ("losing the ace and king of clubs", "lose to CA; lose to CK"),
    ],
)
def test_cards_of_one_rank_are_told_by_the_cards_held(words, expected):
    assert steps(words, parse_cards("SA HA D7 D6 C3")) == expected


def test_a_card_the_others_win_is_the_one_the_side_does_not_hold():
    held = parse_cards("SK HK DK C3")

    assert steps("you get your king", held) == "lose to CK"
    assert steps("I have the hearts, losing to the ace", held) == (
        "hearts are good; lose to HA"
    )
    assert steps("cash my kings") == ""


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (
            "if hearts break I have five, otherwise you get a heart",
            "if hearts break; the rest are mine; otherwise; give up a trick in hearts",
        ),
        (
            "four hearts if the jack drops, three otherwise",
            "if HJ drops; 4 tricks in hearts; otherwise; 3 tricks in hearts",
        ),
        (
            "spade finesse, one down if it loses",
            "finesse spades; if the finesse fails; give up a trick",
        ),
        (
            "hearts three-three and it's all mine, otherwise you get one",
            "if hearts break 3-3; the rest are mine; otherwise; give up a trick",
        ),
    ],
)
def test_a_number_behind_a_condition_is_of_the_tricks_left(words, steps):
    held = parse_cards("SA SQ HA HK HT S3 S2 HQ H4 H3")

    found = read_words(words, Suit.CLUBS, held)

    assert ("; ".join(map(str, found.steps)), found.unread) == (steps, "")


def test_more_tricks_than_are_left_say_nothing_of_a_condition():
    held = parse_cards("SA SQ HA HK S3 S2 HQ H4")

    found = read_words("if hearts break I have ten, otherwise nine", None, held)

    assert found.not_understood
