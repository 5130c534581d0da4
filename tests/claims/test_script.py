"""Stated play comes first; what fails lapses; the rest is as if not stated."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, Suit, parse_cards
from rulings.bridge.seats import Seat
from rulings.claims import Place, Statement
from rulings.claims.moment import Moment
from rulings.claims.script import START, is_spent, obeying

LEAD = Moment(
    Place.HAND,
    parse_cards("SA S3 HK H2 D5"),
    frozenset(parse_cards("S9 HA H4 C7")),
    Suit.SPADES,
    None,
    True,  # noqa: FBT003 the side is on lead
    frozenset(parse_cards("SA S3 HK H2 D5")),
    frozenset(parse_cards("SA HA HK")),
    True,  # noqa: FBT003 a trump is out
    Seat.WEST,
    out=frozenset(parse_cards("SK S2 HQ H9 H3 DA DK D7 D2")),
)
DUMMY_FOLLOWS = Moment(
    Place.DUMMY,
    parse_cards("S9 HA H4"),
    frozenset(parse_cards("SA")),
    Suit.SPADES,
    Suit.DIAMONDS,
    True,  # noqa: FBT003 the side led
    frozenset(parse_cards("S9")),
    frozenset(),
    False,  # noqa: FBT003 no trump is out
    Seat.WEST,
)


def cards(text, moment=LEAD, progress=START):
    found = obeying(Statement.parse(text).steps, progress, moment)
    return None if found is None else " ".join(str(card) for card in found[1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw trumps", "SA S3"),
        ("draw trumps 1 rounds", "SA S3"),
        ("cash hearts", "HK"),
        ("cash hearts 2", "HK H2"),
        ("cash hearts 2 from the top", "HK"),
        ("cash hearts in dummy", None),
        ("cash diamonds", None),
        ("run hearts", "HK H2"),
        ("play HK", "HK"),
        ("play HA", None),
        ("play HA; play D5", "D5"),
        ("lead hearts to HA", "HK H2"),
        ("lead hearts to dummy", "HK H2"),
        ("lead hearts to hand", None),
        ("ruff diamonds in dummy", "D5"),
        ("ruff diamonds", "D5"),
        ("ruff hearts in dummy", None),
        ("finesse hearts", "H2"),
        ("finesse diamonds", None),
        ("finesse HA", "HK H2"),
        ("finesse HA against West", "HK H2"),
        ("finesse HA against East", None),
        ("finesse H4", "H2"),
        ("finesse H4 against East; play D5", "D5"),
        ("finesse HK against West", "HK"),
        ("finesse HK against East", None),
        ("finesse hearts against West", "H2"),
        ("finesse hearts against East", None),
        ("lead hearts to H4", "H2"),
        ("lead diamonds to S9", "D5"),
        ("lead spades to S9", "S3"),
        ("hearts are good", None),
        ("crossruff", "D5"),
        ("cross to dummy", "HK H2"),
        ("cross to dummy in spades", "SA S3"),
        ("cross to hand", None),
        ("the rest are good", None),
        ("cash hearts; not an order", None),
        ("lose to HQ; give up a trick in diamonds", None),
    ],
)
def test_a_lead_obeys_the_statement(text, expected):
    assert cards(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ruff diamonds in dummy", "S9"),
        ("ruff diamonds", "S9"),
        ("ruff diamonds in hand", None),
        ("crossruff", "S9"),
        ("cross to dummy in diamonds", "S9"),
        ("cash diamonds 1", None),
    ],
)
def test_the_other_hand_does_its_part(text, expected):
    assert cards(text, DUMMY_FOLLOWS, (0, 1)) == expected


def test_a_discard_binds_whenever_its_suit_is_led():
    assert cards("discard H4 on diamonds", DUMMY_FOLLOWS) == "H4"
    assert cards("discard hearts on diamonds", DUMMY_FOLLOWS) == "HA H4"
    assert cards("discard hearts on clubs", DUMMY_FOLLOWS) is None


def test_drawing_stops_when_no_trump_is_out():
    none_out = replace(LEAD, trumps_out=False)

    assert cards("draw trumps; play D5", none_out) == "D5"
    assert cards("draw trumps 2 rounds", none_out) == "SA S3"


def test_a_step_that_is_done_gives_way_to_the_next():
    steps = Statement.parse("play HK; play D5").steps

    first = obeying(steps, START, LEAD)
    second = obeying(steps, (0, 1), LEAD)

    assert first == ((0, 1), parse_cards("HK"))
    assert second == ((1, 1), parse_cards("D5"))
    assert not is_spent(steps, (1, 0))
    assert is_spent(steps, (1, 1))


def test_a_card_named_for_a_trick_of_the_opponents_is_played_to_it():
    theirs = replace(LEAD, led=Suit.HEARTS, side_led=False)
    theirs = replace(theirs, legal=parse_cards("HK H2"))

    assert cards("play HK", theirs) == "HK"


def test_after_a_step_is_done_their_lead_takes_the_next_one():
    theirs = replace(LEAD, led=Suit.HEARTS, side_led=False)
    theirs = replace(theirs, legal=parse_cards("HK H2"))

    assert cards("play SA; play H2", theirs, (0, 1)) == "H2"
    assert cards("play SA", theirs, (0, 1)) is None


def test_a_card_named_for_the_trick_in_progress_is_played_to_it():
    begun = replace(LEAD, led=Suit.HEARTS, legal=parse_cards("HK H2"), begun=True)

    assert cards("play HK", begun) == "HK"
    assert cards("play SA; play HK", begun, (0, 1)) is None


def test_words_without_a_play_bind_nothing():
    assert is_spent(Statement.parse("the rest are mine").steps, START)
    assert is_spent(Statement.parse("run clubs; not an order").steps, START)
    assert not is_spent(Statement.parse("discard C2 on hearts").steps, START)


IN_HAND = replace(
    LEAD,
    led=Suit.DIAMONDS,
    legal=parse_cards("DA DQ D9"),
    beats=frozenset(parse_cards("DA DQ")),
    masters=frozenset(parse_cards("DA")),
    out=frozenset(parse_cards("DK D7")),
    begun=True,
)
"""Dummy led a diamond before the claim; the closed hand plays third."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("finesse diamonds", "DQ"),
        ("play D6; finesse diamonds", "DQ"),
        ("finesse hearts", None),
        ("finesse DQ", "DQ"),
        ("lead diamonds to DA", "DA"),
        ("lead hearts to HA", None),
        ("cash diamonds; play DA", None),
        ("no finesse in diamonds; play DA", "DA"),
        ("the rest are good", None),
    ],
)
def test_words_of_a_trick_under_way_bind_its_third_hand(text, expected):
    assert cards(text, IN_HAND) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("finesse diamonds", None), ("finesse DQ", None), ("play DA", "DA")],
)
def test_a_lead_nobody_asked_for_asks_the_third_hand_for_named_cards_alone(
    text, expected
):
    """The side led to this trick after the claim, and the words did not ask for it."""
    later = replace(IN_HAND, begun=False)

    assert cards(text, later) == expected


