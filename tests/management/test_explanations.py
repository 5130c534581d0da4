"""The page for directors: each claim is explained by its card and its cause."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from rulings.management.explanations import entry, own_claims, published_claims
from rulings.solver.inputs import NODE_BUDGET
from rulings.solver.types import Cause
from tests import tree

PAGE = tree.ROOT / "docs" / "explanations.md"
POSITIONS = tree.ROOT / "tests" / "solver" / "explain" / "positions.toml"
SHARED = Path(settings.TD_DATA) / "rulings" / "dev.json"
OWN = list(own_claims(POSITIONS))
PUBLISHED = list(published_claims(SHARED)) if SHARED.exists() else []
SAYS = {
    Cause.TRUMP_FORGOTTEN: r"trump",
    Cause.CARD_FORGOTTEN: r"took no account of|thought (it|them) gone",
    Cause.ORDER: r"did not say (which|how high|that|whether) ",
    Cause.ENTRY: r"how the lead gets (back to hand|to dummy)",
    Cause.UNBLOCK: r"blocks",
    Cause.GUESS: r"depends on who holds|is safe here, and \w+ did not (name|say)",
    Cause.WORDS_FAIL: r"named, and it fails",
    Cause.WORDS_UNREAD: r"not understood",
    Cause.PARTNER: r"a partner's choice",
    Cause.MISCOUNT: r"Even the best play wins",
    Cause.NONE: r"The claim stands|Every normal line wins",
}

ONE = """
[[claim]]
id = "one"
position = "N S:- 0-12 N:2... 3... A... 4..."
by = "S"
tricks = 1
words = ""
"""


def first_sentence(found):
    return found.explanation[0].sentence.english()


def named(one):
    return one.id


@pytest.mark.parametrize("one", OWN, ids=named)
def test_the_first_sentence_names_the_cause_and_the_card(one):
    found = one.solve(NODE_BUDGET)
    first = first_sentence(found)

    assert re.search(SAYS[found.cause], first)
    if found.turning is not None:
        assert re.search(rf"\b{found.turning.card}\b", first)
        assert re.search(rf"\b{found.turning.wins}\b", first)


@pytest.mark.parametrize("one", PUBLISHED, ids=named)
def test_a_published_ruling_is_explained_by_cause_and_card(one):
    found = one.solve(NODE_BUDGET)
    first = first_sentence(found)
    if found.award is None or first.startswith("Not settled"):
        said = " ".join(one.sentence.english() for one in found.explanation)
        assert first.startswith(f"Not settled: at least {found.low} and at most ")
        assert "would narrow this" in said
        return

    assert re.search(SAYS[found.cause], first)
    if found.turning is not None:
        assert re.search(rf"\b{found.turning.card}\b", first)


@pytest.mark.parametrize("one", [*OWN, *PUBLISHED], ids=named)
def test_a_claim_that_stands_shows_its_plan(one):
    found = one.solve(NODE_BUDGET)
    if found.award is None or found.low < found.claimed or not found.line:
        return

    shown = r"(stands( however the cards lie)?|more than the \d+ claimed): \w+ \S+"
    assert re.search(shown, first_sentence(found))


@pytest.mark.parametrize("one", OWN, ids=named)
def test_nobody_is_he_and_no_sentence_speaks_of_the_search(one):
    said = " ".join(r.sentence.english() for r in one.solve(NODE_BUDGET).explanation)

    assert not re.search(r"\b(he|his|him|she|her|certain for|worst|award)\b", said)


def test_there_are_thirty_claims_for_nine_causes():
    causes = {one.solve(NODE_BUDGET).cause for one in OWN}

    assert len(OWN) >= 30
    assert causes == set(Cause)


@pytest.mark.parametrize("one", OWN, ids=named)
def test_the_page_shows_what_is_said_now(one):
    assert entry(one, NODE_BUDGET) in PAGE.read_text("utf-8")


def test_the_page_shows_published_rulings_as_they_are_explained_now():
    if not PUBLISHED:
        pytest.skip("no published rulings beside TD_DATA")
    page = PAGE.read_text("utf-8") + "\n"

    short = [one for one in PUBLISHED if one.position.left <= 8]
    stale = [one.id for one in short if entry(one, NODE_BUDGET) not in page]
    assert stale == [], "run: ./td manage write_explanations"


def test_the_command_writes_compares_and_refuses(tmp_path):
    own, shared, out = (tmp_path / name for name in ("own.toml", "s.json", "page.md"))
    own.write_text(ONE)
    shared.write_text('{"cases": []}')
    given = {"own": own, "rulings": shared, "out": out}

    with pytest.raises(CommandError, match="out of date"):
        call_command("write_explanations", check=True, **given)
    call_command("write_explanations", **given)
    assert "### one" in out.read_text("utf-8")
    call_command("write_explanations", check=True, **given)
    with pytest.raises(CommandError):
        call_command("write_explanations", **given | {"rulings": tmp_path / "none"})
