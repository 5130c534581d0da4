"""Words of the screens: the palette parses back, the script stays short."""

from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils.translation import override

from rulings.bridge.cards import FULL_DECK
from rulings.bridge.contracts import Contract
from rulings.presenters import ScaleRow
from rulings.presenters.sentences import step_words
from rulings.presenters.table.palette import OPENED, SUITS, at_once, choices
from rulings.presenters.table.scores import over_words, points_words, result_words
from rulings.statements.samples import SAMPLES
from rulings.statements.steps import parse_step
from rulings.views.table.facts.statement import same_step
from tests.factories import make_case, make_event

BLANK = SimpleNamespace(cards=None, replay=None, deal=None, claimer=None, contract=None)


@pytest.mark.parametrize("word", OPENED)
def test_every_choice_of_the_palette_is_a_step(word):
    chips = choices(word, BLANK, cards_known=False)

    assert chips
    assert [str(parse_step(chip.value)) for chip in chips] == [
        chip.value for chip in chips
    ]


def test_palette_at_once_is_made_of_steps():
    assert all(str(parse_step(chip.value)) == chip.value for chip in at_once(BLANK))


FORMS = [
    *SAMPLES,
    *(
        chip.value
        for word in OPENED
        for chip in choices(word, BLANK, cards_known=False)
    ),
    *(chip.value for chip in at_once(BLANK)),
    *(f"cash {suit} {count}" for suit in SUITS for count in range(1, 14)),
    *(f"{count} tricks in {suit}" for suit in SUITS for count in range(1, 14)),
    *(form for card in FULL_DECK for form in (f"{card} is good", f"{card} is a loser")),
]


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_step_that_is_changed_into_itself_stays_what_it_was(language):
    """What the field of a chip holds, and what stands above it, mean that step."""
    with override(language):
        changed = {
            form: put
            for form in FORMS
            for put in (form, step_words(form))
            if same_step(put, form) != form
        }

    assert len(set(FORMS)) > 400
    assert changed == {}


def test_form_of_another_step_is_that_step_and_free_words_are_none():
    assert same_step(" cash  HEARTS 3", "cash hearts 2") == "cash hearts 3"
    assert same_step("heart winners, please", "cash hearts 2") is None


@pytest.mark.parametrize(
    ("tricks", "over", "result"),
    [
        (10, "=", "makes"),
        (12, "+2", "makes, 2 over"),
        (9, "−1", "one off"),
        (7, "−3", "3 off"),
    ],
)
def test_result_is_told_against_the_contract(tricks, over, result):
    contract = Contract.parse("4S S")

    assert over_words(contract, tricks) == over
    assert result_words(contract, tricks) == result


@pytest.mark.parametrize(("points", "words"), [(650, "+650"), (-100, "−100"), (0, "0")])
def test_points_carry_their_sign(points, words):
    assert points_words(points) == words


@pytest.mark.parametrize(
    ("tricks", "words"), [(11, "z 1 nadróbką"), (12, "z 2 nadróbkami")]
)
def test_tricks_over_have_their_polish_form(tricks, words):
    with override("pl"):
        assert result_words(Contract.parse("4SN"), tricks) == words


def test_number_of_the_scale_says_that_it_counts_tricks():
    row = ScaleRow("Award", 2, 2, "2 off")

    assert f"{row.number} {row.unit} {row.result}" == "2 tricks 2 off"


@pytest.mark.django_db
def test_time_since_the_call_is_told_in_the_french_order(client):
    cast = make_event()
    case = make_case(cast, state="contested")
    client.force_login(cast.dana)

    page = client.get(
        reverse("case", args=[case.pk]), follow=True, headers={"accept-language": "fr"}
    ).content.decode()

    assert page.index("appelé il y a") < page.index("data-since")
