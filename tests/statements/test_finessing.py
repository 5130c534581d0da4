"""A stated finesse is led so that it can work, and made by the hand behind."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, Suit, parse_cards
from tests.statements.moments import IN_HAND, LEAD, cards


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
