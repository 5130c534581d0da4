"""Settings and plays read back; a profile sets what its body prints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import FULL_DECK, Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.laws.regulations import law_default, load_regulations
from rulings.solver import PlayAt, PlayerClass, Settings, SuitOrder, normal_settings
from rulings.solver.inputs import Idea, Manner, parse_play, settings_under

CARDS = st.sampled_from(sorted(FULL_DECK))
PLAYS = st.builds(PlayAt, st.lists(CARDS, max_size=5).map(tuple), CARDS)


@given(PLAYS)
def test_a_play_parses_back_to_itself(play):
    assert PlayAt.parse(str(play)) == play


def test_the_first_play_since_the_claim_has_nothing_before_it():
    assert str(PlayAt((), Card.parse("HK"))) == ">HK"


@pytest.mark.parametrize("text", ["", "HK", "HK,", ">", "HX>HK"])
def test_what_is_no_play_is_refused(text):
    with pytest.raises(ParseError):
        PlayAt.parse(text)


@st.composite
def ideas(draw):
    hands = draw(st.sampled_from([(0,), (1,), (2,), (3,), (0, 2), (1, 3)]))
    until = draw(st.sampled_from(["any time", "trump", "before"]))
    return Idea(
        tuple(map(Seat, hands)),
        draw(st.sampled_from(list(Manner))),
        draw(st.one_of(CARDS, st.sampled_from(list(Suit)))),
        draw(CARDS) if until == "before" else None,
        until == "trump",
    )


@given(ideas())
def test_a_kind_of_play_parses_back_to_itself(idea):
    assert Idea.parse(str(idea)) == parse_play(str(idea)) == idea
    assert len(f"strike.{idea}") < 40


def test_the_text_of_a_kind_of_play_names_hand_manner_card_and_until_when():
    hearts = Idea((Seat.SOUTH,), Manner.LEAD, Suit.HEARTS, Card.parse("SK"))

    assert str(hearts) == "S:lead:H:before:SK"
    assert Idea.parse("N:lead:C:trump").trump_out
    assert Idea.parse("NS:discard:D9").hands == (Seat.NORTH, Seat.SOUTH)


@pytest.mark.parametrize(
    "text",
    [
        ":lead:H",
        "S",
        "S:lead",
        "S:lead:",
        "S:lead:X",
        "S:leads:H",
        "SN:lead:H",
        "S:lead:h",
        "S:lead:H:before",
        "S:lead:H:after:SK",
        "S:lead:H:trump:SK",
    ],
)
def test_what_is_no_kind_of_play_is_refused(text):
    with pytest.raises(ParseError):
        Idea.parse(text)


@given(
    st.frozensets(PLAYS, max_size=3),
    st.frozensets(PLAYS, max_size=3),
    st.frozensets(ideas(), max_size=3),
    st.frozensets(ideas(), max_size=3),
)
def test_settings_read_back(strikes, allowances, never, let_in):
    settings = Settings(
        profile="own",
        suit_order=SuitOrder.NONE,
        even_breaks_shown=False,
        player_class=PlayerClass.BEGINNER,
        strikes=strikes,
        allowances=allowances,
        never=never,
        let_in=let_in,
        budget=9,
    )

    assert Settings.from_json(settings.to_json()) == settings


def test_settings_without_kinds_of_play_are_written_as_ever():
    assert not {"never", "let_in"} & Settings().to_json().keys()


def test_missing_values_have_their_defaults():
    assert Settings.from_json({}) == Settings()


@pytest.mark.parametrize(
    ("profile", "order", "last_trump", "conceded"),
    [
        ("WBF", SuitOrder.TOP_DOWN, True, True),
        ("EBU", SuitOrder.TOP_DOWN_SPOTS, True, True),
        ("ACBL", SuitOrder.TOP_DOWN, False, False),
        ("own", SuitOrder.TOP_DOWN, True, True),
    ],
)
def test_profiles(profile, order, last_trump, conceded):
    settings = normal_settings(profile)

    assert settings.profile == profile
    assert settings.suit_order is order
    assert settings.last_trump_lead_normal is last_trump
    assert settings.low_lead_in_conceded_suit is conceded


@pytest.mark.parametrize(
    ("body", "shown"),
    [("WBF", True), ("custom", True), ("EBU", False), ("ACBL", False)],
)
def test_even_breaks_are_shown_where_the_regulations_say_so(body, shown):
    settings = settings_under(load_regulations(body).values, body)

    assert settings.even_breaks_shown is shown
    assert settings_under(law_default("2017").values).even_breaks_shown
    if body != "custom":
        assert normal_settings(body).even_breaks_shown is shown
