"""Words of the screens: the palette parses back, the script stays short."""

from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils.translation import override

from rulings.bridge.cards import FULL_DECK
from rulings.bridge.contracts import Contract
from rulings.laws.engine import load_flow
from rulings.presenters import ScaleRow
from rulings.queries.table.sheet import sheet_of
from rulings.statements.samples import SAMPLES
from rulings.statements.steps import parse_step
from rulings.views.table.outcome import RULINGS
from rulings.views.table.palette import OPENED, SUITS, at_once, choices
from rulings.views.table.scores import over_words, points_words, result_words
from rulings.views.table.script import WORDS, count_words, script_of
from rulings.views.table.statement import same_step
from rulings.views.table.words import step_words
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


SPOKEN = {
    "stands": ("O-CLAIM-STANDS", ["70"], 7, "the claim stands"),
    "cut by a trump": ("O-CLAIM-CUT", ["70C", "70"], 6, "Law 70C a trump"),
    "cut by a new line": ("O-CLAIM-CUT", ["70D1", "70"], 6, "not stated with the"),
    "cut by a new line, older": ("O-CLAIM-CUT", ["70D", "70"], 6, "not stated with"),
    "cut by a guess, older": ("O-CLAIM-CUT", ["70E", "70"], 6, "which opponent has"),
    "cut by the partner": ("O-CLAIM-CUT", ["70D2", "70"], 6, "one choice of the"),
    "cut by a guess": ("O-CLAIM-CUT", ["70E1", "70"], 6, "which opponent has"),
    "cut by doubt": ("O-CLAIM-CUT", ["70A", "70"], 6, "against the claimer"),
    "more": ("O-CLAIM-MORE", ["70A", "71"], 8, "no normal line loses the conceded"),
    "won, taken back": ("O-AGREE-WITHDRAWN", ["69B1", "69B"], 6, "had been won before"),
    "likely": ("O-AGREE-WITHDRAWN", ["69B2", "69B"], 6, "would likely have been won"),
    "withdrawn": ("O-AGREE-WITHDRAWN", ["69B"], 6, "the agreement is withdrawn"),
    "not shown": ("O-AGREE-STANDS", ["69B1", "69B"], 7, "is not shown to have"),
    "not likely": ("O-AGREE-STANDS", ["69B2", "69B"], 7, "was not likely"),
    "agreement stands": ("O-AGREE-STANDS", ["69B"], 7, "the agreement stands"),
    "won, given up": ("O-CONC-CANCELLED", ["71A", "71"], 8, "trick had been won"),
    "never lost": ("O-CONC-CANCELLED", ["70A", "71B", "71"], 8, "no normal play loses"),
    "cancelled": ("O-CONC-CANCELLED", ["71"], 8, "the concession is cancelled"),
    "concession": ("O-CONC-STANDS", ["70A", "71B", "71"], 7, "the concession stands"),
    "too late": ("O-TOOLATE", ["79C", "92B"], 7, "the time for a change is over"),
    "no transfer": ("O-IRREGULARITY-SCORED", ["64", "69A"], 7, "no trick moves"),
    "information": ("O-UI-ADJUST", ["16B", "12C1"], 6, "may not use"),
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("outcome", "laws", "tricks", "words"), SPOKEN.values(), ids=SPOKEN
)
def test_script_says_the_law_of_each_outcome_in_few_words(outcome, laws, tricks, words):
    cast = make_event()
    case = make_case(cast, state="ruled", claimed=7)
    sheet = sheet_of(case)
    sheet.ruling.outcome, sheet.ruling.laws = outcome, laws
    sheet.ruling.tricks_claimer = tricks

    ruling, rest = script_of(sheet, sheet.ruling, None)

    assert words in ruling
    assert f"North–South get {tricks} of the last 8 tricks: " in ruling
    assert ("against the claimer" in ruling) == ("70A" in laws and tricks == 6)
    assert rest.endswith("Cards back, please; on with the next board.")
    assert count_words([ruling, rest]) <= WORDS


def test_every_outcome_that_is_ruled_has_its_sentence():
    flow = load_flow("claims", "2017")
    spoken = RULINGS | {"adjusted_score"}
    ruled = {one.id for one in flow.outcomes.values() if one.effect in spoken}

    assert ruled == {row[0] for row in SPOKEN.values()}


REVOKE = {
    "A01": "statement",
    "A02": "later_tricks",
    "A06": {"choice": "declarer", "remaining": 8, "claimed": 7},
    "B01": "none",
    "B02": "only_an_irregularity",
    "B06": "revoke",
    "R02": "played",
    "R05": "yes",
    "R10": "applies",
    "R14": "enough",
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("revoker", "change", "tricks", "words"),
    [
        (
            "claiming_side",
            {},
            5,
            "8 tricks; by Law 64A the revoke moves 2 tricks to East–West: ",
        ),
        ("opponents", {}, 9, "the revoke moves 2 tricks to North–South: "),
        (
            "claiming_side",
            {"R14": {"choice": "adjust_64C", "equity_tricks": 9}},
            4,
            "By Law 64C the score assigned is: ",
        ),
    ],
    ids=["own revoke", "their revoke", "assigned"],
)
def test_script_tells_what_a_revoke_moves(revoker, change, tricks, words):
    cast = make_event()
    case = make_case(cast, state="ruled", claimed=7)
    sheet = sheet_of(case)
    row = sheet.ruling
    row.outcome, row.tricks_claimer = "O-IRREGULARITY-SCORED", tricks
    row.laws = ["64C" if change else "64A", "64", "69A"]
    row.walk = {
        "facts": {
            "windows": {"agreement_established": False, "appeal_open": True},
            "revoke_trick": 4,
            "revoke_transfer": 2,
        },
        "answers": {**REVOKE, "R01": {"choice": revoker}, **change},
        "solver": {},
    }

    parts = script_of(sheet, row, None)

    assert words in parts[0]
    assert count_words(parts) <= WORDS


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