def test_a_finesse_is_over_when_the_seat_before_it_has_shown_out():
    void = replace(IN_HAND, void=frozenset({Suit.DIAMONDS}))

    assert cards("finesse diamonds", void) is None
    assert cards("finesse DQ", void) is None
    assert cards("finesse DQ", replace(void, void=frozenset({Suit.CLUBS}))) == "DQ"


def test_a_finesse_needs_a_card_that_may_lose():
    only_masters = replace(IN_HAND, beats=frozenset(parse_cards("DA")))

    assert cards("finesse diamonds", only_masters) is None


def test_a_finesse_in_a_suit_is_made_by_the_other_hand():
    assert cards("finesse diamonds", IN_HAND, (0, 1)) == "DQ"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("finesse DQ against West", "DQ"),
        ("finesse DQ against East", None),
        ("finesse diamonds against East", None),
        ("lead diamonds to D9", None),
    ],
)
def test_a_finesse_under_way_is_through_the_seat_that_plays_second(text, expected):
    assert cards(text, IN_HAND) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("play D6; finesse DQ", "DQ"),
        ("play D6; finesse DQ against West", "DQ"),
        ("play D6; finesse DQ against East", None),
        ("play D6; finesse diamonds", "DQ"),
        ("play D6; lead diamonds to DQ", "DQ"),
        ("play D6; cross to hand", "DA DQ"),
        ("play H6; finesse DQ", None),
        ("play D6; finesse HA", None),
        ("play D6; play DQ", None),
        ("play D6", None),
        ("lead diamonds to hand; finesse DQ", None),
    ],
)
def test_a_card_that_was_led_may_be_led_for_the_step_after_it(text, expected):
    """The finesse is then made: it is not led to once more."""
    found = obeying(Statement.parse(text).steps, (0, 1), IN_HAND)

    assert found == (None if expected is None else ((1, 1), parse_cards(expected)))


