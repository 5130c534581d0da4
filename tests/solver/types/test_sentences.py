"""Every sentence has its rule and its Law, and reads the same in three languages."""

import re
import tomllib

import pytest
from django.utils import translation

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters.sentences import sentence_words
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.kernel.rules.normal import RULES
from rulings.solver.lines import Lapse
from rulings.solver.tools.golden import read_case
from rulings.solver.types import Adjudication, sentences
from rulings.statements.samples import SAMPLES, templates
from rulings.statements.steps import Verb, parse_step
from tests import tree

GOLDEN = tree.ROOT / "tests" / "golden"
SOLVER = tree.ROOT / "rulings" / "solver"
TEXTS = sorted((GOLDEN / "texts").glob("*.toml"))
SWITCHES = {"strike", "allowance", "pending"}
LAW = re.compile(r"(?:26|50|6[89]|7[01])(?:[A-E]\d?)?")


@pytest.fixture(scope="module")
def told():
    """Return the explanation of each case with golden texts, solved once."""
    return {
        path.stem: read_case(GOLDEN / path.name).solve().explanation for path in TEXTS
    }


@pytest.mark.parametrize("key", sorted(sentences.sources()))
def test_every_reason_has_a_rule_in_force_and_a_law(key):
    rule, law = sentences.sources()[key]

    assert rule in {rule.id for rule in RULES} | SWITCHES
    assert LAW.fullmatch(law)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_an_explanation_reads_as_reviewed(told, path, language):
    expected = tomllib.loads(path.read_text("utf-8"))

    with translation.override(language):
        words = [sentence_words(reason.sentence) for reason in told[path.stem]]

    assert words == expected[language]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_an_explanation_names_rule_and_law_of_each_sentence(told, path):
    expected = tomllib.loads(path.read_text("utf-8"))

    found = [f"{reason.rule} {reason.law}" for reason in told[path.stem]]

    assert found == expected["sources"]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_an_explanation_names_only_cards_of_its_line(path):
    result = read_case(GOLDEN / path.name).solve()

    assert cards_told(result) <= cards_known(result)


def cards_told(result: Adjudication) -> set[str]:
    text = " ".join(reason.sentence.english() for reason in result.explanation)
    return set(re.findall(r"\b[SHDC][AKQJT2-9]\b", text))


def cards_known(result: Adjudication) -> set[str]:
    out = result.outstanding_trump
    known = {str(card) for card in (out.cards if out else ())}
    return known | {str(p.card) for trick in result.line for p in trick.cards}


def test_a_claim_that_no_play_makes_names_the_card_against_it():
    position = Position.parse("N S:HJ 9-0 N:2.2.A.3 4.Q.K.5 A..2.A 3.K.J.4")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)

    found = adjudicate(position, claim, Settings())

    words = [reason.sentence.english() for reason in found.explanation]
    assert words[0] == "Even the best play wins 3, not 4: West takes a trick with HK."


def test_every_sentence_is_said_somewhere():
    """A template that nothing gives would be translated for nobody."""
    texts = [path.read_text("utf-8") for path in SOLVER.rglob("*.py")]
    named = {word for text in texts for word in re.findall(r'"([a-z_]+)"(?!:)', text)}
    free = {f"scenario_free_{lapse}" for lapse in Lapse}

    templates_by_key = sentences._REASONS.keys() | sentences._SENTENCES.keys()
    assert templates_by_key - named - free == set()


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "If DK was", "If D7 DK were"),
        (
            "pl",
            "Gdyby uznać, że DK już",
            "Gdyby uznać, że kart D7 DK już",
        ),
        ("fr", "Si la carte DK était ", "Si les cartes D7 DK étaient "),
    ],
)
def test_a_sentence_on_several_cards_is_in_the_plural(language, one, two):
    with translation.override(language):
        found = [
            sentence_words(sentences.said("scenario_forgotten", cards=cards))
            for cards in ("DK", "D7 DK")
        ]

    assert [text[: len(begun)] for text, begun in zip(found, (one, two), strict=True)]\
        == [one, two]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
@pytest.mark.parametrize("key", sorted(sentences._SEVERAL))
def test_a_sentence_has_two_forms_by_the_number_of_its_cards(language, key):
    say = sentences.said if key in sentences._SENTENCES else sentences.reason
    given = {"seat": "S", "seat_2": "W", "card_2": "DK"}

    with translation.override(language):
        one, two = (
            sentence_words(getattr(found, "sentence", found)).replace(cards, "…")
            for cards in ("DK", "D7 DK")
            for found in [say(key, cards=cards, **given)]
        )

    assert one != two


def test_no_two_sentences_are_the_same():
    assert len(set(sentences.templates())) == len(sentences.templates())


def test_samples_hold_every_act_and_parse_back():
    assert {parse_step(text).act for text in SAMPLES} == set(Verb)
    assert [str(parse_step(text)) for text in SAMPLES] == list(SAMPLES)
    assert len(templates()) > len(Verb)