def test_a_lead_to_a_card_is_over_when_a_higher_one_has_appeared():
    beaten = replace(IN_HAND, beats=frozenset(parse_cards("DA")))

    assert cards("lead diamonds to DQ", beaten, (0, 1)) is None
    assert cards("lead diamonds to DA", beaten, (0, 1)) == "DA"


QUEEN_LED = replace(
    IN_HAND,
    legal=parse_cards("DA D3"),
    beats=frozenset(parse_cards("DA")),
    winning=Card.parse("DQ"),
)
"""The queen was led through the king, who has played low; the ace is behind her."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("finesse DQ", "D3"),
        ("finesse diamonds", "D3"),
        ("finesse diamonds against East", None),
        ("finesse DJ", None),
        ("finesse DA", "DA"),
    ],
)
def test_the_card_of_a_finesse_that_was_led_is_let_run(text, expected):
    assert cards(text, QUEEN_LED) == expected
    assert cards(text, QUEEN_LED, (0, 1)) == expected


def test_a_card_that_was_covered_is_not_let_run():
    covered = replace(QUEEN_LED, winning=None)

    assert cards("finesse DQ", covered, (0, 1)) is None


JACK_LED = replace(
    IN_HAND,
    legal=parse_cards("DA DQ D4"),
    beats=frozenset(parse_cards("DA DQ")),
    other=frozenset(parse_cards("DT D9")),
    winning=Card.parse("DJ"),
)
"""The jack was led through the king; ace, queen and four are behind it."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("finesse DQ", "D4"),
        ("finesse diamonds", "D4"),
        ("finesse DT", "D4"),
        ("lead diamonds to DQ", "DQ D4"),
        ("lead diamonds to DA", "DA"),
    ],
)
def test_a_lead_like_the_card_of_a_finesse_is_let_run(text, expected):
    assert cards(text, JACK_LED, (0, 1)) == expected


def test_a_lead_that_cannot_be_let_run_is_overtaken_by_a_card_like_it():
    bare = replace(JACK_LED, legal=parse_cards("DA DQ"))

    assert cards("finesse diamonds", bare, (0, 1)) == "DQ"
    assert cards("finesse DT", bare, (0, 1)) == "DQ"


def test_a_lead_parted_from_the_card_of_a_finesse_is_overtaken():
    parted = replace(JACK_LED, winning=Card.parse("D8"))
    parted = replace(parted, out=frozenset(parse_cards("DK DJ D7")))

    assert cards("finesse DQ", parted, (0, 1)) == "DQ"
    assert cards("finesse diamonds", parted, (0, 1)) == "DQ"


def test_king_and_jack_may_be_finessed_with_either():
    """Ace and queen are out: the words leave open which of the two cards is played."""
    tenace = replace(
        IN_HAND,
        legal=parse_cards("DK DJ D4"),
        beats=frozenset(parse_cards("DK DJ")),
        out=frozenset(parse_cards("DA DQ D9")),
        winning=None,
    )

    assert cards("finesse diamonds", tenace, (0, 1)) == "DJ DK"
    assert cards("finesse DJ", tenace, (0, 1)) == "DJ"


@pytest.mark.parametrize(
    ("own", "other", "out", "expected"),
    [
        ("CA C3 C2", "CK CJ C4", "CQ CT C9", "C3 C2"),
        ("CA CT C3", "CK CJ C4", "CQ C9 C8", "C3"),
        ("CK CJ C4", "CA CT C3", "CQ C9 C8", "C4"),
        ("CJ CT C3", "CA CQ C4", "CK C9 C8", "CJ CT"),
        ("CQ C2", "CK C3", "CA C9", "C2"),
        ("C3 C2", "CK", "CA C9", None),
        ("CQ", "CJ C2", "CK C9", None),
        ("CJ CT C9", "CA CQ C4", "CK C8 C3", "CJ CT C9"),
        ("CQ C9 C8", "CA CJ CT", "CK C7 C6", "CQ"),
        ("CJ C4 C3", "CA CQ C2", "CK CT C9", "C4 C3"),
        ("CQ CJ C9", "CA C3 C2", "CK CT C8", "CQ CJ"),
        ("C4 C3", "CK CQ", "CA CJ C9", "C4 C3"),
        ("CA", "CK CJ", "CQ CT", None),
        ("CQ C3", "CA C4", "CK CJ C2", None),
        ("CA CQ C3", "C4 C2", "CK CJ CT", None),
        ("CA CK C2", "CQ CJ CT", "C9 C8", None),
        ("CA CQ", "CK CJ", "", None),
        ("C4 C3", "CA C9 C2", "CK CJ CT C5", None),
        ("C4 C3", "CQ CT C9", "CA CK C5", None),
        ("CK CQ C3", "S9", "CA C7", "CK CQ"),
        ("CK CQ C3", "D9", "CA C7", None),
    ],
    ids=[
        "low-to-jack",
        "one-is-enough",
        "either-way",
        "two-are-needed",
        "low-towards-king",
        "single-king",
        "no-tenace",
        "any-of-a-run",
        "run-not-blocked",
        "cannot-be-covered",
        "queen-led",
        "towards-king-queen",
        "only-higher",
        "single-queen",
        "wrong-hand",
        "no-card-to-catch",
        "all-good",
        "three-higher-out",
        "two-higher-and-no-master",
        "ruffing",
        "no-trump-to-ruff",
    ],
)
def test_a_finesse_in_a_suit_is_led_so_that_it_can_work(own, other, out, expected):
    moment = _opposite(own, other, out)

    assert cards("finesse clubs", moment) == expected


@pytest.mark.parametrize(
    ("text", "own", "other", "out", "expected"),
    [
        ("finesse CJ", "CQ C9 C8", "CA CJ CT", "CK C7", "CQ"),
        ("lead clubs to CJ", "CQ C9 C8", "CA CJ CT", "CK C7", "C9 C8 CQ"),
        ("finesse CQ", "CA CQ C3", "C4 C2", "CK CJ", None),
        ("finesse CQ", "CQ C3", "CA C4", "CK CJ", "CQ"),
        ("finesse CQ", "CQ C3", "CA", "CK CJ", None),
        ("finesse CJ", "CA", "CK CJ", "CQ CT", None),
    ],
)
def test_a_finesse_of_a_card_is_led_so_that_it_can_work(
    text, own, other, out, expected
):
    assert cards(text, _opposite(own, other, out)) == expected


def _opposite(own, other, out):
    """Return a lead from one hand, with what is opposite and what is out."""
    every = parse_cards(f"{own} {other}")
    missing = parse_cards(out) if out else ()
    good = [
        card
        for card in every
        if not any(c.suit is card.suit and c > card for c in missing)
    ]
    return replace(
        LEAD,
        legal=parse_cards(own),
        other=frozenset(parse_cards(other)),
        masters=frozenset(good),
        out=frozenset(missing),
    )


def test_a_finesse_asks_nothing_of_a_trick_in_another_suit():
    assert cards("finesse hearts", IN_HAND, (0, 1)) is None


def test_a_ruff_that_was_stated_is_made_when_the_others_lead_the_suit():
    theirs = replace(LEAD, led=Suit.CLUBS, side_led=False)

    assert cards("ruff clubs", theirs) == "SA S3"
    assert cards("ruff clubs in dummy", theirs) is None
    assert cards("ruff diamonds", theirs) is None
